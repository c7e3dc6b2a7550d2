"""An exhaustive judge for small positions: the rules, a set of visited positions, and nothing else.

It shares no code with the solver, nor its way of looking at a position, so that a mistake in one of them is not in the
other. Every action of the rules is tried, moves between foundations and redistributions among them. The one liberty
taken: piles are kept in order, since no rule tells one from another (CR-4 … CR-6 and CR-12 speak of any pile).

A position is a row of :data:`WORDS` numbers. The first holds the top ranks of the eight foundations, four bits each,
and the redistributions left. The others hold ten symbols of six bits each: the piles, each bottom to top, with
:data:`END` after it. Which of two equal cards is meant is not part of it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from hunt.visited import NONE, OPEN, STORED, WAITING, WINNER, Numbers, compiled, store
from medialuna.cards import SUITS, Card
from medialuna.contract import Action
from medialuna.games.crescent import Crescent, State

Answer: TypeAlias = Literal["won", "lost", "open"]

WORDS = 6
END = 0
"""The symbol that is no card; a card is ``13 * suit + rank``, the suits being S H D C."""
IN_A_WORD = 10
MOST_SYMBOLS = (WORDS - 1) * IN_A_WORD
ROOM = 48
"""Cards that a pile has room for."""
REDEALS = 32
"""Where the redistributions left begin in a row's first number; the foundations lie below."""


@compiled
def encode(piles: Numbers, sizes: Numbers, tops: Numbers, redeals: int, row: Numbers) -> None:
    """Writes a position into a row, and sorts its piles."""
    count = len(sizes)
    for pile in range(1, count):
        other = pile
        while other > 0 and comes_after(piles, sizes, other - 1, other):
            for height in range(max(sizes[other], sizes[other - 1])):
                piles[other, height], piles[other - 1, height] = piles[other - 1, height], piles[other, height]
            sizes[other], sizes[other - 1] = sizes[other - 1], sizes[other]
            other -= 1
    for word in range(len(row)):
        row[word] = 0
    row[0] = redeals << REDEALS
    for foundation in range(8):
        row[0] |= tops[foundation] << 4 * foundation
    symbol = 0
    for pile in range(count):
        for height in range(sizes[pile] + 1):
            card = piles[pile, height] if height < sizes[pile] else END
            row[1 + symbol // IN_A_WORD] |= card << 6 * (symbol % IN_A_WORD)
            symbol += 1


@compiled
def comes_after(piles: Numbers, sizes: Numbers, one: int, other: int) -> bool:
    """Whether a pile belongs behind another: higher, or as high with a greater card where they first differ."""
    if sizes[one] != sizes[other]:
        return bool(sizes[one] > sizes[other])
    for height in range(sizes[one]):
        if piles[one, height] != piles[other, height]:
            return bool(piles[one, height] > piles[other, height])
    return False


@compiled
def decode(row: Numbers, piles: Numbers, sizes: Numbers, tops: Numbers) -> int:
    """Lays a row out again; answers the redistributions left."""
    for foundation in range(8):
        tops[foundation] = row[0] >> 4 * foundation & 15
    symbol = 0
    for pile in range(len(sizes)):
        size = 0
        while True:
            card = row[1 + symbol // IN_A_WORD] >> 6 * (symbol % IN_A_WORD) & 63
            symbol += 1
            if card == END:
                break
            piles[pile, size] = card
            size += 1
        sizes[pile] = size
    return int(row[0] >> REDEALS)


@compiled
def is_beside(one: int, other: int, ranks: int) -> bool:
    """CR-4: the same suit and the next rank up or down, ace and king being neighbours."""
    if (one - 1) // 13 != (other - 1) // 13:
        return False
    apart = (one - other) % ranks
    return apart in (1, ranks - 1)


@compiled
def explore(
    ranks: int,
    cap: int,
    pile_count: int,
    limit: int,
    states: Numbers,
    origin: Numbers,
    table: Numbers,
    stack: Numbers,
    counters: Numbers,
) -> int:
    """Visits all that can be reached from the first position. Answers the number of a won one, NONE or OPEN."""
    piles, sizes = np.zeros((pile_count, ROOM), np.int64), np.zeros(pile_count, np.int64)
    tops, row = np.zeros(8, np.int64), np.zeros(WORDS, np.int64)
    new_piles, new_sizes, new_tops = piles.copy(), sizes.copy(), tops.copy()
    for word in range(WORDS):
        row[word] = states[0, word]
    counters[STORED], counters[WAITING], counters[WINNER] = 0, 1, NONE
    store(row, NONE, states, origin, table, counters)
    stack[0] = 0
    while counters[WAITING]:
        counters[WAITING] -= 1
        here = stack[counters[WAITING]]
        redeals = decode(states[here], piles, sizes, tops)
        if sizes.sum() == 0:
            return int(here)
        # sources 0 to 7 are the foundations (A and K of S, H, D, C), 8 a redistribution, the rest piles
        for source in range(9 + pile_count):
            for target in range(8 + pile_count):
                new_redeals = redeals
                if source == 8:
                    if target > 0 or redeals == 0 or sizes.max() < 2:
                        continue
                elif source < 8:
                    if not passes(tops, source, target, ranks):
                        continue
                elif sizes[source - 9] == 0 or not fits(piles, sizes, tops, source - 9, target, ranks, cap):
                    continue
                new_piles[:], new_sizes[:], new_tops[:] = piles, sizes, tops
                if source == 8:
                    redistribute(new_piles, new_sizes)
                    new_redeals -= 1
                else:
                    if source < 8:
                        new_tops[source] += -1 if source % 2 == 0 else 1
                    else:
                        new_sizes[source - 9] -= 1
                    if target < 8:
                        new_tops[target] += 1 if target % 2 == 0 else -1
                    else:
                        card = piles[source - 9, sizes[source - 9] - 1]
                        new_piles[target - 8, new_sizes[target - 8]] = card
                        new_sizes[target - 8] += 1
                if counters[STORED] >= limit:
                    return OPEN
                encode(new_piles, new_sizes, new_tops, new_redeals, row)
                number = counters[STORED]
                if store(row, here, states, origin, table, counters):
                    stack[counters[WAITING]] = number
                    counters[WAITING] += 1
    return NONE


@compiled
def passes(tops: Numbers, source: int, target: int, ranks: int) -> bool:
    """CR-10: a foundation's top card passes to the other foundation of its suit; CR-11: its base does not."""
    if target >= 8 or source == target or source // 2 != target // 2:
        return False
    base = 1 if source % 2 == 0 else ranks
    wanted = tops[target] + (1 if target % 2 == 0 else -1)
    return bool(tops[source] != base and tops[source] == wanted)


@compiled
def fits(piles: Numbers, sizes: Numbers, tops: Numbers, pile: int, target: int, ranks: int, cap: int) -> bool:
    """Whether a pile's top card may go there: CR-8 and CR-9 on foundations, CR-4 to CR-6 on piles."""
    card = piles[pile, sizes[pile] - 1]
    if target < 8:
        rank = (card - 1) % 13 + 1
        # a rank beyond the last or below the first is no card's
        return bool((card - 1) // 13 == target // 2 and rank == tops[target] + (1 if target % 2 == 0 else -1))
    other = target - 8
    if other == pile or sizes[other] == 0 or sizes[other] >= cap:
        return False
    return is_beside(card, piles[other, sizes[other] - 1], ranks)


@compiled
def redistribute(piles: Numbers, sizes: Numbers) -> None:
    """CR-12: in every pile the bottom card comes to the top."""
    for pile in range(len(sizes)):
        if sizes[pile] > 1:
            bottom = piles[pile, 0]
            for height in range(1, sizes[pile]):
                piles[pile, height - 1] = piles[pile, height]
            piles[pile, sizes[pile] - 1] = bottom


# --- the bridge to the rules' own positions -----------------------------------------------------------------------


def card_number(card: Card) -> int:
    return 13 * SUITS.index(card.suit) + card.rank


def as_row(state: State) -> Numbers:
    """A position as a row of numbers."""
    piles, sizes = np.zeros((len(state.piles), ROOM), np.int64), np.zeros(len(state.piles), np.int64)
    for number, pile in enumerate(state.piles):
        sizes[number] = len(pile)
        piles[number, : len(pile)] = [card_number(card) for card in pile]
    tops = np.array([cards[-1].rank for pair in zip(state.aces, state.kings, strict=True) for cards in pair], np.int64)
    row = np.zeros(WORDS, np.int64)
    encode(piles, sizes, tops, state.redistributions_left, row)
    return row


class Search:
    """All that can be reached from a position, as far as ``limit`` positions. Raises ValueError for one too large."""

    def __init__(self, game: Crescent, state: State, limit: int) -> None:
        if sum(map(len, state.piles)) + game.pile_count > MOST_SYMBOLS:
            raise ValueError(f"the judge takes at most {MOST_SYMBOLS} cards and piles")
        self.game, self.state = game, state
        self.states = np.empty((limit + 1, WORDS), np.int64)
        self.origin = np.empty(limit + 1, np.int64)
        self.states[0] = as_row(state)
        table = np.zeros(1 << (2 * limit).bit_length(), np.int64)
        stack, counters = np.empty(limit + 1, np.int64), np.zeros(3, np.int64)
        sizes = game.ranks, game.cap, game.pile_count, limit
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


def judge(game: Crescent, state: State, limit: int = 100_000) -> Answer:
    """Whether a position can be won; ``open`` if more than ``limit`` positions would have to be looked at."""
    return Search(game, state, limit).answer
