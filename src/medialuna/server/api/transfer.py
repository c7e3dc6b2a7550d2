"""The routes that move or end a player: everything as a file and back, the link to another device, deletion."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Annotated

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from medialuna.server import config
from medialuna.server.errors import language_of
from medialuna.server.http.body import body_up_to
from medialuna.server.http.compression import packed_answer
from medialuna.server.http.dependencies import (
    COOKIE,
    Asker,
    Games,
    Lists,
    Tables,
    Token,
    in_body,
    json_answer,
    keep_cookie,
)
from medialuna.server.http.openapi import answers, takes
from medialuna.server.http.rate_limits import limited_by
from medialuna.server.store.games import now
from medialuna.table.refusals import NotFound, Unavailable
from medialuna.table.settings import settings_of
from medialuna.table.transfer import exported, taken_in
from medialuna.table.wire_library import (
    DeviceAnswer,
    DeviceLink,
    DeviceRequest,
    Export,
    Import,
    ImportAnswer,
    as_time,
)

router = APIRouter(prefix="/api")


# --- everything as a file --------------------------------------------------------------------------------------


@router.get(
    "/export",
    dependencies=[limited_by("export")],
    responses=answers(Export, 200, "The file.", 401, 429),
    tags=["player"],
)
def export(request: Request, player: Asker, lists: Lists) -> Response:
    """Everything of the player in one file: the settings, and every game in which something was done."""
    body = exported(settings_of(player.settings), lists.everything(player.id))
    return packed_answer(request, body, {"Content-Disposition": 'attachment; filename="medialuna.json"'})


_reading = BoundedSemaphore(config.FILES_AT_ONCE)


@contextmanager
def _a_turn() -> Iterator[None]:
    if not _reading.acquire(blocking=False):
        raise Unavailable("server.busy-files")
    try:
        yield
    finally:
        _reading.release()


@router.post(
    "/import",
    dependencies=[limited_by("import")],
    responses=answers(ImportAnswer, 200, "What was new.", 400, 401, 408, 409, 413, 415, 429),
    openapi_extra=takes(Import),
    tags=["player"],
)
async def take_in(request: Request, player: Asker, lists: Lists, playing: Tables) -> Response:
    """Takes in a file with everything, of up to 8 MiB: its settings, and the games that are not there yet.

    Every game is replayed by the rules. Where anything is wrong nothing changes, and the answer names the place: the
    game's index in the file, its field, and for a record the action that cannot be done.
    """
    # Who is no player here was told before anything long is read.
    with _a_turn():
        body, latest = await body_up_to(config.FILE_BYTES, request), now() + config.CLOCK_AHEAD_MICROSECONDS
        taken = await run_in_threadpool(taken_in, lists, player.id, body, language_of(request), latest)
    for game, record in taken.won:
        playing.won(game, record)
    return json_answer(ImportAnswer(taken.added, taken.continued, taken.known))


# --- another device --------------------------------------------------------------------------------------------


@router.post(
    "/device-link",
    dependencies=[limited_by("device")],
    responses=answers(DeviceLink, 200, "The link.", 401, 429),
    tags=["player"],
)
def device_link(player: Asker, token: Token, lists: Lists) -> Response:
    """A link that makes another browser this player too. It works once, for ten minutes; an older one ends."""
    secret, expires = lists.device_link(player.id, token or "")
    return json_answer(DeviceLink(f"/device/{secret}", as_time(expires)))


@router.post(
    "/device",
    dependencies=[limited_by("device")],
    responses=answers(
        DeviceAnswer, 200, "The browser is that player now; sets the cookie.", 400, 404, 408, 413, 415, 429
    ),
    openapi_extra=takes(DeviceRequest),
    tags=["player"],
)
def open_device(
    request: Request,
    asked: Annotated[DeviceRequest, in_body(DeviceRequest)],
    token: Token,
    store: Games,
    lists: Lists,
) -> Response:
    """Makes this browser the player of a link. The games that were played in it before join those of the player."""
    browser = store.player(token)
    found = lists.open_device_link(asked.token, None if browser is None else browser.id)
    if found is None:
        raise NotFound("server.no-link")
    token, joined = found
    response = json_answer(DeviceAnswer(joined))
    keep_cookie(request, response, token)
    return response


@router.delete("/player", status_code=204, responses=answers(None, 204, "All gone.", 401), tags=["player"])
def delete_player(request: Request, player: Asker, lists: Lists) -> Response:
    """Deletes the player for ever: the settings, the games, the links."""
    lists.delete_player(player.id)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=request.url.scheme == "https")
    return response
