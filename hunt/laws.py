"""What laws are made of: verdicts that are asked for once, and ways in which they may contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, TypeAlias, TypeVar

P = TypeVar("P", bound=Hashable)
"""A position and its game."""


class Kept(NamedTuple, Generic[P]):
    """A law that was looked at: whether it was kept, and by which position. ``said`` tells the verdicts."""

    law: str
    ok: bool
    position: P
    said: str


class Verdicts(Generic[P]):
    """Verdicts of the solver, each asked for once: ``won``, ``lost`` or ``open``."""

    def __init__(self, solver: Callable[[P], str]) -> None:
        self.solver = solver
        self.known: dict[P, str] = {}

    def __call__(self, position: P) -> str:
        if position not in self.known:
            answer = self.solver(position)
            self.known[position] = answer if answer in ("won", "lost") else "open"
        return self.known[position]


Law: TypeAlias = Callable[[P, Verdicts[P]], tuple[bool, str] | None]
"""Whether it is kept, and what was said; None where it has nothing to say."""


def agree(answers: list[str]) -> tuple[bool, str] | None:
    """The verdicts are of one mind, as far as there are any."""
    if not {"won", "lost"} & set(answers):
        return None
    return not {"won", "lost"} <= set(answers), " ".join(answers)


def follows(harder: str, easier: str) -> tuple[bool, str] | None:
    """Won the harder way, not lost the easier one."""
    if "open" in (harder, easier):
        return None
    return (harder, easier) != ("won", "lost"), f"{harder}, {easier}"
