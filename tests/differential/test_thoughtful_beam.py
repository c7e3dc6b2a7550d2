"""The search for short lines: its judgement against plain Python, its lines against the rules."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from medialuna.games.thoughtful import DRAW, RECYCLE, Thoughtful
from medialuna.solver import Budget, Unknown, Won, check_win, reference, solve
from medialuna.solver.compiled import count, vector
from medialuna.solver.thoughtful.kernels import beam
from medialuna.solver.thoughtful.kernels.layout import KEY, OBSTACLES, UP, WASTE_BIT, WITHOUT_WASTE
from medialuna.solver.thoughtful.pack import pack
from medialuna.solver.thoughtful.shorten import beam_bytes, by_beam, length, shortened
from tests.thoughtful_decks import known_deals, numbered_pack, same_table, small_positions

GAMES = [Thoughtful(draw=draw, closed=closed) for draw in (1, 3) for closed in (False, True)]


@pytest.mark.parametrize("draw", [1, 3])
def test_draws_against_drawing(draw: int) -> None:
    """Every waste that can come about, from every other."""
    game = Thoughtful(draw=draw)
    for held in range(1, 25):
        cards = numbered_pack(1)[:held]
        for start in range(held + 1):
            state = game.assemble({"W": cards[:start], "stock": cards[start:]}, {})
            drawn, found = 0, {start: 0}
            for _ in range(60):
                action = DRAW if state.stock else RECYCLE
                drawn += action == DRAW
                state = game.apply(state, action)
                found.setdefault(len(state.waste), drawn)
            for target, least in found.items():
                if target:
                    assert beam.draws_to(start, target, held, draw) == least, (held, start, target)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_no_line_has_fewer_actions_than_are_judged_to_be_needed(game: Thoughtful) -> None:
    """At every position of the shortest lines at hand."""
    for deal in known_deals(last=16):
        state = game.deal(deal.pack)
        actions = by_beam(game, state, 250, beam.LONGEST, vector(1))
        if actions is None:
            continue
        for number, action in enumerate(actions):
            packed, root = pack(game, state)
            key = (root[KEY] & WITHOUT_WASTE) | len(state.waste) << WASTE_BIT
            needed = beam.still_needed(packed, key, root[UP], count(packed[OBSTACLES]), game.draw)
            assert needed <= length(actions[number:]), (deal.number, number)
            state = game.apply(state, action)
        assert game.is_won(state)


def test_short_lines_of_small_decks_against_the_shortest() -> None:
    """Breadth first the rules find the fewest actions, recycles counted; the beam finds nothing shorter
    than that without them."""
    shortest = found = 0
    for game, state in islice(small_positions(seed=3, shapes=[(3, 2), (3, 3)]), 30):
        judge = reference.search(game, state, limit=3000, same=same_table)
        if isinstance(judge, Unknown):
            continue
        verdict = solve(game, state, Budget(shorten=0.05))
        assert type(verdict) is type(judge)
        if isinstance(judge, Won) and isinstance(verdict, Won):
            assert len(verdict.actions) >= len(judge.actions)
            shortest += len(judge.actions)
            found += len(verdict.actions)
    assert shortest > 100
    assert found <= 1.1 * shortest


@pytest.mark.parametrize(("game", "bar"), list(zip(GAMES, (130, 130, 115, 115), strict=True)), ids=str)
def test_beams_win_in_few_actions(game: Thoughtful, bar: int) -> None:
    """The optimal solver's published means, closed rules: 111.8 drawing one, 99.6 drawing three."""
    lengths = []
    for deal in known_deals(last=40):
        state = game.deal(deal.pack)
        actions = by_beam(game, state, 250, beam.LONGEST, vector(1))
        if actions is not None:
            check_win(game, state, actions)
            assert deal.verdicts[game.closed, game.draw] == "W"
            lengths.append(length(actions))
    assert len(lengths) > 25
    assert sum(lengths) / len(lengths) < bar


def test_a_line_is_made_shorter_from_the_middle_of_a_game_too() -> None:
    chance = random.Random(1)
    for deal in known_deals(last=10):
        game = chance.choice(GAMES)
        state = game.deal(deal.pack)
        verdict = solve(game, state)
        if not isinstance(verdict, Won):
            continue
        for action in verdict.actions[:40]:
            state = game.apply(state, action)
        reported: list[int] = []
        rest = shortened(game, state, verdict.actions[40:], 10.0, beam_bytes(60), vector(1), reported.append)
        check_win(game, state, rest)
        assert length(rest) <= length(verdict.actions[40:])
        assert reported == sorted(reported, reverse=True)


def test_shortening_stops_when_it_is_told_to() -> None:
    game = GAMES[0]
    state = game.deal(numbered_pack(1))
    actions = by_beam(game, state, 60, beam.LONGEST, vector(1))
    assert actions is not None
    stop = vector(1)
    stop[0] = 1
    assert shortened(game, state, actions, 1000.0, 1 << 30, stop, print) == actions
