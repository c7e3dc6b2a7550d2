"""A plain search over the contract, for any game: slow, without tricks, the judge of the fast solvers on
small decks."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from time import perf_counter
from typing import TypeVar

from medialuna.contract import Action, Rules
from medialuna.solver.verdict import Effort, Lost, Unknown, Verdict, Won

S = TypeVar("S", bound=Hashable)


def search(game: Rules[S], state: S, limit: int = 100_000, same: Callable[[S], Hashable] | None = None) -> Verdict:
    """Breadth first, so that a win has as few actions as possible.

    ``limit`` is the largest number of states stored. States for which ``same`` answers alike count as one;
    it must only unite states that the same moves win, such as those with their columns in another order.
    """
    began = perf_counter()
    key: Callable[[S], Hashable] = same or (lambda s: s)
    came_by: dict[S, tuple[S, Action] | None] = {state: None}
    seen = {key(state)}
    level, visited = [state], 0

    def effort() -> Effort:
        return Effort(visited, len(seen), perf_counter() - began)

    while level:
        following = []
        for here in level:
            visited += 1
            if game.is_won(here):
                return Won(_way(came_by, here), effort())
            for action in game.legal_actions_unchecked(here):
                there = game.apply_unchecked(here, action)
                if (k := key(there)) in seen:
                    continue
                if len(seen) >= limit:
                    return Unknown("states", effort())
                seen.add(k)
                came_by[there] = (here, action)
                following.append(there)
        level = following
    return Lost("every reachable position was visited", effort())


def _way(came_by: dict[S, tuple[S, Action] | None], end: S) -> tuple[Action, ...]:
    actions: list[Action] = []
    while step := came_by[end]:
        end, action = step
        actions.append(action)
    return tuple(reversed(actions))
