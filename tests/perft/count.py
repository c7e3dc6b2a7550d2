"""Perft: how many action sequences of a given length a position has.

``python -m tests.perft.count`` writes the tables.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from medialuna.contract import AnyRules
from medialuna.record import GameRecord
from medialuna.record import replay as replay_record
from tests.golden.write import shortest_records

FOLDER = Path(__file__).parent


def perft(game: AnyRules, state: Any, depth: int) -> int:
    """The number of legal sequences of ``depth`` actions."""
    actions = game.legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(game, game.apply_unchecked(state, action), depth - 1) for action in actions)


def position(text: str) -> tuple[AnyRules, Any]:
    """The game and the state after a record."""
    record = GameRecord.parse(text)
    result = replay_record(record)
    assert result.ok, result.fault
    return record.code.game, result.played.state


def _tables() -> None:
    deals = {
        "crescent": ["CR1-N-AAAAAAA:", "CR1-4B-ZZZZZZZ:", "CR1-N-AAAAAAB: R", "CR1-N-AAAAAAC: R R R"],
        "thoughtful": ["TF1-D1N-AAAAAAA:", "TF1-D3N-AAAAAAB: + +", "TF1-D3N-ZZZZZZZ: + + + + + + + + R"],
    }
    for name, record in shortest_records().items():
        lines = ["# record; then depth and number of sequences"]
        for part in (4, 2, 1.25):
            cut = record.actions[: int(len(record.actions) / part)]
            deals[name].append(str(GameRecord(record.code, cut)))
        for text in deals[name]:
            game, state = position(text)
            counts, depth = [], 1
            while depth <= 4 and (not counts or counts[-1] < 1500):
                counts.append(perft(game, state, depth))
                depth += 1
            lines += [text, *(f"  {i} {n}" for i, n in enumerate(counts, start=1))]
        (FOLDER / f"{name}.perft").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    _tables()
