"""The beam that makes lines of Crescent shorter."""

from __future__ import annotations

from medialuna.games.crescent import Crescent
from medialuna.shuffle import shuffled
from medialuna.solver import Budget, Won, solve
from medialuna.solver.compiled import vector
from medialuna.solver.crescent.decide import weights
from medialuna.solver.crescent.kernels import beam
from medialuna.solver.crescent.pack import pack

GAME = Crescent(redistributions=4)


def offered(state) -> int:
    """How many positions a stored one brings to the next stage, one redistribution later."""
    board, scratch = pack(GAME, state), vector(beam.SIZE)
    states, pooled, pool = vector(beam.WORDS), vector(beam.WORDS), vector(5)
    scratch[beam.POOL], scratch[beam.NOISE], scratch[beam.BOUND] = 1, 1, 1000
    beam.save(board, scratch, states, 0, 0, -1)
    beam._pool(board, scratch, states, 0, pool, pooled, weights())
    return int(pool[0])


def test_a_redistribution_is_offered_only_where_some_pile_has_two_cards():
    """CR-12. Along won games: where the piles are single cards, no dead test would refuse the position."""
    singles = pairs = 0
    for number in range(4):
        state = GAME.deal(shuffled(GAME.pack(), number))
        verdict = solve(GAME, state, Budget(states=200_000))
        assert isinstance(verdict, Won)
        for action in verdict.actions:
            if state.redistributions_left and not any(len(pile) > 1 for pile in state.piles):
                assert offered(state) == 0
                singles += 1
            elif state.redistributions_left:
                pairs += offered(state)
            state = GAME.apply(state, action)
    assert singles >= 3
    assert pairs > 50
