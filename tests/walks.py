"""Positions to test on: random walks from numbered deals, and boards typed as text."""

from __future__ import annotations

import random
from collections.abc import Iterator
from textwrap import dedent
from typing import Any

from medialuna.contract import Action, AnyRules, Move
from medialuna.games import GAMES
from medialuna.games.crescent import Crescent
from medialuna.games.thoughtful import Thoughtful
from medialuna.notation.board_text import read_board
from medialuna.notation.deal_code import DealCode

VARIANTS: list[AnyRules] = [game for kind in GAMES.values() for game in kind.coded().values()]
SMALL: list[AnyRules] = [
    Crescent(redistributions=1, pile_count=4, ranks=4, cap=4),
    Crescent(redistributions=2, pile_count=5, ranks=5, face_down=True),
    Thoughtful(draw=1, column_count=3, ranks=4),
    Thoughtful(draw=3, column_count=4, ranks=5),
    Thoughtful(draw=1, column_count=4, ranks=5, closed=True),
    Thoughtful(draw=3, column_count=3, ranks=4, closed=True),
]


def name_of(game: AnyRules) -> str:
    """For the names of parametrised tests."""
    return str(game)


def walk(game: AnyRules, number: int, steps: int) -> Iterator[tuple[Any, Action]]:
    """Positions with the action chosen there, along a random game of deal ``number``.

    Moves that make progress are preferred, so that walks come to late positions too.
    """
    chance = random.Random(number)
    state = game.deal(random.Random(number).sample(game.pack(), len(game.pack())))
    for _ in range(steps):
        actions = game.legal_actions(state)
        if not actions:
            return
        forward = [a for a in actions if isinstance(a, Move) and a.target[0] in "AKSHDC"]
        action = chance.choice(forward if forward and chance.random() < 0.7 else actions)
        yield state, action
        state = game.apply(state, action)


def board(game: AnyRules, text: str) -> Any:
    """A typed board, indented as the test likes it."""
    return read_board(game, dedent(text))


def dealt(code: str) -> tuple[AnyRules, Any]:
    """Game and first position of a deal code."""
    deal_code = DealCode.parse(code)
    return deal_code.game, deal_code.deal()
