"""The ways in which the solver calls a position lost, each asked by itself.

The *dead tests* look at a position and no further. A *search* visits what can be reached with one pruning switched on
and no other, so that it calls a position lost only by its moves and that pruning; ``moves`` has none at all, and
``all`` is the solver as it is shipped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import chain, combinations
from typing import Any, TypeAlias

from hunt.crescent.positions import Position
from hunt.mutants import mutant
from medialuna.solver.compiled import Vector, vector
from medialuna.solver.crescent.decide import Decision, weights
from medialuna.solver.crescent.exhaustion import DeadTests, Exhaustion, slots_scratch
from medialuna.solver.crescent.kernels import dead, layout, one_suit, slots, stages
from medialuna.solver.crescent.kernels.slots_layout import MOST_TURNS
from medialuna.solver.crescent.kernels.switches import ORDER, SAFE
from medialuna.solver.crescent.pack import pack
from medialuna.solver.crescent.parts import only
from medialuna.solver.verdict import Budget

MOST_VISITS = 30_000
"""A search that would visit more says nothing."""
MEMORY = 1 << 28
SUIT_BUDGET = one_suit.MOST_BUDGET
SLOTS_POSITIONS = 1 << 13
PART_TURNS = 2

Test: TypeAlias = Callable[[Vector], bool]
"""Of a board: whether it is lost."""

_scratch = vector(stages.SCRATCH)
_suits, _memo = vector(one_suit.SIZE), vector(1 << 12)
_room = slots_scratch(SLOTS_POSITIONS)
_weights, _tests = weights(), DeadTests()


def _type(board: Vector) -> bool:
    return dead.is_dead(board, _scratch, 0) > 0


def _staged(board: Vector) -> bool:
    return bool(stages.is_dead_by_stages(board, _scratch, 0))


def _suit(board: Vector, budget: int = SUIT_BUDGET) -> bool:
    return board[layout.REDEALS] < 2 and any(
        one_suit.suit_verdict(board, suit, _suits, _memo, budget, _room, 0) == slots.LOST for suit in range(4)
    )


def _slots(board: Vector, budget: int = SLOTS_POSITIONS) -> bool:
    return board[layout.REDEALS] <= MOST_TURNS and any(
        slots.has_no_room(board, suit, _room, budget) for suit in range(4)
    )


DEAD_TESTS: Mapping[str, Test] = {"type": _type, "staged": _staged, "suit": _suit, "slots": _slots}

_WEAKER: Mapping[str, tuple[str, ...]] = {"type": (), "staged": ("type",), "suit": ("type",), "slots": ("type",)}
"""By test: those that it sharpens. Where one of these fires as well, the sharper one is not what decides."""


@cache
def _stages_that_forget() -> Any:
    return mutant(stages, "moved_before, granted = moved_now, played", "moved_before = moved_now")


def _forgetful(board: Vector) -> bool:
    """Wrong, and so in earlier versions: what the foundations were granted is forgotten at the next stage."""
    return bool(_stages_that_forget().is_dead_by_stages(board, _scratch, 0))


def _one_short(board: Vector) -> bool:
    """Wrong: it counts one redistribution too few."""
    if board[layout.REDEALS] == 0:
        return False
    board[layout.REDEALS] -= 1
    answer = _type(board)
    board[layout.REDEALS] += 1
    return answer


WRONG_TESTS: Mapping[str, Test] = {"staged, forgetful": _forgetful, "type, one redistribution short": _one_short}
"""Dead tests that are wrong on purpose. The hunt has to catch them."""


def fires(board: Vector, tests: Mapping[str, Test] = DEAD_TESTS) -> list[str]:
    """The tests that call a board lost."""
    return [name for name, test in tests.items() if test(board)]


def sole_kills(position: Position) -> list[str]:
    """What alone calls a position lost: one dead test, if it is the only one but for those that it sharpens; or else
    the searches, where no dead test tells at once."""
    if position.cards == 0:
        return []
    board = pack(*position)
    found = fires(board)
    if not found:
        return searches_lost(position, board)
    return [name for name in found if all(other == name or name in _WEAKER[other] for other in found)]


def wrong_kills(position: Position) -> list[str]:
    """What a wrong test calls lost, and none of the right ones."""
    board = pack(*position)
    return [] if position.cards == 0 or fires(board) else fires(board, WRONG_TESTS)


# --- searches with one pruning ------------------------------------------------------------------------------------


SEARCHES: Mapping[str, int] = {"moves": 0, "safe": SAFE, "order": ORDER, "safe and order": SAFE | ORDER}
"""By name, the prunings that are switched on."""


def searches_lost(position: Position, board: Vector) -> list[str]:
    """The searches that call a position lost."""
    found = [name for name, switches in SEARCHES.items() if _exhausted(board, switches)]
    if any(_exhausted(part, 0) for part in _parts(board)):
        found.append("parts")
    if shipped(position) == "lost":
        found.append("all")
    return found


def _parts(board: Vector) -> list[Vector]:
    """The board without one, two or three of its suits."""
    suits = [suit for suit in range(4) if not layout.is_complete(board, suit)]
    if board[layout.REDEALS] > PART_TURNS:
        return []
    chosen = chain.from_iterable(combinations(suits, number) for number in range(1, len(suits)))
    return [only(board, each) for each in chosen]


def _exhausted(board: Vector, switches: int) -> bool:
    """Whether a search with these prunings finds no win in all that it can reach."""
    search = Exhaustion(board, switches, _weights, _tests)
    answer = ""
    while not answer and search.visited < MOST_VISITS:
        answer = search.go_on(MOST_VISITS - search.visited, MEMORY)
    return answer == "lost"


def shipped(position: Position, states: int = MOST_VISITS, seed: int = 0, prune: str = "all") -> str:
    """What the solver says: ``won``, ``lost``, or what ended it."""
    budget = Budget(states=states, memory=MEMORY, seed=seed, prune=prune)
    return Decision(pack(*position), budget).run()
