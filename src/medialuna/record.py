"""A game is its deal code and the actions taken; position, counters, score and undo history follow by replaying.

Undoing is an action of the record too (``U``), since the counters depend on it; no rules file knows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, Self, TypeAlias

from medialuna.contract import Action, AnyRules, IllegalAction, Reason
from medialuna.errors import MedialunaError
from medialuna.notation.actions import BadAction, format_action, parse_action
from medialuna.notation.board_text import write_board
from medialuna.notation.deal_code import DealCode
from medialuna.outside import cleaned

Status: TypeAlias = Literal["running", "won", "blocked"]

UNDO = "U"
UNDO_LIMIT = 100
"""CR-17, TF-15: how many actions can be undone."""


class IllegalUndo(MedialunaError):
    """Nothing can be undone; the reason says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"undo breaks {reason.rule} ({reason.code})")
        self.reason = reason


class _Past(NamedTuple):
    """What undoing an action restores: the state before it, and what it brought."""

    state: Any
    points: int
    counted: bool


@dataclass(frozen=True)
class Game:
    """A game being played: its rules, position, move counter, score, and the last actions that can be undone.

    ``emptied`` is the reason why nothing lies before ``history``.
    """

    rules: AnyRules
    state: Any
    moves: int = 0
    score: int = 0
    history: tuple[_Past, ...] = ()
    emptied: str = "undo.nothing"

    @classmethod
    def begin(cls, rules: AnyRules, state: Any) -> Self:
        """A game that begins with a state, which is checked here and never again. Raises BadPosition."""
        rules.check(state)
        return cls(rules, state)

    @property
    def is_won(self) -> bool:
        """Whether every card is where the game wants it."""
        return bool(self.rules.is_won(self.state))

    @property
    def is_blocked(self) -> bool | None:
        """Whether the game declares that nothing can be done any more; None where it never declares it."""
        return self.rules.is_blocked(self.state)

    @property
    def status(self) -> Status:
        """Where the game stands."""
        return "won" if self.is_won else "blocked" if self.is_blocked else "running"

    def __str__(self) -> str:
        """The board as text."""
        return write_board(self.rules, self.state)

    def after(self, action: Action) -> Game:
        """The game after an action. Raises :class:`IllegalAction`."""
        if reason := self.rules.why_no_action(action):
            raise IllegalAction(reason, action, self.state)
        return self._after(action)

    def _after(self, action: Action) -> Game:
        """The game after an action that is one of this game, as far as the rules allow it now."""
        rules = self.rules
        if reason := rules.why_not_unchecked(self.state, action):
            raise IllegalAction(reason, action, self.state)
        state = rules.apply_unchecked(self.state, action)
        # TF-14: the floor at 0 decides what a recycle really takes, and undoing gives back just that
        score = max(self.score + rules.points(self.state, action), 0)
        counted = rules.counts(action)
        moves = self.moves + counted
        if rules.ends_history(action):
            return Game(rules, state, moves, score, (), "undo.redistributed")
        history = (*self.history, _Past(self.state, score - self.score, counted))
        emptied = self.emptied
        if len(history) > UNDO_LIMIT:
            history, emptied = history[1:], "undo.limit"
        return Game(rules, state, moves, score, history, emptied)

    def why_not(self, action: Action) -> Reason | None:
        """The rule that forbids an action now, or None when it is legal."""
        return self.rules.why_no_action(action) or self.rules.why_not_unchecked(self.state, action)

    def why_not_undo(self) -> Reason | None:
        """CR-17, TF-15: why the last action cannot be undone, or None."""
        return None if self.history else Reason(self.emptied, self.rules.undo_rule)

    def undone(self) -> Game:
        """The game with the last action undone. Raises :class:`IllegalUndo`."""
        if reason := self.why_not_undo():
            raise IllegalUndo(reason)
        past = self.history[-1]
        taken_back = past.counted and self.rules.undo_uncounts
        return replace(
            self,
            state=past.state,
            moves=self.moves - taken_back,
            score=self.score - past.points,
            history=self.history[:-1],
        )

    def after_text(self, text: str) -> Game:
        """The game after an action of a record. Raises BadAction, IllegalAction, :class:`IllegalUndo`."""
        return self.undone() if text == UNDO else self._after(parse_action(self.rules, self.state, text))


@dataclass(frozen=True)
class GameRecord:
    """A deal code and the actions taken, as texts.

    >>> str(GameRecord.parse("tf1-d1n-aaaaaab: + + U"))
    'TF1-D1N-AAAAAAB: + + U'
    """

    code: DealCode
    actions: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join([f"{self.code}:", *self.actions])

    @classmethod
    def parse(cls, text: str, offered: bool = False) -> Self:
        """Reads one line; the colon may be missing when there are no actions. With ``offered`` only of a variant that a
        table offers. Raises BadCode.

        What the actions are worth is for :func:`replay` to say.
        """
        code, _, actions = cleaned(text).strip().partition(":")
        return cls(DealCode.parse(code, offered), tuple(actions.upper().split()))

    @classmethod
    def of(cls, code: DealCode, actions: Sequence[Action]) -> Self:
        """The record of actions taken from the deal on."""
        return cls(code, tuple(format_action(code.game, action) for action in actions))


def undone(actions: Sequence[str]) -> list[str]:
    """What was undone last and may be done again, the next one last, in a record that breaks no rule.

    Doing the next one again takes it off the list; any other action empties it.

    >>> undone(["+", "W-3", "U", "U"]), undone(["+", "W-3", "U", "U", "+"]), undone(["+", "U", "5-2"])
    (['W-3', '+'], ['W-3'], [])
    """
    done: list[str] = []
    again: list[str] = []
    for text in actions:
        if text == UNDO:
            again.append(done.pop())
            continue
        done.append(text)
        # where an action was undone, its text means that same action
        if again and again[-1] == text:
            again.pop()
        else:
            again.clear()
    return again


@dataclass(frozen=True)
class Fault:
    """The first action of a record that cannot be done: its index from 0, its text, and why.

    ``reason`` is None when the text is no action at all; ``message`` then says what was expected.
    """

    at: int
    action: str
    reason: Reason | None
    message: str


@dataclass(frozen=True)
class Replay:
    """What a record comes to: the game after its longest valid prefix, the number of actions in it, and the first
    fault, if there is one."""

    played: Game
    done: int
    fault: Fault | None = None

    @property
    def ok(self) -> bool:
        """Whether the whole record could be played."""
        return self.fault is None


def replay(record: GameRecord) -> Replay:
    """Replays a record by the rules; never raises for what the actions are."""
    played = Game.begin(record.code.game, record.code.deal())
    for at, text in enumerate(record.actions):
        try:
            played = played.after_text(text)
        except (IllegalAction, IllegalUndo) as error:
            return Replay(played, at, Fault(at, text, error.reason, str(error)))
        except BadAction as error:
            return Replay(played, at, Fault(at, text, None, str(error)))
    return Replay(played, len(record.actions))
