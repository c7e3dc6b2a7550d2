"""The routes that move or end a player: everything as a file and back, the link to another device, deletion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import cast

import anyio.to_thread
import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from medialuna import words
from medialuna.games import GAMES
from medialuna.notation.deal_code import BadCode
from medialuna.record import GameRecord, replay
from medialuna.server.api.library import history_of
from medialuna.server.api.replays import described
from medialuna.server.errors import Refusal, language_of
from medialuna.server.http.body import body_up_to, decoded, expected
from medialuna.server.http.compression import packed_answer
from medialuna.server.http.dependencies import (
    COOKIE,
    Body,
    json_answer,
    keep_cookie,
    player_of,
    playing_of,
    settings_of,
    token_of,
)
from medialuna.server.http.openapi import answers, takes
from medialuna.server.http.rate_limits import limited_by
from medialuna.server.playing import MOST_ACTIONS
from medialuna.server.store.games import GAMES_PER_PLAYER, TooManyGames, now
from medialuna.server.store.library import Kept
from medialuna.table import wire
from medialuna.table.wire_library import (
    DeviceAnswer,
    DeviceLink,
    DeviceRequest,
    Export,
    GameEntry,
    Import,
    ImportAnswer,
    Status,
    as_microseconds,
    as_time,
)

router = APIRouter(prefix="/api")

MOST_FILE_BYTES = 8 * 2**20
"""The longest file that is taken in."""

FILES_AT_ONCE = 2
"""How many files a process reads at a time; each costs its length in memory and may cost half a minute of work."""

_AHEAD = 300 * 1_000_000
"""Microseconds by which another server's clock may be ahead."""


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
    entries = [
        wire.encode(
            GameEntry(
                kept.record,
                kept.seconds,
                cast(Status, kept.status),
                as_time(kept.created),
                as_time(kept.updated),
                kept.assisted,
            )
        )
        for kept in history_of(request).everything(player.id)
    ]
    settings = wire.encode(settings_of(player.settings))
    # One game a line, so that two such files can be compared by eye.
    lines = b"".join([b"\n" + b",\n".join(entries) + b"\n" if entries else b""])
    body = b'{"medialuna":1,"settings":' + settings + b',"games":[' + lines + b"]}\n"
    return packed_answer(request, body, {"Content-Disposition": 'attachment; filename="medialuna.json"'})


_reading = BoundedSemaphore(FILES_AT_ONCE)


@contextmanager
def _a_turn() -> Iterator[None]:
    if not _reading.acquire(blocking=False):
        raise Refusal(503, "server.busy-files")
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
        body = await body_up_to(MOST_FILE_BYTES, request)
        return await anyio.to_thread.run_sync(_take_in, request, player.id, body)


def _take_in(request: Request, player: int, body: bytes) -> Response:
    file = decoded(body, Import)
    for name, options in file.settings.last_options.items():
        if options not in (known := GAMES[name].variants()):
            raise expected(f"settings.last_options.{name}", *(f'"{one}"' for one in known))
    if len(file.games) > GAMES_PER_PLAYER:
        raise Refusal(409, "server.too-many-games", limit=GAMES_PER_PLAYER)
    language, latest = language_of(request), now() + _AHEAD
    here = {(one.record, one.created): one for one in history_of(request).everything(player)}
    kept = [_checked(bytes(raw), f"games.{at}", language, latest, here) for at, raw in enumerate(file.games)]
    settings = wire.encode(msgspec.convert(file.settings, wire.Settings, from_attributes=True)).decode()
    try:
        taken = history_of(request).take_in(player, settings, kept)
    except TooManyGames:
        raise Refusal(409, "server.too-many-games", limit=GAMES_PER_PLAYER) from None
    for game, record in taken.won:
        playing_of(request).won(game, record)
    return json_answer(ImportAnswer(taken.added, taken.continued, taken.known))


def _checked(raw: bytes, part: str, language: str, latest: int, here: Mapping[tuple[str, int], Kept]) -> Kept:
    """A game of a file, as far as the rules and reason can tell; ``here`` are those that were told before.

    Raises :class:`Refusal`.
    """

    def wrong(field: str, why: str, rule: str | None = None) -> Refusal:
        refusal = Refusal(400, "server.entry", part=f"{part}.{field}", field=f"{part}.{field}", why=why)
        refusal.rule = rule
        return refusal

    try:
        entry = decoded(raw, GameEntry)
    except Refusal as refused:
        inner = "" if refused.part in (None, "body") else f".{refused.part}"
        refused.part = refused.details["field"] = part + inner
        raise
    known = here.get((entry.record, as_microseconds(entry.created)))
    if known is not None and known.status == entry.status:
        return known
    try:
        record = GameRecord.parse(entry.record, offered=True)
    except BadCode as error:
        raise wrong("record", words.sentence(language, error.code, **error.details)) from None
    if not record.actions:
        raise wrong("record", words.sentence(language, "server.entry-untouched"))
    if len(record.actions) > MOST_ACTIONS:
        raise wrong("record", words.sentence(language, "server.record-full", limit=MOST_ACTIONS))
    replayed = replay(record)
    if replayed.fault is not None:
        _, rule, why = described(replayed.fault, language)
        at, action = replayed.fault.at, replayed.fault.action[:40]
        raise wrong("record", words.sentence(language, "server.entry-action", at=at + 1, action=action, why=why), rule)
    status = wire.status(replayed.played)
    if entry.status != status:
        raise wrong("status", words.sentence(language, "server.entry-status", status=status))
    created, updated = as_microseconds(entry.created), as_microseconds(entry.updated)
    if not 0 <= created <= updated <= latest:
        raise wrong("created" if created < 0 else "updated", words.sentence(language, "server.entry-time"))
    counters = wire.counters(replayed.played, entry.seconds)
    return Kept(
        str(record.code),
        str(record),
        len(record.actions),
        entry.seconds,
        status,
        counters.moves,
        counters.score,
        entry.assisted,
        created,
        updated,
    )


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
    secret, expires = history_of(request).device_link(player.id, token)
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
    browser = playing_of(request).store.player(token_of(request))
    found = history_of(request).open_device_link(asked.token, None if browser is None else browser.id)
    if found is None:
        raise Refusal(404, "server.no-link")
    token, joined = found
    response = json_answer(DeviceAnswer(joined))
    keep_cookie(request, response, token)
    return response


@router.delete("/player", status_code=204, responses=answers(None, 204, "All gone.", 401), tags=["player"])
def delete_player(request: Request) -> Response:
    """Deletes the player for ever: the settings, the games, the links."""
    history_of(request).delete_player(player_of(request).id)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=request.url.scheme == "https")
    return response
