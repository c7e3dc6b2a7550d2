"""Cards as text."""

from __future__ import annotations

import pytest

from medialuna import words
from medialuna.cards import BadCard, Card, one_deck


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_cards_are_read_as_tables_show_them(language: str) -> None:
    """In every language, with signs filled or not, also where ten has two digits."""
    for card in one_deck():
        shown = words.card_name(language, card)
        assert Card.parse(shown) == card
        assert Card.parse(shown.lower().translate(str.maketrans("♠♥♦♣", "♤♡♢♧"))) == card


def test_cards_with_two_digits_and_a_letter() -> None:
    assert [Card.parse(f"10{suit}") for suit in "SHDC"] == [Card(10, suit) for suit in "SHDC"]


@pytest.mark.parametrize("text", ["", "♥", "10", "1♥", "11H", "1010H", "T0H", "RH", "DD", "VC", "7♥♥", "♥7", "0♣"])
def test_what_is_no_card(text: str) -> None:
    """The letters of other languages need a sign: ``D`` is a suit as well."""
    with pytest.raises(BadCard):
        Card.parse(text)
