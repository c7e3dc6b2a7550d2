"""Medialuna: the solitaires Crescent and Thoughtful, to play and to study.

``import medialuna as ml`` offers the names below; :mod:`medialuna.library` says what they do, and shows a session. They
are loaded when they are first used. What is listed here and in the API reference keeps its meaning: a change that could
break a program comes with a new major version, and is announced by a DeprecationWarning one minor version before.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = [
    "BadAction",
    "BadBoard",
    "BadCode",
    "BadDeal",
    "BadPosition",
    "BadRecord",
    "BadRequest",
    "DealCode",
    "Game",
    "GameRecord",
    "IllegalAction",
    "IllegalUndo",
    "MedialunaError",
    "MissingExtra",
    "Move",
    "NamedDeal",
    "NothingToRedo",
    "PlayedGame",
    "Press",
    "Reason",
    "Verdict",
    "__version__",
    "deal",
    "explain",
    "read_board",
    "read_deals",
    "replay",
    "solve",
    "solve_many",
]

_HOMES = {
    "contract": ("BadPosition", "IllegalAction", "Move", "Press", "Reason"),
    "errors": ("MedialunaError", "MissingExtra"),
    "library": ("Verdict", "deal", "explain", "read_board", "read_deals", "replay", "solve", "solve_many"),
    "notation.actions": ("BadAction",),
    "notation.board_text": ("BadBoard",),
    "notation.deal_code": ("BadCode", "DealCode"),
    "notation.exchange": ("BadDeal", "NamedDeal"),
    "played": ("BadRecord", "BadRequest", "NothingToRedo", "PlayedGame"),
    "record": ("Game", "GameRecord", "IllegalUndo"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

if TYPE_CHECKING:
    from medialuna.contract import BadPosition, IllegalAction, Move, Press, Reason
    from medialuna.errors import MedialunaError, MissingExtra
    from medialuna.library import Verdict, deal, explain, read_board, read_deals, replay, solve, solve_many
    from medialuna.notation.actions import BadAction
    from medialuna.notation.board_text import BadBoard
    from medialuna.notation.deal_code import BadCode, DealCode
    from medialuna.notation.exchange import BadDeal, NamedDeal
    from medialuna.played import BadRecord, BadRequest, NothingToRedo, PlayedGame
    from medialuna.record import Game, GameRecord, IllegalUndo


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
