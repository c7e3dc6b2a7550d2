"""Actions as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medialuna.contract import Move, Press
from medialuna.games.crescent import Crescent
from medialuna.games.thoughtful import Thoughtful
from medialuna.notation.actions import BadAction, format_action, parse_action
from tests.walks import board, dealt

CRESCENT, THOUGHTFUL = Crescent(), Thoughtful()


@pytest.mark.parametrize(
    ("text", "action"),
    [("10-14", Move("10", 1, "14")), ("10-A", Move("10", 1, "AH")), ("10-K", Move("10", 1, "KH"))]
    + [("AS-K", Move("AS", 1, "KS")), ("KS-A", Move("KS", 1, "AS")), ("R", Press("R"))],
)
def test_crescent(text: str, action: Move | Press) -> None:
    state = board(CRESCENT, "10: 5S 9H\n14: 8H")
    assert parse_action(CRESCENT, state, text) == action
    assert format_action(CRESCENT, action) == text


@pytest.mark.parametrize(
    ("text", "action"),
    [("5-2", Move("5", 2, "2")), ("5-F", Move("5", 1, "C")), ("W-F", Move("W", 1, "D")), ("W-3", Move("W", 1, "3"))]
    + [("S-3", Move("S", 1, "3")), ("+", Press("+")), ("R", Press("R"))],
)
def test_thoughtful(text: str, action: Move | Press) -> None:
    state = board(THOUGHTFUL, "5: KS 9H 8C\n2: TC\n3: 4D\nW: 2D")
    assert parse_action(THOUGHTFUL, state, text) == action
    assert format_action(THOUGHTFUL, action) == text


def test_the_target_tells_which_cards_go() -> None:
    """One card of the sequence at most fits; a refused move means the cards that would have to go."""
    state = board(THOUGHTFUL, "1: KD QS JD TS\n2: JH\n4: QC\n5: TD\n6: 2C KH QC")
    assert parse_action(THOUGHTFUL, state, "1-2") == Move("1", 1, "2")
    assert parse_action(THOUGHTFUL, state, "1-4") == Move("1", 2, "4")
    assert parse_action(THOUGHTFUL, state, "1-3") == Move("1", 4, "3")
    assert parse_action(THOUGHTFUL, state, "6-3") == Move("6", 2, "3")
    assert parse_action(THOUGHTFUL, state, "1-5") == Move("1", 1, "5")


@pytest.mark.parametrize("text", ["", "-", "17-1", "0-1", "1-17", "1-", "-A", "AS", "A-K", "1-AS", "+", "1-2-3", "r"])
def test_no_action_of_crescent(text: str) -> None:
    game, state = dealt("CR1-N-AAAAAAB")
    with pytest.raises(BadAction, match="is no action"):
        parse_action(game, state, text)


@pytest.mark.parametrize("text", ["", "8-1", "1-8", "W-W", "1-W", "F-1", "stock-1", "K-1", "1-S", "++", "W-F-1"])
def test_no_action_of_thoughtful(text: str) -> None:
    game, state = dealt("TF1-D1N-AAAAAAB")
    with pytest.raises(BadAction, match="is no action"):
        parse_action(game, state, text)


@given(st.text(max_size=12), st.sampled_from(["CR1-N-AAAAAAB", "TF1-D3N-AAAAAAB"]))
def test_any_text_is_an_action_or_refused(text: str, code: str) -> None:
    game, state = dealt(code)
    try:
        action = parse_action(game, state, text)
    except BadAction:
        return
    assert parse_action(game, state, format_action(game, action)) == action
    game.why_not(state, action)
