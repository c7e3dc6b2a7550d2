"""The numbers of action sequences from known positions."""

from __future__ import annotations

import pytest

from medialuna.games import GAMES
from medialuna.notation.actions import format_action
from medialuna.notation.board_text import write_board
from tests.perft.count import FOLDER, perft, position

NODES = 20_000
"""A row that would take more sequences than this is too slow for a test."""


def rows(name: str) -> list[tuple[str, int, int]]:
    found, record = [], ""
    for line in (FOLDER / f"{name}.perft").read_text("utf-8").splitlines():
        if line.startswith("  "):
            depth, count = line.split()
            found.append((record, int(depth), int(count)))
        elif not line.startswith("#"):
            record = line
    return found


@pytest.mark.parametrize(("record", "depth", "count"), [row for name in GAMES for row in rows(name)])
def test_perft(record: str, depth: int, count: int) -> None:
    game, state = position(record)
    assert count < NODES
    if perft(game, state, depth) != count:
        parts = {
            format_action(game, a): perft(game, game.apply(state, a), depth - 1) if depth > 1 else 1
            for a in game.legal_actions(state)
        }
        pytest.fail(f"expected {count}, found {sum(parts.values())}: {parts}\n{write_board(game, state)}")
