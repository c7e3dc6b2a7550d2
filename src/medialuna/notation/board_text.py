"""Positions as text, one place a line, cards bottom to top, face-down ones before a bar; and as data.

    1: 7C
    2: JC | 2D
    stock: KS 8H JH
    redistributions: 3

A place that is not named is empty (Crescent's foundations: holds its base); the stock's next card comes first.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from medialuna.cards import RANKS, SUITS, BadCard, Card
from medialuna.contract import AnyRules, Cards
from medialuna.errors import MedialunaError
from medialuna.games import crescent, thoughtful


class BadBoard(MedialunaError):
    """A text that is no position; the message names the line and the fault."""

    def __init__(self, line: int, fault: str) -> None:
        super().__init__(f"line {line}: {fault}")
        self.line = line


def write_board(game: AnyRules, state: Any) -> str:
    """The text of a position."""
    facts = dict(game.facts(state))
    lines = []
    for place, cards in game.layout(state).items():
        if not cards:
            continue
        hidden = facts.pop(place, 0)
        words = [str(card) for card in cards]
        lines.append(f"{place}: {' '.join([*words[:hidden], '|', *words[hidden:]] if hidden else words)}")
    return "\n".join(lines + [f"{name}: {value}" for name, value in facts.items()])


def read_board(game: AnyRules, text: str) -> Any:
    """The state a text describes; whether all cards are there is for :meth:`Rules.defects` to say.

    Equal cards are numbered in the order in which they stand. Raises :class:`BadBoard`.
    """
    layout: dict[str, Cards] = {}
    facts: dict[str, int] = {}
    copies: dict[str, int] = {}
    for place, cards in game.layout(game.assemble({}, {})).items():
        if cards and not any(line.partition(":")[0].strip() == place for line in text.splitlines()):
            copies.update({str(card): 1 for card in cards})
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        name, colon, rest = (part.strip() for part in line.partition(":"))
        if not colon:
            raise BadBoard(number, "expected a place, a colon and cards")
        if name in layout or name in facts:
            raise BadBoard(number, f"{name} stands there twice")
        if name in game.places:
            layout[name], hidden = _read_cards(number, rest, copies)
            if hidden:
                facts[name] = hidden
        elif name in game.facts(game.assemble({}, {})) and rest.isdecimal():
            facts[name] = int(rest)
        else:
            raise BadBoard(number, f"{name!r} is no place: expected one of {', '.join(game.places)}")
    return game.assemble(layout, facts)


def _read_cards(line: int, text: str, copies: dict[str, int]) -> tuple[Cards, int]:
    below, bar, above = text.partition("|")
    names = (below + " " + above).split()
    cards = []
    for name in names:
        try:
            card = Card.parse(name)
        except BadCard as error:
            raise BadBoard(line, str(error)) from None
        copy = copies[str(card)] = copies.get(str(card), 0) + 1
        cards.append(card._replace(deck=copy - 1))
    return tuple(cards), len(below.split()) if bar else 0


@singledispatch
def board_data(state: object) -> dict[str, Any]:
    """A position as plain data, cards as text; the shape is the game's own (see the command line's help)."""
    raise TypeError(f"no board data for {type(state)}")


@board_data.register
def _(state: crescent.State) -> dict[str, Any]:
    return {
        "piles": [names(pile) for pile in state.piles],
        "ace": _tops(state.aces),
        "king": _tops(state.kings),
    }


@board_data.register
def _(state: thoughtful.State) -> dict[str, Any]:
    return {
        "columns": [names(column) for column in state.columns],
        "stock": names(state.stock),
        "waste": names(state.waste),
        "foundations": _tops(state.foundations),
    }


def names(cards: Cards) -> list[str]:
    """Cards as text, in their order."""
    return [str(card) for card in cards]


def _tops(foundations: tuple[Cards, ...]) -> Mapping[str, str]:
    return {suit: RANKS[f[-1].rank - 1] if f else "" for suit, f in zip(SUITS, foundations, strict=True)}
