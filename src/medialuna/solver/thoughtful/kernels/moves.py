"""What can be done in a packed position, and what comes of it.

Positions are told apart by what is locked, in the stock, and on the foundations, not by where the free
cards lie. That is exact, under the rules of both games:

1. A free card that is no head lies on one of its parents, or it is a king in a column without locked cards.
   A head lies on locked cards or on the bare table; once it has left, nothing but a king ever comes to that
   place again.
2. *Twins.* When both twins are free and only one of them is covered, what lies on it can move to the other
   at any time: the cards on it are in sequence and nothing is uncovered by that. So either of the two can be
   made the bare one. With two children both are covered wherever these lie, with none both are bare, and
   with one twin free there is no choice. The choices at different ranks do not touch each other, since a
   card takes along what lies on it.
3. So a pair is *open*, one of its cards can be made bare, if and only if it has more free cards than free
   children that are no heads (a head lies on locked cards, not on a parent). A card can be put on the table
   if its parents' pair is open; a king, if a column is empty. A free card can go to its foundation if it is
   the next one and its own pair is open.
4. *Kings.* Which column without locked cards a king lies in makes no difference, so moving it to another is
   no move. That is why a king at the bottom of its column counts as a free card in a column without blocks
   from the start.
5. *Stock.* Passes are not limited, so every card that some number of draws and recycles brings to the top of
   the waste can be played at once. With w cards in the waste these are, by their number among the cards
   left: w, w + 3, w + 6 …, the last, and 3, 6, 9 … When w is a multiple of 3, or the stock is empty, these
   are the same as for w = 0, and each of the two positions can reach the other: both get the key of w = 0.
   Drawing one at a time, all cards can be had whatever w is.

Five kinds of move are enough; a move from column to column that takes no head away changes nothing above.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, count, inlined
from medialuna.solver.thoughtful.kernels.layout import (
    COLUMNS,
    KINGS,
    LEVEL_STEP,
    NEXT_HEAD,
    PLACE,
    PLACES,
    RELEASED,
    STOCK_CARDS,
    THIRDS,
    UP_STEP,
    WASTE_BIT,
    WITHOUT_WASTE,
)

HEAD_AWAY, TABLE_UP, STOCK_DOWN, STOCK_UP, TAKE_BACK = range(5)
"""Kinds: a head onto the table; table to foundation; stock to table; stock to foundation; foundation to
table."""

KIND_BIT = 6
"""A move is ``kind << 6 | card``."""

_ROW_0 = 0x3333333333333
_ROW_1 = 0xCCCCCCCCCCCCC


@inlined
def pairs(cards: int) -> int:
    """The cards and their twins."""
    return cards | ((cards & 0x5555555555555) << 1) | ((cards >> 1) & 0x5555555555555)


@inlined
def whole_pairs(cards: int) -> int:
    """The pairs of which both cards are in the set."""
    both = cards & (cards >> 1) & 0x5555555555555
    return both | (both << 1)


@inlined
def twins(cards: int) -> int:
    """The twins of these cards."""
    return ((cards & 0x5555555555555) << 1) | ((cards >> 1) & 0x5555555555555)


@inlined
def open_pairs(free: int, lying: int, lower: int) -> int:
    """Both cards of every open pair; ``lying``: the free cards that are no heads, ``lower``: the lower card
    of every pair."""
    # free cards of the pair - children lying there, which is never negative: 1 or 2
    children = lying << 4
    free_0, free_1 = free & lower, (free >> 1) & lower
    child_0, child_1 = children & lower, (children >> 1) & lower
    is_open = (free_0 ^ free_1 ^ child_0 ^ child_1) | (free_0 & free_1 & ~(child_0 | child_1))
    return is_open | (is_open << 1)


@inlined
def empty_columns(deal: Vector, free: int, heads: int) -> int:
    """How many columns have no card: every column holds one head, or one free king at its bottom, or
    nothing."""
    return deal[COLUMNS] - count(heads | (free & deal[KINGS]))


@inlined
def placeable(deal: Vector, open_: int, free: int, heads: int) -> int:
    """The cards that could be put on the table if they were at hand."""
    fitting = open_ >> 4
    if empty_columns(deal, free, heads) > 0:
        fitting |= deal[KINGS]
    return fitting


@inlined
def next_up(up: int) -> int:
    """The next card of each suit; beyond the highest rank it is no card of the deck."""
    return (((up & _ROW_0) << 6) | ((up & _ROW_1) << 2) | 15) & ~up


@inlined
def tops(up: int) -> int:
    """The top card of each foundation."""
    return up & ~(((up >> 6) & _ROW_0) | ((up >> 2) & _ROW_1))


@inlined
def cards_at(deal: Vector, places: int) -> int:
    """The stock cards at these places."""
    return (
        deal[STOCK_CARDS + (places & 255)]
        | deal[STOCK_CARDS + 256 + ((places >> 8) & 255)]
        | deal[STOCK_CARDS + 512 + (places >> 16)]
    )


@inlined
def last_place(places: int) -> int:
    """The highest place, as a bit; 0 if there is none."""
    below = places
    below |= below >> 1
    below |= below >> 2
    below |= below >> 4
    below |= below >> 8
    below |= below >> 16
    return below ^ (below >> 1)


@inlined
def every_third(deal: Vector, places: int, before: int) -> int:
    """Of these places, counted from ``before`` + 1 (``before`` is 0, 1 or 2), those whose number is a
    multiple of 3."""
    low, middle, high = places & 255, (places >> 8) & 255, places >> 16
    up_to_middle = before + count(low)
    up_to_high = up_to_middle + count(middle)
    return (
        deal[THIRDS + 256 * before + low]
        | (deal[THIRDS + 256 * (up_to_middle % 3) + middle] << 8)
        | (deal[THIRDS + 256 * (up_to_high % 3) + high] << 16)
    )


@inlined
def waste_size(key: int) -> int:
    """Cards in the waste where that matters, else 0."""
    code = key >> WASTE_BIT  # w - w // 3
    return code + (code - 1) // 2 if code else 0


@inlined
def reachable(deal: Vector, places: int, waste: int, draw: int) -> int:
    """The stock cards that some number of draws and recycles brings to the top of the waste."""
    if draw == 1 or places == 0:
        return cards_at(deal, places)
    at_hand = every_third(deal, places, 0) | last_place(places)
    if waste:
        # w, w + 3, w + 6 …: a waste of w cards is no multiple of 3 here
        onwards = every_third(deal, places, 3 - waste % 3)
        beneath = places
        for _ in range(waste - 1):
            beneath &= beneath - 1
        at_hand |= onwards & beneath
    return cards_at(deal, at_hand)


@inlined
def play(
    deal: Vector, draw: int, kind: int, card: int, key: int, up: int, free: int, heads: int, stock: int
) -> tuple[int, int, int, int, int]:
    """The position after a move that is possible: key, up, free, heads, stock."""
    bit = 1 << card
    if kind <= TABLE_UP:
        if heads & bit:
            key -= deal[LEVEL_STEP + card]
            free |= deal[RELEASED + card]
            heads = (heads ^ bit) | deal[NEXT_HEAD + card]
        if kind == TABLE_UP:
            key += deal[UP_STEP + card]
            free ^= bit
            up |= bit
    elif kind == TAKE_BACK:
        key -= deal[UP_STEP + card]
        free |= bit
        up ^= bit
    else:
        place = deal[PLACE + card]
        stock ^= bit
        key = (key ^ place) & WITHOUT_WASTE
        if kind == STOCK_DOWN:
            free |= bit
        else:
            key += deal[UP_STEP + card]
            up |= bit
        if draw != 1:
            # the waste is what lies before the card
            waste = count(key & (place - 1))
            if waste % 3 and (key & PLACES) > place:
                key |= (waste - waste // 3) << WASTE_BIT
    return key, up, free, heads, stock
