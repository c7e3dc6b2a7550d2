"""Random walks to a win, each improving on the one before.

A walk is a depth-first search of width one: at every position all moves are tried and judged by :func:`value`
and some noise, and the best that leads to a position not yet generated in this walk, and not dead, is made. It
ends in a win or where nothing is left. The best walk so far, the one that left the fewest cards, is kept; the
next follows it up to a random place, nearer to the beginning more often than not, and goes on alone. When many
walks in a row were no better, it begins anew.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled
from medialuna.solver.crescent.kernels.dead import is_dead
from medialuna.solver.crescent.kernels.layout import FOUNDATION, KEY, LEFT, REDISTRIBUTION
from medialuna.solver.crescent.kernels.moves import make, moves, unmake
from medialuna.solver.crescent.kernels.safe import pile_showing, wanted_kinds
from medialuna.solver.crescent.kernels.stages import SCRATCH
from medialuna.solver.crescent.kernels.switches import TYPE
from medialuna.solver.crescent.kernels.value import below, value

RANDOM = 0
VISITED = RANDOM + 1
LIMIT = VISITED + 1
SWITCHES = LIMIT + 1
NOISE = SWITCHES + 1
PENALTY = NOISE + 1
PATIENCE = PENALTY + 1
KEPT = PATIENCE + 1
KEPT_LEFT = KEPT + 1
STALE = KEPT_LEFT + 1
LENGTH = STALE + 1
BEST_AT = LENGTH + 1
USED = BEST_AT + 1
TESTS = USED + 1
KIDS = TESTS + SCRATCH
SCORES = KIDS + 300
PATH = SCORES + 300
DEEPEST = 600
UNDO = PATH + DEEPEST
KEEP = UNDO + DEEPEST
PLACES = KEEP + DEEPEST
MOST_KEYS = 1 << 14
TABLE = PLACES + MOST_KEYS
TABLE_SIZE = 1 << 15
SIZE = TABLE + TABLE_SIZE
"""Of the walks' vector. ``RANDOM``: state of the generator; ``VISITED``: states generated so far, ``LIMIT``:
where to stop; ``SWITCHES``: of ``pruning``; ``NOISE``: added to a value at most; ``PENALTY``: added for a
redistribution; ``PATIENCE``: walks without progress before a new beginning, ``STALE``: so far; ``KEPT``: length
of the best walk, ``KEEP``: its moves, ``KEPT_LEFT``: cards it left; ``LENGTH``, ``PATH``, ``UNDO``: of the
present walk, ``BEST_AT``: where it last played a card."""


@compiled
def _is_new(w: Vector, key: int) -> int:
    """Stores a key; 0 if it was there."""
    key += 1
    at = key & (TABLE_SIZE - 1)
    while w[TABLE + at] != 0:
        if w[TABLE + at] == key:
            return 0
        at = (at + 1) & (TABLE_SIZE - 1)
    w[TABLE + at] = key
    w[PLACES + w[USED]] = at
    w[USED] += 1
    return 1


@compiled
def _forget(w: Vector) -> None:
    for i in range(w[USED]):
        w[TABLE + w[PLACES + i]] = 0
    w[USED] = 0


@compiled
def _children(b: Vector, w: Vector, weights: Vector) -> int:
    """Writes the moves to positions that are new, with their scores. Returns how many.

    A play that is rarely harmful is the only move: this search proves nothing."""
    wanted = pile_showing(b, wanted_kinds(b))
    if wanted >= 0:
        w[KIDS] = wanted * 32 + FOUNDATION
        end = KIDS + 1
    else:
        end = moves(b, w, KIDS)
    found = 0
    for i in range(KIDS, end):
        move = w[i]
        before = make(b, move)
        if _is_new(w, b[KEY]):
            score = value(b, weights) + below(w, w[NOISE])
            if move == REDISTRIBUTION:
                score += w[PENALTY]
            w[KIDS + found] = move
            w[SCORES + found] = score
            found += 1
        unmake(b, move, before)
    w[VISITED] += end - KIDS
    return found


@compiled
def _step(b: Vector, w: Vector, found: int) -> int:
    """Makes the best move to a position that is not dead. Returns it, or -1."""
    while found > 0:
        best = 0
        for i in range(1, found):
            if w[SCORES + i] < w[SCORES + best]:
                best = i
        move = w[KIDS + best]
        before = make(b, move)
        if not (w[SWITCHES] & TYPE and is_dead(b, w, TESTS)):
            w[UNDO + w[LENGTH]] = before
            return move
        unmake(b, move, before)
        found -= 1
        w[KIDS + best] = w[KIDS + found]
        w[SCORES + best] = w[SCORES + found]
    return -1


@compiled
def _walk(b: Vector, w: Vector, weights: Vector) -> int:
    """One walk on from ``LENGTH``. Returns 1 when it wins."""
    left = 0
    while b[LEFT] > 0:
        if b[LEFT] != left:
            left = b[LEFT]
            w[BEST_AT] = w[LENGTH]
        if w[LENGTH] == DEEPEST or w[USED] > MOST_KEYS - 300:
            return 0
        move = _step(b, w, _children(b, w, weights))
        if move < 0:
            return 0
        w[PATH + w[LENGTH]] = move
        w[LENGTH] += 1
    return 1


@compiled
def walk(b: Vector, w: Vector, weights: Vector) -> int:
    """Walks until one wins, or ``LIMIT`` is reached. Returns 1 for a win: ``PATH`` holds its ``LENGTH`` moves.
    The board is as before."""
    won = 0
    while not won and w[VISITED] < w[LIMIT]:
        if w[STALE] > w[PATIENCE]:
            w[KEPT] = 0
            w[STALE] = 0
        # the square of a random fraction: nearer to the beginning more often than not
        fraction = below(w, 1024)
        start = (w[KEPT] * fraction * fraction) >> 20
        for i in range(start):
            w[PATH + i] = w[KEEP + i]
            w[UNDO + i] = make(b, w[PATH + i])
        w[LENGTH] = start
        won = _walk(b, w, weights)
        _forget(w)
        w[STALE] += 1
        if w[KEPT] == 0 or b[LEFT] <= w[KEPT_LEFT]:
            if w[KEPT] == 0 or b[LEFT] < w[KEPT_LEFT]:
                w[STALE] = 0
            w[KEPT_LEFT] = b[LEFT]
            w[KEPT] = w[BEST_AT]
            for i in range(w[KEPT]):
                w[KEEP + i] = w[PATH + i]
        for i in range(w[LENGTH] - 1, -1, -1):
            unmake(b, w[PATH + i], w[UNDO + i])
    return won
