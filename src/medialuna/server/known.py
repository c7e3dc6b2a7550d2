"""What is known of positions: the winning lines that pass through them, and those that are proven lost.

Of a line every position is known at once, so that whoever follows it, or returns to it, need not wait. What is learnt
has been replayed by the rules: a line that does not win is never kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

from medialuna.contract import Action, AnyRules
from medialuna.record import Game
from medialuna.solver import Lost

POSITIONS = 20_000
"""How many positions a process remembers; each is a few hundred bytes beside the one before it on its line."""


class Winnable(NamedTuple):
    """``actions`` lead from the position to the end of the game."""

    actions: tuple[Action, ...]


class _OnLine(NamedTuple):
    """A position before action ``at`` of a line."""

    line: tuple[Action, ...]
    at: int

    @property
    def left(self) -> int:
        return len(self.line) - self.at


Fact: TypeAlias = Winnable | Lost


class Known:
    """The positions that one server process knows; the oldest are forgotten when there are too many."""

    def __init__(self, positions: int = POSITIONS) -> None:
        self._most = positions
        self._facts: OrderedDict[tuple[AnyRules, Any], _OnLine | Lost] = OrderedDict()
        self._lock = Lock()

    def position(self, game: AnyRules, state: Any) -> Fact | None:
        """What is known of a position."""
        with self._lock:
            fact = self._facts.get((game, state))
            if fact is None:
                return None
            self._facts.move_to_end((game, state))
        return Winnable(fact.line[fact.at :]) if isinstance(fact, _OnLine) else fact

    def played(self, played: Game) -> Fact | None:
        """What is known of where a game stands; what follows from a lost position is lost too."""
        fact = self.position(played.rules, played.state)
        if fact is not None:
            return fact
        with self._lock:
            for past in reversed(played.history):
                before = self._facts.get((played.rules, past.state))
                if isinstance(before, Lost):
                    self._keep((played.rules, played.state), before)
                    return before
        return None

    def learn_line(self, game: AnyRules, state: Any, actions: Sequence[Action]) -> tuple[Action, ...]:
        """Keeps a winning line from a position on, without its detours: no position comes twice. Answers the line.

        Raises IllegalAction or ValueError for one that the rules do not take to a win.
        """
        states, line = straight(game, state, actions)
        with self._lock:
            # From the end, so that what is forgotten first is the end.
            for at in range(len(line) - 1, -1, -1):
                key, here = (game, states[at]), _OnLine(line, at)
                known = self._facts.get(key)
                if not isinstance(known, _OnLine) or known.left > here.left:
                    self._keep(key, here)
        return line

    def learn_loss(self, game: AnyRules, state: Any, proof: Lost) -> None:
        """Keeps that a position is proven lost."""
        with self._lock:
            self._keep((game, state), proof)

    def _keep(self, key: tuple[AnyRules, Any], fact: _OnLine | Lost) -> None:
        self._facts[key] = fact
        self._facts.move_to_end(key)
        if len(self._facts) > self._most:
            self._facts.popitem(last=False)


def straight(game: AnyRules, state: Any, actions: Sequence[Action]) -> tuple[list[Any], tuple[Action, ...]]:
    """A winning line without its detours: the positions on it, one more than its actions, and the actions.

    Raises IllegalAction for an action against the rules, ValueError when the end is not won.
    """
    states, line = [state], list[Action]()
    place = {state: 0}
    for action in actions:
        there = game.apply(states[-1], action)
        back = place.get(there)
        if back is None:
            place[there] = len(states)
            states.append(there)
            line.append(action)
        else:
            for left in states[back + 1 :]:
                del place[left]
            del states[back + 1 :], line[back:]
    if not game.is_won(states[-1]):
        raise ValueError(f"a line of {len(line)} actions does not win")
    return states, tuple(line)
