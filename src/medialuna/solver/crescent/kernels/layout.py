"""The board as the kernels see it: one flat vector of integers, and the moves that change it.

A card is its *type*, ``16 * suit + rank`` (rank 0 = ace), plus 64 for the second copy. A set of types is one
integer of 63 bits with 13 bits for each suit, every 16 bits. A card of rank ``FREE_RANK`` is none of the game: it
may be played whenever it is on top, fits nowhere else, and stands for what :func:`.parts.only` forgets. A move is
``32 * source + target``; target 16 is the foundations of the card's suit, and 512 stands for a redistribution.

A suit's foundations are ``(up, down)``, the ranks on top of its ace and its king foundation. Once ``up + 1 ==
down`` they have met: moves between the two foundations slide the border freely, so every rank of the suit is
accepted. Such a suit is always written ``(0, 1)``; the slides are put back when a line is written out.

Per pile and height the board keeps what follows from the cards below: breaks (neighbours that are not of one
suit and adjacent), where the run on top begins, and a hash. Taking a card off is thus free; putting one on
costs one hash.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled

STRIDE = 96
"""Places kept for each pile: all the cards there are."""
CARD = 0
RUN = CARD + 16 * STRIDE
BROKEN = RUN + 16 * STRIDE
PREFIX = BROKEN + 16 * STRIDE
MIXED = PREFIX + 16 * STRIDE
HEIGHT = MIXED + 16 * STRIDE
WHERE = HEIGHT + 16
UP = WHERE + 128
DOWN = UP + 4
BESIDE = DOWN + 4
LEFT = BESIDE + 64
BREAKS = LEFT + 1
REDEALS = BREAKS + 1
KEY = REDEALS + 1
PILES = KEY + 1
RANKS = PILES + 1
CAP = RANKS + 1
LANE = CAP + 1
SIZE = LANE + 1
"""Of the whole board. ``CARD`` … ``MIXED``: by pile and height; ``HEIGHT``: by pile; ``WHERE``: by card, its
place or -1; ``BESIDE``: by type, the types adjacent to it; ``LEFT``: cards in piles; ``LANE``: the ranks of one
suit as a set."""

LANES = 0x0001000100010001
"""The lowest rank of each suit; times a set of ranks: these ranks in all suits."""
FREE_RANK = 13
FREE_KINDS = LANES << FREE_RANK
FOUNDATION = 16
REDISTRIBUTION = 512

MASK = (1 << 62) - 1
# odd, without a pattern: what they are does not matter
_A = 0x2545F4914F6CDD1D
_B = 0x1B03738712FAD5C9
_C = 0x369DEA0F31A53F85
_D = 0x1F83D9ABFB41BD6B
_E = 0x2BE0CD19137E2179


@compiled
def mix(x: int) -> int:
    """A number of 62 bits from another, one to one."""
    x = ((x ^ (x >> 31)) * _A) & MASK
    x = ((x ^ (x >> 29)) * _B) & MASK
    return x ^ (x >> 32)


@compiled
def mix_otherwise(x: int) -> int:
    """As :func:`mix`, with nothing in common: for the second half of a key that has to be beyond doubt."""
    x = ((x ^ (x >> 30)) * _D) & MASK
    x = ((x ^ (x >> 27)) * _E) & MASK
    return x ^ (x >> 33)


@compiled
def pile_otherwise(b: Vector, pile: int) -> int:
    """Of a pile's cards what ``MIXED`` is by :func:`mix`; worked out anew, as only few positions need it."""
    hashed = 0
    first = CARD + pile * STRIDE
    for at in range(first, first + b[HEIGHT + pile]):
        hashed = mix_otherwise((hashed + (b[at] & 63) + 1) & MASK)
    return hashed


@compiled
def foundation_key(suit: int, up: int, down: int) -> int:
    return mix((((suit * 16 + up) * 16 + down) << 8) + 251)


@compiled
def redeals_key(redeals: int) -> int:
    return mix((redeals << 20) + 127)


@compiled
def accepted(b: Vector, suit: int) -> int:
    """The types of one suit that its foundations take."""
    up, down = b[UP + suit], b[DOWN + suit]
    if up + 1 == down:
        return b[LANE] << 16 * suit
    ranks = 0
    if up + 1 < b[RANKS]:
        ranks |= 2 << up
    if down > 0:
        ranks |= 1 << (down - 1)
    return ranks << 16 * suit


@compiled
def is_complete(b: Vector, suit: int) -> int:
    """Whether both foundations of a suit are."""
    return b[UP + suit] == b[RANKS] - 1 and b[DOWN + suit] == 0


@compiled
def pop(b: Vector, pile: int) -> int:
    """Takes the top card off a pile and returns it."""
    height = b[HEIGHT + pile] - 1
    at = pile * STRIDE + height
    b[HEIGHT + pile] = height
    b[BREAKS] -= b[BROKEN + at]
    key = b[KEY] - b[MIXED + at]
    if height > 0:
        b[BREAKS] += b[BROKEN + at - 1]
        key += b[MIXED + at - 1]
    b[KEY] = key & MASK
    return b[CARD + at]


@compiled
def push(b: Vector, pile: int, card: int) -> None:
    """Puts a card on a pile, whether the rules allow it or not."""
    height = b[HEIGHT + pile]
    at = pile * STRIDE + height
    b[CARD + at] = card
    b[WHERE + card] = at
    key = b[KEY]
    if height == 0:
        b[RUN + at] = 0
        b[BROKEN + at] = 0
        b[PREFIX + at] = (card & 63) + 1
    else:
        below = at - 1
        key -= b[MIXED + below]
        if b[BESIDE + (b[CARD + below] & 63)] >> (card & 63) & 1:
            b[RUN + at] = b[RUN + below]
            b[BROKEN + at] = b[BROKEN + below]
        else:
            b[RUN + at] = height
            b[BROKEN + at] = b[BROKEN + below] + 1
            b[BREAKS] += 1
        b[PREFIX + at] = (b[PREFIX + below] * _C + (card & 63) + 1) & MASK
    mixed = mix(b[PREFIX + at])
    b[MIXED + at] = mixed
    b[KEY] = (key + mixed) & MASK
    b[HEIGHT + pile] = height + 1


@compiled
def found(b: Vector, suit: int, up: int, down: int) -> None:
    """Sets the foundations of a suit."""
    b[KEY] = (b[KEY] - foundation_key(suit, b[UP + suit], b[DOWN + suit]) + foundation_key(suit, up, down)) & MASK
    b[UP + suit] = up
    b[DOWN + suit] = down


@compiled
def refresh(b: Vector, pile: int) -> None:
    """Works out anew what follows from the cards of a pile."""
    height = b[HEIGHT + pile]
    first = pile * STRIDE
    if height > 0:
        b[BREAKS] -= b[BROKEN + first + height - 1]
        b[KEY] = (b[KEY] - b[MIXED + first + height - 1]) & MASK
    b[HEIGHT + pile] = 0
    for at in range(first, first + height):
        push(b, pile, b[CARD + at])


@compiled
def set_up(b: Vector) -> None:
    """Completes a board of which the cards, heights, foundations, redistributions and rules are written."""
    b[LANE] = (1 << b[RANKS]) - 1
    for kind in range(64):
        b[BESIDE + kind] = 0
        for other in range(64):
            ranks = b[RANKS]
            a, c = kind & 15, other & 15
            if kind >> 4 == other >> 4 and a < ranks and c < ranks:
                if (a - c) % ranks == 1 or (c - a) % ranks == 1:
                    b[BESIDE + kind] |= 1 << other
    for card in range(128):
        b[WHERE + card] = -1
    b[LEFT] = 0
    b[BREAKS] = 0
    b[KEY] = redeals_key(b[REDEALS])
    for suit in range(4):
        if b[UP + suit] + 1 == b[DOWN + suit]:
            b[UP + suit] = 0
            b[DOWN + suit] = 1
        b[KEY] = (b[KEY] + foundation_key(suit, b[UP + suit], b[DOWN + suit])) & MASK
    for pile in range(b[PILES]):
        height = b[HEIGHT + pile]
        b[LEFT] += height
        b[HEIGHT + pile] = 0
        for at in range(pile * STRIDE, pile * STRIDE + height):
            push(b, pile, b[CARD + at])
