"""The board of the kernels against the readable rules, both ways along random games, and its running sums
against full ones."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from medialuna.contract import Move, Press
from medialuna.games.crescent import Crescent, State
from medialuna.solver.compiled import vector
from medialuna.solver.crescent.kernels import layout, moves
from medialuna.solver.crescent.pack import DoesNotFit, actions_of, kind_of, pack, piles_of
from tests.crescent_positions import small, walk

GAMES = (
    Crescent(),
    Crescent(redistributions=4, face_down=True),
    Crescent(redistributions=2, pile_count=5, ranks=5, cap=6),
    Crescent(redistributions=1, pile_count=3, ranks=3, cap=5),
    Crescent(redistributions=3, pile_count=2, ranks=2, cap=3),
    Crescent(redistributions=3, pile_count=7, cap=96),
)
SUMS = (layout.KEY, layout.BREAKS, layout.LEFT, layout.REDEALS, *range(layout.UP, layout.DOWN + 4))


def sums(board):
    return [int(board[place]) for place in SUMS]


def kinds(state: State):
    return tuple(tuple(kind_of(card) for card in pile) for pile in state.piles)


def fast_moves(board):
    out = vector(400)
    return [int(out[i]) for i in range(moves.moves(board, out, 0))]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("number", range(3))
def test_every_fast_move_is_legal_and_ends_in_the_same_position(game, number):
    for state in walk(game, number, 60):
        board = pack(game, state)
        assert piles_of(board) == kinds(state)
        for move in fast_moves(board):
            before = moves.make(board, move)
            after = state
            for action in actions_of(game, state, [move]):
                after = game.apply(after, action)
            full = pack(game, after)
            assert piles_of(board) == piles_of(full)
            assert sums(board) == sums(full)
            moves.unmake(board, move, before)
            assert piles_of(board) == kinds(state)
            assert sums(board) == sums(pack(game, state))


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("number", range(3))
def test_every_legal_action_is_a_fast_move(game, number):
    for state in walk(game, number, 60):
        fast = fast_moves(pack(game, state))
        wanted = Counter()
        met = {suit for i, suit in enumerate("SHDC") if state.aces[i][-1].rank + 1 == state.kings[i][-1].rank}
        for action in game.legal_actions(state):
            if isinstance(action, Press):
                wanted[layout.REDISTRIBUTION] = 1
            elif action.source[0] in "AK":
                assert action.source[1] in met, "a move between foundations that have not met"
            else:
                to_pile = action.target[0] not in "AK"
                target = int(action.target) - 1 if to_pile else layout.FOUNDATION
                wanted[32 * (int(action.source) - 1) + target] = 1
        # once the foundations have met, every card of the suit can be played after some slides
        for i, pile in enumerate(state.piles):
            if pile and pile[-1].suit in met:
                wanted[32 * i + layout.FOUNDATION] = 1
        assert Counter(fast) == wanted


def test_slides_bring_the_border_to_the_card_on_the_shorter_way():
    rng, slides = Random(5), 0
    for _ in range(300):
        game, state = small(rng, 12)
        for move in fast_moves(pack(game, state)):
            actions = actions_of(game, state, [move])
            slides += len(actions) - 1
            for action in actions[:-1]:
                assert isinstance(action, Move)
                assert action.source[0] in "AK"
            here, card = state, None
            for action in actions:
                if action is actions[-1] and isinstance(action, Move):
                    card = state.piles[int(action.source) - 1][-1]
                here = game.apply(here, action)
            if move & 31 == layout.FOUNDATION:
                assert sum(map(len, here.piles)) == sum(map(len, state.piles)) - 1
                assert card is not None
    assert slides > 100


def test_a_long_line_of_random_moves_can_be_taken_back():
    rng = Random(9)
    for game in GAMES:
        state = next(walk(game, 11, 1))
        board = pack(game, state)
        line = []
        for _ in range(200):
            legal = fast_moves(board)
            if not legal:
                break
            move = rng.choice(legal)
            line.append((move, moves.make(board, move)))
        assert len(line) > 5
        for move, before in reversed(line):
            moves.unmake(board, move, before)
        assert piles_of(board) == kinds(state)
        assert sums(board) == sums(pack(game, state))


def test_the_key_does_not_see_the_order_of_the_piles_nor_which_copy_lies_where():
    game = Crescent()
    state = next(walk(game, 3, 1))
    turned = State(state.piles[::-1], state.aces, state.kings, state.redistributions_left, state.face_down)
    assert pack(game, turned)[layout.KEY] == pack(game, state)[layout.KEY]
    other = next(walk(game, 4, 1))
    assert pack(game, other)[layout.KEY] != pack(game, state)[layout.KEY]


@pytest.mark.parametrize("game", [Crescent(pile_count=17), Crescent(ranks=14)], ids=str)
def test_a_game_too_large_for_the_board_is_refused(game):
    state = State(((),) * game.pile_count, ((),) * 4, ((),) * 4, 3, (0,) * game.pile_count)
    with pytest.raises(DoesNotFit, match="up to 16 piles and 2 to 13 ranks"):
        pack(game, state)
