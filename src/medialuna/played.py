"""A game being played, as programs hold one: it changes with what is done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from medialuna.contract import Action, AnyRules, Reason
from medialuna.errors import MedialunaError
from medialuna.notation.actions import format_action, parse_action
from medialuna.notation.deal_code import DealCode
from medialuna.record import UNDO, Fault, Game, GameRecord, Status, undone


class BadRequest(MedialunaError):
    """Arguments that do not go together; the message says what was expected."""


class BadRecord(MedialunaError):
    """A record with an action that cannot be done: ``fault`` tells which and why, ``game`` is the game until then."""

    def __init__(self, fault: Fault, game: PlayedGame) -> None:
        super().__init__(f"action {fault.at + 1}, {fault.action[:40]}: {fault.message}")
        self.fault, self.game = fault, game


class NothingToRedo(MedialunaError):
    """No action was undone last."""

    def __init__(self) -> None:
        super().__init__("nothing to redo: no action was undone last")


class PlayedGame:
    """A game being played, from a deal or from any position; actions are texts as records write them.

    ``rules`` are those of the game with its options, ``code`` is its deal code, or None for a position from elsewhere.
    """

    def __init__(self, rules: AnyRules, state: Any, code: DealCode | None = None) -> None:
        self.rules, self.code = rules, code
        self._first = self._now = Game.begin(rules, state)
        self._actions: tuple[str, ...] = ()

    @property
    def now(self) -> Game:
        """The position now, with its counters, as a value that never changes."""
        return self._now

    @property
    def state(self) -> Any:
        """The cards now."""
        return self._now.state

    @property
    def actions(self) -> tuple[str, ...]:
        """What was done so far, undos included."""
        return self._actions

    @property
    def legal_actions(self) -> list[str]:
        """All that the rules allow now, but for the undo."""
        legal = self.rules.legal_actions_unchecked(self.state)
        return [format_action(self.rules, action) for action in legal]

    @property
    def status(self) -> Status:
        """``running``, ``won``, or ``blocked`` in a game that declares that nothing can be done any more."""
        return self._now.status

    @property
    def moves(self) -> int:
        """The move counter."""
        return self._now.moves

    @property
    def score(self) -> int | None:
        """The score; None in a game without one."""
        return self._now.score if self.rules.has_score else None

    @property
    def redeals_left(self) -> int | None:
        """How often the table may still be redistributed; None in a game without such a thing."""
        return self.rules.redeals_left(self.state)

    @property
    def record(self) -> GameRecord:
        """Deal code and actions. Raises :class:`BadRequest` for a game that began from a position, without code."""
        if self.code is None:
            raise BadRequest("this game began from a position, which has no deal code: there is no record")
        return GameRecord(self.code, self._actions)

    def why_not(self, action: str | Action) -> Reason | None:
        """The rule that forbids an action now, or None when it is legal. Raises BadAction for a text that is none."""
        if isinstance(action, str):
            if (text := _tidy(action)) == UNDO:
                return self._now.why_not_undo()
            action = parse_action(self.rules, self.state, text)
        return self._now.why_not(action)

    def play(self, *actions: str | Action) -> None:
        """Does one action or more; a text may hold several, with spaces between them. All are done, or none.

        Raises IllegalAction, IllegalUndo, BadAction.
        """
        now, done = self._now, list(self._actions)
        for one in actions:
            for action in _tidy(one).split() or ("",) if isinstance(one, str) else (one,):
                if isinstance(action, str):
                    now = now.after_text(action)
                    done.append(action)
                else:
                    now = now.after(action)
                    done.append(format_action(self.rules, action))
        self._now, self._actions = now, tuple(done)

    def undo(self) -> None:
        """Undoes the last action, as the rules of the game count it. Raises IllegalUndo."""
        self.play(UNDO)

    def redo(self) -> None:
        """Does again what was undone last. Raises :class:`NothingToRedo`."""
        again = undone(self._actions)
        if not again:
            raise NothingToRedo
        self.play(again[-1])

    def positions(self) -> Iterator[Game]:
        """Every position from the first to the one now, each with its counters."""
        position = self._first
        yield position
        for text in self._actions:
            position = position.after_text(text)
            yield position

    def copy(self) -> PlayedGame:
        """A game of its own, at the same position and with the same record."""
        other = PlayedGame(self.rules, self._first.state, self.code)
        other._now, other._actions = self._now, self._actions
        return other

    def __str__(self) -> str:
        """The board as text, which :func:`read_board` reads."""
        return str(self._now)

    def __repr__(self) -> str:
        name = f"{self.code}:" if self.code else f"a position of {self.rules.name}:"
        return f"<PlayedGame {' '.join((name, *self._actions))}>"


def _tidy(text: str) -> str:
    return text.strip().upper()
