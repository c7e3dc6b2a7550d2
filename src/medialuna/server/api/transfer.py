"""The routes that move or end a player: everything as a file and back, the link to another device, deletion."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

import anyio.to_thread
from fastapi import APIRouter, Request
from starlette.responses import Response

from medialuna.server import config
from medialuna.server.errors import language_of
from medialuna.server.http.body import body_up_to
from medialuna.server.http.compression import packed_answer
from medialuna.server.http.dependencies import (
    COOKIE,
    Body,
    json_answer,
    keep_cookie,
    library_of,
    player_of,
    playing_of,
    store_of,
    token_of,
)
from medialuna.server.http.openapi import answers, takes
from medialuna.server.http.rate_limits import limited_by
from medialuna.server.store.games import now
from medialuna.table.fields import decoded
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
def export(request: Request) -> Response:
    """Everything of the player in one file: the settings, and every game in which something was done."""
    player = player_of(request)
    body = exported(settings_of(player.settings), library_of(request).everything(player.id))
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
async def take_in(request: Request) -> Response:
    """Takes in a file with everything, of up to 8 MiB: its settings, and the games that are not there yet.

    Every game is replayed by the rules. Where anything is wrong nothing changes, and the answer names the place: the
    game's index in the file, its field, and for a record the action that cannot be done.
    """
    # Who is no player here is told before anything long is read.
    player = await anyio.to_thread.run_sync(player_of, request)
    with _a_turn():
        body = await body_up_to(config.FILE_BYTES, request)
        return await anyio.to_thread.run_sync(_take_in, request, player.id, body)


def _take_in(request: Request, player: int, body: bytes) -> Response:
    latest = now() + config.CLOCK_AHEAD_MICROSECONDS
    taken = taken_in(library_of(request), player, body, language_of(request), latest)
    for game, record in taken.won:
        playing_of(request).won(game, record)
    return json_answer(ImportAnswer(taken.added, taken.continued, taken.known))


# --- another device --------------------------------------------------------------------------------------------


@router.post(
    "/device-link",
    dependencies=[limited_by("device")],
    responses=answers(DeviceLink, 200, "The link.", 401, 429),
    tags=["player"],
)
def device_link(request: Request) -> Response:
    """A link that makes another browser this player too. It works once, for ten minutes; an older one ends."""
    player, token = player_of(request), token_of(request) or ""
    secret, expires = library_of(request).device_link(player.id, token)
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
def open_device(request: Request, body: Body) -> Response:
    """Makes this browser the player of a link. The games that were played in it before join those of the player."""
    asked = decoded(body, DeviceRequest)
    browser = store_of(request).player(token_of(request))
    found = library_of(request).open_device_link(asked.token, None if browser is None else browser.id)
    if found is None:
        raise NotFound("server.no-link")
    token, joined = found
    response = json_answer(DeviceAnswer(joined))
    keep_cookie(request, response, token)
    return response


@router.delete("/player", status_code=204, responses=answers(None, 204, "All gone.", 401), tags=["player"])
def delete_player(request: Request) -> Response:
    """Deletes the player for ever: the settings, the games, the links."""
    library_of(request).delete_player(player_of(request).id)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=request.url.scheme == "https")
    return response
