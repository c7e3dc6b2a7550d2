"""The server watches its solver: a position that was called lost, and then a win from there."""

import logging
from pathlib import Path
from threading import Barrier

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import insert, select

from medialuna.notation.actions import parse_action
from medialuna.record import GameRecord, replay
from medialuna.server import config
from medialuna.server.solver import pool as module
from medialuna.server.store.schema import losses
from medialuna.solver import VERSIONS, Effort, Lost, Unknown, solve
from medialuna.table.judging import Asked
from tests.server.api.test_transfer import entry, take_in
from tests.server.support.questions import LOST, play, verdict
from tests.server.support.served import until

LINES = (Path(__file__).parents[2] / "data" / "won-records.tsv").read_text(encoding="utf-8").splitlines()[1:]
RECORDS = [min((line.split("\t")[0] for line in LINES if line[:3] == kind), key=len) for kind in ("CR1", "TF1")]
both_games = pytest.mark.parametrize("record", RECORDS, ids=["crescent", "thoughtful"])


@pytest.fixture(autouse=True)
def ready(app, caplog):
    """The solver, warmed up, which has told nothing yet."""
    thinking = app.state.thinking
    thinking.warm_up()
    thinking.known._lines.clear()
    thinking.known._losses.clear()
    caplog.set_level(logging.ERROR, "medialuna")


@pytest.fixture
def wrong(monkeypatch):
    """Makes the solver call the ends of some records lost; of all other positions it knows nothing, or is itself."""

    def about(*records, others=lambda *_: Unknown("seconds", Effort())):
        states = [replay(GameRecord.parse(record)).played.state for record in records]

        def answer(game, state, budget, search):
            return Lost("for the test", Effort()) if state in states else others(game, state, budget, search)

        monkeypatch.setattr(module, "solve", answer)

    return about


def counted(record):
    name = GameRecord.parse(record).code.game.name
    return REGISTRY.get_sample_value("medialuna_wrong_losses_total", {"game": name})


def cut(record, *, last):
    """A record without its last actions."""
    parsed = GameRecord.parse(record)
    return str(GameRecord(parsed.code, parsed.actions[:-last]))


def play_on(player, record, done):
    """Plays the rest of a record, of which so many actions are done."""
    parsed = GameRecord.parse(record)
    played = replay(GameRecord(parsed.code, parsed.actions[:done])).played
    for text in parsed.actions[done:]:
        if text in played.rules.presses:
            player.act({"press": text})
        else:
            move = parse_action(played.rules, played.state, text)
            player.act({"move": move._asdict()})
        played = played.after_text(text)


def idle(app):
    """Waits for all that the solver's threads had to do: all of them meet here."""
    meeting = Barrier(config.SOLVER_THREADS)
    for there in [app.state.thinking._pool.submit(meeting.wait) for _ in range(config.SOLVER_THREADS)]:
        there.result(60)


def kept(app, game):
    with app.state.playing.store.engine.connect() as connection:
        return connection.execute(select(losses.c.step, losses.c.version).where(losses.c.game == game)).all()


def error(caplog, record):
    """The only error in the log, which holds nothing of a player."""
    found = [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert len(found) == 1, caplog.text
    assert found[0].facts["version"] == VERSIONS[GameRecord.parse(record).code.game.name]
    return found[0].facts


@both_games
def test_a_game_that_is_won_after_it_was_called_lost(player, app, wrong, caplog, record):
    before, steps = counted(record), len(GameRecord.parse(record).actions)
    lost = cut(record, last=4)
    wrong(lost)
    play(player, lost)
    assert verdict(player)["verdict"] == "lost"
    play_on(player, record, steps - 4)
    assert player.table["status"] == "won"
    until(lambda: counted(record) == before + 1)
    facts = error(caplog, record)
    assert (facts["record"], facts["step"]) == (record, steps - 4)
    assert "for the test" in caplog.text
    assert [one for one in (player.http.cookies["medialuna"], player.table["id"]) if one in caplog.text] == []
    assert "medialuna_wrong_losses_total{game=" in player.http.get("/metrics").text


@both_games
def test_it_is_told_once_however_often_the_game_is_won(player, app, wrong, caplog, record):
    before, lost = counted(record), cut(record, last=1)
    wrong(lost)
    play(player, lost)
    verdict(player)
    done = len(GameRecord.parse(lost).actions)
    play_on(player, record, done)
    until(lambda: counted(record) == before + 1)
    player.act({"undo": True})
    play_on(player, record, done)
    idle(app)
    assert counted(record) == before + 1
    error(caplog, record)


@both_games
def test_a_line_that_wins_from_a_position_that_was_called_lost(player, app, wrong, caplog, record):
    before, steps = counted(record), len(GameRecord.parse(record).actions)
    lost = cut(record, last=6)
    wrong(lost)
    play(player, lost)
    assert verdict(player)["verdict"] == "lost"
    idle(app)
    # What is proven is not searched again; a memory that has forgotten is what makes it search.
    app.state.thinking.known._losses.clear()
    wrong(others=solve)
    play_on(player, cut(record, last=5), steps - 6)
    found = verdict(player, line=1)
    assert found["verdict"] == "won"
    until(lambda: counted(record) == before + 1)
    facts = error(caplog, record)
    assert facts["step"] == steps - 6
    assert facts["record"].startswith(f"{cut(record, last=5)} ")
    assert replay(GameRecord.parse(facts["record"])).played.is_won, "the record refutes it by itself"


@both_games
def test_a_line_found_in_another_game_contradicts_it_too(player, visit, app, wrong, caplog, record):
    """And what one player was told is wrong for the other who comes there."""
    before, steps = counted(record), len(GameRecord.parse(record).actions)
    lost = cut(record, last=6)
    wrong(lost)
    play(player, lost)
    assert verdict(player)["verdict"] == "lost"
    other = visit()
    other.start()
    play(other, lost)
    assert verdict(other)["verdict"] == "lost"
    idle(app)
    thinking = app.state.thinking
    later = replay(GameRecord.parse(cut(record, last=5))).played
    thinking.known.learn_line(later.rules, later.state, solve(later.rules, later.state).actions)
    play_on(player, cut(record, last=5), steps - 6)
    assert verdict(player)["verdict"] == "won"
    until(lambda: counted(record) == before + 1)
    assert error(caplog, record)["step"] == steps - 6


@both_games
def test_a_line_found_on_the_way_back_from_another_loss(player, app, wrong, caplog, record):
    before, steps = counted(record), len(GameRecord.parse(record).actions)
    wrong(cut(record, last=6))
    play(player, cut(record, last=6))
    assert verdict(player)["verdict"] == "lost"
    idle(app)
    app.state.thinking.known._losses.clear()
    wrong(cut(record, last=1), others=solve)
    play_on(player, cut(record, last=1), steps - 6)
    assert verdict(player)["undos"] == 1
    until(lambda: counted(record) > before)
    # The same line refutes the second loss, unless it happens to avoid it.
    assert caplog.records[0].facts["step"] == steps - 6


@both_games
def test_what_an_older_solver_has_called_lost_is_judged_again_and_its_fault_told(
    player, app, caplog, record, monkeypatch
):
    before, steps = counted(record), len(GameRecord.parse(record).actions)
    lost = cut(record, last=3)
    play(player, lost)
    name, version = GameRecord.parse(record).code.game.name, VERSIONS[GameRecord.parse(record).code.game.name]
    with app.state.playing.store.writing() as connection:
        row = {"game": player.table["id"], "step": steps - 3, "version": version, "evidence": "dead"}
        connection.execute(insert(losses).values(row))
    monkeypatch.setattr("medialuna.server.solver.wrong_losses.VERSIONS", {name: version + 1})
    assert verdict(player)["verdict"] == "won", "what was stored is not believed"
    until(lambda: counted(record) == before + 1)
    assert error(caplog, record)["step"] == steps - 3
    assert kept(app, player.table["id"]) == []


@both_games
def test_another_process_has_called_it_lost(player, app, wrong, caplog, record):
    before, lost = counted(record), cut(record, last=2)
    wrong(lost)
    play(player, lost)
    verdict(player)
    idle(app)
    steps = len(GameRecord.parse(lost).actions)
    assert kept(app, player.table["id"]) == [(steps, VERSIONS[GameRecord.parse(record).code.game.name])]
    app.state.thinking.known._losses.clear()
    play_on(player, record, steps)
    until(lambda: counted(record) == before + 1)
    assert error(caplog, record)["step"] == steps


def test_a_game_that_was_won_before_the_verdict_came(player, app, caplog):
    record = RECORDS[1]
    before, lost = counted(record), cut(record, last=2)
    play(player, record)
    end = replay(GameRecord.parse(lost)).played
    thinking = app.state.thinking
    thinking.known.learn_loss(end.rules, end.state, Lost("for the test", Effort()))
    asked = Asked(1, player.table["id"], 1, lost, end)
    thinking._keep_loss(asked)
    assert counted(record) == before + 1
    error(caplog, record)


def test_a_win_that_comes_with_a_file(player, app, wrong, caplog):
    record = RECORDS[1]
    before, lost = counted(record), cut(record, last=2)
    wrong(lost)
    begun = "2026-11-30T05:25:36.120945Z"
    assert take_in(player, entry(lost, created=begun)).json()["added"] == 1
    player.table = player.start(str(GameRecord.parse(lost).code))["game"]
    assert verdict(player)["verdict"] == "lost"
    assert take_in(player, entry(record, created=begun, status="won")).json()["continued"] == 1
    until(lambda: counted(record) == before + 1)
    error(caplog, record)


def test_an_honest_loss_is_silent(player, app, caplog):
    """Also when the game is won after the fatal action was taken back."""
    before = counted(LOST)
    play(player, LOST)
    found = verdict(player)
    assert (found["verdict"], found["undos"]) == ("lost", 1)
    idle(app)
    assert kept(app, player.table["id"]) == [(2, VERSIONS["thoughtful"])]
    player.act({"undo": True})
    for action in verdict(player, line=1)["line"]:
        player.act(action)
    assert player.table["status"] == "won"
    idle(app)
    assert counted(LOST) == before
    assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []
