"""A question about a position, and the answer to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from medialuna.contract import Action
from medialuna.notation.actions import parse_action
from medialuna.record import UNDO, Game, GameRecord


@dataclass(frozen=True)
class Answer:
    """The verdict on a position.

    ``won`` comes with the ``actions`` that win; ``lost`` with how many ``undos`` lead back to the last position known
    to be winnable, None when none is known; ``unknown`` says ``why``: ``seconds``, ``memory``, ``stopped``, ``busy``,
    ``no-solver`` or ``fault``.
    """

    verdict: Literal["won", "lost", "unknown"]
    actions: tuple[Action, ...] = ()
    undos: int | None = None
    why: str = ""


@dataclass(frozen=True)
class Asked:
    """What a question is about: where a game stands, and the actions of its record that lead there."""

    player: int
    game: str
    step: int
    record: str
    played: Game

    def way(self) -> list[Action]:
        """The actions between the positions of the undo history and the present one."""
        live: list[str] = []
        for text in GameRecord.parse(self.record).actions:
            if text == UNDO:
                live.pop()
            else:
                live.append(text)
        history = self.played.history
        texts = live[len(live) - len(history) :]
        return [parse_action(self.played.rules, past.state, text) for past, text in zip(history, texts, strict=True)]
