"""Beams as one of the ways in which the solver looks for a win."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from medialuna.record import GameRecord, replay
from medialuna.solver import Budget, Search, Unknown, Won, check_win, solve
from medialuna.solver.crescent import decide
from medialuna.solver.crescent.beams import beam_bytes
from tests.crescent_positions import passed, small

ASTRAY = """CR1-N-APXWOKS: 6-K 8-A 15-K 15-A 6-A 12-A 15-K 15-A 10-A 5-6 5-8 5-16 11-5 11-10 2-7 10-13 2-13 2-K
11-K 11-10 16-K 15-K 11-A 12-A 16-12 16-A 2-K 16-K 16-6 2-K 13-16 6-2 13-16 13-16 13-A 13-A 13-9 3-A
2-6 9-14 9-14 6-2 6-2 6-2 KD-A KD-A 12-A 12-K 13-K 12-15 10-13 10-13 10-A 16-A 7-15 7-15 7-K 1-K
7-10 7-6 4-12 7-A 7-A 2-A 3-A 2-A 4-10 4-10 14-10 8-3 8-3 8-A 8-K 8-A 3-A 3-A 9-A 9-K 9-A 10-8 13-16
8-K 10-K 10-K 10-K 10-8 4-10 4-K 4-K 15-K 15-A 5-14 16-13 5-14 5-K 13-16 11-14 KH-A"""
"""A middle game in which walks find no win for long."""


@pytest.fixture
def astray():
    return replay(GameRecord.parse(ASTRAY)).played


@pytest.fixture
def at_once(monkeypatch):
    """Beams before anything else."""
    monkeypatch.setattr(decide, "BEAMS", ((0, 4), (100, 60)))


def test_a_beam_wins_where_walks_go_astray(astray, monkeypatch):
    found = solve(astray.rules, astray.state, Budget(states=200_000))
    assert isinstance(found, Won)
    check_win(astray.rules, astray.state, found.actions)
    again = solve(astray.rules, astray.state, Budget(states=200_000))
    assert isinstance(again, Won)
    assert (again.actions, again.effort.visited) == (found.actions, found.effort.visited)
    monkeypatch.setattr(decide, "MOST_FOR_BEAMS", 0)
    assert isinstance(solve(astray.rules, astray.state, Budget(states=200_000)), Unknown)


def test_with_beams_small_positions_have_the_same_verdict(at_once, monkeypatch):
    rng, seen = Random(12), Counter()
    for number in range(1000):
        game, state = small(rng, 13) if number % 2 else passed(rng)
        with monkeypatch.context() as without:
            without.setattr(decide, "MOST_FOR_BEAMS", 0)
            plain = solve(game, state, Budget(states=100_000))
        verdict = solve(game, state, Budget(states=100_000))
        assert type(verdict) is type(plain), (game, state)
        if isinstance(verdict, Won):
            check_win(game, state, verdict.actions)
        seen[type(verdict).__name__] += 1
    assert seen["Won"] > 400
    assert seen["Lost"] > 80


def test_a_beam_keeps_to_the_budget(astray, at_once):
    short = solve(astray.rules, astray.state, Budget(states=5_000))
    assert isinstance(short, Unknown)
    assert short.why == "states"
    assert short.effort.visited < 6_000
    memory = short.effort.memory + beam_bytes(60) // 2
    little = solve(astray.rules, astray.state, Budget(states=60_000, memory=memory))
    assert isinstance(little, Unknown)
    assert little.effort.memory <= memory
    stopped = Search()
    stopped.cancel()
    assert isinstance(solve(astray.rules, astray.state, search=stopped), Unknown)
