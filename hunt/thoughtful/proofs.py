"""The ways in which the solver calls a position lost, each asked by itself.

The *dead tests* look at a position and no further. A *search* visits what can be reached with one pruning switched
on and no other, so that it calls a position lost only by its moves and that pruning; ``moves`` has none at all, and
``all`` is the solver as it is shipped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeAlias

from medialuna.solver.compiled import Vector, vector
from medialuna.solver.thoughtful import kernel
from medialuna.solver.thoughtful.layout import DEAL_SIZE, KINGS, LOWER, SECOND, UP, FREE, HEADS
from medialuna.solver.thoughtful.orders import dead_with, order_twins
from medialuna.solver.thoughtful.packed import DoesNotFit, pack
from medialuna.solver.thoughtful.pruning import ALIGNED, DEAD, FINISH, SAFE, SAFE_STOCK, TWINS
from medialuna.solver.thoughtful.search import FOUNDATIONS_FIRST, HEADS_FIRST, NO_LIMIT, STOCK_FIRST, Decision, Search, Stage
from medialuna.solver.verdict import Budget

from hunt.thoughtful.positions import Position

MOST_VISITS = 30_000
"""A search that would visit more says nothing."""

Packed: TypeAlias = tuple[Vector, Vector]
"""A deal and the root."""
Test: TypeAlias = Callable[[Vector, Vector], bool]


# --- tests of a position -------------------------------------------------------------------------------------------


def _dead(deal: Vector, root: Vector) -> bool:
    return dead_with(deal, root, 0)


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


def deadly(position: Position) -> str | None:
    """The first of the dead tests that calls the position lost: the others before it do not."""
    for name, test in DEAD_TESTS.items():
        if test(*pack(*position)):
            return name
    return None
