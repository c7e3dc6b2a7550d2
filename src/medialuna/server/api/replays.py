"""The routes that replay a record: what it comes to, and how the table looks at its steps. No player is needed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from starlette.responses import Response

from medialuna.server import config
from medialuna.server.http.compression import packed_answer
from medialuna.server.http.dependencies import Language, Records, in_body, json_answer
from medialuna.server.http.openapi import answers, takes
from medialuna.server.http.rate_limits import limited_by
from medialuna.table import wire
from medialuna.table.wire_library import (
    ReplayAnswer,
    ReplayRequest,
    ReplayView,
    ReplayViewRequest,
    ReplayViews,
)

router = APIRouter(prefix="/api")


@router.post(
    "/replay",
    dependencies=[limited_by("replay")],
    responses=answers(ReplayAnswer, 200, "What the record comes to.", 400, 408, 413, 415, 429),
    openapi_extra=takes(ReplayRequest),
    tags=["replay"],
)
def check_record(
    asked: Annotated[ReplayRequest, in_body(ReplayRequest, config.RECORD_BYTES)], language: Language, records: Records
) -> Response:
    """Replays a record by the rules, up to its end or its first fault."""
    return json_answer(records.check(asked.record, language))


@router.post(
    "/replay/view",
    dependencies=[limited_by("replay")],
    responses=answers(
        (ReplayView, ReplayViews), 200, "The table at `step`; for `from` and `to`: `views`.", 400, 408, 413, 415, 429
    ),
    openapi_extra=takes(ReplayViewRequest),
    tags=["replay"],
)
def see_steps(
    request: Request,
    asked: Annotated[ReplayViewRequest, in_body(ReplayViewRequest, config.RECORD_BYTES)],
    records: Records,
) -> Response:
    """How the table looks at a step of a record (`step`), or at some in a row (`from`, `to`; at most 50 more).

    Beyond the last step that the rules allow there is none.
    """
    return packed_answer(request, wire.encode(records.views(asked)))
