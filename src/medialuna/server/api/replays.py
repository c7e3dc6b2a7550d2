"""The routes that replay a record: what it comes to, and how the table looks at its steps. No player is needed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from medialuna.server import config
from medialuna.server.errors import language_of
from medialuna.server.http.body import body_up_to
from medialuna.server.http.compression import packed_answer
from medialuna.server.http.dependencies import json_answer, replays_of
from medialuna.server.http.openapi import answers, takes
from medialuna.server.http.rate_limits import limited_by
from medialuna.table import wire
from medialuna.table.fields import decoded
from medialuna.table.wire_library import (
    ReplayAnswer,
    ReplayRequest,
    ReplayView,
    ReplayViewRequest,
    ReplayViews,
)

router = APIRouter(prefix="/api")


async def _record_body(request: Request) -> bytes:
    return await body_up_to(config.RECORD_BYTES, request)


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
    asked = decoded(body, ReplayRequest)
    return json_answer(replays_of(request).check(asked.record, language_of(request)))


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
    return packed_answer(request, wire.encode(replays_of(request).views(asked)))
