"""Between the readable rules and the kernels: positions to boards, moves to actions.

The only bridge. A board holds, for every pile, its cards bottom to top, at ``CARD + STRIDE * pile + height``;
see ``kernels/layout.py`` for the drawing of the whole array. Two equal cards are told apart on a board only by where
they lie.
"""

from __future__ import annotations

from collections.abc import Iterable

from medialuna.cards import SUITS, Card
from medialuna.contract import Action, Move
from medialuna.games.crescent import REDISTRIBUTE, Crescent, State
from medialuna.solver.compiled import Vector, vector
from medialuna.solver.crescent.kernels import layout as k

MOST_PILES = 16
MOST_RANKS = 13


class DoesNotFit(ValueError):
    """A game with more piles or ranks than the boards have room for."""


def pack(game: Crescent, state: State) -> Vector:
    """The board of a position, ``layout.SIZE`` long. Raises :class:`DoesNotFit`."""
    if game.pile_count > MOST_PILES or not 2 <= game.ranks <= MOST_RANKS:
        raise DoesNotFit(f"the solver for Crescent takes up to {MOST_PILES} piles and 2 to {MOST_RANKS} ranks")
    board = vector(k.SIZE)
    board[k.PILES], board[k.RANKS], board[k.CAP] = game.pile_count, game.ranks, min(game.cap, k.STRIDE)
    board[k.REDEALS] = state.redistributions_left
    for i in range(4):
        board[k.UP + i] = state.aces[i][-1].rank - 1
        board[k.DOWN + i] = state.kings[i][-1].rank - 1
    copies: dict[int, int] = {}
    for p, pile in enumerate(state.piles):
        board[k.HEIGHT + p] = len(pile)
        for i, card in enumerate(pile):
            kind = kind_of(card)
            board[k.CARD + p * k.STRIDE + i] = kind + 64 * copies.get(kind, 0)
            copies[kind] = copies.get(kind, 0) + 1
    k.set_up(board)
    return board


def smallest_board() -> Vector:
    """An empty board of one pile, for compiling the kernels."""
    board = vector(k.SIZE)
    board[k.PILES], board[k.RANKS], board[k.CAP] = 1, 2, 2
    k.set_up(board)
    return board


def borders_of(state: State) -> list[int]:
    """The top rank of each suit's ace foundation, from 0: what a board forgets where the two have met."""
    return [ace[-1].rank - 1 for ace in state.aces]


def kind_of(card: Card) -> int:
    """The number of a card's type.

    >>> kind_of(Card(2, "H"))
    17
    """
    return 16 * SUITS.index(card.suit) + card.rank - 1


def piles_of(board: Vector) -> tuple[tuple[int, ...], ...]:
    """The types in each pile of a board, bottom to top."""
    return tuple(tuple(card & 63 for card in pile) for pile in pile_cards(board))


def pile_cards(board: Vector) -> list[list[int]]:
    """The cards in each pile of a board, bottom to top."""
    starts = [(k.CARD + p * k.STRIDE, int(board[k.HEIGHT + p])) for p in range(int(board[k.PILES]))]
    return [[int(board[at]) for at in range(first, first + height)] for first, height in starts]


def actions_of(game: Crescent, state: State, line: Iterable[int]) -> tuple[Action, ...]:
    """The actions that a kernel's line of moves stands for, the slides between foundations put back where they
    are needed. Whether they keep to the rules is for the caller to ask."""
    actions: list[Action] = []
    for move in line:
        for action in _actions_of_move(game, state, int(move)):
            state = game.apply_unchecked(state, action)
            actions.append(action)
    return tuple(actions)


def _actions_of_move(game: Crescent, state: State, move: int) -> list[Action]:
    if move == k.REDISTRIBUTION:
        return [REDISTRIBUTE]
    source, target = str((move >> 5) + 1), move & 31
    if target != k.FOUNDATION:
        return [Move(source, 1, str(target + 1))]
    return _to_foundation(game, state, source)


def _to_foundation(game: Crescent, state: State, source: str) -> list[Action]:
    """The card to its foundation, before it the slides that bring the border to it on the shorter way (CR-10)."""
    card = state.piles[int(source) - 1][-1]
    suit = SUITS.index(card.suit)
    ace, king = "A" + card.suit, "K" + card.suit
    up, down = state.aces[suit][-1].rank, state.kings[suit][-1].rank
    if up + 1 != down:
        return [Move(source, 1, ace if card.rank == up + 1 else king)]
    # the ace foundation may take the card once its top is one lower, the king foundation once it is the card's rank
    goals = [(abs(up - goal), goal, place) for goal, place in ((card.rank - 1, ace), (card.rank, king))]
    _, goal, place = min(g for g in goals if 1 <= g[1] < game.ranks)
    slide = Move(ace, 1, king) if goal < up else Move(king, 1, ace)
    return [*[slide] * abs(up - goal), Move(source, 1, place)]
