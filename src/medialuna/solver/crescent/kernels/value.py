"""How far a position seems from a win: a weighted sum of what can be counted quickly, and a random number
beside it."""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled, count
from medialuna.solver.crescent.kernels.dead import neighbours
from medialuna.solver.crescent.kernels.layout import (
    BESIDE,
    BREAKS,
    BROKEN,
    CARD,
    DOWN,
    HEIGHT,
    LANE,
    LANES,
    LEFT,
    MASK,
    PILES,
    RANKS,
    REDEALS,
    RUN,
    STRIDE,
    UP,
    WHERE,
    mix,
)

FEATURES = (
    "left",  # cards in piles
    "breaks",
    "types",  # different types among the top cards
    "pairs",  # top types with the next rank on top as well
    "taken",  # top types that a foundation takes
    "empty",  # emptied piles
    "depth",  # breaks above the cards that the foundations take next
    "mobile",  # top types over a break that can go onto a pile
    "second",  # types under a first break that could go on from there
    "further",  # breaks above the cards that the foundations take after the next
    "joins",  # piles whose bottom card fits onto their top card; this and the last two: while redistributions are left
    "squares",  # squares of the piles' breaks
    "leaving",  # top types over a break that a foundation takes
    "third",  # types under a second break that could go on from there
    "bottoms",  # bottom types that could go on if they were brought up
    "fresh",  # bottom types that are not among the tops
)
COUNT = 16
"""Weights for each number of redistributions left, from 0 to ``MOST_REDEALS``; more count as so many."""
MOST_REDEALS = 4
NOT_LEFT = 99


@compiled
def buried(b: Vector, kind: int) -> int:
    """The fewest breaks above a card of a type; ``NOT_LEFT`` if no pile holds one."""
    least = NOT_LEFT
    for card in (kind, kind + 64):
        at = b[WHERE + card]
        if at >= 0:
            p = at // STRIDE
            depth = b[BROKEN + p * STRIDE + b[HEIGHT + p] - 1] - b[BROKEN + at]
            if depth < least:
                least = depth
    return least


@compiled
def _depth(b: Vector, kind: int, tops: int) -> int:
    """As :func:`buried`, 0 if no pile holds one."""
    if tops >> kind & 1:
        return 0
    depth = buried(b, kind)
    return 0 if depth == NOT_LEFT else depth


@compiled
def value(b: Vector, weights: Vector) -> int:
    """The weighted sum of the features: the lower, the nearer a win. ``weights``: ``COUNT`` for each level of
    redistributions."""
    tops, covering, second, third, bottoms = 0, 0, 0, 0, 0
    joins, squares, empty = 0, 0, 0
    redeals = b[REDEALS]
    for p in range(b[PILES]):
        height = b[HEIGHT + p]
        if height == 0:
            empty += 1
            continue
        first = p * STRIDE
        top = first + height - 1
        bit = 1 << (b[CARD + top] & 63)
        tops |= bit
        base = b[RUN + top]
        if base > 0:
            covering |= bit
            second |= 1 << (b[CARD + first + base - 1] & 63)
            under = b[RUN + first + base - 1]
            if under > 0:
                third |= 1 << (b[CARD + first + under - 1] & 63)
            squares += b[BROKEN + top] * b[BROKEN + top]
        if redeals and height > 1:
            bottom = b[CARD + first] & 63
            bottoms |= 1 << bottom
            joins += b[BESIDE + bottom] >> (b[CARD + top] & 63) & 1
    takes, depth, further = 0, 0, 0
    lane, ranks = b[LANE], b[RANKS]
    for suit in range(4):
        up, down = b[UP + suit], b[DOWN + suit]
        lowest_kind = 16 * suit
        if up + 1 == down:
            takes |= lane << lowest_kind
            if not tops >> lowest_kind & lane:
                least = NOT_LEFT
                for kind in range(lowest_kind, lowest_kind + ranks):
                    least = min(least, buried(b, kind))
                if least < NOT_LEFT:
                    depth += least
        else:
            kind = lowest_kind + up + 1
            if up + 1 < ranks:
                takes |= 1 << kind
                depth += _depth(b, kind, tops)
                if up + 2 < ranks:
                    further += _depth(b, kind + 1, tops)
            kind = lowest_kind + down - 1
            if down > 0:
                takes |= 1 << kind
                depth += _depth(b, kind, tops)
                if down > 1:
                    further += _depth(b, kind - 1, tops)
    near = neighbours(b, tops)
    last = ranks - 1
    above = ((tops << 1) & (lane * LANES)) | ((tops >> last) & LANES)
    useful = near | takes
    w = COUNT * min(redeals, MOST_REDEALS)
    return (
        weights[w] * b[LEFT]
        + weights[w + 1] * b[BREAKS]
        + weights[w + 2] * count(tops)
        + weights[w + 3] * count(tops & above)
        + weights[w + 4] * count(tops & takes)
        + weights[w + 5] * empty
        + weights[w + 6] * depth
        + weights[w + 7] * count(covering & near)
        + weights[w + 8] * count(second & useful)
        + weights[w + 9] * further
        + weights[w + 10] * joins
        + weights[w + 11] * squares
        + weights[w + 12] * count(covering & takes)
        + weights[w + 13] * count(third & useful)
        + weights[w + 14] * count(bottoms & useful)
        + weights[w + 15] * count(bottoms & ~tops)
    )


@compiled
def below(rng: Vector, limit: int) -> int:
    """A random number from 0 to ``limit`` - 1; ``limit`` at most 2^20. ``rng[0]`` is the state, of 62 bits."""
    rng[0] = (rng[0] + 0x1E3779B97F4A7C15) & MASK
    return ((mix(rng[0]) >> 20) * limit) >> 42
