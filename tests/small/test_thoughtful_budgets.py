"""Budgets, stopping, threads, and positions that are refused."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest

from medialuna.games.thoughtful import State, Thoughtful
from medialuna.solver import (
    BadPosition,
    BadPruning,
    Budget,
    Lost,
    NoSolver,
    Search,
    Unknown,
    Verdict,
    Won,
    load,
    solve,
)
from tests.thoughtful_decks import known_deals, numbered_pack

HARD = 1
"""Its search is long: in the closed game, drawing three, it is lost, after some millions of positions."""
CLOSED_3 = Thoughtful(draw=3, closed=True)


def hard() -> State:
    return CLOSED_3.deal(numbered_pack(HARD))


def test_a_budget_of_states_is_kept_and_repeats() -> None:
    answers = [solve(CLOSED_3, hard(), Budget(states=2000)) for _ in range(2)]
    for answer in answers:
        assert isinstance(answer, Unknown)
        assert answer.why == "states"
        assert answer.effort.visited == 2000
    assert answers[0].effort.stored == answers[1].effort.stored


def test_no_seconds_at_all_give_no_verdict_but_no_failure() -> None:
    answer = solve(CLOSED_3, hard(), Budget(seconds=0.0))
    assert isinstance(answer, Unknown)
    assert answer.why == "seconds"


def test_running_out_of_memory_is_unknown() -> None:
    answer = solve(CLOSED_3, hard(), Budget(memory=2_000_000))
    assert isinstance(answer, Unknown)
    assert answer.why == "memory"
    assert 0 < answer.effort.memory <= 2_000_000


def test_seeds_change_the_search_and_not_the_verdict() -> None:
    deal = known_deals(last=33)[32]
    answers = [solve(CLOSED_3, CLOSED_3.deal(deal.pack), Budget(seed=seed)) for seed in range(4)]
    assert all(isinstance(answer, Won) for answer in answers)
    assert len({answer.effort.visited for answer in answers}) > 1


def test_a_search_is_stopped_from_another_thread_and_watched_meanwhile() -> None:
    """Without pruning the search would go on for hours."""
    search = Search()
    answers: list[Verdict] = []
    thread = threading.Thread(target=lambda: answers.append(solve(CLOSED_3, hard(), Budget(prune="none"), search)))
    thread.start()
    while thread.is_alive() and search.progress.visited < 300_000:
        time.sleep(0.01)
    search.cancel()
    thread.join(timeout=60)
    assert isinstance(answers[0], Unknown)
    assert answers[0].why == "stopped"
    assert search.progress.stage > 1
    assert search.progress.stored > 0


def test_a_search_stopped_beforehand_does_not_begin() -> None:
    search = Search()
    search.cancel()
    answer = solve(CLOSED_3, hard(), search=search)
    assert isinstance(answer, Unknown)
    assert answer.effort.visited == 0


def test_searches_side_by_side_do_not_disturb_each_other() -> None:
    """Four threads over the same deals and rules, in different orders, find what one finds."""
    tasks = [(deal, rules) for deal in known_deals(last=30) for rules in deal.verdicts]
    found: dict[int, dict[tuple[int, tuple[bool, int]], tuple[str, int]]] = {}

    def work(worker: int) -> None:
        answers = {}
        for deal, (closed, draw) in tasks[worker * 7 :] + tasks[: worker * 7]:
            game = Thoughtful(draw=draw, closed=closed)
            answer = solve(game, game.deal(deal.pack), Budget(states=30_000))
            answers[deal.number, (closed, draw)] = type(answer).__name__, answer.effort.visited
        found[worker] = answers

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    work(99)
    assert [found[worker] == found[99] for worker in range(4)] == [True] * 4


def test_missing_and_doubled_cards_are_all_named() -> None:
    state = Thoughtful().deal(numbered_pack(1))
    columns = (state.columns[0][:-1], (*state.columns[1], state.stock[0]), *state.columns[2:])
    with pytest.raises(BadPosition) as refused:
        solve(Thoughtful(), replace(state, columns=columns))
    missing, doubled = state.columns[0][-1], state.stock[0]
    assert set(refused.value.defects) == {f"{missing}: expected 1, found 0", f"{doubled}: expected 1, found 2"}


def test_foundations_out_of_order_and_impossible_face_down_cards_are_refused() -> None:
    game = Thoughtful(closed=True)
    state = game.deal(numbered_pack(1))
    with pytest.raises(BadPosition, match="column 3: 3 cards face down"):
        solve(game, replace(state, face_down=(0, 1, 3, 3, 4, 5, 6)))
    card = state.stock[0]
    foundations = tuple((card,) if suit == card.suit else () for suit in "SHDC")
    with pytest.raises(BadPosition, match=f"foundation {card.suit}: not built"):
        solve(game, replace(state, stock=state.stock[1:], foundations=foundations))


def test_an_unknown_pruning_and_a_game_without_solver_are_refused() -> None:
    with pytest.raises(BadPruning, match="'fast' is no pruning"):
        solve(CLOSED_3, hard(), Budget(prune="safe,fast"))
    with pytest.raises(NoSolver, match="no solver for patience"):
        load("patience")


def test_a_table_too_large_for_the_key_is_unknown() -> None:
    """Four columns leave more cards in the stock than the key has places for."""
    game = Thoughtful(column_count=4, ranks=13)
    answer = solve(game, game.deal(numbered_pack(1)))
    assert isinstance(answer, Unknown)
    assert "do not fit" in answer.why


def test_a_won_position_needs_no_action() -> None:
    game = Thoughtful()
    pack = game.pack()
    foundations = tuple(tuple(card for card in pack if card.suit == suit) for suit in "SHDC")
    answer = solve(game, State(((),) * 7, (), (), foundations, (0,) * 7))
    assert isinstance(answer, Won)
    assert answer.actions == ()


def test_evidence_of_a_loss_tells_what_was_searched() -> None:
    lost = next(deal for deal in known_deals() if deal.verdicts[True, 1] == "L")
    answer = solve(CLOSED_3, CLOSED_3.deal(lost.pack))
    assert isinstance(answer, Lost)
    assert "visited" in answer.evidence


def test_a_search_holds_its_result_and_budgets_can_be_compared() -> None:
    """A budget is settings alone, whatever search they are used for."""
    game, search, budget = Thoughtful(), Search(), Budget(states=100_000)
    verdict = solve(game, game.deal(game.pack()), budget, search)
    assert search.result is verdict
    assert search.progress.visited <= verdict.effort.visited
    assert budget == Budget(states=100_000) != Budget()
    assert len({budget, Budget(states=100_000)}) == 1
