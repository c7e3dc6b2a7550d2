"""A beam from a position to its end, for wins and short lines: stage by stage, a stage lasting from one redistribution
to the next.

Within a stage the beam goes on move by move and keeps the best positions of each level. Every position it keeps
is also judged as if the table were redistributed there; the best of these, of all levels together, begin the
next stage. The cost of a line counts every action, the slides between foundations that have met included, so a
position carries along where its borders stand.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled
from medialuna.solver.crescent.kernels.dead import is_dead
from medialuna.solver.crescent.kernels.layout import (
    BREAKS,
    CARD,
    DOWN,
    FOUNDATION,
    HEIGHT,
    KEY,
    LEFT,
    MASK,
    RANKS,
    REDEALS,
    REDISTRIBUTION,
    STRIDE,
    UP,
    WHERE,
    foundation_key,
    push,
    redeals_key,
)
from medialuna.solver.crescent.kernels.moves import has_pair, make, moves, redistribute, unmake
from medialuna.solver.crescent.kernels.safe import pile_showing, wanted_kinds
from medialuna.solver.crescent.kernels.stages import SCRATCH
from medialuna.solver.crescent.kernels.value import below, value

WORDS = 36
"""Of a stored position: two for each pile, nine cards each; foundations and borders, four bits each; the
redistributions left; the cost so far; the node by which it was reached."""
FACTS, TURNS, COST, NODE = 32, 33, 34, 35
TALLEST = 18
"""Cards that a stored pile has room for: without cap, the beam leaves out what builds higher."""

RANDOM = 0
WIDTH = RANDOM + 1
POOL = WIDTH + 1
NOISE = POOL + 1
PRICE = NOISE + 1
BOUND = PRICE + 1
BEST = BOUND + 1
NODES = BEST + 1
STORED = NODES + 1
VISITED = STORED + 1
LIMIT = VISITED + 1
BORDER = LIMIT + 1
TESTS = BORDER + 4
KIDS = TESTS + SCRATCH
SIZE = KIDS + 300
"""Of the beam's vector. ``WIDTH``: positions kept of a level, ``POOL``: of the next stage; ``NOISE``: added to
a value at most; ``PRICE``: of an action, in the unit of values; ``BOUND``: lines of this cost or more are of no
use; ``BEST``: the node of the cheapest win, or -1; ``NODES``, ``STORED``: used so far, of the nodes and of the
table; ``VISITED``: positions generated so far, ``LIMIT``: where to stop; ``BORDER``: of a suit that has met,
the top of its ace foundation."""


@compiled
def save(b: Vector, c: Vector, states: Vector, at: int, cost: int, node: int) -> None:
    """Stores the board's position, with the borders in ``c``."""
    for p in range(16):
        low, high = 0, 0
        height = b[HEIGHT + p]
        for i in range(min(height, 9) - 1, -1, -1):
            low = low << 7 | (b[CARD + p * STRIDE + i] + 1)
        for i in range(height - 1, 8, -1):
            high = high << 7 | (b[CARD + p * STRIDE + i] + 1)
        states[at + 2 * p] = low
        states[at + 2 * p + 1] = high
    facts = 0
    for suit in range(4):
        facts = facts << 12 | b[UP + suit] << 8 | b[DOWN + suit] << 4 | c[BORDER + suit]
    states[at + FACTS] = facts
    states[at + TURNS] = b[REDEALS]
    states[at + COST] = cost
    states[at + NODE] = node


@compiled
def load(b: Vector, c: Vector, states: Vector, at: int) -> None:
    """Makes the board and the borders those of a stored position."""
    for card in range(128):
        b[WHERE + card] = -1
    b[LEFT] = 0
    b[BREAKS] = 0
    b[REDEALS] = states[at + TURNS]
    b[KEY] = redeals_key(b[REDEALS])
    facts = states[at + FACTS]
    for suit in range(3, -1, -1):
        up, down = facts >> 8 & 15, facts >> 4 & 15
        b[UP + suit] = up
        b[DOWN + suit] = down
        b[KEY] += foundation_key(suit, up, down)
        c[BORDER + suit] = facts & 15
        facts >>= 12
    b[KEY] &= MASK
    for p in range(16):
        b[HEIGHT + p] = 0
        for half in range(2):
            word = states[at + 2 * p + half]
            while word:
                push(b, p, (word & 127) - 1)
                b[LEFT] += 1
                word >>= 7


@compiled
def slides(b: Vector, c: Vector, move: int) -> int:
    """How many moves between foundations a play needs first."""
    if move & 31 != FOUNDATION:
        return 0
    p = move >> 5
    kind = b[CARD + p * STRIDE + b[HEIGHT + p] - 1] & 63
    suit, rank = kind >> 4, kind & 15
    if b[UP + suit] + 1 != b[DOWN + suit]:
        return 0
    # on the ace foundation once its top is one lower, on the king foundation once it is the rank itself
    border = c[BORDER + suit]
    least = 99
    if rank > 0:
        least = abs(border - rank + 1)
    if rank + 1 < b[RANKS]:
        least = min(least, abs(border - rank))
    return least


@compiled
def note_border(b: Vector, c: Vector, before: int) -> None:
    """After a play: if it made the suit's foundations meet, their border is written. ``before``: what
    :func:`play` returned."""
    card, up, down = before >> 8, before >> 4 & 15, before & 15
    suit, rank = (card & 63) >> 4, card & 15
    if up + 1 != down and b[UP + suit] + 1 == b[DOWN + suit]:
        c[BORDER + suit] = rank if rank == up + 1 else up


@compiled
def follow(b: Vector, c: Vector, line: Vector, count: int) -> int:
    """Makes the first ``count`` moves of a line, with the borders in ``c``. Returns how many actions they are,
    slides included."""
    cost = 0
    for i in range(count):
        cost += 1 + slides(b, c, line[i])
        before = make(b, line[i])
        if line[i] & 31 == FOUNDATION:
            note_border(b, c, before)
    return cost


@compiled
def _is_new(c: Vector, table: Vector, key: int) -> int:
    last = len(table) - 1
    key += 1
    at = key & last
    while table[at] != 0:
        if table[at] == key:
            return 0
        at = (at + 1) & last
    table[at] = key
    c[STORED] += 1
    return 1


@compiled
def _sunk(heap: Vector, used: int, score: int) -> int:
    """The place for a score when the root's is free: larger children move up until it fits."""
    at = 0
    while True:
        child = 2 * at + 1
        if child >= used:
            return at
        if child + 1 < used and heap[1 + 2 * child + 2] > heap[1 + 2 * child]:
            child += 1
        if heap[1 + 2 * child] <= score:
            return at
        heap[1 + 2 * at] = heap[1 + 2 * child]
        heap[2 + 2 * at] = heap[2 + 2 * child]
        at = child


@compiled
def offer(heap: Vector, room: int, score: int, item: int) -> int:
    """Keeps the ``room`` lowest scores: a heap, the highest first. ``heap[0]``: how many; then pairs of score
    and item. Returns the item that has no place: the one offered, another, or -1."""
    used = heap[0]
    at = used
    out = -1
    if used == room:
        if score >= heap[1]:
            return item
        out = heap[2]
        at = _sunk(heap, used, score)
    else:
        heap[0] = used + 1
        while at > 0 and heap[1 + 2 * ((at - 1) >> 1)] < score:
            parent = (at - 1) >> 1
            heap[1 + 2 * at] = heap[1 + 2 * parent]
            heap[2 + 2 * at] = heap[2 + 2 * parent]
            at = parent
    heap[1 + 2 * at] = score
    heap[2 + 2 * at] = item
    return out


@compiled
def take_worst(heap: Vector) -> int:
    """Removes the item with the highest score and returns it."""
    used = heap[0] - 1
    item = heap[2]
    score, moved = heap[1 + 2 * used], heap[2 + 2 * used]
    heap[0] = used
    at = _sunk(heap, used, score)
    heap[1 + 2 * at] = score
    heap[2 + 2 * at] = moved
    return item


@compiled
def _grow(
    b: Vector, c: Vector, states: Vector, at: int, parent: int, heap: Vector, table: Vector, weights: Vector, room: int
) -> None:
    """Offers the children of a stored position, ``parent`` in its level, to the heap; a win is noted at once."""
    load(b, c, states, at)
    cost, node = states[at + COST], states[at + NODE]
    end = KIDS + 1
    wanted = pile_showing(b, wanted_kinds(b))
    if wanted >= 0:
        c[KIDS] = wanted * 32 + FOUNDATION
    else:
        end = moves(b, c, KIDS)
    for i in range(KIDS, end):
        move = c[i]
        target = move & 31
        if move == REDISTRIBUTION or (target != FOUNDATION and b[HEIGHT + target] >= TALLEST):
            continue
        c[VISITED] += 1
        price = cost + 1 + slides(b, c, move)
        if price + b[LEFT] - (1 if target == FOUNDATION else 0) >= c[BOUND]:
            continue
        before = make(b, move)
        if b[LEFT] == 0:
            c[BOUND] = price
            c[BEST] = node << 10 | move
        elif _is_new(c, table, b[KEY]):
            score = value(b, weights) + below(c, c[NOISE]) + c[PRICE] * price
            offer(heap, room, score, parent << 10 | move)
        unmake(b, move, before)


@compiled
def _pool(b: Vector, c: Vector, states: Vector, at: int, pool: Vector, pooled: Vector, weights: Vector) -> None:
    """Offers a stored position, as it is after a redistribution, to the next stage, if there is anything to
    redistribute (CR-12)."""
    load(b, c, states, at)
    if not has_pair(b):
        return
    cost, node = states[at + COST] + 1, states[at + NODE]
    redistribute(b, 1)
    if cost + b[LEFT] >= c[BOUND]:
        return
    score = value(b, weights) + below(c, c[NOISE]) + c[PRICE] * cost
    if pool[0] == c[POOL] and score >= pool[1]:
        return
    if is_dead(b, c, TESTS):
        return
    slot = pool[0] if pool[0] < c[POOL] else pool[2]
    offer(pool, c[POOL], score, slot)
    save(b, c, pooled, slot * WORDS, cost, node << 10 | REDISTRIBUTION)


@compiled
def beam(
    b: Vector,
    c: Vector,
    states: Vector,
    following: Vector,
    pooled: Vector,
    heap: Vector,
    pool: Vector,
    nodes: Vector,
    table: Vector,
    weights: Vector,
    stop: Vector,
) -> int:
    """Searches from the position at the beginning of ``states``. Returns 1 for a win cheaper than ``BOUND``;
    then ``BEST`` holds its last move and, above, the node before it, and ``nodes`` each node's move and, above,
    the one before; -1 is the root.

    ``states``, ``following``, ``pooled``: room for ``WIDTH``, ``WIDTH`` and ``POOL`` positions; ``heap``: for
    four times ``WIDTH`` pairs; ``table``: of any contents, its length a power of two. The search ends early at
    ``LIMIT``, when ``stop[0]`` is set, and when the table or the nodes are full.
    """
    for i in range(len(table)):
        table[i] = 0
    c[BEST] = -1
    c[NODES] = 0
    c[STORED] = 0
    count = 1
    while count > 0:
        redeals = states[TURNS]
        pool[0] = 0
        while count > 0:
            heap[0] = 0
            room = 2 * c[WIDTH]
            for i in range(count):
                if stop[0] or c[VISITED] > c[LIMIT]:
                    return 1 if c[BEST] != -1 else 0
                if 2 * c[STORED] + 600 < len(table):
                    _grow(b, c, states, i * WORDS, i, heap, table, weights, room)
                if redeals > 0:
                    _pool(b, c, states, i * WORDS, pool, pooled, weights)
            # the worst first: turned round, they are tested from the best on
            found_kids = heap[0]
            for i in range(found_kids):
                heap[2 * room + 2 + found_kids - 1 - i] = take_worst(heap)
            kept = 0
            for i in range(found_kids):
                if kept == c[WIDTH] or c[NODES] == len(nodes):
                    break
                item = heap[2 * room + 2 + i]
                at = (item >> 10) * WORDS
                move = item & 1023
                load(b, c, states, at)
                price = states[at + COST] + 1 + slides(b, c, move)
                before = make(b, move)
                if move & 31 == FOUNDATION:
                    note_border(b, c, before)
                if is_dead(b, c, TESTS):
                    continue
                nodes[c[NODES]] = states[at + NODE] << 10 | move
                save(b, c, following, kept * WORDS, price, c[NODES])
                c[NODES] += 1
                kept += 1
            states, following = following, states
            count = kept
        count = 0
        if redeals > 0:
            count = min(pool[0], c[WIDTH])
            for i in range(count):
                if c[NODES] == len(nodes):
                    count = i
                    break
                for j in range(WORDS):
                    states[i * WORDS + j] = pooled[i * WORDS + j]
                nodes[c[NODES]] = states[i * WORDS + NODE]
                states[i * WORDS + NODE] = c[NODES]
                c[NODES] += 1
    return 1 if c[BEST] != -1 else 0
