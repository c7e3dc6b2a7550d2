"""Small positions of many shapes, set at random and at times played on at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from medialuna.cards import SUITS, Card, suit_of_cards
from medialuna.contract import Cards, Move
from medialuna.games.thoughtful import State, Thoughtful

FEWEST, MOST = 5, 28
"""Cards that are not on the foundations: with fewer there is nothing to find, with more the judge takes long."""
MOST_IN_COLUMNS = 17
"""Cards in columns: the solver's key has room for no more, should each be a block of its own."""
RANKS = (3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 13)
COLUMNS = (1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6)


class Position(NamedTuple):
    """A position and the game that it is one of."""

    game: Thoughtful
    state: State

    @property
    def cards(self) -> int:
        """How many cards are not on the foundations."""
        return 4 * self.game.ranks - sum(map(len, self.state.foundations))

    def __str__(self) -> str:
        game, state = self
        up = " ".join(str(cards[-1]) for cards in state.foundations if cards)
        columns = "".join(
            f"\n  {number}: {' '.join(map(str, cards))}" + f" ({hidden} face down)" * (hidden > 0)
            for number, (cards, hidden) in enumerate(zip(state.columns, state.face_down, strict=True), start=1)
        )
        return (
            f"{game.ranks} ranks, draw {game.draw}, {'closed' if game.closed else 'open'}, foundations {up or 'empty'}"
            f"{columns}\n  waste: {' '.join(map(str, state.waste))}\n  stock: {' '.join(map(str, state.stock))}"
        )


def random_small(rng: Random) -> Position:
    """A small position, every second time a few random actions into its game."""
    position = _set_out(rng)
    return played_on(rng, position, rng.randint(1, 25)) if rng.random() < 0.5 else position


def _set_out(rng: Random) -> Position:
    ranks, columns = rng.choice(RANKS), rng.choice(COLUMNS)
    game = Thoughtful(draw=rng.choice((1, 3)), closed=rng.random() < 0.5, column_count=columns, ranks=ranks)
    while True:
        heights = _heights(rng, ranks)
        if FEWEST <= 4 * ranks - sum(heights) <= MOST:
            break
    left = [Card(rank, suit) for suit, up in zip(SUITS, heights, strict=True) for rank in range(up + 1, ranks + 1)]
    # high cards rather below, or low ones, which is harder
    tilt = rng.choice((-0.4, 0, 0, 0.4, 0.8))
    left.sort(key=lambda card: tilt * card.rank + ranks * rng.random())
    in_columns = min(round(len(left) * rng.choice((0.3, 0.5, 0.7, 0.8, 0.9, 1))), MOST_IN_COLUMNS)
    others = rng.sample(left, len(left) - in_columns)
    lie = [card for card in left if card not in others]
    waste = rng.randint(0, len(others)) if rng.random() < 0.6 else 0
    piles = _columns(rng, lie, columns)
    return Position(
        game,
        State(
            piles,
            tuple(others[waste:]),
            tuple(others[:waste]),
            tuple(suit_of_cards(suit, range(1, up + 1)) for suit, up in zip(SUITS, heights, strict=True)),
            tuple(_face_down(rng, len(pile)) if game.closed else 0 for pile in piles),
        ),
    )


def _heights(rng: Random, ranks: int) -> list[int]:
    """How many cards are up: none, about equally many of each suit, or as chance has it."""
    way = rng.randrange(4)
    if way == 0:
        return [0] * 4
    if way == 1:
        common = rng.randrange(ranks)
        return [min(max(common + rng.choice((-1, 0, 0, 1)), 0), ranks) for _ in SUITS]
    return [rng.choice((0, 0, 1, rng.randint(0, ranks))) for _ in SUITS]


def _columns(rng: Random, cards: Sequence[Card], count: int) -> tuple[Cards, ...]:
    """The cards cut into columns, some of them empty at times."""
    weights = [rng.choice((0, 0.3, 1, 1)) if rng.random() < 0.3 else 1 for _ in range(count)]
    if not any(weights):
        weights[0] = 1
    dealt: list[list[Card]] = [[] for _ in range(count)]
    if rng.random() < 0.5:  # like a deal, row by row, so that the tilt is that of every column
        for number, card in enumerate(cards):
            open_ones = [column for column in range(count) if weights[column]]
            dealt[open_ones[number % len(open_ones)]].append(card)
    else:
        for card in cards:
            dealt[rng.choices(range(count), weights)[0]].append(card)
    return tuple(map(tuple, dealt))


def _face_down(rng: Random, size: int) -> int:
    """All that can be, or fewer."""
    most = max(size - 1, 0)
    return most if rng.random() < 0.5 else rng.randint(0, most)


def played_on(rng: Random, position: Position, steps: int) -> Position:
    """The position after so many random actions; moves rather than draws."""
    game, state = position
    for _ in range(steps):
        actions = game.legal_actions(state)
        if not actions:
            break
        moves = [action for action in actions if isinstance(action, Move)]
        state = game.apply_unchecked(state, rng.choice(moves if moves and rng.random() < 0.7 else actions))
    return Position(game, state)


def turning_point(rng: Random, is_lost: Callable[[Position], bool], steps: int = 40) -> Position:
    """Plays a small game at random until it is called lost, and returns the first such position: a step before, it
    was not. (The last one if that never happens.)"""
    position = random_small(rng)
    for _ in range(steps):
        if is_lost(position):
            break
        position = played_on(rng, position, 1)
    return position


def varied(rng: Random, position: Position) -> Position:
    """The position with two of the cards changing places that lie in columns, waste and stock."""
    game, state = position
    piles = [list(pile) for pile in (*state.columns, state.waste, state.stock)]
    places = [(pile, height) for pile, cards in enumerate(piles) for height in range(len(cards))]
    if len(places) < 2:
        return position
    (pile, height), (other_pile, other_height) = rng.sample(places, 2)
    one, other = piles[pile][height], piles[other_pile][other_height]
    piles[pile][height], piles[other_pile][other_height] = other, one
    *columns, waste, stock = map(tuple, piles)
    return Position(game, State(tuple(columns), stock, waste, state.foundations, state.face_down))
