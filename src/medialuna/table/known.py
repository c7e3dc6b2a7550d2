"""What is known of positions: the winning lines that pass through them, and those that are proven lost.

Of a line every position is known at once, so that whoever follows it, or returns to it, need not wait. What is learnt
has been replayed by the rules: a line that does not win is never kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple, TypeAlias, TypeVar

from medialuna.contract import Action, AnyRules
from medialuna.record import Game
from medialuna.solver import Lost

POSITIONS = 20_000
"""How many positions on lines, and how many lost ones, a process remembers; each is a few hundred bytes."""


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
_Key: TypeAlias = tuple[AnyRules, Any]
_Kept = TypeVar("_Kept", _OnLine, Lost)


class Known:
    """The positions that one process knows; the oldest are forgotten when there are too many.

    ``lock``: as for :class:`~medialuna.table.recent.Recent`.
    """

    def __init__(self, positions: int = POSITIONS, lock: AbstractContextManager[object] | None = None) -> None:
        self._most = positions
        self._lines: OrderedDict[_Key, _OnLine] = OrderedDict()
        # Apart from the lines, so that none of the two ever covers up that it contradicts the other.
        self._losses: OrderedDict[_Key, Lost] = OrderedDict()
        self._lock = lock or nullcontext()

    def position(self, game: AnyRules, state: Any) -> Fact | None:
        """What is known of a position; a line, which the rules have replayed, is believed before a proof."""
        key = (game, state)
        with self._lock:
            if here := self._lines.get(key):
                self._lines.move_to_end(key)
                return Winnable(here.line[here.at :])
            if proof := self._losses.get(key):
                self._losses.move_to_end(key)
            return proof

    def played(self, played: Game) -> Fact | None:
        """What is known of where a game stands; what follows from a lost position is lost too."""
        fact = self.position(played.rules, played.state)
        if fact is not None:
            return fact
        with self._lock:
            if proof := self._loss_before(played):
                self._keep(self._losses, (played.rules, played.state), proof)
            return proof

    def is_contradicted(self, played: Game) -> bool:
        """Whether where a game stands, or what led there, was called lost."""
        with self._lock:
            return (played.rules, played.state) in self._losses or self._loss_before(played) is not None

    def _loss_before(self, played: Game) -> Lost | None:
        found = (self._losses.get((played.rules, past.state)) for past in reversed(played.history))
        return next((proof for proof in found if proof is not None), None)

    def bounds(self, played: Game) -> tuple[int, int]:
        """The last place in the undo history known to be winnable, -1 for none, and the first one known to be lost;
        the present position, which is lost, is the place after the last."""
        game, history = played.rules, played.history
        won, lost = -1, len(history)
        for at, past in enumerate(history):
            fact = self.position(game, past.state)
            if isinstance(fact, Winnable):
                won = at
            elif isinstance(fact, Lost):
                return won, at
        return won, lost

    def loss(self, game: AnyRules, state: Any) -> Lost | None:
        """The proof that a position is lost, whatever else is known of it."""
        with self._lock:
            return self._losses.get((game, state))

    def take_loss(self, game: AnyRules, state: Any) -> Lost | None:
        """Forgets that a position is lost, and whatever else was lost by the same proof. Answers the proof."""
        with self._lock:
            wrong = self._losses.get((game, state))
            if wrong is not None:
                for key in [key for key, proof in self._losses.items() if proof is wrong]:
                    del self._losses[key]
            return wrong

    def learn_line(self, game: AnyRules, state: Any, actions: Sequence[Action]) -> tuple[Action, ...]:
        """Keeps a winning line from a position on, without its detours: no position comes twice. Answers the line.

        Raises IllegalAction or ValueError for one that the rules do not take to a win.
        """
        states, line = straight(game, state, actions)
        with self._lock:
            # From the end, so that what is forgotten first is the end.
            for at in range(len(line) - 1, -1, -1):
                key, here = (game, states[at]), _OnLine(line, at)
                known = self._lines.get(key)
                if known is None or known.left > here.left:
                    self._keep(self._lines, key, here)
        return line

    def learn_loss(self, game: AnyRules, state: Any, proof: Lost) -> None:
        """Keeps that a position is proven lost."""
        with self._lock:
            self._keep(self._losses, (game, state), proof)

    def _keep(self, facts: OrderedDict[_Key, _Kept], key: _Key, fact: _Kept) -> None:
        facts[key] = fact
        facts.move_to_end(key)
        if len(facts) > self._most:
            facts.popitem(last=False)


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
