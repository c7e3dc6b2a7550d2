"""Verdicts on whole decks that are known."""

from __future__ import annotations

import csv

import pytest

from medialuna.cards import Card
from medialuna.games.thoughtful import Thoughtful
from medialuna.solver import Won, solve
from tests.thoughtful_decks import DATA, known_deals, renamed

RULES = [(True, 1), (True, 3), (False, 1), (False, 3)]
NAMES = ["closed-draw-1", "closed-draw-3", "open-draw-1", "open-draw-3"]
SPECIAL = {row["id"]: row for row in csv.DictReader((DATA / "thoughtful-special.csv").read_text("utf-8").splitlines())}


def letter(game: Thoughtful, cards: list[Card] | tuple[Card, ...]) -> str:
    return type(solve(game, game.deal(cards))).__name__[0]


@pytest.mark.parametrize(("closed", "draw"), RULES, ids=NAMES)
def test_known_deals(closed: bool, draw: int) -> None:
    """Deals 1 to 200; every win is replayed. (All 1000: benchmarks/thoughtful_solver.py.)"""
    game = Thoughtful(draw=draw, closed=closed)
    deals = known_deals(last=200)
    wrong = [deal.number for deal in deals if letter(game, deal.pack) != deal.verdicts[closed, draw]]
    assert len(deals) == 200
    assert wrong == []


def test_the_known_verdicts_keep_the_laws() -> None:
    """Won drawing three, won drawing one; won closed, won open."""
    for deal in known_deals():
        for closed in (True, False):
            assert deal.verdicts[closed, 3] == "L" or deal.verdicts[closed, 1] == "W"
        for draw in (1, 3):
            assert deal.verdicts[True, draw] == "L" or deal.verdicts[False, draw] == "W"


@pytest.mark.parametrize("name", SPECIAL)
def test_deals_that_other_solvers_get_wrong_or_find_hard(name: str) -> None:
    """Each is named after the report about it."""
    row = SPECIAL[name]
    cards = [Card.parse(text) for text in row["deal"].split()]
    assert letter(Thoughtful(draw=1, closed=True), cards) == row["closed_1"]
    assert letter(Thoughtful(draw=3, closed=True), cards) == row["closed_3"]
    # what is won closed is won open; of the six only this one is lost, drawing three
    assert letter(Thoughtful(draw=1), cards) == "W"
    assert letter(Thoughtful(draw=3), cards) == ("L" if name == "klondikesolver-issue14" else "W")


def test_renaming_suits_changes_no_verdict_of_a_whole_deck() -> None:
    for deal in known_deals(last=24):
        for closed, draw in RULES:
            game = Thoughtful(draw=draw, closed=closed)
            verdict = solve(game, renamed(game, game.deal(deal.pack), "DCSH"))
            assert type(verdict).__name__[0] == deal.verdicts[closed, draw]


def test_a_line_from_the_middle_of_a_game_wins_from_there() -> None:
    """Along a winning line every position is won, and the solver finds it so."""
    for deal in known_deals(last=12):
        for closed, draw in RULES:
            game = Thoughtful(draw=draw, closed=closed)
            state = game.deal(deal.pack)
            verdict = solve(game, state)
            if not isinstance(verdict, Won):
                continue
            for number, action in enumerate(verdict.actions):
                state = game.apply(state, action)
                if number % 23 == 11:
                    assert isinstance(solve(game, state), Won), (game, deal.number, number)
