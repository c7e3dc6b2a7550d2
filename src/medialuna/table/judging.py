"""A question about a position, the answer to it, and how a player is told."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, Literal, Protocol

from medialuna import words
from medialuna.contract import Action, IllegalAction, Press
from medialuna.notation.actions import BadAction, format_action, parse_action
from medialuna.record import UNDO, Game, GameRecord, replay
from medialuna.solver import Lost, Verdict, Won
from medialuna.table import wire
from medialuna.table.in_words import place_name
from medialuna.table.known import Known, Winnable
from medialuna.table.wire_solver import ThinkVerdict

_log = logging.getLogger(__name__)


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


class OpenQuestion(Protocol):
    """A question, and the solver to ask about it.

    ``is_lost`` is set once that is proven, and what is searched still is the last position that can be won; then
    ``found_back`` says how many undos lead to one, and what wins there.
    """

    asked: Asked
    began: float
    seconds: float
    is_lost: bool
    found_back: tuple[int, tuple[Action, ...]] | None

    @property
    def is_cancelled(self) -> bool: ...

    def search(self, state: Any, seconds: float) -> Verdict:
        """Asks the solver about one position."""


class Judge:
    """Answers questions by what is ``known``, and asks the solver where that is not enough."""

    def __init__(self, known: Known) -> None:
        self.known = known

    def at_once(self, asked: Asked) -> Answer | None:
        """The answer, where nothing has to be searched for it."""
        if asked.played.is_won:
            return Answer("won")
        fact = self.known.played(asked.played)
        if isinstance(fact, Winnable):
            return Answer("won", fact.actions)
        if isinstance(fact, Lost):
            won, lost = self.known.bounds(asked.played)
            if lost - won == 1:
                return Answer("lost", undos=len(asked.played.history) - won if won >= 0 else None)
        return None

    def answer(self, question: OpenQuestion) -> Answer:
        """The answer to a question, which may take its time."""
        asked = question.asked
        game, state = asked.played.rules, asked.played.state
        if question.is_cancelled:
            return Answer("unknown", why="stopped")
        fact = self.known.played(asked.played)
        if fact is None:
            left = question.began + question.seconds - monotonic()
            if left <= 0:
                return Answer("unknown", why="busy")
            verdict = question.search(state, left)
            if isinstance(verdict, Won):
                return Answer("won", self.known.learn_line(game, state, verdict.actions))
            if not isinstance(verdict, Lost):
                return Answer("unknown", why=verdict.why if verdict.why in _STOPS else "fault")
            self.known.learn_loss(game, state, verdict)
        if isinstance(fact, Winnable):
            return Answer("won", fact.actions)
        question.is_lost = True
        return Answer("lost", undos=self._way_back(question))

    def _way_back(self, question: OpenQuestion) -> int | None:
        """How many undos lead to the last position known to be winnable.

        What can be won later could be won before, so the history is halved; a position that is not decided in its time
        counts as one that is not known to be winnable.
        """
        played = question.asked.played
        won, lost = self.known.bounds(played)
        deadline = monotonic() + question.seconds
        while lost - won > 1:
            left = deadline - monotonic()
            if left <= 0 or question.is_cancelled:
                break
            middle = (won + lost) // 2
            state = played.history[middle].state
            verdict = question.search(state, min(left, LONGEST_PROBE))
            if isinstance(verdict, Won):
                line = self.known.learn_line(played.rules, state, verdict.actions)
                won, question.found_back = middle, (len(played.history) - middle, line)
            else:
                if isinstance(verdict, Lost):
                    self.known.learn_loss(played.rules, state, verdict)
                lost = middle
        return len(played.history) - won if won >= 0 else None

    # --- lines -------------------------------------------------------------------------------------------------

    def learn_way(self, asked: Asked, actions: Sequence[Action]) -> None:
        """Learns of a line that the positions before it can be won too, by what was played and then the line."""
        if history := asked.played.history:
            self.known.learn_line(asked.played.rules, history[0].state, [*asked.way(), *actions])

    def recall(self, asked: Asked, text: str) -> bool:
        """Learns a line that :func:`stored_line` wrote; it is replayed before it is believed."""
        record = GameRecord.parse(asked.record)
        step, *texts = text.split()
        try:
            start = replay(GameRecord(record.code, record.actions[: int(step)])).played
            state, actions = start.state, list[Action]()
            for one in texts:
                actions.append(parse_action(start.rules, state, one))
                state = start.rules.apply(state, actions[-1])
            self.known.learn_line(start.rules, start.state, actions)
        except (BadAction, IllegalAction, ValueError):
            _log.warning("a stored line does not win: %s", text[:200])
            return False
        return True


def stored_line(asked: Asked, actions: Sequence[Action]) -> str:
    """A line as it is kept with a game: the step it begins at, and its actions as a record writes them."""
    return " ".join([str(asked.step), *(format_action(asked.played.rules, action) for action in actions)])


_STOPS = ("seconds", "states", "memory", "stopped")

LONGEST_PROBE = 1.0
"""Seconds for one of the earlier positions that are judged when a position is lost."""


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
