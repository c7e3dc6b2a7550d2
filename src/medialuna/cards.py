"""Cards, suits, ranks and packs, written as in ``AS 2H TD JC``: rank, then suit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from medialuna.errors import MedialunaError

SUITS = "SHDC"
"""Spades, hearts, diamonds, clubs: always in this order."""

RANKS = "A23456789TJQK"
ACE, KING = 1, 13

_SUITS_BY_SIGN = {sign: suit for signs in ("♠♥♦♣", "♤♡♢♧") for sign, suit in zip(signs, SUITS, strict=True)}
_OTHER_LETTERS = {"V": "J", "D": "Q", "R": "K"}
"""Of jack, queen and king, as tables in other languages show them; read with a sign only, D being a suit's letter."""


class BadCard(MedialunaError):
    """A text that names no card."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is no card: expected a rank ({RANKS}) and a suit ({SUITS}), such as TH")
        self.text = text


class Card(NamedTuple):
    """One card. ``rank`` runs from 1 (ace) to 13 (king); ``deck`` tells the copies of two decks apart.

    >>> str(Card(10, "H")), Card(10, "H").id
    ('TH', 'TH0')
    """

    rank: int
    suit: str
    deck: int = 0

    @property
    def is_red(self) -> bool:
        """Whether it is a heart or a diamond."""
        return self.suit in "HD"

    @property
    def id(self) -> str:
        """Unique within a game, also where two decks are used."""
        return f"{RANKS[self.rank - 1]}{self.suit}{self.deck}"

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + self.suit

    @classmethod
    def parse(cls, text: str, deck: int = 0) -> Card:
        """The card named by rank and suit, as ``TH``, or as tables show it: ``10♥``. Raises :class:`BadCard`.

        >>> Card.parse("qs")
        Card(rank=12, suit='S', deck=0)
        >>> {Card.parse("TH"), Card.parse("10H"), Card.parse("10♥")}
        {Card(rank=10, suit='H', deck=0)}
        """
        name = text.strip().upper().replace("10", "T", 1)
        if name[-1:] in _SUITS_BY_SIGN:
            rank = name[:-1]
            name = _OTHER_LETTERS.get(rank, rank) + _SUITS_BY_SIGN[name[-1]]
        if len(name) != 2 or name[0] not in RANKS or name[1] not in SUITS:
            raise BadCard(text)
        return cls(RANKS.index(name[0]) + 1, name[1], deck)


def suit_of_cards(suit: str, ranks: Iterable[int], deck: int = 0) -> tuple[Card, ...]:
    """The cards of one suit with the given ranks, in their order."""
    return tuple(Card(rank, suit, deck) for rank in ranks)


def one_deck(ranks: int = KING, deck: int = 0) -> tuple[Card, ...]:
    """A deck before it is shuffled: suits S H D C, in each from the ace up to ``ranks``."""
    return tuple(card for suit in SUITS for card in suit_of_cards(suit, range(ACE, ranks + 1), deck))
