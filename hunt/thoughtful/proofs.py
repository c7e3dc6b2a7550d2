"""The ways in which the solver calls a position lost, each asked by itself.

The *dead tests* look at a position and no further. A *search* visits what can be reached with one pruning switched
on and no other, so that it calls a position lost only by its moves and that pruning; ``moves`` has none at all, and
``all`` is the solver as it is shipped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from hunt.mutants import mutant
from hunt.thoughtful.positions import Position
from medialuna.solver.compiled import Vector, vector
from medialuna.solver.thoughtful.decide import (
    FOUNDATIONS_FIRST,
    HEADS_FIRST,
    STOCK_FIRST,
    Decision,
    Search,
    Stage,
)
from medialuna.solver.thoughtful.kernels import depth_first, pruning
from medialuna.solver.thoughtful.kernels.layout import ALL, FREE, HEADS, KINGS, LOWER, SECOND, STOCK, UP
from medialuna.solver.thoughtful.kernels.moves import open_pairs, placeable, whole_pairs
from medialuna.solver.thoughtful.kernels.orders import dead_with, order_twins
from medialuna.solver.thoughtful.kernels.pruning import untouched_cards
from medialuna.solver.thoughtful.kernels.switches import ALIGNED, DEAD, FINISH, SAFE, SAFE_STOCK, TWINS
from medialuna.solver.thoughtful.pack import DoesNotFit, pack
from medialuna.solver.verdict import Budget

MOST_VISITS = 30_000
"""A search that would visit more says nothing."""
MEMORY = 1 << 28

Test: TypeAlias = Callable[[Vector, Vector], bool]
"""Of a deal and a root: whether the position is lost."""


# --- tests of a position -------------------------------------------------------------------------------------------


def _dead(deal: Vector, root: Vector) -> bool:
    return bool(dead_with(deal, root, 0))


def _twins_briefly(deal: Vector, root: Vector) -> bool:
    return not order_twins(deal, root, False)


def _twins_thoroughly(deal: Vector, root: Vector) -> bool:
    return not order_twins(deal, root, True)


DEAD_TESTS: Mapping[str, Test] = {
    "dead": _dead,
    "twins, briefly": _twins_briefly,
    "twins, thoroughly": _twins_thoroughly,
}
"""From the weakest to the strongest: a later one says lost wherever an earlier one does."""


@cache
def _pruning_that_forgets() -> Any:
    return mutant(pruning, "if new & kings:", "if new & kings & ~every:")


def _forgetful(deal: Vector, root: Vector) -> bool:
    """Wrong, as a first draft once was: that a king which goes up leaves an empty column is forgotten."""
    up, free, heads, stock = root[UP], root[FREE], root[HEADS], root[STOCK]
    is_open = open_pairs(free, free & ~heads, deal[LOWER])
    fitting = placeable(deal, is_open, free, heads)
    return bool(_pruning_that_forgets().dead(deal, up, free, heads, stock, is_open, fitting, 0))


def _in_fixed_order(deal: Vector, root: Vector) -> bool:
    """Wrong: it takes one card of every pair of twins to come to the table after the other, without a proof."""
    untouched = untouched_cards(root[UP], root[FREE], root[HEADS]) & deal[ALL] & ~deal[KINGS]
    waiting = whole_pairs(untouched) & ~(whole_pairs(root[FREE] | root[UP]) >> 4)
    return bool(dead_with(deal, root, waiting & deal[LOWER]))


WRONG_TESTS: Mapping[str, Test] = {"dead, forgetful": _forgetful, "twins, in a fixed order": _in_fixed_order}
"""Dead tests that are wrong on purpose. The hunt has to catch them."""


def deadly(position: Position, tests: Mapping[str, Test] = DEAD_TESTS) -> str | None:
    """The first of the tests that calls the position lost; those before it do not."""
    deal, root = pack(*position)
    for name, test in tests.items():
        deal[SECOND] = 0
        if test(deal, root):
            return name
    return None


# --- searches with one pruning ---------------------------------------------------------------------------------------


class Pruned(NamedTuple):
    """A search: which prunings are on, in which orders it is run, and whether it draws one card whatever the game
    says."""

    prunings: int
    orders: tuple[int, ...] = (FOUNDATIONS_FIRST,)
    draw: int | None = None


SEARCHES: Mapping[str, Pruned] = {
    "moves": Pruned(0),
    "finish": Pruned(FINISH),
    "safe": Pruned(SAFE),
    "safe-stock": Pruned(SAFE | SAFE_STOCK),  # does nothing without the other
    "aligned": Pruned(ALIGNED, (HEADS_FIRST, FOUNDATIONS_FIRST, STOCK_FIRST)),  # depends on what was visited before
    "dead": Pruned(DEAD),
    "twins": Pruned(DEAD | TWINS),
    "draw-one": Pruned(0, draw=1),
}
"""By the name of the pruning."""


def _exhausted(deal: Vector, root: Vector, draw: int, prunings: int, order: int) -> bool:
    """Whether a search with these prunings finds no win in all that it can reach; in random order."""
    deal[SECOND] = 0
    if prunings & TWINS and not order_twins(deal, root, True):
        return True
    search, stop = Search(deal, root, Stage(order, random=True), draw, prunings, 1, True), vector(1)
    end = search.go_on(MOST_VISITS, stop)
    while end in (depth_first.TABLE_FULL, depth_first.STACK_FULL) and search.enlarge(end, MEMORY, stop):
        end = search.go_on(MOST_VISITS, stop)
    return end == depth_first.LOST


def searches_lost(position: Position) -> list[str]:
    """The searches that call a position lost."""
    deal, root = pack(*position)
    game = position.game
    found = []
    for name, (prunings, orders, draw) in SEARCHES.items():
        if draw != game.draw and any(_exhausted(deal, root, draw or game.draw, prunings, order) for order in orders):
            found.append(name)
    if shipped(position) == "lost":
        found.append("all")
    return found


def shipped(position: Position, states: int = MOST_VISITS, seed: int = 0, prune: str = "all") -> str:
    """What the solver says: ``won``, ``lost``, or what ended it."""
    budget = Budget(states=states, memory=MEMORY, seed=seed, prune=prune)
    return Decision(*pack(*position), position.game.draw, budget).run()


def sole_kills(position: Position, tests: Mapping[str, Test] = DEAD_TESTS) -> list[str]:
    """What alone calls a position lost: the first dead test, without the others; or else the searches, where no dead
    test would have told at once. (Where one does, and rightly, the searches are right as well.)"""
    try:
        first = deadly(position, tests)
        return [first] if first else searches_lost(position)
    except DoesNotFit:
        return []


def wrong_kills(position: Position) -> list[str]:
    """What the wrong tests call lost, and none of the right ones."""
    try:
        deal, root = pack(*position)
        return [] if deadly(position) else [name for name, test in WRONG_TESTS.items() if test(deal, root)]
    except DoesNotFit:
        return []
