"""The routes of the player's settings."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import APIRouter, Request
from starlette.responses import Response

from medialuna.games import GAMES
from medialuna.server.http.body import decoded, expected
from medialuna.server.http.dependencies import (
    Body,
    json_answer,
    player_of,
    playing_of,
    settings_of,
)
from medialuna.server.http.openapi import answers, takes
from medialuna.table import wire

router = APIRouter(prefix="/api")


@router.get("/settings", responses=answers(wire.Settings, 200, "The player's settings.", 401), tags=["player"])
def see_settings(request: Request) -> Response:
    """The player's settings."""
    return json_answer(settings_of(player_of(request).settings))


@router.put(
    "/settings",
    responses=answers(wire.Settings, 200, "All settings after the change.", 400, 401, 408, 413, 415),
    openapi_extra=takes(wire.SettingsChange),
    tags=["player"],
)
def change_settings(request: Request, body: Body) -> Response:
    """Changes the settings that are named."""
    asked, player = decoded(body, wire.SettingsChange), player_of(request)
    for name, options in (asked.last_options or {}).items():
        if options not in (known := GAMES[name].variants()):
            raise expected(f"last_options.{name}", *(f'"{one}"' for one in known))
    change: dict[str, Any] = msgspec.structs.asdict(asked)

    def changed(stored: str) -> str:
        given = {name: value for name, value in change.items() if value is not msgspec.UNSET}
        return wire.encode(msgspec.structs.replace(settings_of(stored), **given)).decode()

    return json_answer(settings_of(playing_of(request).store.change_settings(player.id, changed)))
