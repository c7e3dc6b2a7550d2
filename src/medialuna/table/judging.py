"""A question about a position, the answer to it, and how a player is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from medialuna import words
from medialuna.contract import Action, Press
from medialuna.notation.actions import parse_action
from medialuna.record import UNDO, Game, GameRecord
from medialuna.table import wire
from medialuna.table.in_words import place_name
from medialuna.table.wire_solver import ThinkVerdict


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


# --- in words --------------------------------------------------------------------------------------------------

_PRESSES = {
    ("crescent", "R"): "server.hint-redistribute",
    ("thoughtful", "R"): "server.hint-recycle",
    ("thoughtful", "+"): "server.hint-draw",
}
_WHY = {
    "seconds": "server.unknown-seconds",
    "states": "server.unknown-seconds",
    "memory": "server.unknown-memory",
    "stopped": "server.unknown-stopped",
    "busy": "server.unknown-busy",
    "no-solver": "server.unknown-no-solver",
    "fault": "server.unknown-fault",
}


def verdict(language: str, played: Game, step: int, answer: Answer, with_line: bool) -> ThinkVerdict:
    """An answer of the solver as it goes over the wire."""
    if answer.verdict == "won":
        line = [wire.action_body(action) for action in answer.actions]
        found = ThinkVerdict("won", step, words.sentence(language, "server.winnable"), left=len(line))
        if line:
            found.said, found.action = hint(language, played, answer.actions[0]), line[0]
        if with_line:
            found.line = line
        return found
    if answer.verdict == "lost":
        code = "server.lost" if answer.undos is None else "server.lost-undos"
        return ThinkVerdict("lost", step, words.sentence(language, code, count=answer.undos or 0), undos=answer.undos)
    return ThinkVerdict("unknown", step, words.sentence(language, _WHY[answer.why]), why=answer.why)


def hint(language: str, played: Game, action: Action) -> str:
    """An action as advice. It names no card that the player does not see."""
    game = played.rules
    if isinstance(action, Press):
        return words.sentence(language, _PRESSES[game.name, action.place])
    cards = game.layout(played.state)[action.source][-action.count :]
    card = words.card_in_words(language, cards[0])
    if len(cards) > 1:
        card = words.sentence(language, "page.say.group", card=card, n=len(cards))
    places = {
        "from": place_name(language, game, action.source, ".from"),
        "to": place_name(language, game, action.target, ".to"),
    }
    return words.sentence(language, "page.say.moved", card=card, **places)
