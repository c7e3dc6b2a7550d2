"""The exhaustive search: depth first over all moves that the prunings leave, with a table of the positions
seen.

Every position that is stored is looked at with all its moves sooner or later, unless a win ends the search
before. So when nothing is left to look at, every position that matters was, and the root is lost. Positions are
told apart by two keys of 62 bits that have nothing in common: among n of them two share both with a chance below
n² / 2^125, which for a thousand million positions is one in 10^19.

``order``. With no redistribution left. The *run* of a pile is its unbroken part on top, of one suit; its lowest
card is the base. A *shuttle* puts a card from above a base onto another top card; together with plays of such
loose cards these are the inner moves of a suit. An inner move changes piles that show this suit, before and
after it, and no other suit's moves touch them; so it can be put off until just before the next move of this
suit that takes a base away. The search does that: after an inner move only moves of the same suit are tried
until a base goes. Safe plays of the same suit stay forced then; others wait. And a shuttle can be taken back,
so positions between which only shuttles lie are one: where no inner move is pending, the key of a suit's piles
is the smallest among all their arrangements, or their own where these are too many.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled
from medialuna.solver.crescent.kernels.dead import is_dead
from medialuna.solver.crescent.kernels.layout import (
    BESIDE,
    CAP,
    CARD,
    DOWN,
    FOUNDATION,
    HEIGHT,
    KEY,
    LEFT,
    MASK,
    MIXED,
    PILES,
    REDEALS,
    REDISTRIBUTION,
    RUN,
    STRIDE,
    UP,
    is_complete,
    mix,
    mix_otherwise,
    pile_otherwise,
    pop,
    push,
)
from medialuna.solver.crescent.kernels.moves import make, moves, unmake
from medialuna.solver.crescent.kernels.one_suit import suit_verdict
from medialuna.solver.crescent.kernels.safe import pile_showing, safe_kinds
from medialuna.solver.crescent.kernels.slots import LOST, has_no_room
from medialuna.solver.crescent.kernels.slots_layout import MOST_TURNS
from medialuna.solver.crescent.kernels.stages import SCRATCH, is_dead_by_stages
from medialuna.solver.crescent.kernels.switches import ORDER, SAFE, SLOTS, STAGED, SUIT, TYPE
from medialuna.solver.crescent.kernels.value import value

FOUND_WIN, EXHAUSTED, LIMIT_REACHED, TABLE_FULL, TOO_DEEP = range(5)
"""What :func:`exhaust` answers."""

NO_SUIT = 4

DEPTH = 0
END = DEPTH + 1
STORED = END + 1
VISITED = STORED + 1
LIMIT = VISITED + 1
SWITCHES = LIMIT + 1
SUIT_BUDGET = SWITCHES + 1
SLOTS_BUDGET = SUIT_BUDGET + 1
SECOND = SLOTS_BUDGET + 1
TESTS = SECOND + 1
GROUP = TESTS + SCRATCH
MOST_ARRANGEMENTS = 2000
GROUP_TABLE = 1 << 13
GROUP_SEEN = GROUP + 16
GROUP_USED = GROUP_SEEN + GROUP_TABLE
GROUP_MOVE = GROUP_USED + MOST_ARRANGEMENTS
GROUP_CURSOR = GROUP_MOVE + MOST_ARRANGEMENTS
DEEPEST = 2000
PATH = GROUP_CURSOR + MOST_ARRANGEMENTS
UNDO = PATH + DEEPEST
PENDING = UNDO + DEEPEST
FIRST = PENDING + DEEPEST
LAST = FIRST + DEEPEST
MOST_KIDS = 60_000
KIDS = LAST + DEEPEST
SCORES = KIDS + MOST_KIDS
SIZE = SCORES + MOST_KIDS
"""Of the search's vector. ``VISITED``: positions generated, ``LIMIT``: where to stop, ``STORED``: in the table;
``SUIT_BUDGET``, ``SLOTS_BUDGET``: for the dead tests of one suit; ``SECOND``: the second half of a key; ``GROUP`` …:
for :func:`group_key`; by depth: moves, what takes them back, the suit of which an inner move is pending or
``NO_SUIT``, and where the position's moves still to try begin and end among ``KIDS``."""


@compiled
def store(table: Vector, key: int, second: int) -> int:
    """Puts a key's two halves into the table; 0 if they were there. The table's length is a power of two, and it
    is never full."""
    last = len(table) - 2
    key += 1
    at = 2 * key & last
    while table[at] != 0:
        if table[at] == key and table[at + 1] == second:
            return 0
        at = (at + 2) & last
    table[at] = key
    table[at + 1] = second
    return 1


@compiled
def move_table(old: Vector, new: Vector) -> None:
    """Puts all keys of a table into a larger one."""
    for at in range(0, len(old) - 1, 2):
        if old[at] != 0:
            store(new, old[at] - 1, old[at + 1])


@compiled
def _group_of(b: Vector, suit: int, e: Vector) -> int:
    """Writes the piles whose top card is of the suit; returns how many."""
    piles = 0
    for p in range(b[PILES]):
        height = b[HEIGHT + p]
        if height > 0 and (b[CARD + p * STRIDE + height - 1] & 63) >> 4 == suit:
            e[GROUP + piles] = p
            piles += 1
    return piles


@compiled
def _next_shuttle(b: Vector, e: Vector, piles: int, cursor: int) -> int:
    """The first shuttle from ``cursor`` on, as ``source * piles + target`` among the group; ``piles * piles``
    if there is none."""
    while cursor < piles * piles:
        i = cursor // piles
        p, q = e[GROUP + i], e[GROUP + cursor - i * piles]
        height, there = b[HEIGHT + p], b[HEIGHT + q]
        top = p * STRIDE + height - 1
        if b[RUN + top] == height - 1:
            cursor = (i + 1) * piles
            continue
        if p != q and there < b[CAP]:
            if b[BESIDE + (b[CARD + top] & 63)] >> (b[CARD + q * STRIDE + there - 1] & 63) & 1:
                return cursor
        cursor += 1
    return piles * piles


@compiled
def _arrangement(b: Vector, e: Vector, piles: int) -> int:
    """The second half of the key of the piles in the group."""
    total = 0
    for i in range(piles):
        total += pile_otherwise(b, e[GROUP + i])
    return total & MASK


@compiled
def group_key(b: Vector, suit: int, e: Vector, extra: int) -> int:
    """What tells the piles that show a suit from others between which no shuttles lead, less their share of the
    board's key; its second half, with the share, is added to ``SECOND``.

    The smallest sum of hashes among all arrangements, or the present one where they are more than
    ``MOST_ARRANGEMENTS``. ``extra`` keeps the four suits apart.
    """
    piles = _group_of(b, suit, e)
    second = present = _arrangement(b, e, piles)
    start = 0
    for i in range(piles):
        p = e[GROUP + i]
        start += b[MIXED + p * STRIDE + b[HEIGHT + p] - 1]
    start &= MASK
    least, here = start, start
    used, depth, cursor, whole = 1, 0, 0, True
    at = here & (GROUP_TABLE - 1)
    e[GROUP_SEEN + at] = here + 1
    e[GROUP_USED] = at
    while True:
        cursor = _next_shuttle(b, e, piles, cursor) if whole else piles * piles
        if cursor == piles * piles:
            if depth == 0:
                break
            depth -= 1
            cursor = e[GROUP_CURSOR + depth]
            before = b[KEY]
            push(b, e[GROUP_MOVE + depth] >> 5, pop(b, e[GROUP_MOVE + depth] & 31))
            here = (here + b[KEY] - before) & MASK
            continue
        p, q = e[GROUP + cursor // piles], e[GROUP + cursor % piles]
        cursor += 1
        before = b[KEY]
        push(b, q, pop(b, p))
        there = (here + b[KEY] - before) & MASK
        at = there & (GROUP_TABLE - 1)
        while e[GROUP_SEEN + at] != 0 and e[GROUP_SEEN + at] != there + 1:
            at = (at + 1) & (GROUP_TABLE - 1)
        if e[GROUP_SEEN + at] != 0:
            push(b, p, pop(b, q))
            continue
        e[GROUP_SEEN + at] = there + 1
        e[GROUP_USED + used] = at
        used += 1
        whole = used < MOST_ARRANGEMENTS
        if there < least:
            least = there
            second = _arrangement(b, e, piles)
        here = there
        e[GROUP_MOVE + depth] = p * 32 + q
        e[GROUP_CURSOR + depth] = cursor
        depth += 1
        cursor = 0
    for i in range(used):
        e[GROUP_SEEN + e[GROUP_USED + i]] = 0
    e[SECOND] += mix_otherwise((second if whole else present) ^ (extra + suit))
    return mix((least if whole else start) ^ (extra + suit)) - start


@compiled
def _position_key(b: Vector, e: Vector, pending: int) -> int:
    """The key of a position in the table, the pending suit included; its second half is left in ``SECOND``."""
    rules = b[REDEALS]
    for suit in range(4):
        rules = rules << 8 | b[UP + suit] << 4 | b[DOWN + suit]
    key = b[KEY]
    e[SECOND] = mix_otherwise(rules << 3 | pending)
    if pending == NO_SUIT and e[SWITCHES] & ORDER and b[REDEALS] == 0:
        for suit in range(4):
            key += group_key(b, suit, e, 64)
    else:
        for p in range(b[PILES]):
            e[SECOND] += pile_otherwise(b, p)
    e[SECOND] &= MASK
    if pending != NO_SUIT:
        return mix((key * 5 + 1 + pending) & MASK)
    return key & MASK


@compiled
def proven_lost(b: Vector, e: Vector, s: Vector, memo: Vector, room: Vector, moved: int) -> int:
    """The switch of the dead test that shows the position to be lost, or 0. ``moved``: the only suit that can
    have come to be lost since it was tested last, or ``NO_SUIT`` for all."""
    switches, redeals = e[SWITCHES], b[REDEALS]
    if switches & TYPE and is_dead(b, e, TESTS) > 0:
        return TYPE
    if switches & STAGED and redeals > 0 and is_dead_by_stages(b, e, TESTS):
        return STAGED
    budget = e[SUIT_BUDGET] if switches & SUIT else 0
    positions = e[SLOTS_BUDGET] if switches & SLOTS else 0
    if redeals <= MOST_TURNS and (positions or (budget and redeals < 2)):
        for suit in range(4):
            if (moved != suit and moved != NO_SUIT) or is_complete(b, suit):
                continue
            if redeals < 2:
                if suit_verdict(b, suit, s, memo, budget, room, positions) == LOST:
                    return SUIT
            elif has_no_room(b, suit, room, positions):
                return SUIT
    return 0


@compiled
def begin(e: Vector) -> None:
    """Makes the vector ready for a search from the board's position."""
    e[DEPTH] = 0
    e[END] = 0
    e[PENDING] = NO_SUIT
    e[FIRST] = -1


@compiled
def _expand(b: Vector, e: Vector, table: Vector, s: Vector, memo: Vector, room: Vector, weights: Vector) -> int:
    """Writes the moves to positions that are new and not proven lost, the best last. Returns 1 when one wins."""
    depth, begin_at = e[DEPTH], e[END]
    pending = e[PENDING + depth]
    forced = -1
    if e[SWITCHES] & SAFE and b[REDEALS] < 2:
        kinds = safe_kinds(b)
        forced = pile_showing(b, kinds if pending == NO_SUIT else kinds & 0x3FFF << 16 * pending)
    end = begin_at + 1
    if forced >= 0:
        e[KIDS + begin_at] = forced * 32 + FOUNDATION
    else:
        end = moves(b, e, KIDS + begin_at) - KIDS
    kept = begin_at
    for i in range(begin_at, end):
        move = e[KIDS + i]
        suit, after = NO_SUIT, NO_SUIT
        if move != REDISTRIBUTION:
            p = move >> 5
            top = p * STRIDE + b[HEIGHT + p] - 1
            suit = (b[CARD + top] & 63) >> 4
            if pending != NO_SUIT and suit != pending:
                continue
            if e[SWITCHES] & ORDER and b[REDEALS] == 0 and b[RUN + top] < b[HEIGHT + p] - 1:
                after = pending if forced >= 0 else suit
        e[VISITED] += 1
        before = make(b, move)
        if b[LEFT] == 0:
            e[PATH + depth] = move
            e[DEPTH] = depth + 1
            return 1
        if store(table, _position_key(b, e, after), e[SECOND]):
            e[STORED] += 1
            if not proven_lost(b, e, s, memo, room, suit):
                score = value(b, weights)
                at = kept
                while at > begin_at and e[SCORES + at - 1] < score:
                    e[SCORES + at] = e[SCORES + at - 1]
                    e[KIDS + at] = e[KIDS + at - 1]
                    at -= 1
                e[SCORES + at] = score
                e[KIDS + at] = move * 8 + after
                kept += 1
        unmake(b, move, before)
    e[FIRST + depth] = begin_at
    e[LAST + depth] = kept
    e[END] = kept
    return 0


@compiled
def exhaust(b: Vector, e: Vector, table: Vector, s: Vector, memo: Vector, room: Vector, weights: Vector) -> int:
    """Searches on until something ends it. ``FOUND_WIN``: ``PATH`` holds the ``DEPTH`` moves, the board is left
    at the end. ``LIMIT_REACHED``, ``TABLE_FULL``: call again with a higher limit or a larger table.
    ``TOO_DEEP``: give up."""
    while True:
        if e[VISITED] >= e[LIMIT]:
            return LIMIT_REACHED
        if 4 * (e[STORED] + 300) > len(table):
            return TABLE_FULL
        depth = e[DEPTH]
        if depth + 2 > DEEPEST or e[END] + 300 > MOST_KIDS:
            return TOO_DEEP
        if e[FIRST + depth] < 0:
            if _expand(b, e, table, s, memo, room, weights):
                return FOUND_WIN
        if e[LAST + depth] == e[FIRST + depth]:
            e[END] = e[FIRST + depth]
            if depth == 0:
                return EXHAUSTED
            e[DEPTH] = depth - 1
            unmake(b, e[PATH + depth - 1], e[UNDO + depth - 1])
            continue
        e[LAST + depth] -= 1
        e[END] = e[LAST + depth]
        kid = e[KIDS + e[END]]
        e[PATH + depth] = kid >> 3
        e[UNDO + depth] = make(b, kid >> 3)
        e[PENDING + depth + 1] = kid & 7
        e[FIRST + depth + 1] = -1
        e[DEPTH] = depth + 1
