"""Positions as text and as data."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medialuna.cards import BadCard, Card
from medialuna.games.crescent import Crescent
from medialuna.games.thoughtful import Thoughtful
from medialuna.notation.board_text import BadBoard, board_data, read_board, write_board

LINES = st.lists(
    st.tuples(st.sampled_from(["1", "7", "W", "stock", "S", "AS", "redistributions", "x"]), st.text(max_size=15)),
    max_size=5,
).map(lambda pairs: "\n".join(f"{name}: {rest}" for name, rest in pairs))


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ("1: AS\n2 AS", 2, "colon"),
        ("1: AS\n\n1: 2S", 3, "twice"),
        ("9: AS", 1, "no place"),
        ("1: AX", 1, "no card"),
        ("1: 11S", 1, "no card"),
        ("redistributions: 2", 1, "no place"),
    ],
)
def test_faults_name_the_line(text: str, line: int, fault: str) -> None:
    with pytest.raises(BadBoard, match=fault) as caught:
        read_board(Thoughtful(), text)
    assert caught.value.line == line


def test_crescent_numbers_equal_cards() -> None:
    """Two equal cards of two decks are two cards; the bases are the first deck's."""
    state = read_board(Crescent(), "1: 2H AS\n2: 2H\nredistributions: 1")
    assert state.piles[0] == (Card(2, "H", 0), Card(1, "S", 1))
    assert state.piles[1] == (Card(2, "H", 1),)
    assert state.redistributions_left == 1


def test_defects_are_all_told() -> None:
    state = read_board(Thoughtful(ranks=2, column_count=2), "1: AS AS\n2: 2S 2H AH AD")
    faults = Thoughtful(ranks=2, column_count=2).defects(state)
    assert "AS: expected 1, found 2" in faults
    assert "2D: expected 1, found 0" in faults
    assert len(faults) == 4


@pytest.mark.parametrize(
    ("game", "text", "fault"),
    [
        (Crescent(), "AS: AS 3S", "foundation AS: not built in sequence"),
        (Crescent(), "KD: QD", "foundation KD: not built in sequence"),
        (Crescent(), "1:" + " 5H" * 14, "pile 1: 14 cards, expected 13 at most"),
        (Crescent(), "redistributions: 4", "redistributions: 4, expected 0 to 3"),
        (Thoughtful(), "H: AH 2S", "foundation H: not built in sequence"),
        (Thoughtful(), "2: 5H | 2S", "column 2: 1 cards face down"),
        (Thoughtful(closed=True), "2: 5H 2S |", "column 2: 2 cards face down"),
    ],
)
def test_more_defects(game: Crescent | Thoughtful, text: str, fault: str) -> None:
    assert fault in game.defects(read_board(game, text))


def test_board_data() -> None:
    crescent = board_data(read_board(Crescent(), "1: 2H 9C\nAS: AS 2S"))
    assert crescent["piles"][:2] == [["2H", "9C"], []]
    assert crescent["ace"] == {"S": "2", "H": "A", "D": "A", "C": "A"}
    assert crescent["king"] == {"S": "K", "H": "K", "D": "K", "C": "K"}
    thoughtful = board_data(read_board(Thoughtful(), "1: 2H\nstock: 3C 4C\nW: 9D\nH: AH"))
    assert thoughtful["stock"] == ["3C", "4C"]
    assert thoughtful["waste"] == ["9D"]
    assert thoughtful["foundations"] == {"S": "", "H": "A", "D": "", "C": ""}
    with pytest.raises(TypeError):
        board_data(object())


@given(LINES | st.text(max_size=60), st.sampled_from([Crescent(), Thoughtful()]))
def test_any_text_is_a_board_or_refused(text: str, game: Crescent | Thoughtful) -> None:
    """Print and read are a fixpoint for all that is read."""
    try:
        state = read_board(game, text)
    except BadBoard:
        return
    written = write_board(game, state)
    assert write_board(game, read_board(game, written)) == written


@given(st.text(max_size=4))
def test_any_text_is_a_card_or_refused(text: str) -> None:
    try:
        card = Card.parse(text)
    except BadCard:
        return
    assert str(card) == text.strip().upper()
