"""What is remembered of positions: only lines that win, without detours, and not more than there is room for."""

import pytest

from medialuna.contract import IllegalAction, Move, Press
from medialuna.solver import Effort, Lost, solve
from medialuna.table.known import Known, Winnable, straight
from tests.server.support.questions import WINNABLE, asked

DRAW, RECYCLE = Press("+"), Press("R")
START = asked(WINNABLE).played
GAME, STATE = START.rules, START.state


@pytest.fixture(scope="module")
def line():
    return straight(GAME, STATE, solve(GAME, STATE).actions)[1]


def test_a_detour_is_left_out(line):
    around = [*[DRAW] * 24, RECYCLE]
    assert straight(GAME, STATE, [*around, *around, *line])[1] == line


def test_what_does_not_win_is_never_kept(line):
    known = Known()
    with pytest.raises(ValueError):
        known.learn_line(GAME, STATE, line[:-1])
    with pytest.raises(IllegalAction):
        known.learn_line(GAME, STATE, [Move("1", 1, "1"), *line])
    assert known.position(GAME, STATE) is None


def test_of_two_lines_the_shorter_is_kept(line):
    known = Known()
    after = GAME.apply(STATE, DRAW)
    longer = straight(GAME, STATE, [DRAW, *solve(GAME, after).actions])[1]
    for first, second in ((line, longer), (longer, line)):
        known = Known()
        known.learn_line(GAME, STATE, first)
        known.learn_line(GAME, STATE, second)
        assert known.position(GAME, STATE) == Winnable(min(line, longer, key=len))


def test_the_end_of_a_line_is_forgotten_first(line):
    known = Known(positions=5)
    known.learn_line(GAME, STATE, line)
    assert known.position(GAME, STATE) == Winnable(line)
    states = straight(GAME, STATE, line)[0]
    assert [known.position(GAME, state) is not None for state in states[:7]] == [True] * 5 + [False] * 2


def test_a_proof_of_loss_holds_for_what_follows():
    known, proof = Known(), Lost("for the test", Effort())
    known.learn_loss(GAME, STATE, proof)
    later = START.after(DRAW).after(DRAW)
    assert known.played(later) == proof
    assert known.position(GAME, later.state) == proof
    assert known.played(asked(f"{WINNABLE}: + + U U").played) == proof


def test_a_wrong_proof_is_forgotten_with_all_that_followed_from_it(line):
    known, proof = Known(), Lost("for the test", Effort())
    known.learn_loss(GAME, STATE, proof)
    later = START.after(DRAW)
    known.played(later)
    known.learn_line(GAME, STATE, line)
    assert known.position(GAME, STATE) == Winnable(line), "a line is believed before a proof"
    assert known.is_contradicted(START)
    assert known.take_loss(GAME, STATE) == proof
    assert known.loss(GAME, later.state) is None
    assert not known.is_contradicted(START)
