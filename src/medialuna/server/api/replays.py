"""The routes that replay a record: what it comes to, and how the table looks at its steps. No player is needed."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from threading import Lock
from typing import Annotated, cast

from fastapi import APIRouter, Depends, Request
from msgspec import UNSET
from starlette.responses import Response

from medialuna import words
from medialuna.notation.actions import parse_action
from medialuna.record import UNDO, Fault, Game, GameRecord, replay
from medialuna.server.errors import Refusal, language_of
from medialuna.server.http.body import body_up_to, decoded, expected
from medialuna.server.http.compression import packed_answer
from medialuna.server.http.dependencies import json_answer
from medialuna.server.http.openapi import answers, takes
from medialuna.server.http.rate_limits import limited_by
from medialuna.server.playing import MOST_ACTIONS
from medialuna.table import wire
from medialuna.table.wire_library import (
    WINDOW,
    RecordFault,
    ReplayAnswer,
    ReplayRequest,
    ReplayView,
    ReplayViewRequest,
    ReplayViews,
)

router = APIRouter(prefix="/api")

MOST_RECORD_BYTES = 96 * 1024
"""The longest body with a record; ten thousand actions fit."""

KEPT = 64
"""How many positions in the middle of records a process remembers, for the next step that is asked for."""


async def _record_body(request: Request) -> bytes:
    return await body_up_to(MOST_RECORD_BYTES, request)


RecordBody = Annotated[bytes, Depends(_record_body)]


@router.post(
    "/replay",
    dependencies=[limited_by("replay")],
    responses=answers(ReplayAnswer, 200, "What the record comes to.", 400, 408, 413, 415, 429),
    openapi_extra=takes(ReplayRequest),
    tags=["replay"],
)
def check_record(request: Request, body: RecordBody) -> Response:
    """Replays a record by the rules, up to its end or its first fault."""
    record = _record(decoded(body, ReplayRequest).record)
    replayed = replay(record)
    played, game = replayed.played, record.code.game
    counters = wire.counters(played, 0.0)
    return json_answer(
        ReplayAnswer(
            replayed.ok,
            str(record.code),
            cast(wire.GameName, game.name),
            game.options,
            replayed.done,
            wire.status(played),
            counters.moves,
            counters.score,
            None if replayed.fault is None else _fault(replayed.fault, language_of(request)),
        )
    )


@router.post(
    "/replay/view",
    dependencies=[limited_by("replay")],
    responses=answers(
        (ReplayView, ReplayViews), 200, "The table at `step`; for `from` and `to`: `views`.", 400, 408, 413, 415, 429
    ),
    openapi_extra=takes(ReplayViewRequest),
    tags=["replay"],
)
def see_steps(request: Request, body: RecordBody) -> Response:
    """How the table looks at a step of a record (`step`), or at some in a row (`from`, `to`; at most 50 more).

    Beyond the last step that the rules allow there is none.
    """
    asked = decoded(body, ReplayViewRequest)
    record = _record(asked.record)
    if isinstance(asked.step, int) and asked.first is UNSET and asked.last is UNSET:
        first = last = asked.step
    elif isinstance(asked.first, int) and isinstance(asked.last, int) and asked.step is UNSET:
        first, last = asked.first, min(asked.last, asked.first + WINDOW)
        if last < first:
            raise expected("to", f"{first} …")
    else:
        raise expected("body", '{"step": …}', '{"from": …, "to": …}')
    views = _views(record, first, last)
    if not views:
        raise expected("step" if asked.first is UNSET else "from", f"0 … {replay(record).done}")
    return packed_answer(request, wire.encode(views[0] if asked.first is UNSET else ReplayViews(views)))


def _record(text: str) -> GameRecord:
    """The record of a request. Raises BadCode, :class:`Refusal`."""
    record = GameRecord.parse(text, offered=True)
    if len(record.actions) > MOST_ACTIONS:
        raise Refusal(400, "server.record-full", part="record", limit=MOST_ACTIONS)
    return record


def _fault(fault: Fault, language: str) -> RecordFault:
    code, rule, message = described(fault, language)
    return RecordFault(code, rule, message, at=fault.at, action=fault.action[:40])


def described(fault: Fault, language: str) -> tuple[str, str | None, str]:
    """Why a record's action cannot be done: the code, the rule and the sentence."""
    if fault.reason is not None:
        return fault.reason.code, fault.reason.rule, words.explain(language, fault.reason)
    return "server.bad-action", None, words.sentence(language, "server.bad-action", action=fault.action[:40])


# --- the steps in between --------------------------------------------------------------------------------------


class _Middles:
    """Standings in the middle of records, by all that led to them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, Game] = OrderedDict()
        self._lock = Lock()

    def keep(self, record: GameRecord, step: int, played: Game) -> None:
        key = _key(record, step)
        with self._lock:
            self._kept[key] = played
            self._kept.move_to_end(key)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def get(self, record: GameRecord, step: int) -> Game | None:
        with self._lock:
            return self._kept.get(_key(record, step))


def _key(record: GameRecord, step: int) -> bytes:
    return hashlib.sha256(str(GameRecord(record.code, record.actions[:step])).encode("utf-8", "surrogatepass")).digest()


_middles = _Middles()


def _views(record: GameRecord, first: int, last: int) -> list[ReplayView]:
    """The tables from one step to another, as far as the rules allow them."""
    last = min(last, len(record.actions))
    if first > last:
        return []
    # The step before is needed too: what was done to come to the first one is read there.
    step = max(first - 1, 0)
    played = _middles.get(record, step)
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
            _middles.keep(record, step, played)
    return views


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
        wire.places(game.view(played.state)),
        wire.counters(played, 0.0),
        wire.status(played),
        action,
        text,
    )
