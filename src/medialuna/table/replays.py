"""What a record comes to, and how the table looks at its steps."""

from __future__ import annotations

import hashlib
from contextlib import AbstractContextManager
from typing import cast

from msgspec import UNSET

from medialuna import words
from medialuna.notation.actions import parse_action
from medialuna.record import UNDO, Fault, Game, GameRecord, replay
from medialuna.table import wire
from medialuna.table.fields import expected
from medialuna.table.play import MOST_ACTIONS
from medialuna.table.recent import Recent
from medialuna.table.refusals import Misunderstood
from medialuna.table.view import counters, places, score
from medialuna.table.wire_library import (
    WINDOW,
    RecordFault,
    ReplayAnswer,
    ReplayView,
    ReplayViewRequest,
    ReplayViews,
)

KEPT = 64
"""How many positions in the middle of records a process remembers, for the next step that is asked for."""


class Replays:
    """The records that one process replays. ``lock``: as for :class:`Recent`."""

    def __init__(self, lock: AbstractContextManager[object] | None = None) -> None:
        # Games in the middle of records, by all that led to them.
        self._middles: Recent[bytes, Game] = Recent(KEPT, lock)

    def check(self, text: str, language: str) -> ReplayAnswer:
        """Replays a record by the rules, up to its end or its first fault. Raises BadCode, :class:`Misunderstood`."""
        record = record_of(text)
        replayed = replay(record)
        played, game = replayed.played, record.code.game
        return ReplayAnswer(
            replayed.ok,
            str(record.code),
            cast(wire.GameName, game.name),
            game.options,
            replayed.done,
            played.status,
            played.moves,
            score(played),
            None if replayed.fault is None else _fault(replayed.fault, language),
        )

    def views(self, asked: ReplayViewRequest) -> ReplayView | ReplayViews:
        """How the table looks at a step of a record, or at some in a row; beyond the last step that the rules allow
        there is none. Raises BadCode, :class:`Misunderstood`."""
        record = record_of(asked.record)
        if isinstance(asked.step, int) and asked.first is UNSET and asked.last is UNSET:
            first = last = asked.step
        elif isinstance(asked.first, int) and isinstance(asked.last, int) and asked.step is UNSET:
            first, last = asked.first, min(asked.last, asked.first + WINDOW)
            if last < first:
                raise expected("to", f"{first} …")
        else:
            raise expected("body", '{"step": …}', '{"from": …, "to": …}')
        views = self._views(record, first, last)
        if not views:
            raise expected("step" if asked.first is UNSET else "from", f"0 … {replay(record).done}")
        return views[0] if asked.first is UNSET else ReplayViews(views)

    def _views(self, record: GameRecord, first: int, last: int) -> list[ReplayView]:
        """The tables from one step to another, as far as the rules allow them."""
        last = min(last, len(record.actions))
        if first > last:
            return []
        # The step before is needed too: what was done to come to the first one is read there.
        step = max(first - 1, 0)
        played = self._middles.get(_key(record, step))
        if played is None:
            begun = replay(GameRecord(record.code, record.actions[:step]))
            if begun.fault is not None:
                return []
            played = begun.played
        views = [] if first > 0 else [_view(record, 0, played, played)]
        while step < last:
            before = played
            try:
                played = played.after_text(record.actions[step])
            except ValueError:
                # No action, or none that the rules allow: the record ends here.
                break
            step += 1
            views.append(_view(record, step, before, played))
            if step >= last - 1:
                self._middles.keep(_key(record, step), played)
        return views


def record_of(text: str) -> GameRecord:
    """The record of a request. Raises BadCode, :class:`Refusal`."""
    record = GameRecord.parse(text, offered=True)
    if len(record.actions) > MOST_ACTIONS:
        raise Misunderstood("server.record-full", part="record", limit=MOST_ACTIONS)
    return record


def _fault(fault: Fault, language: str) -> RecordFault:
    code, rule, message = described(fault, language)
    return RecordFault(code, rule, message, at=fault.at, action=fault.action[:40])


def described(fault: Fault, language: str) -> tuple[str, str | None, str]:
    """Why a record's action cannot be done: the code, the rule and the sentence."""
    if fault.reason is not None:
        return fault.reason.code, fault.reason.rule, words.explain(language, fault.reason)
    return "server.bad-action", None, words.sentence(language, "server.bad-action", action=fault.action[:40])


def _key(record: GameRecord, step: int) -> bytes:
    return hashlib.sha256(str(GameRecord(record.code, record.actions[:step])).encode("utf-8", "surrogatepass")).digest()


def _view(record: GameRecord, step: int, before: Game, played: Game) -> ReplayView:
    game = played.rules
    text = record.actions[step - 1] if step else None
    if text is None:
        action = None
    elif text == UNDO:
        action = wire.ActionBody(undo=True)
    else:
        action = wire.action_body(parse_action(game, before.state, text))
    return ReplayView(
        cast(wire.GameName, game.name),
        str(record.code),
        game.options,
        step,
        places(game.view(played.state)),
        counters(played, 0.0),
        played.status,
        action,
        text,
    )
