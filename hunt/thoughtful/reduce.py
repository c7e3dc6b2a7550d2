"""Positions that are smaller than a faulty one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from hunt.thoughtful.positions import Position
from medialuna.cards import SUITS, Card
from medialuna.contract import Cards
from medialuna.games.thoughtful import State

T = TypeVar("T")


def smaller_ones(position: Position) -> Iterator[Position]:
    """Positions with a rank, a card on hand, a column, or a difficulty less. Each lowers the number of cards, or
    keeps it and lowers something else that never rises again, so that reducing ends."""
    game, state = position
    if game.ranks > 1:
        yield without_rank(position, game.ranks)
        yield without_rank(position, 1)
    for suit, cards in zip(SUITS, state.foundations, strict=True):
        if len(cards) < game.ranks:
            yield put_up(position, Card(len(cards) + 1, suit))
    for number, column in enumerate(state.columns):
        if not column and game.column_count > 1:
            yield Position(replace(game, column_count=game.column_count - 1), _without_column(state, number))
    for number, hidden in enumerate(state.face_down):
        if hidden:
            yield Position(game, replace(state, face_down=_with(state.face_down, number, hidden - 1)))
    if game.closed and not any(state.face_down):
        yield Position(replace(game, closed=False), state)
    if state.waste:
        yield Position(game, replace(state, stock=state.waste + state.stock, waste=()))
    if game.draw == 3:
        yield Position(replace(game, draw=1), state)


def put_up(position: Position, card: Card) -> Position:
    """The next card of a suit on its foundation, wherever it lay."""
    state = _strip(position.state, lambda other: other != card)
    at = SUITS.index(card.suit)
    return Position(
        position.game, replace(state, foundations=_with(state.foundations, at, (*state.foundations[at], card)))
    )


def without_rank(position: Position, rank: int) -> Position:
    """The game with one rank less: the cards of that rank taken away, those above it renamed."""

    def rename(cards: Cards) -> Cards:
        return tuple(Card(card.rank - (card.rank > rank), card.suit) for card in cards)

    state = _strip(position.state, lambda card: card.rank != rank)
    renamed = State(
        tuple(map(rename, state.columns)),
        rename(state.stock),
        rename(state.waste),
        tuple(map(rename, state.foundations)),
        state.face_down,
    )
    return Position(replace(position.game, ranks=position.game.ranks - 1), renamed)


def _strip(state: State, stays: Callable[[Card], bool]) -> State:
    """Without the cards that do not stay; what is left of a column keeps its face-down cards so."""
    columns = tuple(tuple(filter(stays, column)) for column in state.columns)
    down = tuple(
        min(len(list(filter(stays, column[:hidden]))), max(len(left) - 1, 0))
        for column, hidden, left in zip(state.columns, state.face_down, columns, strict=True)
    )
    foundations = tuple(tuple(filter(stays, cards)) for cards in state.foundations)
    return State(columns, tuple(filter(stays, state.stock)), tuple(filter(stays, state.waste)), foundations, down)


def _without_column(state: State, number: int) -> State:
    columns, down = list(state.columns), list(state.face_down)
    del columns[number], down[number]
    return replace(state, columns=tuple(columns), face_down=tuple(down))


def _with(numbers: tuple[T, ...], place: int, number: T) -> tuple[T, ...]:
    return (*numbers[:place], number, *numbers[place + 1 :])
