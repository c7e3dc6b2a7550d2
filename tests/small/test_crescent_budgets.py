"""Whole deals: budgets, seeds, stopping, threads, variants, positions in mid-game."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest

from medialuna.games.crescent import Crescent
from medialuna.shuffle import shuffled
from medialuna.solver import BadPosition, BadPruning, Budget, Lost, Search, Unknown, Verdict, Won, check_win, solve
from tests.crescent_positions import spades

CLASSIC = Crescent()
HARD = Crescent(redistributions=0)
"""Without redistribution most deals are out of reach of any search so far."""
OPEN = 5
"""The number of such a deal."""


def deal(game: Crescent, number: int):
    return game.deal(shuffled(game.pack(), number))


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("letters", ["N", "4N", "B"])
def test_deals_are_won_and_the_lines_win_by_the_rules(letters, number):
    game = Crescent.variants()[letters]
    verdict = solve(game, deal(game, number), Budget(states=3_000_000))
    assert isinstance(verdict, Won)
    check_win(game, deal(game, number), verdict.actions)
    assert 0 < verdict.effort.visited <= 3_000_000


def test_every_position_near_the_end_of_won_games_is_called_won():
    game, late = Crescent(redistributions=1), 0
    for number in range(8):
        state = deal(game, number)
        verdict = solve(game, state, Budget(states=300_000))
        if not isinstance(verdict, Won):
            continue
        for action in verdict.actions:
            if state.redistributions_left == 0 and sum(map(len, state.piles)) <= 40:
                late += 1
                assert isinstance(solve(game, state, Budget(states=100_000)), Won)
            state = game.apply(state, action)
        assert game.is_won(state)
    assert late > 100


@pytest.mark.parametrize("cap", [7, 96])
def test_lines_keep_to_the_cap_that_the_game_sets(cap):
    """Also to none: 96 cards are all there are."""
    game = Crescent(cap=cap)
    verdict = solve(game, deal(game, 2), Budget(states=300_000))
    assert isinstance(verdict, Won)
    check_win(game, deal(game, 2), verdict.actions)


def test_the_same_seed_and_budget_of_states_give_the_same_answer():
    answers = [solve(CLASSIC, deal(CLASSIC, 8), Budget(states=2_000_000, seed=7)) for _ in range(2)]
    assert all(isinstance(answer, Won) for answer in answers)
    assert answers[0].actions == answers[1].actions
    assert answers[0].effort.visited == answers[1].effort.visited
    other = solve(CLASSIC, deal(CLASSIC, 8), Budget(states=2_000_000, seed=8))
    assert isinstance(other, Won)
    assert other.actions != answers[0].actions


def test_a_budget_of_states_is_kept():
    answer = solve(HARD, deal(HARD, OPEN), Budget(states=30_000))
    assert isinstance(answer, Unknown)
    assert answer.why == "states"
    # a walk that has begun goes on to its end
    assert 30_000 <= answer.effort.visited < 60_000


def test_no_seconds_at_all_give_no_verdict_but_no_failure():
    answer = solve(HARD, deal(HARD, OPEN), Budget(seconds=0.0))
    assert isinstance(answer, Unknown)
    assert answer.why == "seconds"


def test_running_out_of_memory_is_unknown_where_nothing_else_ends_the_search():
    answer = solve(HARD, deal(HARD, OPEN), Budget(memory=6_000_000))
    assert isinstance(answer, Unknown)
    assert answer.why == "memory"
    assert 0 < answer.effort.memory <= 6_000_000


def test_a_line_gets_shorter_until_that_is_stopped_from_another_thread():
    """Its length counts every action, the slides between foundations too."""
    state = deal(CLASSIC, 5)
    first = solve(CLASSIC, state, Budget(states=3_000_000))
    assert isinstance(first, Won)
    budget, search = Budget(states=3_000_000, shorten=600.0), Search()
    answers: list[Verdict] = []
    thread = threading.Thread(target=lambda: answers.append(solve(CLASSIC, state, budget, search)))
    thread.start()
    while not 0 < search.progress.length < len(first.actions):
        time.sleep(0.01)
    search.cancel()
    thread.join(timeout=60)
    shorter = answers[0]
    assert isinstance(shorter, Won)
    assert 96 < len(shorter.actions) < len(first.actions)
    assert search.progress.length == len(shorter.actions)
    check_win(CLASSIC, state, shorter.actions)


def test_shortening_begins_anywhere_in_a_game():
    """With foundations that have met and stand anywhere, also where hardly a move is left."""
    state = deal(CLASSIC, 6)
    verdict = solve(CLASSIC, state, Budget(states=3_000_000))
    assert isinstance(verdict, Won)
    met = 0
    for number, action in enumerate(verdict.actions):
        if number % 12 == 0:
            left = len(verdict.actions) - number
            shorter = solve(CLASSIC, state, Budget(states=3_000_000, shorten=0.1))
            assert isinstance(shorter, Won)
            check_win(CLASSIC, state, shorter.actions)
            assert len(shorter.actions) <= left + 60
            met += any(a[-1].rank + 1 == k[-1].rank for a, k in zip(state.aces, state.kings, strict=True))
        state = CLASSIC.apply(state, action)
    assert met > 1


def test_piles_of_any_height_can_be_shortened_or_are_left_alone():
    """All spades but the bases: two tall piles, without cap."""
    game, state = spades(13, "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "AS", "KS", cap=96)
    verdict = solve(game, state, Budget(states=100_000, shorten=0.1))
    assert isinstance(verdict, Won)
    assert 24 <= len(verdict.actions) <= 60


def test_with_too_little_memory_the_line_stays_as_it_is():
    state = deal(CLASSIC, 5)
    plain = solve(CLASSIC, state, Budget(states=3_000_000))
    little = solve(CLASSIC, state, Budget(states=3_000_000, memory=4_000_000, shorten=5.0))
    assert isinstance(plain, Won)
    assert isinstance(little, Won)
    assert little.actions == plain.actions


def test_a_search_is_stopped_from_another_thread_and_watched_meanwhile():
    search = Search()
    answers: list[Verdict] = []
    thread = threading.Thread(target=lambda: answers.append(solve(HARD, deal(HARD, OPEN), search=search)))
    thread.start()
    while search.progress.visited < 100_000:
        time.sleep(0.01)
    search.cancel()
    thread.join(timeout=60)
    assert isinstance(answers[0], Unknown)
    assert answers[0].why == "stopped"
    assert search.progress.stage > 0
    assert search.progress.stored > 0


def test_a_search_stopped_beforehand_does_not_begin():
    search = Search()
    search.cancel()
    answer = solve(HARD, deal(HARD, OPEN), search=search)
    assert isinstance(answer, Unknown)
    assert answer.effort.visited == 0


def test_searches_side_by_side_do_not_disturb_each_other():
    numbers = range(10)
    found: dict[int, list[tuple[str, int]]] = {}

    def work(worker: int) -> None:
        answers = [solve(CLASSIC, deal(CLASSIC, number), Budget(states=20_000)) for number in numbers]
        found[worker] = [(type(answer).__name__, answer.effort.visited) for answer in answers]

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    work(99)
    assert [found[worker] == found[99] for worker in range(3)] == [True] * 3


def test_an_unknown_pruning_is_refused():
    with pytest.raises(BadPruning, match="'fast' is no pruning: expected all, none, or some of type"):
        solve(CLASSIC, deal(CLASSIC, 1), Budget(prune="safe,fast"))


def test_wrong_cards_are_refused_with_all_defects():
    state = deal(CLASSIC, 1)
    piles = (state.piles[0][:-1], *state.piles[1:])
    with pytest.raises(BadPosition, match=f"{state.piles[0][-1]}: expected 2, found 1"):
        solve(CLASSIC, replace(state, piles=piles))


def test_a_game_too_large_for_the_boards_is_unknown():
    game = Crescent(pile_count=20)
    answer = solve(game, deal(game, 1))
    assert isinstance(answer, Unknown)
    assert "up to 16 piles" in answer.why


def test_a_won_position_needs_no_action():
    verdict = solve(CLASSIC, deal(CLASSIC, 0), Budget(states=3_000_000))
    assert isinstance(verdict, Won)
    state = deal(CLASSIC, 0)
    for action in verdict.actions:
        state = CLASSIC.apply(state, action)
    answer = solve(CLASSIC, state)
    assert isinstance(answer, Won)
    assert answer.actions == ()


def test_a_loss_names_its_evidence():
    """Deal 115 without redistributions cannot be won, as a dead test sees at once."""
    verdict = solve(HARD, deal(HARD, 115))
    assert isinstance(verdict, Lost)
    assert "can never be played" in verdict.evidence
    assert verdict.effort.visited == 0
