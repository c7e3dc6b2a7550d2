"""The hunt for wrong proofs in Crescent: its judge, its reducer, that it catches what is wrong, and a part of it with
fixed examples."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from hunt.crescent import SUBJECT
from hunt.crescent.brute import Search, judge
from hunt.crescent.laws import LAWS, laws, mirrored, renamed
from hunt.crescent.lines import looked_along
from hunt.crescent.positions import Position, random_small
from hunt.crescent.proofs import DEAD_TESTS, SEARCHES, WRONG_TESTS, sole_kills, wrong_kills
from hunt.crescent.reduce import smaller_ones
from hunt.frame import Findings, hunt_lines, kills, reduced
from hunt.mutants import mutant
from medialuna.solver import Budget, Lost, Won, reference, solve
from medialuna.solver.crescent.kernels import stages


def same_piles(state):
    """Positions that differ in the order of the piles, or in which copy lies where, are one."""
    tops = tuple(cards[-1].rank for cards in (*state.aces, *state.kings))
    return tuple(sorted(tuple(map(str, pile)) for pile in state.piles)), tops, state.redistributions_left


def test_the_judge_visits_what_a_search_by_the_rules_visits() -> None:
    """Of lost positions exactly as many; a win is replayed by the rules."""
    ends: Counter[str] = Counter()
    rng = Random(7)
    tiny = (position for position in iter(lambda: random_small(rng), None) if position.cards <= 9)
    for game, state in islice(tiny, 250):
        search, by_rules = Search(game, state, 50_000), reference.search(game, state, limit=300, same=same_piles)
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


def test_the_judge_calls_nothing_lost_that_a_line_wins_and_knows_a_limit() -> None:
    rng = Random(6)
    won = limited = 0
    for _ in range(400):
        position = random_small(rng)
        if isinstance(solve(*position, Budget(states=10_000)), Won):  # its line was replayed
            assert judge(*position) != "lost", position
            won += 1
        elif Search(*position, 100_000).stored > 60:
            assert judge(*position, limit=60) == "open"
            limited += 1
    assert won > 100
    assert limited > 10


def test_small_positions_are_sound_and_of_many_kinds() -> None:
    rng = Random(1)
    kinds: Counter[str] = Counter()
    for _ in range(600):
        game, state = random_small(rng)
        assert game.defects(state) == []
        kinds["low cap"] += game.cap < 6
        kinds["pile of none"] += not all(state.piles)
        kinds["pile of one"] += any(len(pile) == 1 for pile in state.piles)
        kinds["one suit"] += len({card.suit for pile in state.piles for card in pile}) == 1
        for left in range(4):
            kinds[f"{left} redistributions"] += state.redistributions_left == left
        for ace, king in zip(state.aces, state.kings, strict=True):
            kinds["met"] += ace[-1].rank + 1 == king[-1].rank
            kinds["passed"] += ace[-1].rank >= king[-1].rank and len(ace) + len(king) < 2 * game.ranks
    assert min(kinds.values()) > 30, kinds


def test_what_one_proof_alone_calls_lost_is_lost() -> None:
    judged: Counter[str] = Counter()
    for position, names in islice(kills(SUBJECT, Random(2), sole_kills), 2500):
        if names:
            answer = judge(*position)
            assert answer != "won", (names, position)
            judged.update(names if answer == "lost" else ())
    assert set(judged) == {*DEAD_TESTS, *SEARCHES, "parts", "all"}
    assert min(judged.values()) > 20, judged


@pytest.mark.parametrize("name", WRONG_TESTS)
def test_a_wrong_test_is_caught_and_its_fault_made_smaller(name: str) -> None:
    def is_faulty(position: Position) -> bool:
        return name in wrong_kills(position) and judge(*position) == "won"

    found = next(
        position for position, _ in islice(kills(SUBJECT, Random(3), wrong_kills), 100_000) if is_faulty(position)
    )
    smallest = reduced(SUBJECT, found, is_faulty)
    assert is_faulty(smallest)
    assert smallest.cards <= found.cards
    assert not any(is_faulty(smaller) for smaller in smaller_ones(smallest) if not smaller.game.defects(smaller.state))


def test_smaller_positions_are_sound() -> None:
    rng, seen = Random(8), 0
    for _ in range(100):
        for smaller in smaller_ones(random_small(rng)):
            assert smaller.game.defects(smaller.state) == []
            seen += 1
    assert seen > 300


def test_a_fault_can_only_be_put_where_its_line_stands() -> None:
    with pytest.raises(ValueError, match="stands 0 times"):
        mutant(stages, "no such line", "")


def test_on_won_lines_no_dead_test_says_lost() -> None:
    findings = Findings()
    for _ in islice(hunt_lines(SUBJECT, Random(4), findings), 45):
        pass
    assert findings.faults == []
    assert findings.on_lines > 5000


def test_a_test_that_fires_on_a_won_line_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEAD_TESTS, "type", lambda board: True)  # type: ignore[arg-type]
    looked_at, faults = next(looked_along(Random(4)))
    assert [name for name, _ in faults] == ["type"] * looked_at


def test_verdicts_on_middle_games_keep_the_laws() -> None:
    looked_at: Counter[str] = Counter()
    for kept in islice(laws(Random(5)), 120):
        assert kept.ok, kept
        looked_at[kept.law] += 1
    assert {"won with the cap, won without"} >= set(LAWS) - set(looked_at)


def test_renaming_and_reading_from_the_other_end_can_be_undone() -> None:
    rng = Random(9)
    for _ in range(100):
        position = random_small(rng)
        assert mirrored(mirrored(position)) == position
        assert renamed(renamed(position.state, "HSCD"), "HSCD") == position.state
