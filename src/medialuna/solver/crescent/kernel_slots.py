"""One suit alone, without arrangements: the dead test that knows how much room there is (``pruning.py`` argues it).

A position of this simpler game is how many *runs* each pile has left, and how far the foundations are. Which cards
are loose follows from that; where they lie is not asked, only whether there is room for all. The search goes depth
first, plays first; its table holds the positions themselves.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled, highest
from medialuna.solver.crescent.kernel import CARD, DOWN, HEIGHT, LANE, PILES, RANKS, STRIDE, UP, mix
from medialuna.solver.crescent.pruning import beside_ranks, reach

LOST, WINNABLE, OPEN = 1, 2, 3

MOST_RUNS = 16

COUNT, ALL_RANKS, NUMBER, BEFORE, BASES, LOOSE, CAPACITY, FOUND, WAITING, VISITED = range(10)
SHIFT = 16
DIGITS = SHIFT + 16
RUNS = DIGITS + 16
STEPS = RUNS + 16
ROOM = STEPS + 16
BASE = ROOM + 16
OPENED = BASE + 16 * MOST_RUNS
UNDER = OPENED + 16 * MOST_RUNS
STATES = UNDER + 16 * MOST_RUNS
"""Of the scratch vector. ``COUNT``, ``ALL_RANKS``: the ranks; ``NUMBER``: of piles with cards of the suit. Cards, four
bits a rank: ``BEFORE`` (outside the foundations at first, less what :func:`_outside` says), ``BASES``, ``LOOSE``.
``CAPACITY``: positions there is room for, ``FOUND``: found so far, ``WAITING``: of these not looked at yet,
``VISITED``: looked at. By pile: ``SHIFT`` and ``DIGITS`` (where its number of runs stands in a key, and the mask),
``RUNS`` (that number). By rank: ``STEPS``, ``ROOM``, for :func:`_has_room`. By pile and number of runs: ``BASE`` (the
rank of the lowest card of the top run), ``OPENED`` (the ranks of the top run), ``UNDER`` (cards that are not loose,
four bits a rank). From ``STATES`` on: the positions, their places in the table, the stack, the table."""


def scratch_size(positions: int) -> int:
    """How long the scratch vector is for so many positions, a power of two."""
    return STATES + 5 * positions


@compiled
def _outside(count: int, up: int, down: int) -> int:
    """The cards of a whole suit that are not on its foundations, four bits a rank."""
    cards = 0
    for rank in range(count):
        if up < rank < down:
            cards |= 2 << 4 * rank
        elif up < down or rank > up or rank < down:
            cards |= 1 << 4 * rank
    return cards


@compiled
def _prepare(b: Vector, suit: int, s: Vector) -> int:
    """Cuts the piles, less the cards of other suits, into runs. Returns the position, or -1 if a pile has too many."""
    count, full = b[RANKS], b[LANE]
    s[COUNT], s[ALL_RANKS] = count, full
    s[BEFORE] = -_outside(count, b[UP + suit], b[DOWN + suit])
    position, piles, shift = b[UP + suit] << 4 | b[DOWN + suit], 0, 8
    for p in range(b[PILES]):
        runs, beside, above, at = 0, 0, 0, piles * MOST_RUNS
        s[UNDER + at] = 0
        for i in range(b[HEIGHT + p]):
            kind = b[CARD + p * STRIDE + i] & 63
            if kind >> 4 != suit:
                continue
            rank = kind & 15
            card = 1 << 4 * rank
            s[BEFORE] += card
            if beside >> rank & 1:
                above += card
                s[OPENED + at] |= 1 << rank
            else:
                runs += 1
                if runs == MOST_RUNS:
                    return -1
                at += 1
                s[UNDER + at] = s[UNDER + at - 1] + above + card
                s[BASE + at], s[OPENED + at] = rank, 1 << rank
                above = 0
            beside = beside_ranks(1 << rank, count, full)
        if runs:
            width = highest(runs) + 1
            s[SHIFT + piles], s[DIGITS + piles] = shift, (1 << width) - 1
            position |= runs << shift
            shift += width
            piles += 1
    s[NUMBER] = piles
    return position if shift <= 62 else -1


@compiled
def _has_room(s: Vector, bases: int, loose: int) -> int:
    """Whether there may be a place for every loose card, on a base or a loose card of a rank beside its own, one on
    each.

    Let u(r) cards of rank r + 1 lie on cards of rank r, and d(r) of rank r on r + 1. All loose cards lie somewhere:
    u(r - 1) + d(r) = loose(r). No card carries two: u(r) + d(r - 1) <= loose(r) + bases(r). With d put into this, u(r)
    <= u(r - 2) + loose(r) + bases(r) - loose(r - 1), and 0 <= u(r) <= loose(r + 1). ``STEPS`` becomes the greatest u
    that keeps all this. Ranks go round.
    """
    if loose == 0:
        return 1
    count = s[COUNT]
    are_loose, held = 0, 0
    for rank in range(count):
        here, below = loose >> 4 * rank & 15, loose >> 4 * ((rank - 1) % count) & 15
        base = bases >> 4 * rank & 15
        s[STEPS + rank] = loose >> 4 * ((rank + 1) % count) & 15
        s[ROOM + rank] = here + base - below
        are_loose |= (here > 0) << rank
        held |= (base > 0) << rank
    # a stretch of loose ranks with no base in it or beside it hangs in the air
    before = 0
    while held != before:
        before = held
        held |= are_loose & beside_ranks(held, count, s[ALL_RANKS])
    if are_loose & ~held:
        return 0
    changed = 1
    while changed:
        changed = 0
        for rank in range(count):
            most = s[STEPS + (rank - 2) % count] + s[ROOM + rank]
            if most < s[STEPS + rank]:
                if most < 0:
                    return 0
                s[STEPS + rank] = most
                changed = 1
    return 1


@compiled
def _read(s: Vector, position: int) -> int:
    """Writes ``RUNS``, ``BASES`` and ``LOOSE``. Returns the cards that are outside the foundations."""
    outside = s[BEFORE] + _outside(s[COUNT], position >> 4 & 15, position & 15)
    bases, under = 0, 0
    for p in range(s[NUMBER]):
        runs = position >> s[SHIFT + p] & s[DIGITS + p]
        s[RUNS + p] = runs
        if runs:
            at = p * MOST_RUNS + runs
            bases += 1 << 4 * s[BASE + at]
            under += s[UNDER + at]
    s[BASES], s[LOOSE] = bases, outside - under
    return outside


@compiled
def _is_dead(s: Vector, position: int) -> int:
    """The ``type`` test on the position that was read; it uses up ``RUNS``."""
    shown, up, down = 0, position >> 4 & 15, position & 15
    for rank in range(s[COUNT]):
        shown |= ((s[LOOSE] + s[BASES]) >> 4 * rank & 15 > 0) << rank
    while True:
        free = reach(shown, up, down) | beside_ranks(shown, s[COUNT], s[ALL_RANKS])
        left, before = 0, shown
        for p in range(s[NUMBER]):
            row, runs = p * MOST_RUNS, s[RUNS + p]
            while runs and free >> s[BASE + row + runs] & 1:
                runs -= 1
                if runs:
                    shown |= s[OPENED + row + runs]
            s[RUNS + p] = runs
            left += runs
        if left == 0:
            return 0
        if shown == before:
            return 1


@compiled
def _note(s: Vector, position: int) -> None:
    """Puts a position on the stack and into the table, unless it is there."""
    capacity, found = s[CAPACITY], s[FOUND]
    places, stack, table = STATES + capacity, STATES + 2 * capacity, STATES + 3 * capacity
    last = 2 * capacity - 1
    at = mix(position) & last
    while s[table + at]:
        if s[STATES + s[table + at] - 1] == position:
            return
        at = (at + 1) & last
    s[STATES + found], s[places + found] = position, at
    s[stack + s[WAITING]] = found
    s[FOUND] = s[table + at] = found + 1
    s[WAITING] += 1


@compiled
def _put_elsewhere(s: Vector, position: int) -> None:
    """The positions after a base, not the lowest of a pile, has been put onto another card."""
    for p in range(s[NUMBER]):
        runs = s[RUNS + p]
        if runs > 1:
            card = 1 << 4 * s[BASE + p * MOST_RUNS + runs]
            if _has_room(s, s[BASES] - card, s[LOOSE] + card):
                _note(s, position - (1 << s[SHIFT + p]))


@compiled
def _play(s: Vector, position: int) -> None:
    """The positions after a card has gone to a foundation."""
    bases, loose, up, down = s[BASES], s[LOOSE], position >> 4 & 15, position & 15
    for rank in range(s[COUNT]):
        above, below = up, down
        if up + 1 == down:
            above, below = rank, rank
        elif rank == up + 1:
            above = rank
        elif rank == down - 1:
            below = rank
        else:
            continue
        if above + 1 == below:
            above, below = 0, 1
        played = position & ~255 | above << 4 | below
        card = 1 << 4 * rank
        is_loose = loose >> 4 * rank & 15
        if is_loose and _has_room(s, bases, loose - card):
            _note(s, played)
        if bases >> 4 * rank & 15 and _has_room(s, bases - card, loose):
            for p in range(s[NUMBER]):
                runs = s[RUNS + p]
                if runs > (1 if is_loose else 0) and s[BASE + p * MOST_RUNS + runs] == rank:
                    _note(s, played - (1 << s[SHIFT + p]))


@compiled
def begin(b: Vector, suit: int, s: Vector) -> int:
    """Makes the scratch vector ready for a suit of a position with no redistribution left; 0 if it does not fit."""
    capacity = s[CAPACITY]
    for i in range(s[FOUND]):
        s[STATES + 3 * capacity + s[STATES + capacity + i]] = 0
    s[FOUND], s[WAITING], s[VISITED] = 0, 0, 0
    position = _prepare(b, suit, s)
    if position < 0:
        return 0
    _note(s, position)
    return 1


@compiled
def slots_verdict(s: Vector, budget: int) -> int:
    """Searches on, depth first over all positions.

    ``LOST`` if the suit cannot be finished even where its loose cards may be arranged at will; ``WINNABLE`` if it can
    be, so; ``OPEN`` if the budget of positions, or the scratch vector, did not suffice.
    """
    capacity = s[CAPACITY]
    stack = STATES + 2 * capacity
    while s[WAITING]:
        # from one position no more than 48 are found
        if s[VISITED] >= budget or s[FOUND] + 48 > capacity:
            return OPEN
        s[VISITED] += 1
        s[WAITING] -= 1
        position = s[STATES + s[stack + s[WAITING]]]
        if not _read(s, position):
            return WINNABLE
        if not _is_dead(s, position):
            _read(s, position)
            _put_elsewhere(s, position)
            _play(s, position)
    return LOST
