"""The kernel's own positions along a win: what the solver would have said there, and what it would have left out.

While a search goes on, its positions keep the deal of the place where it began, and the order of the twins that was
found there. So they are followed from there as well, move by move, beside looking at each position afresh.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar, cast

import numba

from hunt.thoughtful.positions import Position
from medialuna.solver.compiled import Vector, as_vector, vector
from medialuna.solver.thoughtful.kernels.depth_first import play_forced
from medialuna.solver.thoughtful.kernels.layout import FREE, HEADS, KEY, LOWER, STOCK, UP, WITHOUT_WASTE
from medialuna.solver.thoughtful.kernels.moves import HEAD_AWAY, KIND_BIT, STOCK_DOWN, open_pairs, placeable, play
from medialuna.solver.thoughtful.kernels.orders import order_twins
from medialuna.solver.thoughtful.kernels.pruning import dead, still_second
from medialuna.solver.thoughtful.lines import spell_out
from medialuna.solver.thoughtful.pack import pack
from medialuna.solver.thoughtful.pruning import PRUNINGS

F = TypeVar("F", bound=Callable[..., Any])

FAULTS = (
    "",
    "dead, on a won line",
    "twins: dead, on a won line, with the order found at its beginning",
    "twins: a card comes down that the order found at the beginning holds back",
    "safe: dead, on a won line, after the moves that are forced",
)
NONE, DEAD_HERE, DEAD_IN_ORDER, OUT_OF_ORDER, DEAD_AFTER_FORCED = range(5)
EVERY_PRUNING = sum(PRUNINGS.values())


def compiled(function: F) -> F:
    """Compiled anew each time, since what is kept on disk does not know that the solver has changed."""
    return cast(F, numba.njit(nogil=True)(function))


@compiled
def is_dead(deal: Vector, up: int, free: int, heads: int, stock: int, second: int) -> bool:
    is_open = open_pairs(free, free & ~heads, deal[LOWER])
    fitting = placeable(deal, is_open, free, heads) & ~second
    return dead(deal, up, free, heads, stock, is_open, fitting, second)


@compiled
def fault_at(deal: Vector, root: Vector, draw: int, moves: Vector, place: Vector) -> int:
    """Plays the moves of a win and says what is wrong first, in ``place[0]`` before which move."""
    key, up, free, heads, stock = root[KEY], root[UP], root[FREE], root[HEADS], root[STOCK]
    if draw == 1:
        key &= WITHOUT_WASTE
    for number in range(len(moves) + 1):
        place[0] = number
        if is_dead(deal, up, free, heads, stock, 0):
            return DEAD_HERE
        second = still_second(deal, up, free, heads)
        if second and is_dead(deal, up, free, heads, stock, second):
            return DEAD_IN_ORDER
        after = play_forced(deal, draw, EVERY_PRUNING, key, up, free, heads, stock)
        if is_dead(deal, after[1], after[2], after[3], after[4], still_second(deal, after[1], after[2], after[3])):
            return DEAD_AFTER_FORCED
        if number == len(moves):
            break
        kind, card = moves[number] >> KIND_BIT, moves[number] & 63
        if kind in (HEAD_AWAY, STOCK_DOWN) and second >> card & 1:
            return OUT_OF_ORDER
        key, up, free, heads, stock = play(deal, draw, kind, card, key, up, free, heads, stock)
    return NONE


@compiled
def after_moves(deal: Vector, root: Vector, draw: int, moves: Vector, count: int) -> None:
    """Makes the root the position after so many moves."""
    for number in range(count):
        kind, card = moves[number] >> KIND_BIT, moves[number] & 63
        there = play(deal, draw, kind, card, root[KEY], root[UP], root[FREE], root[HEADS], root[STOCK])
        root[KEY], root[UP], root[FREE], root[HEADS], root[STOCK] = there


def fault_along(start: Position, moves: Sequence[int]) -> str:
    """What is wrong in following a win from its start; empty if nothing is."""
    deal, root = pack(*start)
    if not order_twins(deal, root, True):
        return "twins: no win at all, on a won line"
    place = vector(1)
    fault = FAULTS[fault_at(deal, root, start.game.draw, as_vector(list(moves)), place)]
    return f"{fault}, before move {place[0]}" if fault else ""


def is_packed_right(rng: Random, start: Position, moves: Sequence[int]) -> bool:
    """Whether the kernel's position somewhere on the line is the one of the rules: what is up, free, a head, in
    stock or waste."""
    deal, root = pack(*start)
    count = rng.randint(0, len(moves))
    after_moves(deal, root, start.game.draw, as_vector(list(moves)), count)
    state = start.state
    for action in spell_out(*start, moves[:count], to_the_end=False):
        state = start.game.apply(state, action)
    _, afresh = pack(start.game, state)
    return all(root[at] == afresh[at] for at in (UP, FREE, HEADS, STOCK))
