"""What a redistribution brings, stage by stage: a rank that the foundations were granted once stays granted."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from medialuna.record import Game, GameRecord, replay
from medialuna.solver import Budget, Lost, Won, reference, solve
from medialuna.solver.compiled import vector
from medialuna.solver.crescent.kernels import dead, stages
from medialuna.solver.crescent.kernels.stages import is_dead_by_stages
from medialuna.solver.crescent.pack import pack
from tests.crescent_positions import nearly_one_suit, spades

WON = Path(__file__).parent.parent / "data" / "crescent-won-positions.tsv"


def rows():
    with WON.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def by_stages(game, state):
    return bool(is_dead_by_stages(pack(game, state), vector(stages.SCRATCH), 0))


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['code']} after {len(row['after'].split())}")
def test_positions_from_which_a_known_line_wins_are_won_all_along_it(row):
    played = replay(GameRecord.parse(f"{row['code']}: {row['after']}")).played
    assert isinstance(solve(played.rules, played.state, Budget(states=1_000_000)), Won)
    here: Game = played
    for text in row["win"].split():
        assert not by_stages(here.rules, here.state)
        here = here.after_text(text)
    assert here.is_won


@pytest.mark.parametrize(
    ("ranks", "piles", "king", "redistributions"),
    [
        # the position drawn in the argument
        (6, ("2S", "4S", "5S 6S 3S 5S AS 3S 2S 4S"), 6, 1),
        (8, ("7S 8S", "2S AS 3S 5S 3S 6S", "4S 2S", ""), 4, 1),
        (8, ("5S 4S AS 8S 3S 3S 6S 5S 2S 4S", "6S 7S 2S 7S"), 8, 2),
        (7, ("", "", "3S AS 5S 7S 5S 6S 3S 2S 4S", "4S 2S 6S"), 7, 2),
    ],
)
def test_the_other_copy_of_a_card_still_goes_where_the_first_one_went(ranks, piles, king, redistributions):
    game, state = spades(ranks, *piles, king=king, redistributions=redistributions)
    assert not by_stages(game, state)
    assert isinstance(solve(game, state), Won)
    # and the same from the other end: ace and king change places
    mirrored = [" ".join(f"{mirror(card[0], ranks)}S" for card in pile.split()) for pile in piles]
    game, state = spades(ranks, *mirrored, ace=ranks + 1 - king, king=ranks, redistributions=redistributions)
    assert not by_stages(game, state)
    assert isinstance(solve(game, state), Won)


def mirror(letter: str, ranks: int) -> str:
    rank = "A23456789TJQK".index(letter) + 1
    return "A23456789TJQK"[ranks - rank]


def test_what_the_test_by_stages_alone_calls_lost_is_lost():
    """Positions that ``type`` does not see to be lost, judged by the rules."""
    rng, judged, scratch = Random(21), Counter(), vector(stages.SCRATCH)
    for _ in range(20_000):
        game, state = nearly_one_suit(rng, 11)
        board = pack(game, state)
        if dead.is_dead(board, scratch, 0) or not is_dead_by_stages(board, scratch, 0):
            continue
        verdict = reference.search(game, state, limit=3_000)
        assert not isinstance(verdict, Won), (game, state)
        judged[type(verdict)] += 1
    assert judged[Lost] > 50
