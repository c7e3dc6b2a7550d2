"""A whole game of each, board by board, as reviewed text."""

from __future__ import annotations

import pytest

from medialuna.games import GAMES
from tests.golden.write import FOLDER, golden_text, shortest_records


@pytest.mark.parametrize("name", GAMES)
def test_golden_game(name: str) -> None:
    """Boards, counters and legal actions of a whole won game are as they were reviewed."""
    text = golden_text(shortest_records()[name])
    assert text.endswith("won\n")
    assert text == (FOLDER / f"{name}.txt").read_text("utf-8")
