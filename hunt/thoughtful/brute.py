"""An exhaustive judge for small positions: the rules, a set of visited positions, and nothing else.

It shares no code with the solver, nor its way of looking at a position, so that a mistake in one of them is not
in the other. Every action of the rules is tried: draws, recycles, each group of each column to each other column,
the waste's top card, and cards back from the foundations. The one liberty taken: columns are kept in the order of
their lowest cards, since no rule tells one column from another (of empty ones there may be several, all alike).

A position is a row of :data:`WORDS` numbers. The first holds how many cards each foundation has.
The others hold ten symbols of six bits each: the columns, each bottom to top with :data:`TURNED` after its
face-down cards if it has any, and :data:`END` after it; the waste, bottom to top, and :data:`END`; the stock, the
card to be drawn next last.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from hunt.visited import NONE, OPEN, STORED, WAITING, WINNER, Numbers, compiled, store
from medialuna.cards import SUITS, Card
from medialuna.contract import Action
from medialuna.games.thoughtful import State, Thoughtful

Answer: TypeAlias = Literal["won", "lost", "open"]

WORDS = 8
END, TURNED = 0, 53
"""Symbols that are no cards; a card is ``4 * (rank - 1) + suit + 1``, the suits being S H D C."""
IN_A_WORD = 10
MOST_SYMBOLS = (WORDS - 1) * IN_A_WORD
ROOM = 64
"""Cards that a pile has room for."""


# --- positions as rows of numbers --------------------------------------------------------------------------------


@compiled
def encode(piles: Numbers, sizes: Numbers, hidden: Numbers, up: Numbers, row: Numbers) -> None:
    """Writes the position that lies in the piles (the columns, the waste, the stock) into a row."""
    columns = len(hidden)
    for word in range(WORDS):
        row[word] = 0
    for suit in range(4):
        row[0] |= up[suit] << 4 * suit
    at, last = 0, 0
    for _ in range(columns):
        # the column with the next higher lowest card; empty ones come last
        best, best_card = -1, 64
        for column in range(columns):
            card = piles[column, 0] if sizes[column] else 0
            if last < card < best_card:
                best, best_card = column, card
        if best < 0:
            break
        last = best_card
        for height in range(sizes[best]):
            if height == hidden[best] and height:
                row[1 + at // IN_A_WORD] |= TURNED << 6 * (at % IN_A_WORD)
                at += 1
            row[1 + at // IN_A_WORD] |= piles[best, height] << 6 * (at % IN_A_WORD)
            at += 1
        if sizes[best]:
            at += 1
    for column in range(columns):
        if not sizes[column]:
            at += 1
    for pile in range(columns, columns + 2):
        for height in range(sizes[pile]):
            row[1 + at // IN_A_WORD] |= piles[pile, height] << 6 * (at % IN_A_WORD)
            at += 1
        at += 1


@compiled
def decode(row: Numbers, piles: Numbers, sizes: Numbers, hidden: Numbers, up: Numbers) -> None:
    """Lays a row's position out in the piles."""
    columns = len(hidden)
    for suit in range(4):
        up[suit] = (row[0] >> 4 * suit) & 15
    for column in range(columns):
        hidden[column] = 0
    at = 0
    for pile in range(columns + 2):
        size = 0
        while at < MOST_SYMBOLS:
            symbol = (row[1 + at // IN_A_WORD] >> 6 * (at % IN_A_WORD)) & 63
            at += 1
            if symbol == END:
                break
            if symbol == TURNED:
                hidden[pile] = size
            else:
                piles[pile, size] = symbol
                size += 1
        sizes[pile] = size


# --- the rules ---------------------------------------------------------------------------------------------------


@compiled
def follows(card: int, on: int) -> bool:
    """TF-2: whether a card goes onto another: one rank lower, of the other colour."""
    suit, on_suit = (card - 1) % 4, (on - 1) % 4
    is_red, on_red = suit == 1 or suit == 2, on_suit == 1 or on_suit == 2
    return is_red != on_red and (card - 1) // 4 + 1 == (on - 1) // 4


@compiled
def fits(card: int, piles: Numbers, sizes: Numbers, column: int, ranks: int) -> bool:
    """TF-2, TF-4: whether a card goes to a column."""
    if sizes[column] == 0:
        return (card - 1) // 4 == ranks - 1
    return follows(card, piles[column, sizes[column] - 1])


@compiled
def carry(piles: Numbers, sizes: Numbers, source: int, count: int, target: int) -> None:
    """Moves the last cards of a pile to another, in the same order."""
    for i in range(count):
        piles[target, sizes[target] + i] = piles[source, sizes[source] - count + i]
    sizes[target] += count
    sizes[source] -= count


@compiled
def turn_over(piles: Numbers, sizes: Numbers, source: int, count: int, target: int) -> None:
    """Moves the last cards of a pile to another one by one."""
    for _ in range(count):
        carry(piles, sizes, source, 1, target)


@compiled
def explore(
    ranks: int,
    draw: int,
    columns: int,
    limit: int,
    states: Numbers,
    origin: Numbers,
    table: Numbers,
    stack: Numbers,
    counters: Numbers,
) -> int:
    """Visits all that can be reached from the position in ``states[0]``, until one is won or more than ``limit``
    would have to be stored: NONE, OPEN, or the number of the won one. ``states``, ``origin`` and ``stack`` have
    room for ``limit`` and one more; ``table`` is empty and larger; ``counters`` are all 0."""
    piles, sizes = np.zeros((columns + 2, ROOM), np.int64), np.zeros(columns + 2, np.int64)
    hidden, up, row = np.zeros(columns, np.int64), np.zeros(4, np.int64), np.zeros(WORDS, np.int64)
    counters[WINNER] = NONE
    waste, stock = columns, columns + 1

    def reached(came_from: int) -> None:
        """The position that now lies in the piles can be reached."""
        encode(piles, sizes, hidden, up, row)
        if store(row, came_from, states, origin, table, counters):
            number = counters[STORED] - 1
            stack[counters[WAITING]] = number
            counters[WAITING] += 1
            if up[0] + up[1] + up[2] + up[3] == 4 * ranks:  # TF-9
                counters[WINNER] = number

    decode(states[0], piles, sizes, hidden, up)
    reached(-1)
    # no more than this come from one position: from each column, each foundation and the waste one to each column,
    # one to a foundation from each column and the waste, and a press
    most = columns * (columns + 6) + 2
    while counters[WAITING]:
        if counters[WINNER] != NONE:
            return int(counters[WINNER])
        if counters[STORED] + most > limit:
            return OPEN
        counters[WAITING] -= 1
        here = stack[counters[WAITING]]
        decode(states[here], piles, sizes, hidden, up)
        if sizes[stock]:  # TF-7
            drawn = min(draw, sizes[stock])
            turn_over(piles, sizes, stock, drawn, waste)
            reached(here)
            turn_over(piles, sizes, waste, drawn, stock)
        elif sizes[waste]:  # TF-8
            turned = sizes[waste]
            turn_over(piles, sizes, waste, turned, stock)
            reached(here)
            turn_over(piles, sizes, stock, turned, waste)
        for suit in range(4):  # TF-10
            if up[suit]:
                card = 4 * (up[suit] - 1) + suit + 1
                up[suit] -= 1
                for column in range(columns):
                    if fits(card, piles, sizes, column, ranks):
                        piles[column, sizes[column]] = card
                        sizes[column] += 1
                        reached(here)
                        sizes[column] -= 1
                up[suit] += 1
        for source in range(columns):  # TF-2, TF-3, TF-4
            size, turned = sizes[source], hidden[source]
            for count in range(1, size - turned + 1):
                card = piles[source, size - count]
                if count > 1 and not follows(piles[source, size - count + 1], card):
                    break
                for target in range(columns):
                    if target != source and fits(card, piles, sizes, target, ranks):
                        carry(piles, sizes, source, count, target)
                        hidden[source] = min(turned, max(sizes[source] - 1, 0))
                        reached(here)
                        hidden[source] = turned
                        carry(piles, sizes, target, count, source)
        for source in range(columns + 1):  # TF-5, TF-6
            if not sizes[source]:
                continue
            card = piles[source, sizes[source] - 1]
            suit = (card - 1) % 4
            if source == waste:
                for target in range(columns):
                    if fits(card, piles, sizes, target, ranks):
                        carry(piles, sizes, waste, 1, target)
                        reached(here)
                        carry(piles, sizes, target, 1, waste)
            if up[suit] == (card - 1) // 4:
                turned = hidden[source] if source < columns else 0
                sizes[source] -= 1
                up[suit] += 1
                if source < columns:
                    hidden[source] = min(turned, max(sizes[source] - 1, 0))
                reached(here)
                if source < columns:
                    hidden[source] = turned
                up[suit] -= 1
                sizes[source] += 1
                piles[source, sizes[source] - 1] = card
    return int(counters[WINNER])


# --- the bridge to the rules' own positions ------------------------------------------------------------------------


def card_number(card: Card) -> int:
    return 4 * (card.rank - 1) + SUITS.index(card.suit) + 1


def as_row(state: State) -> Numbers:
    """A position as a row of numbers."""
    columns = len(state.columns)
    piles, sizes = np.zeros((columns + 2, ROOM), np.int64), np.zeros(columns + 2, np.int64)
    for number, pile in enumerate((*state.columns, state.waste, state.stock[::-1])):
        sizes[number] = len(pile)
        piles[number, : len(pile)] = [card_number(card) for card in pile]
    row = np.zeros(WORDS, np.int64)
    up = np.array([len(cards) for cards in state.foundations], np.int64)
    encode(piles, sizes, np.array(state.face_down, np.int64), up, row)
    return row


class Search:
    """All that can be reached from a position, as far as ``limit`` positions."""

    def __init__(self, game: Thoughtful, state: State, limit: int) -> None:
        if 4 * game.ranks + 2 * game.column_count + 2 > MOST_SYMBOLS:
            raise ValueError(f"{game.ranks} ranks and {game.column_count} columns do not fit into {WORDS} words")
        self.game, self.state = game, state
        self.states = np.empty((limit + 1, WORDS), np.int64)
        self.origin = np.empty(limit + 1, np.int64)
        self.states[0] = as_row(state)
        table = np.zeros(1 << (2 * limit).bit_length(), np.int64)
        stack = np.empty(limit + 1, np.int64)
        counters = np.zeros(3, np.int64)
        sizes = game.ranks, game.draw, game.column_count, limit
        self.end = explore(*sizes, self.states, self.origin, table, stack, counters)
        self.stored = int(counters[STORED])

    @property
    def answer(self) -> Answer:
        return "lost" if self.end == NONE else "open" if self.end == OPEN else "won"

    def line(self) -> tuple[Action, ...]:
        """The actions of the win that was found, each of them allowed by the game's own rules."""
        rows = []
        number = self.end
        while number > 0:
            rows.append(self.states[number].tolist())
            number = int(self.origin[number])
        actions: list[Action] = []
        here = self.state
        for row in reversed(rows):
            following = (
                (action, self.game.apply_unchecked(here, action)) for action in self.game.legal_actions_unchecked(here)
            )
            action, here = next(step for step in following if as_row(step[1]).tolist() == row)
            actions.append(action)
        return tuple(actions)


def judge(game: Thoughtful, state: State, limit: int = 100_000) -> Answer:
    """Whether a position can be won; ``open`` if more than ``limit`` positions would have to be looked at."""
    return Search(game, state, limit).answer
