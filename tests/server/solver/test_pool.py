"""The solver at the table: its queue, its deadlines, what it remembers, the way back from a lost position.

Where the order of events matters, a solver that waits for a sign stands in for the real one: no clock decides a test.
"""

import time
from threading import Event

import pytest

from medialuna.contract import Press
from medialuna.server import config
from medialuna.server.solver import pool as module
from medialuna.server.solver.pool import Thinking
from medialuna.server.store.engine import open_database
from medialuna.server.store.games import Store
from medialuna.server.store.solver_results import Findings
from medialuna.solver import Effort, NoSolver, Unknown
from medialuna.table.judging import Asked
from medialuna.table.refusals import Unavailable
from tests.server.support.questions import HARD, LOST, WINNABLE, asked
from tests.server.support.served import until

SOON = 60
"""Seconds after which a test gives up; nothing here takes as long."""


@pytest.fixture
def findings(database):
    store = Store(open_database(database))
    yield Findings(store)
    store.close()


@pytest.fixture
def thinking(findings):
    made = Thinking(findings)
    yield made
    made.close()


@pytest.fixture
def waiting(monkeypatch):
    """A solver that goes on until it is stopped, or ``let_go`` is set; ``begun`` counts its searches."""

    class Waiting:
        def __init__(self):
            self.begun, self.let_go = [], Event()

        def solve(self, game, state, budget, search):
            self.begun.append(state)
            while not search.is_cancelled and not self.let_go.is_set():
                time.sleep(0.002)
            return Unknown("stopped" if search.is_cancelled else "seconds", Effort())

    stand_in = Waiting()
    monkeypatch.setattr(module, "solve", stand_in.solve)
    yield stand_in
    stand_in.let_go.set()


def found(thinking, record, seconds=SOON):
    """The answer to a question that is put to the pool."""
    return thinking.ask(asked(record), seconds).future.result(SOON)


# --- the queue -------------------------------------------------------------------------------------------------


def test_a_full_queue_refuses_instead_of_growing(findings, waiting):
    thinking = Thinking(findings, threads=1, waiting=2)
    open_questions = [thinking.ask(asked(HARD, player), SOON) for player in range(3)]
    with pytest.raises(Unavailable) as refused:
        thinking.ask(asked(HARD, 9), SOON)
    assert refused.value.code == "server.busy"
    waiting.let_go.set()
    for question in open_questions:
        assert question.future.result(SOON).verdict == "unknown"
    until(lambda: not thinking.open_questions())
    assert thinking.ask(asked(HARD, 9), SOON).future.result(SOON).verdict == "unknown"
    thinking.close()


def test_one_player_cannot_take_the_whole_queue(thinking, waiting):
    for _ in range(config.QUESTIONS_PER_PLAYER):
        thinking.ask(asked(HARD, 1), SOON)
    with pytest.raises(Unavailable, match="busy"):
        thinking.ask(asked(HARD, 1), SOON)
    thinking.ask(asked(HARD, 2), SOON)


def test_a_cancelled_question_frees_its_thread_and_is_not_searched_when_it_had_not_begun(findings, waiting):
    thinking = Thinking(findings, threads=1, waiting=2)
    first, second, third = (thinking.ask(asked(HARD, player), SOON) for player in range(3))
    until(lambda: len(waiting.begun) == 1)
    second.leave()
    first.leave()
    assert first.future.result(SOON).why == "stopped"
    assert second.future.result(SOON).why == "stopped"
    until(lambda: len(waiting.begun) == 2)
    third.leave()
    assert third.future.result(SOON).why == "stopped"
    thinking.close()


def test_a_question_whose_time_went_by_in_the_queue_says_so(findings, waiting):
    thinking = Thinking(findings, threads=1, waiting=1)
    thinking.ask(asked(HARD, 1), SOON)
    late = thinking.ask(asked(HARD, 2), 0.0)
    waiting.let_go.set()
    assert late.future.result(SOON).why == "busy"
    thinking.close()


def test_the_end_of_the_server_ends_all_searches(thinking, waiting):
    questions = [thinking.ask(asked(HARD, player), SOON) for player in range(4)]
    thinking.close()
    assert {question.future.result(SOON).why for question in questions} == {"stopped"}
    with pytest.raises(Unavailable, match="busy"):
        thinking.ask(asked(HARD, 9), SOON)


def test_a_real_search_is_stopped_long_before_its_time(thinking):
    question = thinking.ask(asked(HARD), SOON)
    until(lambda: question.progress()["visited"] > 0)
    question.leave()
    began = time.monotonic()
    assert question.future.result(SOON).why == "stopped"
    # Within 50 milliseconds, says Budget; a busy machine is allowed more.
    assert time.monotonic() - began < SOON / 2


# --- verdicts --------------------------------------------------------------------------------------------------


def test_a_solver_that_fails_is_not_a_verdict(thinking, monkeypatch, caplog):
    def fail(*_):
        raise AssertionError("a winning line does not win")

    monkeypatch.setattr(module, "solve", fail)
    answer = found(thinking, WINNABLE)
    assert (answer.verdict, answer.why) == ("unknown", "fault")
    assert "does not win" in caplog.text


def test_what_ended_the_search_is_told(thinking, monkeypatch):
    monkeypatch.setattr(config, "SOLVER_MEMORY", 2**20)
    assert found(thinking, HARD).why == "memory"


def test_a_line_is_followed_without_asking_the_solver_again(thinking, monkeypatch):
    first = found(thinking, WINNABLE)
    assert first.verdict == "won"
    monkeypatch.delattr(module, "solve")
    here = asked(WINNABLE).played
    for number, action in enumerate(first.actions):
        position = Asked(1, "one", number, WINNABLE, here)
        answer = thinking.at_once(position)
        assert answer is not None
        assert answer.actions[0] == action
        assert len(answer.actions) == len(first.actions) - number, "every action leads nearer to the end"
        here = here.after(action)
    assert here.is_won


def test_a_line_is_shorter_than_the_first_one_found(thinking, monkeypatch):
    lengths = {}
    for seconds in (0.0, 2.0):
        monkeypatch.setattr(config, "SHORTEN_SECONDS", seconds)
        thinking.judge.known = module.Known()
        lengths[seconds] = len(found(thinking, "TF1-D1N-AAAAAAD").actions)
    assert lengths[2.0] < 0.9 * lengths[0.0]


def test_no_position_comes_twice_on_a_line(thinking):
    """A hint is never a pointless shuttle."""
    line, here = found(thinking, "CR1-N-AAAAAAB").actions, asked("CR1-N-AAAAAAB").played
    states = [here.state]
    for action in line:
        here = here.after(action)
        states.append(here.state)
    assert len(set(states)) == len(states)


def test_what_was_played_before_a_won_position_can_be_won_too(thinking):
    record = f"{WINNABLE}: 2-5 + +"
    assert found(thinking, record).verdict == "won"
    until(lambda: thinking.at_once(asked(WINNABLE)) is not None)
    start = thinking.at_once(asked(WINNABLE))
    assert start.actions[0] == asked(record).way()[0]
    assert thinking.at_once(asked(f"{record} U")).verdict == "won"


def test_the_actions_of_the_undo_history_leave_out_what_was_undone():
    way = asked(f"{WINNABLE}: + + U 2-5 + U U +").way()
    assert way == [Press("+"), Press("+")]
    # What lies before a redistribution cannot be undone, and is no part of the way.
    assert asked("CR1-N-AAAAAAB: 8-A R").way() == []


# --- lost positions --------------------------------------------------------------------------------------------


def test_a_lost_position_says_how_many_undos_lead_back(thinking):
    for more, undos in {"": 1, " +": 2, " + + +": 4}.items():
        answer = found(thinking, LOST + more)
        assert (answer.verdict, answer.undos) == ("lost", undos)
        assert thinking.at_once(asked(LOST + more)) == answer
    # Undoing as it says leads to a position that is won.
    assert found(thinking, f"{LOST} + U U").verdict == "won"


def test_what_follows_from_a_lost_position_is_lost_at_once(thinking, monkeypatch):
    found(thinking, LOST)
    monkeypatch.delattr(module, "solve")
    answer = thinking.at_once(asked(f"{LOST} + +"))
    assert (answer.verdict, answer.undos) == ("lost", 3)


def test_where_no_earlier_position_is_known_to_be_winnable(thinking, monkeypatch):
    real = module.solve
    lost = asked(LOST).played.state

    def only_this(game, state, budget, search):
        return real(game, state, budget, search) if state == lost else Unknown("seconds", Effort())

    monkeypatch.setattr(module, "solve", only_this)
    answer = found(thinking, LOST)
    assert (answer.verdict, answer.undos) == ("lost", None)


def test_cr17_going_back_stops_at_a_redistribution(thinking, monkeypatch):
    from medialuna.solver import Lost

    monkeypatch.setattr(module, "solve", lambda game, state, budget, search: Lost("for the test", Effort()))
    answer = found(thinking, "CR1-N-AAAAAAB: 8-A R")
    assert (answer.verdict, answer.undos) == ("lost", None)


# --- lines that are kept with the game -------------------------------------------------------------------------


@pytest.fixture
def game(findings):
    store = findings._store
    player, _ = store.new_player()
    return store.new_game(player.id, WINNABLE, f"{WINNABLE}:").id


def test_a_restart_keeps_the_line(thinking, findings, game, monkeypatch):
    first = thinking.ask(asked(WINNABLE, game=game), SOON).future.result(SOON)
    assert first.verdict == "won"
    # the answer comes first, and then it is kept
    until(lambda: findings.line(game))
    monkeypatch.delattr(module, "solve")
    after = Thinking(findings)
    assert after.at_once(asked(WINNABLE, game=game)) == first
    # And in the middle of the line, after some of it was followed.
    third = Thinking(findings)
    here = asked(WINNABLE).played.after(first.actions[0])
    text = findings.line(game).split()[1]
    answer = third.at_once(Asked(1, game, 1, f"{WINNABLE}: {text}", here))
    assert answer.actions == first.actions[1:]


@pytest.mark.parametrize("line", ["0 +", "0 nonsense", "0 2-5 4-2", "9 +", "x", "0"])
def test_a_stored_line_is_replayed_before_it_is_believed(thinking, findings, game, line, caplog):
    findings.keep_line(game, line)
    assert thinking.at_once(asked(WINNABLE, game=game)) is None
    assert "does not win" in caplog.text


# --- warming up ------------------------------------------------------------------------------------------------


def test_questions_are_refused_until_the_kernels_are_ready(thinking, monkeypatch):
    loaded, go_on = [], Event()

    def slowly(name):
        loaded.append(name)
        go_on.wait(SOON)

    monkeypatch.setattr(module, "load", slowly)
    monkeypatch.setattr(thinking.stock, "fill", lambda: None)
    monkeypatch.setattr(config, "WARMING_DELAY", 0.0)
    with pytest.raises(Unavailable) as refused:
        thinking.check_ready("thoughtful")
    assert refused.value.code == "server.warming"
    go_on.set()
    thinking.start(0.0)
    until(lambda: thinking.is_ready)
    assert thinking.check_ready("thoughtful") is True
    assert sorted(loaded) == ["crescent", "thoughtful"], "each is warmed up once"


def test_a_game_without_solver_is_not_waited_for(thinking, monkeypatch):
    def none(name):
        raise NoSolver(name)

    monkeypatch.setattr(module, "load", none)
    thinking.warm_up()
    assert thinking.is_ready
    assert thinking.check_ready("crescent") is False
