"""The only bridge between the readable rules and packed positions: cards, and positions, as numbers."""

from __future__ import annotations

from functools import cache

from medialuna.cards import SUITS, Card
from medialuna.games.thoughtful import State, Thoughtful
from medialuna.solver.compiled import Vector, as_vector, vector
from medialuna.solver.thoughtful.kernels.layout import DEAL_SIZE, ROOT_SIZE, build

PACKED_SUITS = "HDSC"
"""The order of the suits in packed positions: first the red ones, then the black ones."""


class DoesNotFit(ValueError):
    """A position too large for the key; none of the game with seven columns is."""


@cache
def card_number(card: Card) -> int:
    """The bit of a card.

    >>> [card_number(Card.parse(name)) for name in "AS AC AH AD 2H 2D 2S 2C KD".split()]
    [0, 1, 2, 3, 4, 5, 6, 7, 51]
    """
    rank = card.rank - 1
    suit = PACKED_SUITS.index(card.suit)
    return 4 * rank + 2 * ((suit < 2) ^ (rank & 1)) + (suit & 1)


@cache
def card_at(number: int) -> Card:
    """The card of a bit; the inverse of :func:`card_number`.

    >>> str(card_at(0)), str(card_at(51))
    ('AS', 'KD')
    """
    rank = number >> 2
    is_red = bool(number >> 1 & 1) ^ bool(rank & 1)
    return Card(rank + 1, PACKED_SUITS[2 * (not is_red) + (number & 1)])


def describe(game: Thoughtful, state: State) -> list[int]:
    """A position as a description; see ``layout``."""
    numbers = [game.ranks, len(state.waste), len(state.waste) + len(state.stock), game.column_count]
    numbers += [len(state.foundations[SUITS.index(suit)]) for suit in PACKED_SUITS]
    for column, hidden in zip(state.columns, state.face_down, strict=True):
        numbers += (len(column), hidden)
    for pile in (*state.columns, state.waste, state.stock):
        numbers += map(card_number, pile)
    return numbers


def pack(game: Thoughtful, state: State) -> tuple[Vector, Vector]:
    """The deal and the root, the position's five integers. Raises :class:`DoesNotFit`."""
    deal, root = vector(DEAL_SIZE), vector(ROOT_SIZE)
    if not build(as_vector(describe(game, state)), game.draw, deal, root):
        cards = sum(map(len, state.columns))
        raise DoesNotFit(f"{game.column_count} columns with {cards} cards do not fit into a key")
    return deal, root
