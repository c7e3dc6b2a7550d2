"""What a solver is allowed to spend and what it answers: won, lost, or unknown.

A verdict starts as unknown. Won carries the actions that win; lost needs an exhausted search or a proof,
and says which; what stopped the search is part of unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from medialuna.contract import Action
from medialuna.errors import MedialunaError, needs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a search may spend and how it goes about it: settings, nothing that changes. None: no limit.

    ``seconds`` is wall-clock time until the verdict, ``states`` the number of states visited, ``memory`` the bytes its
    tables may take. ``shorten`` is how many seconds may be spent on top to make a winning line shorter. ``seed`` sets
    the random choices: the same seed and a budget of states alone give the same answer. ``prune`` names the prunings to
    use, separated by commas: those of the game's ``pruning.py``, or ``all``, or ``none``.

    >>> Budget(seconds=5) == Budget(seconds=5), len({Budget(), Budget(), Budget(seed=1)})
    (True, 2)
    """

    seconds: float | None = None
    states: int | None = None
    memory: int | None = 1 << 30
    shorten: float = 0.0
    seed: int = 0
    prune: str = "all"


class Search:
    """A search as others see it while it runs: how far it is, a way to end it, and its result.

    One is made beforehand and given to :func:`medialuna.solver.solve`, in whatever thread; several searches, one after
    the other, may share one, and end together.

    >>> search = Search()
    >>> search.cancel()
    >>> search.is_cancelled, search.progress, search.result
    (True, Progress(visited=0, stored=0, stage=0, length=0), None)
    """

    def __init__(self) -> None:
        with needs("solver"):
            import numpy as np  # only who watches needs it

        self.stop: NDArray[np.int64] = np.zeros(1, np.int64)
        """For kernels: its first entry ends the search once it is not 0."""
        self._numbers: list[int] = [0] * len(Progress._fields)
        self.result: Verdict | None = None
        """The verdict, once it is there."""

    def cancel(self) -> None:
        """Ends the search within 50 milliseconds, from any thread; it answers Unknown, or Won by the line it has."""
        self.stop[0] = 1

    @property
    def is_cancelled(self) -> bool:
        """Whether it has been told to end."""
        return bool(self.stop[0])

    @property
    def progress(self) -> Progress:
        """How far the search is."""
        return Progress(*self._numbers)

    def report(self, **numbers: int) -> None:
        """For the search itself: sets numbers of :class:`Progress`."""
        for name, number in numbers.items():
            self._numbers[Progress._fields.index(name)] = number


class Progress(NamedTuple):
    """How far a search is: states ``visited`` so far and ``stored`` now; ``stage``, which part of its plan it is in,
    from 1 (0: not begun); ``length``, the actions of the best winning line so far (0: none yet)."""

    visited: int = 0
    stored: int = 0
    stage: int = 0
    length: int = 0


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search took: states visited and stored, wall-clock seconds, bytes of its tables at their
    largest."""

    visited: int = 0
    stored: int = 0
    seconds: float = 0.0
    memory: int = 0


@dataclass(frozen=True, slots=True)
class Won:
    """The position can be won: ``actions`` lead from it to the end, every one of them legal."""

    actions: tuple[Action, ...]
    effort: Effort


@dataclass(frozen=True, slots=True)
class Lost:
    """The position cannot be won; ``evidence`` tells what proves it."""

    evidence: str
    effort: Effort


@dataclass(frozen=True, slots=True)
class Unknown:
    """Neither was found; ``why`` tells what stopped the search: ``seconds``, ``states``, ``memory``,
    ``stopped``, or a sentence when it could not begin."""

    why: str
    effort: Effort


Verdict: TypeAlias = Won | Lost | Unknown


class NoSolver(MedialunaError):
    """A game for which there is no solver."""


class SolverUnavailable(MedialunaError):
    """A solver that cannot be had on this machine, since its kernels cannot be compiled here; the message says why."""


class BadPruning(MedialunaError):
    """A name in ``Budget.prune`` that the game's solver does not know."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(f"{name!r} is no pruning: expected all, none, or some of {', '.join(known)}")
        self.name, self.known = name, known


def switches(names: str, known: Mapping[str, int]) -> int:
    """The bits of ``all``, ``none``, or of names separated by commas, among those known. Raises :class:`BadPruning`.

    >>> switches("none", {"safe": 1, "dead": 2}), switches("all", {"safe": 1, "dead": 2})
    (0, 3)
    >>> switches("safe, dead", {"safe": 1, "dead": 2, "twins": 4})
    3
    """
    if names in ("all", "none"):
        return sum(known.values()) if names == "all" else 0
    total = 0
    for name in map(str.strip, names.split(",")):
        if name not in known:
            raise BadPruning(name, list(known))
        total |= known[name]
    return total
