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

MOST_RUNS, MOST_TURNS = 16, 2

COUNT, ALL_RANKS, NUMBER, TURNS, BEFORE, BASES, LOOSE, CAPACITY, FOUND, WAITING, VISITED, FULL = range(12)
SHIFT = 16
MASKS = SHIFT + 16
BOTTOM = MASKS + 16
RUNS = BOTTOM + 32
STEPS = RUNS + 16
ROOM = STEPS + 16
CENTRE = ROOM + 16
OPTIONS = CENTRE + 16
TOTAL = OPTIONS + 16
BASE = TOTAL + 48
OPENED = BASE + 48 * MOST_RUNS
UNDER = OPENED + 48 * MOST_RUNS
STATES = UNDER + 48 * MOST_RUNS
"""Of the scratch vector. ``COUNT``, ``ALL_RANKS``: the ranks; ``NUMBER``: of piles with cards of the suit; ``TURNS``:
redistributions left at first. Cards, four bits a rank: ``BEFORE`` (outside the foundations at first, less what
:func:`_outside` says), ``BASES``, ``LOOSE``. ``CAPACITY``: positions there is room for, ``FOUND``: found so far,
``WAITING``: of these not looked at yet, ``VISITED``: looked at, ``FULL``: whether one found no room. By rank:
``STEPS``, ``ROOM``, for :func:`_has_room`.

By pile: ``SHIFT``, ``MASKS`` (where the number of runs that have gone stands in a position); ``BOTTOM``, two numbers
(the rank of the card that the first redistribution brings up, and the second, if it is of the suit, else -1); ``RUNS``
(how many are left); ``CENTRE``, ``OPTIONS``, for :func:`_redistribute`. By pile, and redistributions made, three rows a
pile: ``TOTAL`` (runs). By runs left as well: ``BASE`` (the rank of the lowest card of the top run), ``OPENED`` (the
ranks of the top run), ``UNDER`` (the cards that are not loose, four bits a rank).

From ``STATES`` on: the positions, their places in the table, the stack, the table. A position is, from the lowest bit:
the foundations, 4 + 4; redistributions made, 2; bases of their own, not of a run, 2 a rank; runs gone, by pile: after
the first of two redistributions one more than there were marks a pile whose cards may lie on its new bottom."""

TURNED, ONE_TURN, FREE_SHIFT, FIRST_SHIFT = 8, 1 << 8, 10, 36
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
    """Cuts a pile from a card on, less the cards of other suits, into runs; of a whole pile the cards are counted as
    well. Returns how many runs, or ``MOST_RUNS`` if they are too many."""
    runs, beside, above, at = 0, 0, 0, row * MOST_RUNS
    s[UNDER + at] = 0
    for i in range(first, b[HEIGHT + p]):
        kind = b[CARD + p * STRIDE + i] & 63
        if kind >> 4 != suit:
            continue
        rank = kind & 15
        card = 1 << 4 * rank
        s[BEFORE] += card if first == 0 else 0
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
def _bottom(b: Vector, p: int, suit: int, place: int) -> int:
    """The rank of a pile's card at a place, counted from the bottom, if the card is of the suit; else -1."""
    kind = b[CARD + p * STRIDE + place] & 63
    return kind & 15 if place < b[HEIGHT + p] and kind >> 4 == suit else -1


@compiled
def _prepare(b: Vector, suit: int, s: Vector) -> int:
    """Writes all that follows from the piles. Returns the position, or -1 if it does not fit."""
    s[COUNT], s[ALL_RANKS], s[TURNS] = b[RANKS], b[LANE], b[REDEALS]
    s[BEFORE] = -_outside(b[RANKS], b[UP + suit], b[DOWN + suit])
    if b[REDEALS] > MOST_TURNS:
        return -1
    piles, shift = 0, FIRST_SHIFT
    for p in range(b[PILES]):
        most = _cut(b, p, suit, s, 3 * piles, 0)
        if most == 0:
            continue
        for turn in range(b[REDEALS]):
            s[BOTTOM + 2 * piles + turn] = _bottom(b, p, suit, turn)
            most = max(most, _cut(b, p, suit, s, 3 * piles + turn + 1, turn + 1))
        if b[REDEALS] == 2 and s[BOTTOM + 2 * piles] >= 0:
            most = max(most, s[TOTAL + 3 * piles + 1] + 1)
        if most >= MOST_RUNS:
            return -1
        width = highest(most) + 1
        s[SHIFT + piles], s[MASKS + piles] = shift, (1 << width) - 1
        shift += width
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
def _read(s: Vector, position: int) -> int:
    """Writes ``RUNS``, ``BASES`` and ``LOOSE``. Returns the cards that are outside the foundations."""
    outside = s[BEFORE] + _outside(s[COUNT], position >> 4 & 15, position & 15)
    turned = position >> TURNED & 3
    bases, under = 0, 0
    for rank in range(s[COUNT]):
        bases += (position >> FREE_SHIFT + 2 * rank & 3) << 4 * rank
    under = bases
    for p in range(s[NUMBER]):
        row = 3 * p + turned
        runs = max(s[TOTAL + row] - (position >> s[SHIFT + p] & s[MASKS + p]), 0)
        s[RUNS + p] = runs
        if runs:
            at = row * MOST_RUNS + runs
            bases += 1 << 4 * s[BASE + at]
            under += s[UNDER + at]
    s[BASES], s[LOOSE] = bases, outside - under
    return outside


@compiled
def _is_dead(s: Vector, position: int) -> int:
    """The ``type`` test on the position that was read; it uses up ``RUNS``."""
    shown, up, down = 0, position >> 4 & 15, position & 15
    turned = position >> TURNED & 3
    for rank in range(s[COUNT]):
        shown |= ((s[LOOSE] + s[BASES]) >> 4 * rank & 15 > 0) << rank
    for p in range(s[NUMBER]):
        for turn in range(turned, s[TURNS]):
            if s[BOTTOM + 2 * p + turn] >= 0 and s[RUNS + p]:
                shown |= 1 << s[BOTTOM + 2 * p + turn]
    while True:
        free = reach(shown, up, down) | beside_ranks(shown, s[COUNT], s[ALL_RANKS])
        left, before = 0, shown
        for p in range(s[NUMBER]):
            row, runs = (3 * p + turned) * MOST_RUNS, s[RUNS + p]
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
    turned = position >> TURNED & 3
    for p in range(s[NUMBER]):
        runs = s[RUNS + p]
        if runs > 1:
            card = 1 << 4 * s[BASE + (3 * p + turned) * MOST_RUNS + runs]
            if _has_room(s, s[BASES] - card, s[LOOSE] + card):
                _note(s, position + (1 << s[SHIFT + p]))


@compiled
def _play_base(s: Vector, position: int, rank: int, played: int, least: int) -> None:
    """The positions after a base of a rank has gone to a foundation, from piles with at least so many runs."""
    turned = position >> TURNED & 3
    for p in range(s[NUMBER]):
        runs = s[RUNS + p]
        if runs >= least and s[BASE + (3 * p + turned) * MOST_RUNS + runs] == rank:
            _note(s, played + (1 << s[SHIFT + p]))
    if least == 1 and position >> FREE_SHIFT + 2 * rank & 3:
        _note(s, played - (1 << FREE_SHIFT + 2 * rank))


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
def _turn(s: Vector, position: int) -> int:
    """The position after a redistribution in which no loose card has become a bottom. Writes how many ``OPTIONS`` there
    are for the bottom of a pile, 1 if it is certain, and from which rank they are counted, ``CENTRE``."""
    turned = position >> TURNED & 3
    after = position + ONE_TURN
    for p in range(s[NUMBER]):
        runs, now = s[RUNS + p], s[TOTAL + 3 * p + turned + 1]
        gone = position >> s[SHIFT + p] & s[MASKS + p]
        first, bottom = s[BOTTOM + 2 * p], s[BOTTOM + 2 * p + turned]
        s[OPTIONS + p], rest = 1, gone
        if turned and first >= 0 and gone > s[TOTAL + 3 * p + 1]:
            s[CENTRE + p], s[OPTIONS + p] = first, 6
            rest = now
        elif runs == 0:
            rest = now
        elif bottom >= 0:
            after += 1 << FREE_SHIFT + 2 * bottom
            if runs == 1:
                s[CENTRE + p], s[OPTIONS + p] = bottom, 3
                rest = now + (turned + 1 < s[TURNS])
        after += (rest - gone) << s[SHIFT + p]
    return after


@compiled
def _beside(s: Vector, p: int, option: int) -> int:
    """The rank of the loose card that becomes a pile's bottom, or -1 for none, which is option 0."""
    if option == 0:
        return -1
    distance = 2 * option - 3 if s[OPTIONS + p] == 3 else option - 3
    return (s[CENTRE + p] + distance) % s[COUNT]


@compiled
def _redistribute(s: Vector, position: int) -> None:
    """The positions after a redistribution: in each, as many loose cards as can be have become bottoms."""
    after, ways = _turn(s, position), 1
    for p in range(s[NUMBER]):
        ways *= s[OPTIONS + p]
    if ways > MOST_WAYS:
        s[FULL] = 1
        return
    for way in range(ways):
        rest, loose, found = way, s[LOOSE], after
        for p in range(s[NUMBER]):
            rank = _beside(s, p, rest % s[OPTIONS + p])
            rest //= s[OPTIONS + p]
            if rank >= 0:
                if not loose >> 4 * rank & 15:
                    found = -1
                    break
                loose -= 1 << 4 * rank
                found += 1 << FREE_SHIFT + 2 * rank
        rest = way
        for p in range(s[NUMBER]):
            if found >= 0 and rest % s[OPTIONS + p] == 0:
                for option in range(1, s[OPTIONS + p]):
                    if loose >> 4 * _beside(s, p, option) & 15:
                        found = -1
            rest //= s[OPTIONS + p]
        if found >= 0:
            _note(s, found)


@compiled
def begin(b: Vector, suit: int, s: Vector) -> int:
    """Makes the scratch vector ready for a suit of a position with at most two redistributions left; 0 if it does not
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
            if position >> TURNED & 3 < s[TURNS]:
                _redistribute(s, position)
            _put_elsewhere(s, position)
            _play(s, position)
    return OPEN if s[FULL] else LOST


@compiled
def has_no_room(b: Vector, suit: int, s: Vector, budget: int) -> int:
    """Whether so many positions show that a suit cannot be finished."""
    return begin(b, suit, s) and slots_verdict(s, budget) == LOST
