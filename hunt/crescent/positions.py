"""Small positions of many shapes, set at random and at times played on at random."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import NamedTuple

from medialuna.cards import SUITS, Card
from medialuna.contract import Move
from medialuna.games.crescent import Crescent, State


class Position(NamedTuple):
    """A position and the game that it is one of."""

    game: Crescent
    state: State

    @property
    def cards(self) -> int:
        """How many cards are not on the foundations."""
        return sum(map(len, self.state.piles))

    def __str__(self) -> str:
        game, state = self
        tops = " ".join(
            f"{ace[-1]}/{king[-1]}"
            for ace, king in zip(state.aces, state.kings, strict=True)
            if not _complete(ace, king)
        )
        piles = "\n".join(f"  {number}: {' '.join(map(str, pile))}" for number, pile in enumerate(state.piles, start=1))
        return (
            f"{game.ranks} ranks, cap {game.cap}, {state.redistributions_left} redistributions left, "
            f"foundations {tops or 'complete'}\n{piles}"
        )


def _complete(ace: tuple[Card, ...], king: tuple[Card, ...]) -> bool:
    return len(ace) == len(king) == ace[-1].rank


class Shape(NamedTuple):
    """What kinds of positions are set at random: every choice is made among these."""

    ranks: tuple[int, ...]
    piles: tuple[int, ...]
    caps: tuple[int, ...]
    redistributions: tuple[int, ...]
    suits: tuple[int, ...]
    fewest: int
    most: int


SHAPES = (
    # one suit with little room, low and high piles
    Shape((4, 5, 6, 7, 8, 10, 13), (1, 2, 3, 4), (13,), (0, 1, 1, 2, 2, 3), (1,), 5, 16),
    Shape((5, 6, 7, 8), (2, 3, 4), (13,), (1, 1, 2), (1,), 7, 16),
    Shape((5, 6, 7, 8, 10, 13), (1, 2, 3, 4), (5, 7, 13), (0, 1, 2, 2, 3), (1,), 6, 16),
    Shape((4, 5, 6, 7), (2, 3, 4, 5), (13,), (0, 1, 2, 2, 3), (2,), 6, 14),
    # more suits, a low cap, few ranks
    Shape((4, 5), (3, 4, 5), (3, 4, 5, 6), (0, 0, 1, 2), (2, 3, 4), 5, 12),
    Shape((4,), (3, 4, 5, 6), (4, 6, 8), (0, 0, 1, 2), (2, 3), 8, 14),
    Shape((4, 5, 6, 7), (3, 4, 5, 6), (2, 3), (0, 0, 1, 2), (1, 2, 3), 6, 13),
    Shape((2, 3, 4), (2, 3, 4, 5), (3, 13), (0, 1, 2, 2, 3), (1, 2), 4, 12),
    Shape((3, 4, 5), (2, 3, 4), (5, 13), (0, 1, 2, 2), (3,), 6, 13),
)


def random_small(rng: Random) -> Position:
    """A small position, every third time a few random actions into its game."""
    position = None
    while position is None:
        shape = rng.choice(SHAPES)
        ranks, cap = rng.choice(shape.ranks), rng.choice(shape.caps)
        game = Crescent(rng.choice(shape.redistributions), pile_count=rng.choice(shape.piles), ranks=ranks, cap=cap)
        shown = set(rng.sample(SUITS, rng.choice(shape.suits)))
        tops = {suit: foundations(rng, ranks) if suit in shown else (ranks, 1) for suit in SUITS}
        position = set_out(rng, game, tops, shape.fewest, shape.most, rng.choice((0, 0, 1, 3)))
    return played_on(rng, position, rng.randint(1, 12)) if rng.random() < 0.3 else position


def foundations(rng: Random, ranks: int) -> tuple[int, int]:
    """The top ranks of an ace and a king foundation: bare, anywhere, met, apart, or complete."""
    way = rng.randrange(6)
    if way == 0:
        return ranks, 1
    if way == 1:
        up, down = rng.randint(1, ranks), rng.randint(1, ranks)
        return (up, down) if up >= down or up + 1 == down else (down, up)
    if way == 2:
        up = rng.randint(1, ranks - 1)
        return up, up + 1
    if way == 3:
        down = rng.randint(2, ranks)
        return rng.randint(1, down - 1), down
    return 1, ranks


def set_out(
    rng: Random, game: Crescent, tops: Mapping[str, tuple[int, int]], fewest: int, most: int, uneven: float = 0
) -> Position | None:
    """A position with piles at random, ``tops`` being the top ranks of each suit's foundations; the greater ``uneven``,
    the more the piles differ in height. None if so many cards are not left, or have no room."""
    aces, kings, rest = [], [], list[Card]()
    for suit in SUITS:
        up, down = tops[suit]
        cards = [Card(rank, suit, deck) for deck in (0, 1) for rank in range(1, game.ranks + 1)]
        ace = [card for card in cards if card.deck == 0 and card.rank <= up]
        # the king foundation's base is the first deck's king, unless that lies on the ace foundation
        king = [next(c for c in cards if c.rank == rank and c not in ace) for rank in range(game.ranks, down - 1, -1)]
        aces.append(tuple(ace))
        kings.append(tuple(king))
        rest += [card for card in cards if card not in ace and card not in king]
    if not fewest <= len(rest) <= min(most, game.pile_count * game.cap):
        return None
    rng.shuffle(rest)
    piles: list[list[Card]] = [[] for _ in range(game.pile_count)]
    weights = [0.01 + rng.random() ** uneven for _ in piles]
    for card in rest:
        free = [pile for pile in range(game.pile_count) if len(piles[pile]) < game.cap]
        piles[rng.choices(free, [weights[pile] for pile in free])[0]].append(card)
    state = State(tuple(map(tuple, piles)), tuple(aces), tuple(kings), game.redistributions, (0,) * game.pile_count)
    return Position(game, state)


def played_on(rng: Random, position: Position, steps: int) -> Position:
    """The position after so many random actions, few of them redistributions."""
    game, state = position
    for _ in range(steps):
        actions = game.legal_actions(state)
        moves = [action for action in actions if isinstance(action, Move)]
        if not actions:
            break
        state = game.apply_unchecked(state, rng.choice(moves if moves and rng.random() < 0.9 else actions))
    return Position(game, state)


def turning_point(rng: Random, is_lost: Callable[[Position], bool], steps: int = 40) -> Position:
    """Plays a small game at random until it is called lost, and returns the first such position, which the one before
    was not; the last one if that never happens."""
    position = random_small(rng)
    for _ in range(steps):
        if is_lost(position):
            break
        position = played_on(rng, position, 1)
    return position


def varied(rng: Random, position: Position) -> Position:
    """The position with two cards in piles changing places, a card put elsewhere, or another number of redistributions
    left."""
    game, state = position
    piles = [list(pile) for pile in state.piles]
    places = [(pile, height) for pile, cards in enumerate(piles) for height in range(len(cards))]
    way = rng.random()
    if way < 0.15 or len(places) < 2:
        return Position(game, replace(state, redistributions_left=rng.randint(0, 3)))
    (pile, height), (other, at) = rng.sample(places, 2)
    if way < 0.4:
        card = piles[pile].pop(height)
        goal = rng.choice([cards for cards in piles if len(cards) < game.cap])
        goal.insert(rng.randint(0, len(goal)), card)
    else:
        piles[pile][height], piles[other][at] = piles[other][at], piles[pile][height]
    return Position(game, replace(state, piles=tuple(map(tuple, piles))))
