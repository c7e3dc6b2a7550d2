"""How long the readable rules take to list the legal actions of a middle game, and to apply one.

    .venv/bin/python benchmarks/legal_actions.py

CPU time of plain Python; the mean over positions of the won games in tests/data, from a third to two thirds of each.
"""

from __future__ import annotations

import time
from pathlib import Path

from medialuna.record import Game, GameRecord

RECORDS = Path(__file__).parent.parent / "tests" / "data" / "won-records.tsv"
REPEATS = 5


def middle_positions(name: str) -> list[Game]:
    """Every tenth position of the middle third of each won game."""
    found = []
    for line in RECORDS.read_text("utf-8").splitlines()[1:]:
        record = GameRecord.parse(line.partition("\t")[0])
        if record.code.game.name != name:
            continue
        played = Game.begin(record.code.game, record.code.deal())
        third = len(record.actions) // 3
        for step, text in enumerate(record.actions[: 2 * third]):
            played = played.after_text(text)
            if step >= third and step % 10 == 0:
                found.append(played)
    return found


def main() -> None:
    print(f"{'':12}{'positions':>10}{'legal':>8}{'list, ms':>10}{'apply, ms':>11}")
    for name in ("crescent", "thoughtful"):
        positions = middle_positions(name)
        best_list = best_apply = float("inf")
        for _ in range(REPEATS):
            start = time.process_time()
            actions = [p.rules.legal_actions(p.state) for p in positions]
            middle = time.process_time()
            after = [p.rules.apply(p.state, a) for p, found in zip(positions, actions, strict=True) for a in found]
            end = time.process_time()
            best_list = min(best_list, (middle - start) / len(positions))
            best_apply = min(best_apply, (end - middle) / len(after))
        legal = len(after) / len(positions)
        print(f"{name:12}{len(positions):10}{legal:8.1f}{best_list * 1e3:10.3f}{best_apply * 1e3:11.4f}")


if __name__ == "__main__":
    main()
