"""Twins whose order is known: what is claimed of all wins, against searches that make no use of it."""

from __future__ import annotations

from itertools import islice

from medialuna.games.thoughtful import State, Thoughtful
from medialuna.solver import Budget, reference
from medialuna.solver.compiled import Vector, vector
from medialuna.solver.thoughtful.decide import Decision, Search, Stage
from medialuna.solver.thoughtful.kernels import depth_first
from medialuna.solver.thoughtful.kernels.layout import SECOND
from medialuna.solver.thoughtful.kernels.orders import dead_with, order_twins
from medialuna.solver.thoughtful.kernels.switches import DEAD, TWINS
from medialuna.solver.thoughtful.pack import pack
from tests.thoughtful_decks import known_deals, same_table, small_positions

SHAPES = [(4, 3), (5, 3), (5, 4), (6, 4), (6, 5), (7, 5), (7, 6), (8, 6)]


def won_by_search(deal: Vector, root: Vector, draw: int, prunings: int) -> bool | None:
    """One exhaustive search of at most 50,000 visits; None if they do not suffice."""
    search = Search(deal, root, Stage(), draw, prunings, seed=0, takes_back=True)
    while (end := search.go_on(50_000, vector(1))) in (depth_first.TABLE_FULL, depth_first.STACK_FULL):
        assert search.enlarge(end, 1 << 30, vector(1))
    return {depth_first.WON: True, depth_first.LOST: False}.get(end)


def test_small_decks_keep_their_verdict_when_twins_are_ordered() -> None:
    """Searching on with the orders found, alone and with the dead test; and a deck found lost is lost."""
    ordered = refuted = 0  # refuted: not by the dead test without orders
    for number, (game, state) in enumerate(islice(small_positions(seed=21, shapes=SHAPES), 4000)):
        deal, root = pack(game, state)
        dead_before = dead_with(deal, root, 0)
        if not order_twins(deal, root, number % 2 == 0):
            assert won_by_search(deal, root, game.draw, 0) is not True, (game, state)
            refuted += not dead_before
        elif deal[SECOND]:
            plain = won_by_search(deal, root, game.draw, 0)
            for prunings in (TWINS, TWINS | DEAD):
                found = won_by_search(deal, root, game.draw, prunings)
                assert found == plain or plain is None, (game, state)
            ordered += 1
    assert ordered > 50
    assert refuted > 10


def test_many_losses_of_whole_decks_are_seen_at_once_and_no_win_is_taken_for_one() -> None:
    refuted = 0
    for deal in known_deals(last=600):
        for closed in (True, False):
            game = Thoughtful(draw=1, closed=closed)
            packed, root = pack(game, game.deal(deal.pack))
            won = deal.verdicts[closed, 1] == "W"
            possible = order_twins(packed, root, deal.number % 10 == 0 or not won)
            assert possible or not won, deal.number
            refuted += not possible
    assert refuted > 45


def test_known_deals_keep_their_verdicts_with_orders_from_the_start() -> None:
    """The plan looks for orders only where the first searches fail; here they are there from the
    beginning."""
    for deal in known_deals(last=60):
        for (closed, draw), verdict in deal.verdicts.items():
            game = Thoughtful(draw=draw, closed=closed)
            packed, root = pack(game, game.deal(deal.pack))
            if not order_twins(packed, root, True):
                assert verdict == "L"
            else:
                answer = Decision(packed, root, draw, Budget()).run()
                assert answer[0].upper() == verdict, (deal.number, closed, draw)


def middle(game: Thoughtful, state: State) -> State:
    """The position after the first half of a line that wins from a position."""
    judge = reference.search(game, state, limit=3000, same=same_table)
    for action in getattr(judge, "actions", ())[: len(getattr(judge, "actions", ())) // 2]:
        state = game.apply(state, action)
    return state


def test_orders_are_looked_for_in_the_middle_of_a_game_too() -> None:
    """Half-way along a win by the rules no order refutes the position."""
    for game, state in islice(small_positions(seed=23, shapes=[(3, 2), (3, 3), (4, 4)]), 60):
        judge = reference.search(game, state, limit=2000, same=same_table)
        if type(judge).__name__ == "Won":
            deal, root = pack(game, middle(game, state))
            assert order_twins(deal, root, True)
            assert won_by_search(deal, root, game.draw, TWINS | DEAD)
