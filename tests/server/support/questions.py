"""Questions to the solver, asked as a page asks them, and positions to ask about."""

from __future__ import annotations

import json
from typing import Any

from medialuna.notation.actions import parse_action
from medialuna.record import GameRecord, replay
from medialuna.table.judging import Asked
from tests.server.support.visitor import Visitor

WINNABLE = "TF1-D1N-AAAAAIX"
"""Won within a few states."""

LOST = f"{WINNABLE}: 2-5 4-2"
"""The second action loses the game, which is proven within a few states."""

HARD = "TF1-D3N-AAAAAAB"
"""Won after millions of states."""


def events(player: Visitor, **query: Any) -> list[tuple[str, dict[str, Any]]]:
    """All that comes of a question about the table."""
    answer = player.http.get(f"{player.path}/think", params={"step": player.table["step"], **query})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-store"
    blocks = [block.split("\n") for block in answer.text.split("\n\n")[:-1]]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in blocks]


def verdict(player: Visitor, **query: Any) -> dict[str, Any]:
    """The last word on the table."""
    *progress, (name, found) = events(player, **query)
    assert name == "verdict"
    assert {name for name, _ in progress} <= {"progress"}
    return found


def play(player: Visitor, record: str) -> None:
    """Deals and plays a record at a table."""
    code, _, actions = record.partition(":")
    player.begin(code)
    played = replay(GameRecord.parse(code)).played
    for text in actions.split():
        if text == "U":
            player.act({"undo": True})
            played = played.undone()
            continue
        action = parse_action(played.rules, played.state, text)
        player.act({"press": text} if text in played.rules.presses else {"move": action._asdict()})
        played = played.after(action)


def asked(record: str, player: int = 1, game: str = "one") -> Asked:
    """A question about where a record ends."""
    parsed = GameRecord.parse(record)
    return Asked(player, game, len(parsed.actions), str(parsed), replay(parsed).played)
