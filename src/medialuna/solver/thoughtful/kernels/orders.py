"""Which of two twins comes to the table first in every win: found out where a search begins."""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled
from medialuna.solver.thoughtful.kernels.layout import ALL, FREE, HEADS, KINGS, LOWER, SECOND, STOCK, UP
from medialuna.solver.thoughtful.kernels.moves import open_pairs, placeable, whole_pairs
from medialuna.solver.thoughtful.kernels.pruning import dead, untouched_cards

REFUTED = -1


@compiled
def dead_with(deal: Vector, root: Vector, second: int) -> bool:
    """Whether there is no win in which these cards come after their twins."""
    up, free, heads, stock = root[UP], root[FREE], root[HEADS], root[STOCK]
    is_open = open_pairs(free, free & ~heads, deal[LOWER])
    return dead(deal, up, free, heads, stock, is_open, placeable(deal, is_open, free, heads) & ~second, second)


@compiled
def following(deal: Vector, root: Vector, second: int) -> int:
    """The cards that come second when these do, or REFUTED: each pair of which one order is dead has the
    other one."""
    up, free, heads = root[UP], root[FREE], root[HEADS]
    if dead_with(deal, root, second):
        return REFUTED
    untouched = untouched_cards(up, free, heads) & deal[ALL] & ~deal[KINGS]
    undecided = whole_pairs(untouched) & ~(whole_pairs(free | up) >> 4) & deal[LOWER]
    before = -1
    while second != before:
        before = second
        left = undecided
        while left:
            lower = left & -left
            left ^= lower
            higher = lower << 1
            if second & (lower | higher):
                continue
            if dead_with(deal, root, second | lower):
                if dead_with(deal, root, second | higher):
                    return REFUTED
                second |= higher
            elif dead_with(deal, root, second | higher):
                second |= lower
    return second


@compiled
def order_twins(deal: Vector, root: Vector, thoroughly: bool) -> bool:
    """Notes in the deal which cards come second in every win from the root; False if there is no win.

    ``thoroughly``: an order that is not dead at once is followed further, to what it entails for the other
    pairs.
    """
    second = following(deal, root, deal[SECOND])
    if second == REFUTED:
        return False
    before = -1
    while thoroughly and second != before:
        before = second
        left = whole_pairs(untouched_cards(root[UP], root[FREE], root[HEADS])) & deal[LOWER] & ~deal[KINGS]
        left &= ~(whole_pairs(root[FREE] | root[UP]) >> 4)
        while left:
            lower = left & -left
            left ^= lower
            higher = lower << 1
            if second & (lower | higher):
                continue
            if following(deal, root, second | lower) == REFUTED:
                second = following(deal, root, second | higher)
            elif following(deal, root, second | higher) == REFUTED:
                second = following(deal, root, second | lower)
            if second == REFUTED:
                return False
    deal[SECOND] = second
    return True
