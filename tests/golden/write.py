"""Writes the golden games: ``python -m tests.golden.write`` after a change of rules; then review the diff."""

from __future__ import annotations

from pathlib import Path

from medialuna.notation.actions import format_action
from medialuna.notation.board_text import write_board
from medialuna.record import Game, GameRecord

FOLDER = Path(__file__).parent
RECORDS = FOLDER.parent / "data" / "won-records.tsv"


def golden_text(record: GameRecord) -> str:
    """A whole game as text: before every action the board, the counters and the legal actions."""
    game = record.code.game
    played = Game.begin(game, record.code.deal())
    parts = [f"{record.code}"]
    for step, action in enumerate((*record.actions, "end")):
        legal = " ".join(sorted(format_action(game, a) for a in game.legal_actions(played.state)))
        score = f", score {played.score}" if game.has_score else ""
        parts.append(
            f"step {step}, moves {played.moves}{score}\n"
            f"{write_board(game, played.state)}\nlegal: {legal or 'none'}\n> {action}"
        )
        if action != "end":
            played = played.after_text(action)
    return "\n\n".join(parts) + ("\n\nwon\n" if played.is_won else "\n\nnot won\n")


def shortest_records() -> dict[str, GameRecord]:
    """Of each game the won record with the fewest actions, an undo put into its middle."""
    best: dict[str, GameRecord] = {}
    for line in RECORDS.read_text("utf-8").splitlines()[1:]:
        record = GameRecord.parse(line.partition("\t")[0])
        name = record.code.game.name
        if name not in best or len(record.actions) < len(best[name].actions):
            best[name] = record
    return {name: _with_undo(record) for name, record in best.items()}


def _with_undo(record: GameRecord) -> GameRecord:
    middle = len(record.actions) // 2
    again = (*record.actions[:middle], "U", record.actions[middle - 1], *record.actions[middle:])
    return GameRecord(record.code, again)


if __name__ == "__main__":
    for name, record in shortest_records().items():
        (FOLDER / f"{name}.txt").write_text(golden_text(record), "utf-8")
