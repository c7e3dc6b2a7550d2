"""The packed position: which integers it is made of, and what depends on the deal alone.

A *card* is the number of a bit, so that a set of cards is one integer::

    bit    7 6 5 4   3 2 1 0        card = 4 * (rank - 1) + 2 * row + second
    cards  B B R R   R R B B        row = 0: black aces, red twos, black threes …; row = 1: the others
           C S D H   D H C S        second = 1: clubs and diamonds
           twos      aces

A card's *twin* (same rank, same colour) is ``card ^ 1``; the two make a *pair*. Its *parents*, the two
cards it can be put on (one rank higher, other colour), are the pair ``card + 4``: to ask for parents is to
shift by four.

A column is cut into *blocks*, from the bottom: a block is a face-down card, or else a longest run of
face-up cards that are in sequence. (So a column of the open game consists of its dealt runs, one of the
closed game of single cards and what was put on the last of them.) The lowest card of the top block is the
column's *head*; the cards of the top block are *free*, the ones below are *locked*. When the head leaves
its column, with all that lies on it, the next block becomes free. A king at the very bottom of a column has
nothing to uncover and is no head: its block lies in a column without locked cards as it would in any other.
Where free cards lie need not be known: see ``moves``.

A position is five integers: the *key*, which tells positions apart, and four sets that follow from it and
are carried along::

    key     bit  0 … 23   stock or waste still holds the card at this place (0: the bottom of the waste)
                24 … 39   cards on the foundations H, D, S, C, four bits each
                40 … 56   blocks left in each column, as many bits as its blocks need
                57 … 61   cards in the waste, where that matters: draw three, no multiple of 3, stock not empty
    up      cards on the foundations
    free    cards in the columns that are not locked
    heads   heads of columns, a subset of free
    stock   cards in stock and waste

What depends on the deal alone stands in one array, the *deal*, at the places named below.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled, inlined

# --- the deal: what is under each head, and where the stock's cards are

RELEASED = 0
"""By head: the cards that become free when it leaves."""
NEXT_HEAD = 64
"""By head: the head among these, 0 if there is none."""
LEVEL_STEP = 128
"""By head: one block of its column, in the key."""
UP_STEP = 192
"""By card: one card more on its foundation, in the key."""
PLACE = 256
"""By card: the bit of its place in the stock, 0 if it is not there."""
STOCK_CARDS = 320
"""The cards at a set of places: three tables of 256, for the places 0-7, 8-15 and 16-23."""
THIRDS = STOCK_CARDS + 3 * 256
"""Of a set of 8 places, those whose number among its members, counted on from 0, 1 or 2, is a multiple of
3: three tables."""
COLUMNS = THIRDS + 3 * 256
"""How many columns there are."""
ALL = COLUMNS + 1
"""All cards of the deck."""
KINGS = COLUMNS + 2
"""The cards of the highest rank."""
LOWER = COLUMNS + 3
"""The lower card of every pair."""
BURIERS = COLUMNS + 4
"""Heads with cards under them."""
OBSTACLES = COLUMNS + 5
"""Heads of blocks that have to be moved before all their cards can go up: one of these lies on a lower card
of its suit."""
SECOND = COLUMNS + 6
"""Cards that are known to come to the table after their twins, see ``pruning.still_second``: 0 until that
is looked for."""
DEAL_SIZE = COLUMNS + 8

STOCK_BITS, HEIGHTS_BIT, LEVELS_BIT, WASTE_BIT, KEY_BITS = 24, 24, 40, 57, 62
PLACES = (1 << STOCK_BITS) - 1
WITHOUT_WASTE = (1 << WASTE_BIT) - 1

KEY, UP, FREE, HEADS, STOCK = range(5)
ROOT_SIZE = 5
"""Places of the five integers in an array."""

RANKS_AT, WASTE_AT, HELD_AT, COLUMN_COUNT_AT, HEIGHTS_AT, SIZES_AT = 0, 1, 2, 3, 4, 8
"""Places in a *description*: ranks of the deck; cards in the waste; cards in waste and stock; columns;
cards on the foundations H, D, S, C; for each column, how many cards it has and how many of these are face
down. After them the cards of the columns, one after another, each bottom to top; the waste, bottom to top;
the stock, the next to be drawn first."""


@inlined
def lower_of_suit(card: int) -> int:
    """The cards of the same suit and lower rank."""
    lower = 0
    while card >= 4:
        card -= 6 if card & 2 else 2
        lower |= 1 << card
    return lower


@compiled
def build(position: Vector, draw: int, deal: Vector, root: Vector) -> bool:
    """Fills ``deal`` and ``root`` for a position given by its description; False if it does not fit."""
    ranks, waste, held = position[RANKS_AT], position[WASTE_AT], position[HELD_AT]
    columns = position[COLUMN_COUNT_AT]
    every = (1 << 4 * ranks) - 1
    deal[COLUMNS] = columns
    deal[ALL] = every
    deal[KINGS] = 15 << 4 * (ranks - 1)
    deal[LOWER] = every & 0x5555555555555
    deal[BURIERS] = deal[OBSTACLES] = deal[SECOND] = 0
    for card in range(64):
        deal[RELEASED + card] = deal[NEXT_HEAD + card] = deal[LEVEL_STEP + card] = deal[PLACE + card] = 0
        row, second = ((card >> 1) ^ (card >> 2)) & 1, card & 1
        # hearts and diamonds first: row 1 of the aces, row 0 of the twos
        deal[UP_STEP + card] = 1 << (HEIGHTS_BIT + 4 * (2 * (1 - row) + second))
    key, up, free, heads, stock = 0, 0, 0, 0, 0
    for suit in range(4):
        height = position[HEIGHTS_AT + suit]
        key |= height << (HEIGHTS_BIT + 4 * suit)
        for rank in range(height):
            up |= 1 << (4 * rank + 2 * ((suit < 2) ^ (rank & 1)) + (suit & 1))
    at, level_bit = SIZES_AT + 2 * columns, LEVELS_BIT
    for column in range(columns):
        size, hidden = position[SIZES_AT + 2 * column], position[SIZES_AT + 2 * column + 1]
        level, head, block, head_below, block_below, below_block = 0, 0, 0, 0, 0, 0
        for height in range(size):
            card = position[at + height]
            below = position[at + height - 1]
            follows = height > hidden and below >> 1 == (card >> 1) + 2
            if height == 0 or not follows:
                head_below, block_below = head, block
                below_block |= block
                block = 0
                if height or card >> 2 != ranks - 1:
                    level += 1
                    head = card
                    deal[LEVEL_STEP + card] = 1 << level_bit
                    deal[RELEASED + card] = block_below
                    if level > 1:
                        deal[NEXT_HEAD + card] = 1 << head_below
                    if block_below:
                        deal[BURIERS] |= 1 << card
            block |= 1 << card
            if level and lower_of_suit(card) & below_block:
                deal[OBSTACLES] |= 1 << head
        at += size
        free |= block
        if level:
            heads |= 1 << head
        key |= level << level_bit
        while level:
            level >>= 1
            level_bit += 1
    if level_bit > WASTE_BIT or held > STOCK_BITS:
        return False
    for place in range(STOCK_BITS):
        table, bit = STOCK_CARDS + 256 * (place >> 3), 1 << (place & 7)
        card_bit = 0
        if place < held:
            card = position[at + place]
            card_bit = 1 << card
            deal[PLACE + card] = 1 << place
            stock |= card_bit
        deal[table] = 0
        for places in range(bit):
            deal[table + bit + places] = deal[table + places] | card_bit
    if not deal[THIRDS + 255]:  # the same for every deal
        for places in range(1, 256):
            first = places & -places
            for start in range(3):
                others = THIRDS + 256 * ((start + 1) % 3) + (places ^ first)
                deal[THIRDS + 256 * start + places] = deal[others] | (first if start == 2 else 0)
    key |= (1 << held) - 1
    if draw == 3 and waste % 3 and waste < held:
        key |= (waste - waste // 3) << WASTE_BIT
    root[KEY], root[UP], root[FREE], root[HEADS], root[STOCK] = key, up, free, heads, stock
    return True
