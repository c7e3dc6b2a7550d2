"""The routes of the player's settings."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from medialuna.server.http.dependencies import Body, json_answer, player_of, store_of
from medialuna.server.http.openapi import answers, takes
from medialuna.table import settings, wire
from medialuna.table.fields import decoded
from medialuna.table.settings import settings_of

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
    return json_answer(settings.change_settings(store_of(request), player.id, asked))
