"""The search: depth first over packed positions, with a table of those visited, without recursion or
allocation.

A call goes on until something is decided or something runs out, and says which; all it needs to go on
stands in its arrays, so that it can be called again with a larger limit, table or stack. Arrays: the *deal*
of ``layout``; the *stack* of positions yet to be visited; the *table* of visited keys; the *path*, by
depth, of the moves chosen; *control*, the places below; *stop*, whose first entry ends the call.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled, fetch, highest, inlined
from medialuna.solver.thoughtful.kernels.layout import (
    ALL,
    FREE,
    HEADS,
    KEY,
    LOWER,
    PLACES,
    STOCK,
    UP,
    WITHOUT_WASTE,
)
from medialuna.solver.thoughtful.kernels.moves import (
    HEAD_AWAY,
    KIND_BIT,
    STOCK_DOWN,
    STOCK_UP,
    TABLE_UP,
    next_up,
    open_pairs,
    placeable,
    play,
    reachable,
    waste_size,
)
from medialuna.solver.thoughtful.kernels.pruning import dead, forced, nothing_locked, still_second, worth_taking_back
from medialuna.solver.thoughtful.kernels.switches import ALIGNED, DEAD, FINISH, TWINS

WON, LOST, TABLE_FULL, STACK_FULL, LIMIT, STOPPED = range(6)
"""Why a call ended. LOST: every position that can be reached was visited, or is dead."""

(WAITING, STORED, VISITED, VISIT_LIMIT, PRUNINGS, DRAW, DEPTH, RANDOM, ORDER, TAKES_BACK, EXPANDED, DIED) = range(12)
"""Control. WAITING: positions on the stack; STORED: keys in the table; VISITED, and at most VISIT_LIMIT;
PRUNINGS: the switches; DRAW: 1 or 3; DEPTH: of the won position; RANDOM: state of the random numbers, 0: no
random choices; ORDER: the kinds of moves, four bits each, the one tried first lowest; TAKES_BACK: whether
cards come back from the foundations; EXPANDED: positions whose moves were looked at; DIED: those that were
dead."""
CONTROL_SIZE = 12

ENTRY = 6
"""A position on the stack: key, up, free, heads, stock; then the move that led to it and its depth above."""
_ARRIVAL, _DEPTH_BIT = 5, 10

ROOM = 64
"""More than the moves that a position can have."""

_KEY_MASK = (1 << 62) - 1
_RANDOM_FIRST = 7
"""One time in so many (a mask) another kind of move goes first."""


@inlined
def scattered(key: int) -> int:
    """The key, well mixed; a bijection, so that different keys never count as the same."""
    key ^= key >> 31
    key = (key * 0x1E3779B97F4A7C15) & _KEY_MASK
    key ^= key >> 29
    key = (key * 0x3F58476D1CE4E5B9) & _KEY_MASK
    return key ^ (key >> 32)


@inlined
def insert(table: Vector, key: int) -> bool:
    """Adds a key; False if it was there. Open addressing, 0 is an empty place; there has to be one left."""
    mask = len(table) - 1
    place = scattered(key) & mask
    while table[place] != 0:
        if table[place] == key + 1:
            return False
        place = (place + 1) & mask
    table[place] = key + 1
    return True


@compiled
def move_table(table: Vector, larger: Vector, start: int, end: int) -> None:
    """Puts the keys of a table, from place ``start`` up to ``end``, into a larger one."""
    for place in range(start, min(end, len(table))):
        if table[place] != 0:
            insert(larger, table[place] - 1)


@inlined
def next_random(state: int) -> int:
    """A linear congruential generator; its upper bits are the good ones."""
    return (state * 0x1851F42D4C957F2D + 0x14057B7EF767814F) & _KEY_MASK


@inlined
def play_forced(
    deal: Vector, draw: int, prunings: int, key: int, up: int, free: int, heads: int, stock: int
) -> tuple[int, int, int, int, int]:
    """The position after all the moves that are forced from here."""
    move = forced(deal, draw, prunings, key, up, free, heads, stock)
    while move >= 0:
        key, up, free, heads, stock = play(deal, draw, move >> KIND_BIT, move & 63, key, up, free, heads, stock)
        move = forced(deal, draw, prunings, key, up, free, heads, stock)
    return key, up, free, heads, stock


@compiled
def begin(deal: Vector, root: Vector, stack: Vector, table: Vector, control: Vector) -> None:
    """Empties the table and puts the root on the stack; the settings in ``control`` stay as they are."""
    for place in range(len(table)):
        table[place] = 0
    draw, prunings = control[DRAW], control[PRUNINGS]
    key = root[KEY] if draw != 1 else root[KEY] & WITHOUT_WASTE
    key, up, free, heads, stock = play_forced(deal, draw, prunings, key, root[UP], root[FREE], root[HEADS], root[STOCK])
    stack[KEY], stack[UP], stack[FREE], stack[HEADS], stack[STOCK] = key, up, free, heads, stock
    stack[_ARRIVAL] = 0
    control[WAITING] = 1
    control[STORED] = control[VISITED] = control[DEPTH] = control[EXPANDED] = control[DIED] = 0


@compiled
def search(deal: Vector, stack: Vector, table: Vector, path: Vector, control: Vector, stop: Vector) -> int:
    """Visits positions from the stack until one is won, none is left, or something runs out; see the
    module."""
    prunings, draw, order = control[PRUNINGS], control[DRAW], control[ORDER]
    waiting, stored, visited, limit = control[WAITING], control[STORED], control[VISITED], control[VISIT_LIMIT]
    expanded, died, random = control[EXPANDED], control[DIED], control[RANDOM]
    every, lower = deal[ALL], deal[LOWER]
    mask = len(table) - 1
    stored_at_most = len(table) * 5 // 8
    waiting_at_most = (len(stack) - ROOM * ENTRY) // ENTRY
    depth_at_most = len(path) - 2
    is_random = random != 0
    while True:
        if waiting == 0:
            ended = LOST
            break
        if stored >= stored_at_most:
            ended = TABLE_FULL
            break
        entry = (waiting - 1) * ENTRY
        depth = stack[entry + _ARRIVAL] >> _DEPTH_BIT
        if waiting >= waiting_at_most or depth >= depth_at_most:
            ended = STACK_FULL
            break
        if visited >= limit:
            ended = LIMIT
            break
        if stop[0] != 0:
            ended = STOPPED
            break
        waiting -= 1
        visited += 1
        key = stack[entry + KEY]
        if not insert(table, key):
            continue
        stored += 1
        expanded += 1
        up, free, heads, stock = stack[entry + UP], stack[entry + FREE], stack[entry + HEADS], stack[entry + STOCK]
        path[depth] = stack[entry + _ARRIVAL] & 1023
        if up == every or (prunings & FINISH and nothing_locked(deal, draw, key, heads)):
            control[DEPTH] = depth
            ended = WON
            break
        is_open = open_pairs(free, free & ~heads, lower)
        second = still_second(deal, up, free, heads) if prunings & TWINS else 0
        fitting = placeable(deal, is_open, free, heads) & ~second
        if prunings & DEAD and dead(deal, up, free, heads, stock, is_open, fitting, second):
            died += 1
            continue
        coming = next_up(up)
        waste = waste_size(key)
        at_hand = reachable(deal, key & PLACES, waste, draw)
        if waste and prunings & ALIGNED:
            # see pruning.py
            if insert(table, key & WITHOUT_WASTE):
                stored += 1
            else:
                at_hand &= ~reachable(deal, key & PLACES, 0, draw)
        first = -1
        if is_random:
            random = next_random(random)
            if (random >> 40) & _RANDOM_FIRST == 0:
                first = (random >> 44) & 3
        arrival = (depth + 1) << _DEPTH_BIT
        # what is pushed last is tried first
        for turn in range(4, -2, -1):
            kind = (order >> 4 * turn) & 15 if turn >= 0 else first
            if kind < 0 or (turn >= 0 and kind == first):
                continue
            if kind == HEAD_AWAY:
                cards = heads & fitting
            elif kind == TABLE_UP:
                cards = free & is_open & coming
            elif kind == STOCK_DOWN:
                cards = at_hand & fitting
            elif kind == STOCK_UP:
                cards = at_hand & coming
            elif control[TAKES_BACK]:
                cards = worth_taking_back(prunings, up) & fitting
            else:
                cards = 0
            half = cards & (random >> 8) if is_random else 0
            if half == 0:
                half = cards
            cards ^= half
            while half:
                card = highest(half)
                half ^= 1 << card
                if half == 0:
                    half = cards
                    cards = 0
                key_, up_, free_, heads_, stock_ = play(deal, draw, kind, card, key, up, free, heads, stock)
                key_, up_, free_, heads_, stock_ = play_forced(deal, draw, prunings, key_, up_, free_, heads_, stock_)
                fetch(table, scattered(key_) & mask)
                entry = waiting * ENTRY
                stack[entry + KEY], stack[entry + UP], stack[entry + FREE] = key_, up_, free_
                stack[entry + HEADS], stack[entry + STOCK] = heads_, stock_
                stack[entry + _ARRIVAL] = arrival | kind << KIND_BIT | card
                waiting += 1
    control[WAITING], control[STORED], control[VISITED] = waiting, stored, visited
    control[EXPANDED], control[DIED], control[RANDOM] = expanded, died, random
    return ended


@compiled
def line(deal: Vector, root: Vector, draw: int, prunings: int, path: Vector, depth: int, moves: Vector) -> int:
    """Writes the moves of a path down to ``depth`` (its place 0 is the root's), those that are forced
    included, and returns how many there are. ``moves`` has room for 64 at each depth."""
    key, up, free, heads, stock = root[KEY], root[UP], root[FREE], root[HEADS], root[STOCK]
    if draw == 1:
        key &= WITHOUT_WASTE
    number = 0
    for place in range(depth + 1):
        move = path[place] if place else forced(deal, draw, prunings, key, up, free, heads, stock)
        while move >= 0:
            moves[number] = move
            number += 1
            key, up, free, heads, stock = play(deal, draw, move >> KIND_BIT, move & 63, key, up, free, heads, stock)
            move = forced(deal, draw, prunings, key, up, free, heads, stock)
    return number
