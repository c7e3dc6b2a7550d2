"""The hunt for wrong proofs in Thoughtful: its judge, its reducer, that it catches what is wrong, and a part of it with
fixed examples."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from hunt.frame import kills, reduced
from hunt.thoughtful import SUBJECT
from hunt.thoughtful.brute import Search, judge
from hunt.thoughtful.follow import fault_along, is_packed_right
from hunt.thoughtful.laws import LAWS, laws
from hunt.thoughtful.lines import recorded_lines, won_lines
from hunt.thoughtful.positions import Position, random_small
from hunt.thoughtful.proofs import DEAD_TESTS, SEARCHES, WRONG_TESTS, deadly, sole_kills, wrong_kills
from hunt.thoughtful.reduce import smaller_ones
from medialuna.solver import Budget, Lost, Won, reference, solve
from tests.thoughtful_decks import same_table, small_positions


def test_the_judge_visits_what_a_search_by_the_rules_visits() -> None:
    """Of lost positions exactly as many; a win is replayed by the rules."""
    ends: Counter[str] = Counter()
    rng = Random(7)
    tiny = (position for position in iter(lambda: random_small(rng), None) if position.cards <= 11)
    for game, state in islice(tiny, 200):
        search, by_rules = Search(game, state, 50_000), reference.search(game, state, limit=300, same=same_table)
        if search.answer == "won":
            here = state
            for action in search.line():
                here = game.apply(here, action)
            assert game.is_won(here)
            assert not isinstance(by_rules, Lost)
        else:
            assert search.answer == "lost"
            assert not isinstance(by_rules, Won)
            if isinstance(by_rules, Lost):
                assert search.stored == by_rules.effort.stored, (game, state)
        ends[f"{search.answer}, {type(by_rules).__name__}"] += 1
    assert ends["won, Won"] > 15
    assert ends["lost, Lost"] > 30


def test_the_judge_calls_nothing_lost_that_a_line_wins() -> None:
    rng = Random(6)
    won = 0
    for _ in range(400):
        position = random_small(rng)
        if isinstance(solve(*position, Budget(states=10_000)), Won):  # its line was replayed
            assert judge(*position) != "lost", position
            won += 1
    assert won > 150


def test_the_judge_knows_a_limit() -> None:
    game, state = next(small_positions(seed=1, shapes=[(5, 4)]))
    assert judge(game, state, limit=30) == "open"


def test_small_positions_are_sound_and_of_many_kinds() -> None:
    rng = Random(1)
    kinds: Counter[str] = Counter()
    for _ in range(400):
        game, state = random_small(rng)
        assert game.defects(state) == []
        kinds["closed"] += game.closed
        kinds["three"] += game.draw == 3
        kinds["odd waste"] += len(state.waste) % 3 > 0 and bool(state.stock)
        kinds["face down"] += any(state.face_down)
        kinds["empty column"] += not all(state.columns)
        kinds["begun"] += any(state.foundations)
    assert min(kinds.values()) > 50, kinds


def test_what_one_proof_alone_calls_lost_is_lost() -> None:
    judged: Counter[str] = Counter()
    for position, names in islice(kills(SUBJECT, Random(2), sole_kills), 1000):
        if names:
            answer = judge(*position)
            assert answer != "won", (names, position)
            judged.update(names if answer == "lost" else ())
    assert set(judged) == {*DEAD_TESTS, *SEARCHES, "all"}
    assert min(judged.values()) > 20, judged


@pytest.mark.parametrize("name", WRONG_TESTS)
def test_a_wrong_test_is_caught_and_its_fault_made_smaller(name: str) -> None:
    def is_faulty(position: Position) -> bool:
        return name in wrong_kills(position) and judge(*position) == "won"

    found = next(
        position for position, _ in islice(kills(SUBJECT, Random(3), wrong_kills), 5000) if is_faulty(position)
    )
    smallest = reduced(SUBJECT, found, is_faulty)
    assert is_faulty(smallest)
    assert smallest.cards < found.cards
    assert not any(is_faulty(smaller) for smaller in smaller_ones(smallest) if not smaller.game.defects(smaller.state))


def test_on_won_lines_no_dead_test_says_lost() -> None:
    rng = Random(4)
    positions = 0
    for line in [*list(recorded_lines())[::12], *islice(won_lines(rng), 71, 100)]:
        for position in line.positions():
            assert deadly(position) is None, position
            positions += 1
        if line.moves:
            assert fault_along(line.start, line.moves) == ""
            assert is_packed_right(rng, line.start, line.moves)
    assert positions > 3000


def test_verdicts_on_middle_games_keep_the_laws() -> None:
    looked_at: Counter[str] = Counter()
    for kept in islice(laws(Random(5)), 200):
        assert kept.ok, kept
        looked_at[kept.law] += 1
    assert set(looked_at) == set(LAWS)
