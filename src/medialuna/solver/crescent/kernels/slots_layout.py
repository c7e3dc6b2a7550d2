"""How the dead test ``slots`` sees one suit: piles cut in runs, and the scratch vector that holds them."""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled, highest
from medialuna.solver.crescent.kernels.dead import beside_ranks
from medialuna.solver.crescent.kernels.layout import CARD, DOWN, HEIGHT, LANE, PILES, RANKS, REDEALS, STRIDE, UP

MOST_RUNS, MOST_TURNS = 16, 2

COUNT, ALL_RANKS, NUMBER, TURNS, BEFORE, BASES, LOOSE, CAPACITY, FOUND, WAITING, VISITED, FULL = range(12)
SHIFT = 16
MASKS = SHIFT + 16
BOTTOM = MASKS + 16
RUNS = BOTTOM + 32
STEPS = RUNS + 16
ROOM = STEPS + 16
CENTRE = ROOM + 16
OPTIONS = CENTRE + 16
TOTAL = OPTIONS + 16
BASE = TOTAL + 48
OPENED = BASE + 48 * MOST_RUNS
UNDER = OPENED + 48 * MOST_RUNS
STATES = UNDER + 48 * MOST_RUNS
"""Of the scratch vector. ``COUNT``, ``ALL_RANKS``: the ranks; ``NUMBER``: of piles with cards of the suit; ``TURNS``:
redistributions left at first. Cards, four bits a rank: ``BEFORE`` (outside the foundations at first, less what
:func:`cards_outside` says), ``BASES``, ``LOOSE``. ``CAPACITY``: positions there is room for, ``FOUND``: found so far,
``WAITING``: of these not looked at yet, ``VISITED``: looked at, ``FULL``: whether one found no room. By rank:
``STEPS``, ``ROOM``, for :func:`_has_room`.

By pile: ``SHIFT``, ``MASKS`` (where the number of runs that have gone stands in a position); ``BOTTOM``, two numbers
(the rank of the card that the first redistribution brings up, and the second, if it is of the suit, else -1); ``RUNS``
(how many are left); ``CENTRE``, ``OPTIONS``, for :func:`_redistribute`. By pile, and redistributions made, three rows a
pile: ``TOTAL`` (runs). By runs left as well: ``BASE`` (the rank of the lowest card of the top run), ``OPENED`` (the
ranks of the top run), ``UNDER`` (the cards that are not loose, four bits a rank).

From ``STATES`` on: the positions, their places in the table, the stack, the table. A position is, from the lowest bit:
the foundations, 4 + 4; redistributions made, 2; bases of their own, not of a run, 2 a rank; runs gone, by pile: after
the first of two redistributions one more than there were marks a pile whose cards may lie on its new bottom."""

TURNED, ONE_TURN, FREE_SHIFT, FIRST_SHIFT = 8, 1 << 8, 10, 36
MOST_WAYS = 3**8


def scratch_size(positions: int) -> int:
    """How long the scratch vector is for so many positions, a power of two."""
    return STATES + 5 * positions


@compiled
def cards_outside(count: int, up: int, down: int) -> int:
    """The cards of a whole suit that are not on its foundations, four bits a rank."""
    cards = 0
    for rank in range(count):
        if up < rank < down:
            cards |= 2 << 4 * rank
        elif up < down or rank > up or rank < down:
            cards |= 1 << 4 * rank
    return cards


@compiled
def _cut(b: Vector, p: int, suit: int, s: Vector, row: int, first: int) -> int:
    """Cuts a pile from a card on, less the cards of other suits, into runs; of a whole pile the cards are counted as
    well. Returns how many runs, or ``MOST_RUNS`` if they are too many."""
    runs, beside, above, at = 0, 0, 0, row * MOST_RUNS
    s[UNDER + at] = 0
    for i in range(first, b[HEIGHT + p]):
        kind = b[CARD + p * STRIDE + i] & 63
        if kind >> 4 != suit:
            continue
        rank = kind & 15
        card = 1 << 4 * rank
        s[BEFORE] += card if first == 0 else 0
        if beside >> rank & 1:
            above += card
            s[OPENED + at] |= 1 << rank
        else:
            runs += 1
            if runs == MOST_RUNS:
                return runs
            at += 1
            s[UNDER + at] = s[UNDER + at - 1] + above + card
            s[BASE + at], s[OPENED + at] = rank, 1 << rank
            above = 0
        beside = beside_ranks(1 << rank, s[COUNT], s[ALL_RANKS])
    s[TOTAL + row] = runs
    return runs


@compiled
def _bottom(b: Vector, p: int, suit: int, place: int) -> int:
    """The rank of a pile's card at a place, counted from the bottom, if the card is of the suit; else -1."""
    kind = b[CARD + p * STRIDE + place] & 63
    return kind & 15 if place < b[HEIGHT + p] and kind >> 4 == suit else -1


@compiled
def prepare(b: Vector, suit: int, s: Vector) -> int:
    """Writes all that follows from the piles. Returns the position, or -1 if it does not fit."""
    s[COUNT], s[ALL_RANKS], s[TURNS] = b[RANKS], b[LANE], b[REDEALS]
    s[BEFORE] = -cards_outside(b[RANKS], b[UP + suit], b[DOWN + suit])
    if b[REDEALS] > MOST_TURNS:
        return -1
    piles, shift = 0, FIRST_SHIFT
    for p in range(b[PILES]):
        most = _cut(b, p, suit, s, 3 * piles, 0)
        if most == 0:
            continue
        for turn in range(b[REDEALS]):
            s[BOTTOM + 2 * piles + turn] = _bottom(b, p, suit, turn)
            most = max(most, _cut(b, p, suit, s, 3 * piles + turn + 1, turn + 1))
        if b[REDEALS] == 2 and s[BOTTOM + 2 * piles] >= 0:
            most = max(most, s[TOTAL + 3 * piles + 1] + 1)
        if most >= MOST_RUNS:
            return -1
        width = highest(most) + 1
        s[SHIFT + piles], s[MASKS + piles] = shift, (1 << width) - 1
        shift += width
        piles += 1
    s[NUMBER] = piles
    return b[UP + suit] << 4 | b[DOWN + suit] if shift <= 62 else -1
