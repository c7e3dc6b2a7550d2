"""Moments of real games for the reading pages: a record after some of its actions, and moves that are refused there.

A page names a moment as ``crescent/27``, the game of that name in ``words/records.txt`` after 27 actions, or writes a
whole record (``CR1-N-AAAAAAB: 10-14``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from medialuna import words
from medialuna.contract import Action, AnyRules, Move, Reason
from medialuna.notation.actions import BadAction, parse_action
from medialuna.notation.deal_code import BadCode, DealCode
from medialuna.record import UNDO, Game, GameRecord, replay
from medialuna.table.in_words import told_action

_RECORDS = Path(words.__file__).parent / "records.txt"
_COUNTED = re.compile(r"(\w+):(\d+)-(\w+)")


class BadMoment(ValueError):
    """A page names a moment that does not exist, or calls a legal move refused."""


@dataclass(frozen=True)
class Moment:
    """A game after ``step`` of its actions: where it stands, and what the last action was and found.

    ``action`` is None before the first one and for an undo; ``text`` is how the record writes it.
    """

    record: GameRecord
    step: int
    played: Game
    before: Game | None = None
    text: str = ""
    action: Action | None = None

    @property
    def code(self) -> DealCode:
        return self.record.code

    @property
    def game(self) -> AnyRules:
        return self.record.code.game


@dataclass(frozen=True)
class Refused:
    """What the rules refuse at a moment; ``action`` is None for an undo."""

    moment: Moment
    action: Action | None
    reason: Reason


@cache
def records() -> Mapping[str, GameRecord]:
    """The games by name. Raises :class:`BadMoment` for one that breaks a rule."""
    found = {}
    for line in _RECORDS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, _, record = line.partition(" ")
            found[name] = GameRecord.parse(record)
    return found


@cache
def _standings(record: GameRecord) -> tuple[Game, ...]:
    """Where a game stands before its first action and after each."""
    if fault := replay(record).fault:
        raise BadMoment(f"{record}: action {fault.at}, {fault.action}, is refused: {fault.message}")
    positions = [Game.begin(record.code.game, record.code.deal())]
    for text in record.actions:
        positions.append(positions[-1].after_text(text))
    return tuple(positions)


def at(record: GameRecord, step: int) -> Moment:
    """The moment after that many actions. Raises :class:`BadMoment` when the record has not so many."""
    positions = _standings(record)
    if not 0 <= step < len(positions):
        raise BadMoment(f"{record.code} has {len(record.actions)} actions, not {step}")
    if step == 0:
        return Moment(record, 0, positions[0])
    before, text = positions[step - 1], record.actions[step - 1]
    action = None if text == UNDO else parse_action(record.code.game, before.state, text)
    return Moment(record, step, positions[step], before, text, action)


def moment(reference: str) -> Moment:
    """The moment that a page names. Raises :class:`BadMoment`."""
    name, slash, step = reference.strip().partition("/")
    if slash:
        if name not in records() or not step.isdecimal():
            raise BadMoment(f"{reference!r} names no moment: expected one of {', '.join(records())}, / and a number")
        return at(records()[name], int(step))
    try:
        record = GameRecord.parse(reference)
    except BadCode as error:
        raise BadMoment(str(error)) from error
    return at(record, len(record.actions))


def refused(reference: str) -> Refused:
    """What a page says is refused: ``crescent/120 > 11-5``; ``3:2-5`` names the number of cards too.

    Raises :class:`BadMoment` when the rules allow it.
    """
    where, _, text = (part.strip() for part in reference.partition(">"))
    here = moment(where)
    played, game = here.played, here.game
    if text == UNDO:
        action, reason = None, played.why_not_undo()
    else:
        action = _attempt(game, played, text)
        reason = game.why_not(played.state, action)
    if reason is None:
        raise BadMoment(f"{reference}: the rules allow {text}")
    return Refused(here, action, reason)


def _attempt(game: AnyRules, played: Game, text: str) -> Action:
    if match := _COUNTED.fullmatch(text):
        source, count, target = match[1], int(match[2]), match[3]
        if target == "F":
            target = game.layout(played.state)[source][-count].suit
        return Move(source, count, target)
    try:
        return parse_action(game, played.state, text)
    except BadAction as error:
        raise BadMoment(str(error)) from error


# --- in words --------------------------------------------------------------------------------------------------


def told(language: str, here: Moment) -> str:
    """The last action of a moment in words: ``A♦, pile 7 → pile 16``."""
    if here.before is None:
        return words.sentence(language, "handbook.dealt")
    return told_action(language, here.game, here.before, here.action)
