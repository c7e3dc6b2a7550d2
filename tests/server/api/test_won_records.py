"""Whole won games, played through the server action by action; moves and score are those of the file."""

from pathlib import Path

import pytest

from medialuna.contract import Move
from medialuna.notation.actions import parse_action
from medialuna.record import UNDO, Game, GameRecord

FILE = Path(__file__).parents[2] / "data" / "won-records.tsv"
LINES = [line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines()[1:]]
# tests/test_record.py replays them all; through the server go every ninth and, of each variant, the first.
FIRSTS = {}
for line in LINES:
    FIRSTS.setdefault(line[0].rpartition("-")[0].partition(":")[0][:6], line)
CHOSEN = list({line[0]: line for line in [*FIRSTS.values(), *LINES[::9]]}.values())


@pytest.mark.parametrize(("text", "moves", "score"), CHOSEN, ids=[line[0].partition(":")[0] for line in CHOSEN])
def test_a_won_record_is_won(player, app, text, moves, score):
    record = GameRecord.parse(text)
    played = Game.begin(record.code.game, record.code.deal())
    player.begin(str(record.code))
    for done in record.actions:
        assert player.table["status"] == "running"
        if done == UNDO:
            action = {"undo": True}
        else:
            meant = parse_action(played.rules, played.state, done)
            action = {"move": meant._asdict()} if isinstance(meant, Move) else {"press": meant.place}
        played = played.after_text(done)
        player.act(action)
    counters = player.table["counters"]
    assert player.table["status"] == "won"
    assert counters["moves"] == int(moves)
    assert counters["score"] == (int(score) if score.strip("-") else None)
    assert player.table["step"] == len(record.actions)
    stored = app.state.playing.store.game(player.http.cookies["medialuna"], player.table["id"])[1]
    assert GameRecord.parse(stored.record) == record, "the record on disk is the record that was played"
    assert stored.status == "won"


def test_cr13_the_winning_move_is_undone_and_won_again(player):
    """The twenty cases, 12: the win is withdrawn, and not counted twice."""
    text = next(line[0] for line in LINES if line[0].startswith("CR1-N"))
    record = GameRecord.parse(text)
    played = Game.begin(record.code.game, record.code.deal())
    player.begin(str(record.code))
    for done in record.actions:
        last = {"move": parse_action(played.rules, played.state, done)._asdict()} if "-" in done else {"press": done}
        played = played.after_text(done)
        player.act(last)
    moves = player.table["counters"]["moves"]
    assert player.act({"undo": True})["status"] == "running"
    assert player.table["counters"]["moves"] == moves - 1
    assert player.act(last)["status"] == "won"
    assert player.table["counters"]["moves"] == moves
