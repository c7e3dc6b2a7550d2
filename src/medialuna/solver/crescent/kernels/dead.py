"""The dead test ``type``, and what other dead tests share with it.

Forget which copy of a card is meant, that a card is in one place only, the cap, and that
redistributions come in an order. Call a type *shown* if it is a top card, or among the lowest R cards of a
pile, R being the redistributions left: nothing is ever put under a pile, so only these can be brought up. A
card that is shown can leave if a type beside its own is shown (it goes there), or if the foundations reach it;
they reach the ranks that follow their tops without a gap through shown types, and every shown rank once the two
have met. Where a card can leave, what lies under it is shown. What is shown stays so. Cards that are never
shown to leave when nothing changes any more cannot be played: 8H under 3S, with no 2S, 4S and no foundation for
3S to be had, keeps 8H for ever.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled, lowest
from medialuna.solver.crescent.kernels.layout import (
    CARD,
    DOWN,
    FREE_KINDS,
    HEIGHT,
    LANE,
    LANES,
    PILES,
    RANKS,
    REDEALS,
    STRIDE,
    UP,
)


@compiled
def neighbours(b: Vector, kinds: int) -> int:
    """The types beside any of the given ones."""
    last = b[RANKS] - 1
    lanes = b[LANE] * LANES
    up = ((kinds << 1) & lanes) | ((kinds >> last) & LANES)
    return up | ((kinds >> 1) & (lanes ^ (LANES << last))) | ((kinds & LANES) << last)


@compiled
def beside_ranks(ranks: int, count: int, full: int) -> int:
    """The ranks beside any of the given ones; ``count`` is how many there are, ``full`` all of them."""
    return ((ranks << 1) | (ranks >> 1) | (ranks >> (count - 1)) | ((ranks & 1) << (count - 1))) & full


@compiled
def reach(ranks: int, up: int, down: int) -> int:
    """The ranks that the foundations ``(up, down)`` of a suit take if the given ranks are at hand without end."""
    if up + 1 == down:
        return ranks
    above = lowest(~(ranks >> (up + 1)))
    below = down - 1
    under = 0
    while below >= 0 and ranks >> below & 1:
        under |= 1 << below
        below -= 1
    if up < down and up + above >= below:
        return ranks
    return (((1 << above) - 1) << (up + 1)) | under


@compiled
def is_dead(b: Vector, t: Vector, at: int) -> int:
    """The ``type`` test: how many cards can never be played; 0 if it finds none. It works on ``t`` from ``at`` on."""
    piles = b[PILES]
    shown = 0
    redeals = b[REDEALS]
    left = 0
    for p in range(piles):
        height = b[HEIGHT + p]
        t[at + p] = height
        if height:
            left += height
            base = CARD + p * STRIDE
            shown |= 1 << (b[base + height - 1] & 63)
            for i in range(min(redeals, height)):
                shown |= 1 << (b[base + i] & 63)
    while left:
        free = FREE_KINDS | neighbours(b, shown)
        for suit in range(4):
            ranks = (shown >> 16 * suit) & b[LANE]
            free |= reach(ranks, b[UP + suit], b[DOWN + suit]) << 16 * suit
        before = left
        for p in range(piles):
            height = t[at + p]
            under = CARD + p * STRIDE - 1
            while height > 0 and free >> (b[under + height] & 63) & 1:
                height -= 1
                left -= 1
                if height:
                    shown |= 1 << (b[under + height] & 63)
            t[at + p] = height
        if left == before:
            return left
    return 0
