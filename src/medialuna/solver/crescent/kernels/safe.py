"""The pruning ``safe``: plays to a foundation that need no alternative.

Once a suit's foundations have passed each other (down <= up), every rank outside is left once. Let x be the
card that the ace foundation takes next, on top of a pile, while of the low ranks none is left but perhaps the ace,
which the king foundation takes next (down <= 1). Then play x now. Only its neighbour y further out can ever lie on x.
In any winning line that keeps x: where y goes onto x, y goes to the foundation instead, where the next rank goes onto
y, so does that, and so on to the king; where the ace goes onto the king, it goes to its foundation. The line stays
legal and gets no longer. Piles are lower only at their tops, so with at most one redistribution left the cards that
come up are the same or come earlier. (With more low ranks left, 5 4 3 2 A K in one pile, say, and the queen on
another, the queen must not be played: the king goes onto it, the ace onto the king, and so on to the 5.) The same the
other way round for the king foundation, if of the high ranks the king at most is left. With two redistributions left a
pile that x has emptied, or shortened to one card, would be turned otherwise, and nothing is forced.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled
from medialuna.solver.crescent.kernels.layout import CARD, DOWN, FREE_KINDS, HEIGHT, PILES, RANKS, STRIDE, UP


@compiled
def _next_kinds(b: Vector, bold: int) -> int:
    """The types that foundations which have passed each other take next, where their play is safe; ``bold``: where it
    is not an ace or a king that may be a place for the other."""
    kinds = 0
    last = b[RANKS] - 1
    for suit in range(4):
        up, down = b[UP + suit], b[DOWN + suit]
        if down <= up:
            if up < last and (down < 2 or (bold and up < last - 1)):
                kinds |= 1 << (16 * suit + up + 1)
            if down > 0 and (up > last - 2 or (bold and down > 1)):
                kinds |= 1 << (16 * suit + down - 1)
    return kinds


@compiled
def safe_kinds(b: Vector) -> int:
    """The types whose play is safe with at most one redistribution left, those of marked cards among them."""
    return FREE_KINDS | _next_kinds(b, 0)


@compiled
def wanted_kinds(b: Vector) -> int:
    """The types whose play is rarely harmful, safe or not."""
    return _next_kinds(b, 1)


@compiled
def pile_showing(b: Vector, kinds: int) -> int:
    """The first pile whose top card is of one of the types, or -1."""
    if kinds:
        for p in range(b[PILES]):
            height = b[HEIGHT + p]
            if height > 0 and kinds >> (b[CARD + p * STRIDE + height - 1] & 63) & 1:
                return p
    return -1
