"""One suit alone, without arrangements: the dead test that knows how much room there is (``pruning.py`` argues it).

A position of this simpler game is how many *runs* each pile has left, and how far the foundations are. Which cards
are loose follows from that; where they lie is not asked, only whether there is room for all. The search goes depth
first, plays first; its table holds the positions themselves.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled, highest
from medialuna.solver.crescent.kernel import CARD, DOWN, HEIGHT, LANE, PILES, RANKS, REDEALS, STRIDE, UP, mix
from medialuna.solver.crescent.pruning import beside_ranks, reach

LOST, WINNABLE, OPEN = 1, 2, 3

MOST_RUNS = 16

COUNT, ALL_RANKS, NUMBER, TURNS, BEFORE, BASES, LOOSE, CAPACITY, FOUND, WAITING, VISITED, FULL = range(12)
SHIFT = 16
MASKS = SHIFT + 16
BITS_AT = MASKS + 16
BOTTOM = BITS_AT + 16
RUNS = BOTTOM + 16
STEPS = RUNS + 16
ROOM = STEPS + 16
TOTAL = ROOM + 16
BASE = TOTAL + 32
OPENED = BASE + 32 * MOST_RUNS
UNDER = OPENED + 32 * MOST_RUNS
STATES = UNDER + 32 * MOST_RUNS
"""Of the scratch vector. ``COUNT``, ``ALL_RANKS``: the ranks; ``NUMBER``: of piles with cards of the suit; ``TURNS``:
redistributions left at first. Cards, four bits a rank: ``BEFORE`` (outside the foundations at first, less what
:func:`_outside` says), ``BASES``, ``LOOSE``. ``CAPACITY``: positions there is room for, ``FOUND``: found so far,
``WAITING``: of these not looked at yet, ``VISITED``: looked at, ``FULL``: whether one found no room. By rank:
``STEPS``, ``ROOM``, for :func:`_has_room`.

By pile: ``SHIFT``, ``MASKS`` (where the number of runs that have gone stands in a position); ``BOTTOM`` (the rank of
the lowest card if the redistribution brings one of the suit up, else -1), ``BITS_AT`` (where its three bits are);
``RUNS`` (how many are left). By pile, and before and after the redistribution: ``TOTAL`` (runs). By runs left as well:
``BASE`` (the rank of the lowest card of the top run), ``OPENED`` (the ranks of the top run), ``UNDER`` (the cards that
are not loose, four bits a rank).

From ``STATES`` on: the positions, their places in the table, the stack, the table. A position is, from the lowest bit:
the foundations, 4 + 4; whether the redistribution was made, 1; runs gone, by pile; for piles with a ``BOTTOM``: whether
it is a base of its own since the redistribution, 1, and which loose card became one thereby, 2: none, one below, one
above it."""

TURNED, FIRST_SHIFT = 1 << 8, 9
RISEN, BELOW, ABOVE = 1, 2, 4
MOST_WAYS = 3**8


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
def _cut(b: Vector, p: int, suit: int, s: Vector, row: int, first: int) -> int:
    """Cuts a pile from a card on, less the cards of other suits, into runs. Returns how many, or ``MOST_RUNS`` if
    they are too many."""
    runs, beside, above, at = 0, 0, 0, row * MOST_RUNS
    s[UNDER + at] = 0
    for i in range(first, b[HEIGHT + p]):
        kind = b[CARD + p * STRIDE + i] & 63
        if kind >> 4 != suit:
            continue
        rank = kind & 15
        card = 1 << 4 * rank
        if beside >> rank & 1:
            above += card
            s[OPENED + at] |= 1 << rank
        else:
            runs += 1
            if runs == MOST_RUNS:
                return runs
            at += 1
            s[UNDER + at] = s[UNDER + at - 1] + above + card
            s[BASE + at], s[OPENED + at] = rank, 1 << rank
            above = 0
        beside = beside_ranks(1 << rank, s[COUNT], s[ALL_RANKS])
    s[TOTAL + row] = runs
    return runs


@compiled
def _prepare(b: Vector, suit: int, s: Vector) -> int:
    """Writes all that follows from the piles. Returns the position, or -1 if it does not fit."""
    s[COUNT], s[ALL_RANKS], s[TURNS] = b[RANKS], b[LANE], b[REDEALS]
    s[BEFORE] = -_outside(b[RANKS], b[UP + suit], b[DOWN + suit])
    if b[REDEALS] > 1:
        return -1
    piles, shift = 0, FIRST_SHIFT
    for p in range(b[PILES]):
        runs = _cut(b, p, suit, s, 2 * piles, 0)
        if runs == 0:
            continue
        if runs == MOST_RUNS or _cut(b, p, suit, s, 2 * piles + 1, 1) == MOST_RUNS:
            return -1
        for i in range(b[HEIGHT + p]):
            kind = b[CARD + p * STRIDE + i] & 63
            if kind >> 4 == suit:
                s[BEFORE] += 1 << 4 * (kind & 15)
        width = highest(runs) + 1
        s[SHIFT + piles], s[MASKS + piles] = shift, (1 << width) - 1
        shift += width
        bottom = b[CARD + p * STRIDE] & 63
        s[BOTTOM + piles] = -1
        if b[REDEALS] and bottom >> 4 == suit:
            s[BOTTOM + piles], s[BITS_AT + piles] = bottom & 15, shift
            shift += 3
        piles += 1
    s[NUMBER] = piles
    return b[UP + suit] << 4 | b[DOWN + suit] if shift <= 62 else -1


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
def _born(s: Vector, p: int, bits: int) -> int:
    """The rank of the card that became a pile's bottom."""
    return (s[BOTTOM + p] + (1 if bits & ABOVE else -1)) % s[COUNT]


@compiled
def _read(s: Vector, position: int) -> int:
    """Writes ``RUNS``, ``BASES`` and ``LOOSE``. Returns the cards that are outside the foundations."""
    outside = s[BEFORE] + _outside(s[COUNT], position >> 4 & 15, position & 15)
    turned = (position & TURNED) > 0
    bases, under = 0, 0
    for p in range(s[NUMBER]):
        row = 2 * p + turned
        # a lowest card that had gone before is no run after the redistribution
        runs = max(s[TOTAL + row] - (position >> s[SHIFT + p] & s[MASKS + p]), 0)
        s[RUNS + p] = runs
        if runs:
            at = row * MOST_RUNS + runs
            bases += 1 << 4 * s[BASE + at]
            under += s[UNDER + at]
        if turned and s[BOTTOM + p] >= 0:
            bits = position >> s[BITS_AT + p] & 7
            free = (bits & RISEN) << 4 * s[BOTTOM + p]
            if bits > RISEN:
                free += 1 << 4 * _born(s, p, bits)
            bases += free
            under += free
    s[BASES], s[LOOSE] = bases, outside - under
    return outside


@compiled
def _is_dead(s: Vector, position: int) -> int:
    """The ``type`` test on the position that was read; it uses up ``RUNS``."""
    shown, up, down = 0, position >> 4 & 15, position & 15
    turned = (position & TURNED) > 0
    for rank in range(s[COUNT]):
        shown |= ((s[LOOSE] + s[BASES]) >> 4 * rank & 15 > 0) << rank
    for p in range(s[NUMBER]):
        if not turned and s[BOTTOM + p] >= 0 and s[RUNS + p]:
            shown |= 1 << s[BOTTOM + p]
    while True:
        free = reach(shown, up, down) | beside_ranks(shown, s[COUNT], s[ALL_RANKS])
        left, before = 0, shown
        for p in range(s[NUMBER]):
            row, runs = (2 * p + turned) * MOST_RUNS, s[RUNS + p]
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
    if found == capacity:
        s[FULL] = 1
        return
    s[STATES + found], s[places + found] = position, at
    s[stack + s[WAITING]] = found
    s[FOUND] = s[table + at] = found + 1
    s[WAITING] += 1


@compiled
def _put_elsewhere(s: Vector, position: int) -> None:
    """The positions after a base, not the lowest of a pile, has been put onto another card."""
    turned = (position & TURNED) > 0
    for p in range(s[NUMBER]):
        runs = s[RUNS + p]
        if runs > 1:
            card = 1 << 4 * s[BASE + (2 * p + turned) * MOST_RUNS + runs]
            if _has_room(s, s[BASES] - card, s[LOOSE] + card):
                _note(s, position + (1 << s[SHIFT + p]))


@compiled
def _play_base(s: Vector, position: int, rank: int, played: int, least: int) -> None:
    """The positions after a base of a rank has gone to a foundation, from piles with at least so many runs."""
    turned = (position & TURNED) > 0
    for p in range(s[NUMBER]):
        runs = s[RUNS + p]
        if runs >= least and s[BASE + (2 * p + turned) * MOST_RUNS + runs] == rank:
            _note(s, played + (1 << s[SHIFT + p]))
        if turned and least == 1 and s[BOTTOM + p] >= 0:
            bits = position >> s[BITS_AT + p] & 7
            if bits & RISEN and s[BOTTOM + p] == rank:
                _note(s, played ^ (RISEN << s[BITS_AT + p]))
            if bits > RISEN and _born(s, p, bits) == rank:
                _note(s, played ^ ((bits & ~RISEN) << s[BITS_AT + p]))


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
            _play_base(s, position, rank, played, 2 if is_loose else 1)


@compiled
def _redistribute(s: Vector, position: int) -> None:
    """The positions after the redistribution: in each, as many loose cards as can be have become bottoms."""
    after, ways = position | TURNED, 1
    for p in range(s[NUMBER]):
        if s[BOTTOM + p] >= 0 and s[RUNS + p]:
            after |= RISEN << s[BITS_AT + p]
            if s[RUNS + p] == 1:
                after = after & ~(s[MASKS + p] << s[SHIFT + p]) | s[TOTAL + 2 * p + 1] << s[SHIFT + p]
                ways *= 3
    if ways > MOST_WAYS:
        s[FULL] = 1
        return
    for way in range(ways):
        rest, loose, found = way, s[LOOSE], after
        for p in range(s[NUMBER]):
            if s[BOTTOM + p] >= 0 and s[RUNS + p] == 1:
                bits = rest % 3 << 1
                rest //= 3
                if bits:
                    card = 1 << 4 * _born(s, p, bits)
                    if not loose // card & 15:
                        found = -1
                        break
                    loose -= card
                    found |= bits << s[BITS_AT + p]
        rest = way
        for p in range(s[NUMBER]):
            if found >= 0 and s[BOTTOM + p] >= 0 and s[RUNS + p] == 1:
                if rest % 3 == 0:
                    for bits in (BELOW, ABOVE):
                        if loose >> 4 * _born(s, p, bits) & 15:
                            found = -1
                rest //= 3
        if found >= 0:
            _note(s, found)


@compiled
def begin(b: Vector, suit: int, s: Vector) -> int:
    """Makes the scratch vector ready for a suit of a position with at most one redistribution left; 0 if it does not
    fit."""
    capacity = s[CAPACITY]
    for i in range(s[FOUND]):
        s[STATES + 3 * capacity + s[STATES + capacity + i]] = 0
    s[FOUND], s[WAITING], s[VISITED], s[FULL] = 0, 0, 0, 0
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
        if s[VISITED] >= budget or s[FULL]:
            return OPEN
        s[VISITED] += 1
        s[WAITING] -= 1
        position = s[STATES + s[stack + s[WAITING]]]
        if not _read(s, position):
            return WINNABLE
        if not _is_dead(s, position):
            _read(s, position)
            if s[TURNS] and not position & TURNED:
                _redistribute(s, position)
            _put_elsewhere(s, position)
            _play(s, position)
    return OPEN if s[FULL] else LOST
