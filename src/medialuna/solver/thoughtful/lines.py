"""From the moves of a packed win to actions by the rules."""

from __future__ import annotations

from collections.abc import Sequence

from medialuna.cards import SUITS
from medialuna.contract import Action, Move
from medialuna.games.thoughtful import DRAW, RECYCLE, State, Thoughtful
from medialuna.solver.compiled import Vector, vector
from medialuna.solver.thoughtful.kernels import depth_first
from medialuna.solver.thoughtful.kernels.moves import HEAD_AWAY, KIND_BIT, STOCK_UP, TABLE_UP, TAKE_BACK
from medialuna.solver.thoughtful.pack import card_at, card_number


class Table:
    """A position with its cards as numbers, and the actions taken so far.

    >>> game = Thoughtful()
    >>> table = Table(game, game.deal(game.pack()))
    >>> table.bring_up(table.stock[1])
    >>> len(table.actions), len(table.waste)
    (2, 2)
    """

    def __init__(self, game: Thoughtful, state: State) -> None:
        self.draw, self.king = game.draw, game.ranks - 1
        self.columns = [[card_number(card) for card in column] for column in state.columns]
        self.stock = [card_number(card) for card in state.stock]
        self.waste = [card_number(card) for card in state.waste]
        self.coming = {suit: len(cards) for suit, cards in zip(SUITS, state.foundations, strict=True)}
        self.cards = 4 * game.ranks
        self.actions: list[Action] = []

    def is_next(self, card: int) -> bool:
        """Whether the card's foundation waits for it."""
        return card >> 2 == self.coming[card_at(card).suit]

    def column_of(self, card: int) -> int:
        """The column that holds the card."""
        return next(number for number, column in enumerate(self.columns) if card in column)

    def is_bare(self, card: int) -> bool:
        """Whether the card is the last of a column."""
        return any(column and column[-1] == card for column in self.columns)

    def bring_up(self, card: int) -> None:
        """Draws and recycles until a card of the stock or waste is the waste's top card."""
        while not self.waste or self.waste[-1] != card:
            self.turn()

    def turn(self) -> None:
        """Draws, or recycles when there is nothing to draw."""
        if self.stock:
            self.waste += self.stock[: self.draw]
            del self.stock[: self.draw]
            self.actions.append(DRAW)
        else:
            self.stock, self.waste = self.waste, []
            self.actions.append(RECYCLE)

    def put_down(self, source: str, cards: list[int], target: int) -> None:
        self.columns[target] += cards
        self.actions.append(Move(source, len(cards), str(target + 1)))

    def shift(self, card: int, target: int) -> None:
        """Moves a card of the columns, with what lies on it, to another column."""
        source = self.column_of(card)
        column = self.columns[source]
        height = column.index(card)
        group = column[height:]
        del column[height:]
        self.put_down(str(source + 1), group, target)

    def go_up(self, card: int) -> None:
        """Plays a column's last card, or the waste's top card, to its foundation."""
        suit = card_at(card).suit
        if self.waste and self.waste[-1] == card:
            self.waste.pop()
            source = "W"
        else:
            number = self.column_of(card)
            self.columns[number].pop()
            source = str(number + 1)
        self.coming[suit] += 1
        self.actions.append(Move(source, 1, suit))

    def takers(self, card: int) -> list[int]:
        """The columns that take the card; of the empty ones, which only a king wants, the leftmost."""
        if card >> 2 == self.king:
            return [next(number for number, column in enumerate(self.columns) if not column)]
        parents = card // 2 + 2
        return [number for number, column in enumerate(self.columns) if column and column[-1] // 2 == parents]

    def finish(self) -> None:
        """Wins a position in which the lowest card can always be had: puts up what can go, else turns the
        stock."""
        while sum(self.coming.values()) < self.cards:
            bare = [column[-1] for column in self.columns if column]
            candidates = [card for card in (*bare, *self.waste[-1:]) if self.is_next(card)]
            if candidates:
                self.go_up(candidates[0])
            else:
                self.turn()


def whole_line(deal: Vector, root: Vector, draw: int, prunings: int, path: Vector, depth: int) -> list[int]:
    """The moves of a path, those that are forced included; see the kernel's ``line``."""
    moves = vector(64 * (depth + 2))
    number = depth_first.line(deal, root, draw, prunings, path, depth, moves)
    return [int(moves[place]) for place in range(number)]


def spell_out(game: Thoughtful, state: State, moves: Sequence[int], to_the_end: bool = True) -> tuple[Action, ...]:
    """The actions for the moves that the kernel's ``line`` gives: with the draws and recycles in between,
    with what lies on a card that goes up first put on its twin, and, ``to_the_end``, with the rest of the
    game after them, which must need no thought any more."""
    table = Table(game, state)
    rises: dict[int, list[int]] = {}
    for number, move in enumerate(moves):
        if move >> KIND_BIT == TABLE_UP:
            rises.setdefault(move & 63, []).append(number)

    def target(card: int, number: int) -> int:
        """Of two columns the one whose last card stays longer, so that nothing has to be put aside for it."""

        def stays(column: int) -> int:
            cards = table.columns[column]
            times = rises.get(cards[-1], []) if cards else []
            return next((time for time in times if time > number), len(moves))

        return max(table.takers(card), key=stays)

    for number, move in enumerate(moves):
        kind, card = move >> KIND_BIT, move & 63
        if kind == HEAD_AWAY:
            table.shift(card, target(card, number))
        elif kind == TABLE_UP:
            if not table.is_bare(card):
                column = table.columns[table.column_of(card)]
                table.shift(column[column.index(card) + 1], table.column_of(card ^ 1))
            table.go_up(card)
        elif kind == TAKE_BACK:
            suit = card_at(card).suit
            table.coming[suit] -= 1
            table.put_down(suit, [card], target(card, number))
        else:
            table.bring_up(card)
            if kind == STOCK_UP:
                table.go_up(card)
            else:
                table.waste.pop()
                table.put_down("W", [card], target(card, number))
    if to_the_end:
        table.finish()
    return tuple(table.actions)
