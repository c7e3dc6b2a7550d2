"""Verdicts on small decks: the solver, with every pruning, with each alone and with none, against a search
by the rules."""

from __future__ import annotations

from itertools import islice

import pytest

from medialuna.games.thoughtful import State, Thoughtful
from medialuna.solver import Budget, Lost, Won, reference, solve
from medialuna.solver.thoughtful.decide import Decision
from medialuna.solver.thoughtful.pack import pack
from medialuna.solver.thoughtful.pruning import PRUNINGS
from tests.thoughtful_decks import renamed, same_table, small_positions

SETS = ["none", *PRUNINGS, "finish,safe,safe-stock", "safe,dead", "aligned,dead", "all"]
LARGER = [(6, 3), (6, 4), (7, 4), (7, 5), (8, 4), (8, 5), (9, 5), (9, 6), (10, 6)]


def verdict_of(game: Thoughtful, state: State, prune: str = "all", states: int | None = None) -> str:
    """``Won``, ``Lost`` or ``Unknown``; a win is replayed by the rules before it is returned."""
    return type(solve(game, state, Budget(prune=prune, states=states))).__name__


def test_a_small_deck_is_lost_only_if_the_rules_leave_no_way() -> None:
    """Every loss is checked by visiting all positions that the rules allow; a win proves itself when it is
    replayed."""
    judged = 0
    for game, state in islice(small_positions(seed=1), 2000):
        verdicts = {prune: verdict_of(game, state, prune) for prune in SETS}
        assert len(set(verdicts.values())) == 1, (game, state, verdicts)
        if verdicts["all"] == "Lost":
            judge = reference.search(game, state, limit=800, same=same_table)
            assert not isinstance(judge, Won), (game, state, judge.actions)
            judged += isinstance(judge, Lost)
    assert judged > 60


@pytest.mark.parametrize("prune", [name for name in SETS if name != "none"])
def test_every_pruning_agrees_with_none_on_larger_decks(prune: str) -> None:
    decided = 0
    for game, state in islice(small_positions(seed=len(prune), shapes=LARGER), 200):
        if (plain := verdict_of(game, state, "none", states=100_000)) != "Unknown":
            assert verdict_of(game, state, prune) == plain, (game, state)
            decided += 1
    assert decided > 100


def test_what_is_won_drawing_three_is_won_drawing_one() -> None:
    won = 0
    for game, state in islice(small_positions(seed=4), 400):
        three, one = (Thoughtful(draw, game.closed, game.column_count, game.ranks) for draw in (3, 1))
        if verdict_of(three, state) == "Won":
            assert verdict_of(one, state) == "Won", (game, state)
            won += 1
    assert won > 200


def test_what_is_won_in_the_closed_game_is_won_in_the_open_one() -> None:
    won = 0
    for game, state in islice(small_positions(seed=5), 400):
        closed = Thoughtful(game.draw, True, game.column_count, game.ranks)
        opened = Thoughtful(game.draw, False, game.column_count, game.ranks)
        as_open = State(state.columns, state.stock, state.waste, state.foundations, (0,) * game.column_count)
        if game.closed and verdict_of(closed, state) == "Won":
            assert verdict_of(opened, as_open) == "Won", (game, state)
            won += 1
    assert won > 100


def test_renaming_suits_within_a_colour_or_swapping_colours_changes_no_verdict() -> None:
    lost = 0
    for game, state in islice(small_positions(seed=6), 600):
        verdict = verdict_of(game, state)
        lost += verdict == "Lost"
        for suits in ("CHDS", "SDHC", "CDHS", "HSCD", "DCSH"):
            assert verdict_of(game, renamed(game, state, suits)) == verdict, (game, state, suits)
    assert lost > 20


def test_what_is_won_without_taking_back_is_won() -> None:
    """The other way round does not hold: some games need a card back from its foundation."""
    without = needed = 0
    for game, state in islice(small_positions(seed=7), 400):
        without_taking_back = Decision(*pack(game, state), draw=game.draw, budget=Budget(), takes_back=False).run()
        won = verdict_of(game, state) == "Won"
        assert won or without_taking_back != "won", (game, state)
        without += without_taking_back == "won"
        needed += won and without_taking_back != "won"
    assert without > 200
    assert needed > 0
