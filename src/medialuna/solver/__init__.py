"""Solvers: whether a position can be won, and how.

A game's solver is the module ``solver/<game>/decide.py`` with its functions ``solve(game, state, budget)`` and
``load_kernels()``. It is imported when it is first asked for, so that importing this package stays cheap.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from medialuna.contract import Action, AnyRules, BadPosition
from medialuna.errors import MedialunaError, needs
from medialuna.solver.verdict import (
    BadPruning,
    Budget,
    Effort,
    Lost,
    NoSolver,
    Progress,
    Search,
    SolverUnavailable,
    Unknown,
    Verdict,
    Won,
)

__all__ = [
    "VERSIONS",
    "BadPosition",
    "BadPruning",
    "Budget",
    "Effort",
    "Lost",
    "NoSolver",
    "Progress",
    "Search",
    "SolverUnavailable",
    "Unknown",
    "Verdict",
    "Won",
    "check_win",
    "load",
    "solve",
    "solver_of",
]


VERSIONS: Mapping[str, int] = {"crescent": 7, "thoughtful": 1}
"""Of each game's solver. A version grows when the solver may come to another verdict, or visit other states on its way:
grades and studies depend on both."""


class Solver(Protocol):
    """A game's own solver; it may take for granted that a position has no defects."""

    def solve(self, game: AnyRules, state: object, budget: Budget, search: Search | None) -> Verdict:
        """The verdict on a position, as :func:`solve` gives it."""

    def load_kernels(self) -> None:
        """Compiles the kernels, or reads them from disk."""


@cache
def solver_of(game_name: str) -> Solver:
    """The solver of a game by its name. Raises :class:`NoSolver`, MissingExtra."""
    if find_spec(f"{__name__}.{game_name}") is None:
        raise NoSolver(f"there is no solver for {game_name}")
    with needs("solver"):
        return cast(Solver, import_module(f"{__name__}.{game_name}.decide"))


@cache
def load(game_name: str) -> None:
    """Compiles all that a game's solver will need, or reads it from disk, so that no position has to wait for it: some
    twenty seconds once, half a second in every later process. Raises :class:`NoSolver`, :class:`SolverUnavailable`."""
    try:
        solver_of(game_name).load_kernels()
    except MedialunaError:
        raise
    except Exception as error:
        raise SolverUnavailable(f"the solver cannot be had on this machine: {type(error).__name__}: {error}") from error


def solve(game: AnyRules, state: object, budget: Budget | None = None, search: Search | None = None) -> Verdict:
    """Whether the position can be won; a win comes with the actions from here to the end, replayed by the
    rules before it is returned. ``search`` is for whoever watches it meanwhile, or ends it.

    Raises :class:`BadPosition` with all defects of a position that the game could not hold,
    :class:`NoSolver` for a game without solver, :class:`SolverUnavailable` where it cannot be had,
    :class:`BadPruning` for a pruning that is not known.
    """
    load(game.name)  # before any clock starts
    solver = solver_of(game.name)
    if defects := game.defects(state):
        raise BadPosition(defects)
    verdict = solver.solve(game, state, budget or Budget(), search)
    if isinstance(verdict, Won):
        check_win(game, state, verdict.actions)
    if search is not None:
        search.result = verdict
    return verdict


def check_win(game: AnyRules, state: object, actions: Sequence[Action]) -> None:
    """Replays a winning line by the rules. Raises AssertionError when it does not win: a fault of the
    solver."""
    here = state
    for number, action in enumerate(actions):
        if reason := game.why_no_action(action) or game.why_not_unchecked(here, action):
            raise AssertionError(f"{game}: action {number} of a winning line, {action}, breaks {reason.rule}: {state}")
        here = game.apply_unchecked(here, action)
    if not game.is_won(here):
        raise AssertionError(f"{game}: a winning line of {len(actions)} actions does not win: {state}")
