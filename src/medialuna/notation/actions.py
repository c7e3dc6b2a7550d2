"""Actions as a record writes them: ``10-14``, ``W-F``, ``AS-K``, ``+``, ``R``."""

from __future__ import annotations

from typing import Any

from medialuna.contract import Action, AnyRules, Press


class BadAction(ValueError):
    """A text that is no action of the game."""

    def __init__(self, text: str, expected: str) -> None:
        super().__init__(f"{text[:40]!r} is no action: {expected}")
        self.text = text


def parse_action(game: AnyRules, state: Any, text: str) -> Action:
    """The action that a text means in a position, legal or not. Raises :class:`BadAction`."""
    if text in game.presses:
        return Press(text)
    source, dash, target = text.partition("-")
    if not dash:
        raise BadAction(text, f"expected a move such as {game.example}, {', '.join(game.presses)} or U")
    try:
        return game.named_move(state, source, target)
    except ValueError as error:
        raise BadAction(text, str(error)) from None


def format_action(game: AnyRules, action: Action) -> str:
    """How a record writes an action."""
    return action.place if isinstance(action, Press) else game.move_name(action)
