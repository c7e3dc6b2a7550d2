"""Thoughtful positions to judge the solver by: small random decks, and numbered deals with known verdicts.

Verdicts of the numbered deals, in ``data/thoughtful-verdicts.csv``: W won, L lost. Those of the closed game
agree with the published solvers Solvitaire, lonelybot, Klondike-Solver and KSolve wherever these decide;
every win was replayed card by card.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import NamedTuple

from medialuna.cards import SUITS, Card, suit_of_cards
from medialuna.games.thoughtful import State, Thoughtful
from medialuna.shuffle import SplitMix64

DATA = Path(__file__).parent / "data"
SHAPES = [(3, 2), (3, 3), (4, 2), (4, 3), (4, 4), (5, 2), (5, 3), (5, 4), (5, 5), (6, 5)]
"""Ranks and columns of small games."""


def same_table(state: State) -> Hashable:
    """Positions that differ by the order of their columns are won by the same moves."""
    return tuple(sorted(zip(state.columns, state.face_down, strict=True))), state.stock, state.waste, state.foundations


def small_positions(seed: int, shapes: list[tuple[int, int]] | None = None) -> Iterator[tuple[Thoughtful, State]]:
    """Small games without end, under either rules, drawing one or three; half of them some random moves
    into the game."""
    chance = random.Random(seed)
    while True:
        ranks, columns = chance.choice(shapes or SHAPES)
        game = Thoughtful(draw=chance.choice((1, 3)), closed=chance.random() < 0.5, column_count=columns, ranks=ranks)
        state = game.deal(chance.sample(game.pack(), 4 * ranks))
        if chance.random() < 0.5:
            state = wander(game, state, chance, chance.randrange(1, 30))
        yield game, state


def wander(game: Thoughtful, state: State, chance: random.Random, steps: int) -> State:
    """The position after so many random legal actions."""
    for _ in range(steps):
        state = game.apply(state, chance.choice(game.legal_actions(state)))
    return state


class KnownDeal(NamedTuple):
    """A numbered deal; ``verdicts`` by (closed, draw)."""

    number: int
    pack: tuple[Card, ...]
    verdicts: dict[tuple[bool, int], str]


def numbered_pack(number: int) -> tuple[Card, ...]:
    """The cards of a numbered deal in the order of dealing by hand.

    Clubs, diamonds, hearts, spades, each ace to king, shuffled by Fisher and Yates from the last card down,
    with the remainders of SplitMix64's numbers.
    """
    cards = [card for suit in "CDHS" for card in suit_of_cards(suit, range(1, 14))]
    numbers = SplitMix64(number)
    for i in range(len(cards) - 1, 0, -1):
        j = numbers.next() % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def known_deals(last: int = 1000) -> list[KnownDeal]:
    """The numbered deals from 1 to ``last``."""
    with (DATA / "thoughtful-verdicts.csv").open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines) if int(row["number"]) <= last]
    columns = {(True, 1): "closed_1", (True, 3): "closed_3", (False, 1): "open_1", (False, 3): "open_3"}
    return [
        KnownDeal(
            int(row["number"]),
            numbered_pack(int(row["number"])),
            {rules: row[column] for rules, column in columns.items()},
        )
        for row in rows
    ]


def renamed(game: Thoughtful, state: State, suits: str) -> State:
    """The position with its suits renamed: S H D C become these."""
    new = dict(zip(SUITS, suits, strict=True))

    def rename(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card._replace(suit=new[card.suit]) for card in cards)

    foundations = {new[suit]: rename(cards) for suit, cards in zip(SUITS, state.foundations, strict=True)}
    return State(
        tuple(map(rename, state.columns)),
        rename(state.stock),
        rename(state.waste),
        tuple(foundations[suit] for suit in SUITS),
        state.face_down,
    )
