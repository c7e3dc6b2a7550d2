"""Records: replay, undo, counters, score."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medialuna.contract import IllegalAction, Move
from medialuna.notation.deal_code import BadCode, DealCode
from medialuna.record import UNDO_LIMIT, Fault, Game, GameRecord, IllegalUndo, replay
from tests.walks import dealt

RECORDS = [
    line.split("\t")
    for line in (Path(__file__).parent / "data" / "won-records.tsv").read_text("utf-8").splitlines()[1:]
]


@pytest.mark.parametrize(("text", "moves", "score"), RECORDS, ids=[r[0].partition(":")[0] for r in RECORDS])
def test_won_records(text: str, moves: str, score: str) -> None:
    """Complete games, found by independent solvers: each is won, with this counter and (TF-14) this score."""
    record = GameRecord.parse(text)
    result = replay(record)
    assert result.fault is None
    assert result.done == len(record.actions)
    assert result.played.is_won
    assert result.played.moves == int(moves)
    if record.code.game.has_score:
        assert result.played.score == int(score)
    assert str(record) == text


def test_there_are_records_of_every_variant_but_face_down() -> None:
    assert {t.split("-")[0] + t.split("-")[1] for t, _, _ in RECORDS} == {"TF1D1N", "TF1D3N", "CR1N", "CR14N"}


def test_a_refused_action_is_told_with_its_place() -> None:
    result = replay(GameRecord.parse("TF1-D1N-AAAAAAB: + + R +"))
    assert isinstance(result.fault, Fault)
    assert (result.fault.at, result.fault.action, result.done) == (2, "R", 2)
    assert result.fault.reason
    assert result.fault.reason.rule == "TF-8"
    assert result.played.moves == 2
    nonsense = replay(GameRecord.parse("TF1-D1N-AAAAAAB: + HELLO")).fault
    assert nonsense
    assert nonsense.reason is None
    assert "HELLO" in nonsense.message


def test_reading_a_record_without_actions() -> None:
    assert GameRecord.parse("cr1-n-aaaaaab") == GameRecord(DealCode.parse("CR1-N-AAAAAAB"))
    with pytest.raises(BadCode):
        GameRecord.parse("10-14 R")


def test_record_of_actions() -> None:
    code = DealCode.parse("CR1-N-AAAAAAB")
    assert str(GameRecord.of(code, [Move("10", 1, "AS"), Move("AS", 1, "KS")])) == "CR1-N-AAAAAAB: 10-A AS-K"


def test_cr_17_tf_15_a_hundred_undos() -> None:
    """CR-17, TF-15: of 101 actions the last 100 can be undone, the first cannot, and the reason says so."""
    record = GameRecord.parse(
        "TF1-D1N-AAAAAAB: " + "+ " * 24 + "R " + "+ " * 24 + "R " + "+ " * 24 + "R " + "+ " * 24 + "R +"
    )
    assert len(record.actions) == 101
    played = replay(record).played
    for _ in range(UNDO_LIMIT):
        played = played.undone()
    assert played.why_not_undo()
    with pytest.raises(IllegalUndo) as caught:
        played.undone()
    assert caught.value.reason == ("undo.limit", "TF-15", {})
    game, first = dealt("TF1-D1N-AAAAAAB")
    assert played.state == game.apply(first, game.legal_actions(first)[-1])


def test_nothing_to_undo_at_the_deal() -> None:
    result = replay(GameRecord.parse("CR1-N-AAAAAAB: U"))
    assert result.fault
    assert result.fault.reason == ("undo.nothing", "CR-17", {})


def test_what_was_undone_cannot_be_undone_again() -> None:
    result = replay(GameRecord.parse("TF1-D1N-AAAAAAB: + + U U U"))
    assert result.fault
    assert result.fault.at == 4


def test_score_30_recycle_and_undo() -> None:
    """TF-15: score 30, recycle: 0, undo: 30; score 0, recycle: 0, undo: 0."""
    full_pass = "+ " * 24
    zero = replay(GameRecord.parse(f"TF1-D1N-AAAAAAB: {full_pass} R U")).played
    assert zero.score == 0
    record = "TF1-D1N-AAAAAAA: 7-F " + full_pass
    ten = replay(GameRecord.parse(record)).played
    assert ten.score == 10
    assert replay(GameRecord.parse(record + "R")).played.score == 0
    assert replay(GameRecord.parse(record + "R U")).played.score == 10


def test_undoing_the_winning_move_withdraws_the_win() -> None:
    for text in (RECORDS[0][0], RECORDS[-1][0]):
        record = GameRecord.parse(text)
        assert not replay(GameRecord(record.code, (*record.actions, "U"))).played.is_won
        again = GameRecord(record.code, (*record.actions, "U", record.actions[-1]))
        assert replay(again).played.is_won


def test_an_illegal_action_changes_nothing() -> None:
    game, state = dealt("CR1-N-AAAAAAB")
    played = Game.begin(game, state)
    with pytest.raises(IllegalAction) as caught:
        played.after(Move("1", 1, "1"))
    assert caught.value.state is state
    assert played == Game.begin(game, state)


TEXTS = ["+", "R", "U", "1-2", "2-1", "7-6", "6-7", "W-F", "W-1", "1-F", "7-F", "S-1", "10-A", "3-K", "AS-K", "x"]
ACTIONS = st.lists(st.sampled_from(TEXTS), max_size=30)


@given(st.sampled_from(["TF1-D3N-AAAAAAC", "CR1-N-AAAAAAC"]), ACTIONS)
def test_any_record_replays_to_its_first_fault(code: str, actions: list[str]) -> None:
    """Never an exception; the valid prefix alone replays without a fault to the same game."""
    record = GameRecord(DealCode.parse(code), tuple(actions))
    result = replay(record)
    valid = replay(GameRecord(record.code, record.actions[: result.done]))
    assert valid.ok
    assert valid.played == result.played
    assert result.played.rules.defects(result.played.state) == []
    assert result.played.score >= 0
    assert GameRecord.parse(str(record)) == GameRecord(record.code, tuple(a.upper() for a in actions))
