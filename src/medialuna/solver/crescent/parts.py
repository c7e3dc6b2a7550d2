"""The dead test ``parts``: some of the suits alone, searched to the end.

Late, with at most two redistributions left, forget one, two or three suits and search the others to the end
(:func:`only`). Keep of a winning line the moves of the others; as in ``suit``, what is a top card stays one, and
what the foundations take they take. To be shown is that redistributions leave the kept cards of a pile in the order
that they have in the whole game. The first brings up the lowest card, c1, the second the next one, c2. Forgotten ones
among these two, or c1 alone if one redistribution is left, are marked: they stay in the part as cards that may go when
they are on top, but need not. So a marked c2 that leaves in the whole line before anything is turned goes in the part
too, and c1 is turned twice; one that stays is turned at its time. Any other forgotten card, from further up or put
onto a pile, is turned only when c2 has left before the first redistribution and it lay on c1: then both are of one
suit, and no kept card lies there or comes there. Otherwise what is turned comes to lie above all others, in the part
as in the whole. A marked card that was turned may go at once: what it lies on is turned before it, or not at all.
Where no pile of the part has two cards, a redistribution of the whole changes nothing in the part and is left out
(CR-12). With three redistributions a forgotten card that was put onto c2 may be turned by the third, and the test is
not used.
"""

from __future__ import annotations

from collections.abc import Collection

from medialuna.solver.compiled import Vector, vector
from medialuna.solver.crescent.kernels import layout
from medialuna.solver.crescent.pack import pile_cards


def only(board: Vector, suits: Collection[int]) -> Vector:
    """The board with the cards of these suits alone; the others are on their foundations.

    Of the others, the lowest cards of a pile, as many as there are redistributions left, stay as cards that are free to
    go: see ``parts`` in ``dead.py``, which argues it for up to two.
    """
    part = vector(layout.SIZE)
    for place in (layout.PILES, layout.RANKS, layout.CAP, layout.REDEALS):
        part[place] = board[place]
    for suit in range(4):
        kept = suit in suits
        part[layout.UP + suit] = board[layout.UP + suit] if kept else board[layout.RANKS] - 1
        part[layout.DOWN + suit] = board[layout.DOWN + suit] if kept else 0
    free = next((16 * suit + layout.FREE_RANK for suit in range(4) if suit not in suits), 0)
    for p, pile in enumerate(pile_cards(board)):
        stays = [(card & 63) >> 4 in suits for card in pile]
        marks = int(board[layout.REDEALS]) if any(stays) else 0
        cards = [card if stays[i] else free for i, card in enumerate(pile) if stays[i] or i < marks]
        part[layout.HEIGHT + p] = len(cards)
        for i, card in enumerate(cards):
            part[layout.CARD + p * layout.STRIDE + i] = card
    layout.set_up(part)
    return part
