"""What a solver is allowed to spend and what it answers: won, lost, or unknown.

A verdict starts as unknown. Won carries the actions that win; lost needs an exhausted search or a proof,
and says which; what stopped the search is part of unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from medialuna.contract import Action
from medialuna.errors import MedialunaError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a search may spend and how it goes about it. None: no limit.

    ``seconds`` is wall-clock time until the verdict, ``states`` the number of states visited, ``memory``
    the bytes its tables may take. ``stop`` is an array (int64) whose first entry ends the search once it is
    not 0, from any thread. ``progress`` is an array that the search keeps up to date, as :class:`Progress`
    names its places. ``shorten`` is how many seconds may be spent on top to make a winning line shorter.
    ``seed`` sets the random choices: the same seed and a budget of states alone give the same answer.
    ``prune`` names the prunings to use, separated by commas: those of the game's ``pruning.py``, or
    ``all``, or ``none``.
    """

    seconds: float | None = None
    states: int | None = None
    memory: int | None = 1 << 30
    stop: NDArray[np.int64] | None = None
    progress: NDArray[np.int64] | None = None
    shorten: float = 0.0
    seed: int = 0
    prune: str = "all"

    def watched(self) -> Budget:
        """The same budget with arrays of its own to stop the search and to see how far it is."""
        import numpy as np  # only who watches needs it

        return replace(self, stop=np.zeros(1, np.int64), progress=np.zeros(Progress.SIZE, np.int64))

    def cancel(self) -> None:
        """Stops the search of a watched budget within 50 milliseconds; it answers Unknown."""
        assert self.stop is not None
        self.stop[0] = 1

    def seen(self, place: int) -> int:
        """A number of :class:`Progress`, of a watched budget."""
        assert self.progress is not None
        return int(self.progress[place])


class Progress:
    """Places of the array ``Budget.progress`` (int64, at least ``SIZE`` long)."""

    VISITED = 0
    """States visited so far."""
    STORED = 1
    """States in the table now."""
    STAGE = 2
    """Which part of its plan the search is in, from 1; 0: not begun."""
    LENGTH = 3
    """Actions of the best winning line so far; 0: none found yet."""
    SIZE = 4


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
