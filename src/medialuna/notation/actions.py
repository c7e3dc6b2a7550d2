"""Actions as a record writes them: ``10-14``, ``W-F``, ``AS-K``, ``+``, ``R``."""

from __future__ import annotations

from typing import Any

from medialuna.contract import Action, AnyRules, Press, UnknownPlace
from medialuna.errors import MedialunaError
from medialuna.shape import shown


class BadAction(MedialunaError):
    """A text that is no action of the game."""

    def __init__(self, text: object, expected: str) -> None:
        super().__init__(f"{shown(text)} is no action: {expected}")
        self.text = text


def parse_action(game: AnyRules, state: Any, text: str) -> Action:
    """The action that a text means in a position, legal or not. Raises :class:`BadAction`."""
    if not isinstance(text, str):
        raise BadAction(text, "expected a text")
    if text in game.presses:
        return Press(text)
    source, dash, target = text.partition("-")
    if not dash:
        raise BadAction(text, f"expected a move such as {game.example}, {', '.join(game.presses)} or U")
    try:
        return game.named_move_unchecked(state, source, target)
    except UnknownPlace as error:
        raise BadAction(text, str(error)) from None


def format_action(game: AnyRules, action: Action) -> str:
    """How a record writes an action."""
    return action.place if isinstance(action, Press) else game.move_name(action)
