"""The front door: ``import medialuna as ml``."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest

import medialuna as ml
from medialuna.games.crescent import Crescent
from medialuna.games.thoughtful import Thoughtful
from medialuna.notation import exchange
from medialuna.notation.exchange import FORMATS
from tests.test_record import RECORDS
from tests.walks import VARIANTS, name_of, walk

WON = [text for text, _, _ in RECORDS[:2] + RECORDS[-2:]]


def test_every_name_is_there_and_in_one_list() -> None:
    for name in ml.__all__:
        assert getattr(ml, name) is not None
    assert set(ml.__all__) <= set(dir(ml))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = ml.nonsense


def test_importing_and_playing_loads_neither_solver_nor_server() -> None:
    script = (
        "import sys, medialuna as ml\n"
        "assert not any(name.startswith('medialuna.') for name in sys.modules), 'import medialuna'\n"
        "game = ml.deal('TF1-D1N-AAAAAAB'); game.play('+'); str(game)\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules} "
        "& {'numba', 'numpy', 'babel', 'fastapi', 'sqlalchemy', 'typer', 'msgspec'}))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("text", WON)
def test_a_record_replays_and_plays_the_same(text: str) -> None:
    game = ml.replay(text)
    assert (game.status, str(game.record)) == ("won", text)
    again = ml.deal(text.partition(":")[0])
    for action in text.split()[1:]:
        assert again.why_not(action) is None
        again.play(action.lower())
    assert again.now == game.now
    positions = list(game.positions())
    assert len(positions) == len(game.actions) + 1
    assert (positions[0].moves, positions[-1]) == (0, game.now)
    assert str(game.copy().record) == text


def test_every_legal_action_can_be_played_and_nothing_else() -> None:
    game = ml.replay("TF1-D3N-AAAAAAC: + + +")
    for text in ["+", "R", "1-2", "7-F", "W-F", "S-1"]:
        reason = game.why_not(text)
        assert (reason is None) == (text in game.legal_actions)
        if reason:
            with pytest.raises(ml.IllegalAction) as caught:
                game.play(text)
            assert caught.value.reason == reason
            assert ml.explain(reason, "es")
    assert game.actions == ("+",) * 3


def test_actions_are_texts_or_moves() -> None:
    game, other = ml.deal("CR1-N-AAAAAAB"), ml.deal("CR1-N-AAAAAAB")
    for action in game.rules.legal_actions(game.state)[:1]:
        game.play(action)
        other.play(*game.actions)
    assert str(game.record) == str(other.record)
    assert game.now == other.now


@pytest.mark.parametrize("bad", ["+ + R", "+ nonsense", "U", "+ U U", ""])
def test_all_actions_are_done_or_none(bad: str) -> None:
    game = ml.deal("TF1-D1N-AAAAAAB")
    with pytest.raises((ml.IllegalAction, ml.BadAction, ml.IllegalUndo)):
        game.play(bad)
    assert game.actions == ()
    assert game.moves == 0


def test_undo_and_redo() -> None:
    game = ml.replay("TF1-D1N-AAAAAAB: 1-7 + +")
    before = game.state
    assert game.why_not("u") is None
    game.undo()
    game.undo()
    game.redo()
    game.redo()
    assert game.state == before
    assert game.actions == ("1-7", "+", "+", "U", "U", "+", "+")
    with pytest.raises(ml.NothingToRedo):
        game.redo()
    fresh = ml.deal("CR1-N-AAAAAAB")
    with pytest.raises(ml.IllegalUndo):
        fresh.undo()
    reason = fresh.why_not("U")
    assert reason
    assert reason.code == "undo.nothing"


def test_counters() -> None:
    crescent, thoughtful = ml.deal("CR1-4N-AAAAAAB"), ml.deal("TF1-D1N-AAAAAAB")
    assert (crescent.score, crescent.redeals_left) == (None, 4)
    assert (thoughtful.score, thoughtful.redeals_left) == (0, None)
    crescent.play("R")
    assert (crescent.moves, crescent.redeals_left, crescent.status) == (0, 3, "running")


def test_a_blocked_game_says_so() -> None:
    assert ml.read_board("1: 5S\n2: 9H\nredistributions: 0", _lenient()).status == "blocked"


def _lenient() -> Crescent:
    """Rules with a pack of these cards alone."""

    class Part(Crescent):
        def defects(self, state: object) -> list[str]:
            return []

    return Part()


# --- deals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "code"), [("crescent", "CR1-N-"), (" Thoughtful ", "TF1-D1N-")])
def test_a_deal_by_chance_is_of_the_usual_variant(name: str, code: str) -> None:
    assert str(ml.deal(name).code).startswith(code)
    assert str(ml.deal(name, seed=7).code) == str(ml.deal(name, seed=7).code) != str(ml.deal(name, seed=8).code)


def test_a_winnable_deal_has_its_grade() -> None:
    game = ml.deal("thoughtful", winnable=True, grade=3, seed=1)
    verdict = ml.solve(game)
    assert 100 <= verdict.effort.visited < 1000
    game.play(*verdict.line)
    assert game.status == "won"


def test_what_is_no_deal() -> None:
    for text in ("thoughtfull", "TF1-D2N-AAAAAAB", ""):
        with pytest.raises(ml.BadCode):
            ml.deal(text)
    for wrong in ({"winnable": True}, {"grade": 2}, {"seed": 0}):
        with pytest.raises(ml.BadRequest, match="one deal"):
            ml.deal("CR1-N-AAAAAAB", **wrong)
    for grade in (0, 6, -1):
        with pytest.raises(ml.BadRequest, match="expected 1"):
            ml.deal("crescent", grade=grade)


@pytest.mark.parametrize(
    ("text", "at"), [("TF1-D1N-AAAAAAB: + + R +", 2), ("CR1-N-AAAAAAB: x", 0), ("TF1-D1N-AAAAAAB: + U U", 2)]
)
def test_a_bad_record_tells_its_fault_and_keeps_what_was_good(text: str, at: int) -> None:
    with pytest.raises(ml.BadRecord, match=f"action {at + 1}, ") as caught:
        ml.replay(text)
    assert caught.value.fault.at == at
    assert caught.value.game.actions == tuple(text.split()[1 : at + 1])


# --- boards ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", VARIANTS, ids=name_of)
def test_what_is_printed_is_read_back(rules: Crescent | Thoughtful) -> None:
    for state, _ in list(walk(rules, 5, 100))[::20]:
        game = ml.PlayedGame(rules, state)
        for again in (ml.read_board(str(game)), ml.read_board(str(game), rules)):
            assert str(again) == str(game)
            assert again.rules.name == rules.name
        assert again.legal_actions == game.legal_actions


def test_a_game_from_a_board_has_no_record_but_can_be_played() -> None:
    game = ml.read_board(str(ml.deal("TF1-D1N-AAAAAAB")))
    game.play("1-7 + U")
    assert game.actions == ("1-7", "+", "U")
    with pytest.raises(ml.BadRequest, match="no deal code"):
        _ = game.record
    assert "1-7" in repr(game)


def test_a_bad_board_tells_all_that_is_wrong() -> None:
    with pytest.raises(ml.BadPosition) as caught:
        ml.read_board("1: AS AS\nW: 2H")
    assert "AS: expected 1, found 2" in caught.value.defects
    assert "KC: expected 1, found 0" in caught.value.defects
    with pytest.raises(ml.BadBoard):
        ml.read_board("somewhere: AS")


# --- files -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, format in FORMATS.items() if format.write])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_the_format_of_a_file_is_found(name: str, mark: str, tmp_path: Path) -> None:
    codes = ["CR1-N-AAAAAAB", "CR1-N-AAAAAAC"] if name == "piles" else ["TF1-D1N-AAAAAAB", "TF1-D1N-AAAAAAC"]
    deals = exchange.read("code", "\n".join(codes))
    path = tmp_path / "deals"
    path.write_text(mark + exchange.write(name, deals), "utf-8")
    boards = [str(ml.deal(deal)) for deal in deals]
    assert [str(ml.deal(deal)) for deal in ml.read_deals(str(path), name)] == boards
    if name in ("klondike-solver", "ksolve"):
        # the same digits mean other suits in the one and in the other
        with pytest.raises(ml.BadRequest, match="klondike-solver or ksolve"):
            ml.read_deals(path)
    else:
        assert [str(ml.deal(deal)) for deal in ml.read_deals(path)] == boards


def test_a_file_of_codes(tmp_path: Path) -> None:
    path = tmp_path / "codes.txt"
    path.write_text("# two\nCR1-N-AAAAAAB\nTF1-D3B-AAAAAAC\n", "utf-8")
    assert [deal.id for deal in ml.read_deals(path)] == ["CR1-N-AAAAAAB", "TF1-D3B-AAAAAAC"]
    assert ml.deal(next(ml.read_deals(path))).state == ml.deal("CR1-N-AAAAAAB").state


def test_a_file_without_deals(tmp_path: Path) -> None:
    path = tmp_path / "deals.csv"
    path.write_text("name,cards\nx,y\n", "utf-8")
    with pytest.raises(ml.BadDeal, match="no deal in any of the formats"):
        ml.read_deals(path)
    with pytest.raises(ml.BadRequest, match="expected one of code"):
        ml.read_deals(path, "xls")
    with pytest.raises(OSError, match="nowhere"):
        ml.read_deals(tmp_path / "nowhere")


# --- verdicts --------------------------------------------------------------------------------------------------


def test_verdicts_of_whatever_has_a_position() -> None:
    code = "TF1-D1N-AAAAAAB"
    (named,) = exchange.read("code", code)
    played = ml.deal(code)
    for what in (code, f"{code}:", ml.DealCode.parse(code), ml.GameRecord.parse(code), named, played, played.now):
        verdict = ml.solve(what, states=200_000)
        assert verdict.outcome == "won"
        assert ml.replay(f"{code}: {' '.join(verdict.line)}").status == "won"
    assert ml.solve(code, states=1).outcome == "unknown"
    assert ml.solve(code, states=1).why == "states"
    with pytest.raises(ml.BadRecord):
        ml.solve(f"{code}: R")


def _codes() -> Iterator[str]:
    """Endlessly many deals."""
    return (str(ml.DealCode(Thoughtful(), number)) for number in count(1))


@pytest.mark.parametrize("workers", [1, 2])
def test_many_deals_are_solved_lazily_and_in_order(workers: int) -> None:
    taken: list[str] = []

    def noted() -> Iterator[str]:
        for code in _codes():
            taken.append(code)
            yield code

    found = list(islice(ml.solve_many(noted(), workers=workers, states=20_000), 5))
    assert [deal for deal, _ in found] == list(islice(_codes(), 5))
    assert len(taken) <= 5 + 2 * workers + 1
    assert found[0][1].line == ml.solve("TF1-D1N-AAAAAAB", states=20_000).line


def test_an_error_of_another_process_arrives_whole() -> None:
    deals = ["TF1-D1N-AAAAAAB", "TF1-D1N-AAAAAAB: R"]
    many = ml.solve_many(deals, workers=2, states=1)
    next(many)
    with pytest.raises(ml.BadRecord) as caught:
        next(many)
    assert caught.value.fault.reason
    assert caught.value.fault.reason.rule == "TF-8"
    with pytest.raises(ml.BadRequest, match="workers 0"):
        ml.solve_many([], workers=0)


def test_a_played_game_can_be_sent_to_another_process() -> None:
    game = ml.replay("CR1-N-AAAAAAB: R")
    again = pickle.loads(pickle.dumps(game))
    assert (str(again.record), again.now) == (str(game.record), game.now)
    assert isinstance(again, ml.PlayedGame)
