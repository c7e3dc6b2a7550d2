"""One suit alone, without arrangements: the dead test that knows how much room there is.

A position of this simpler game is how many *runs* each pile has left, and how far the foundations are. Which cards
are loose follows from that; where they lie is not asked, only whether there is room for all. The search goes depth
first, plays first; its table holds the positions themselves.

``slots``. With at most two redistributions left, again one suit alone, and its loose cards may be arranged at will
(``slots.py``). A pile is cut in *runs*, from the bottom: a card begins a run unless it lies on a card beside it.
Call the lowest card of the top run its *base*, and loose what lies above a base. A base that leaves never comes back to
its place, since it does not fit there, and what is put elsewhere is loose from then on. So how many runs each pile has
left, and the foundations, say which cards are bases and which are loose. Every loose card lies on a base or on a loose
card, one on each, of a rank beside its own: :func:`_has_room` asks only for what any such arrangement has. A move that
takes a base away, or plays a loose card, leaves an arrangement of the cards that stay; the test asks for one, anyone,
and grants more than the rules therewith. Two kinds of moves need not be tried, because a card that is the base of its
pile's only run is never worse than the same card loose: cut the arrangement below the loose card, and what lay above
it lies on the base, while the place that it had is free (in :func:`_has_room`: with one loose card of rank r turned
into a base, take one from u(r - 1) if it is not 0; all conditions stay). Every move with the card loose has its like
with the card a base, and plays of it lead to the same. So the last base of a pile is not put elsewhere, and it is
played only where no loose card of its rank is.
A redistribution brings the lowest card of a pile up. If it is of another suit, that is forgotten, and nothing
changes. If it is of the suit, it lies free from then on: a base of its own, whatever lies under it. What was parked in
the pile stays where it was, so the arrangement holds, but for a card that lay on that lowest card itself, all else
being gone: it is the new bottom, and a base as well. Which cards those are, one above or one below the lowest card, is
tried in all ways; as a base is never worse than a loose card, only ways to which no other can be added.
With two redistributions, the second does the same with the second card of each pile, if that is still there. But where
the first one found only the lowest card of a pile, of the suit, and what lay on it, the second finds as the bottom
that card or one beside it, and the card that lies on this and becomes the bottom is at most two ranks away from the
lowest. Any one loose card of these ranks may become a base then, whatever became one at the first redistribution: that
grants more than the rules do, and a base stays no worse than a loose card, because what may become a base later does
not depend on what has.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled
from medialuna.solver.crescent.kernels.dead import beside_ranks, reach
from medialuna.solver.crescent.kernels.layout import mix
from medialuna.solver.crescent.kernels.slots_layout import (
    ALL_RANKS,
    BASE,
    BASES,
    BEFORE,
    BOTTOM,
    CAPACITY,
    CENTRE,
    COUNT,
    FOUND,
    FREE_SHIFT,
    FULL,
    LOOSE,
    MASKS,
    MOST_RUNS,
    MOST_WAYS,
    NUMBER,
    ONE_TURN,
    OPENED,
    OPTIONS,
    ROOM,
    RUNS,
    SHIFT,
    STATES,
    STEPS,
    TOTAL,
    TURNED,
    TURNS,
    UNDER,
    VISITED,
    WAITING,
    cards_outside,
    prepare,
)

LOST, WINNABLE, OPEN = 1, 2, 3


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
    outside = s[BEFORE] + cards_outside(s[COUNT], position >> 4 & 15, position & 15)
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
    position = prepare(b, suit, s)
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
