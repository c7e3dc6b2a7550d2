"""The routes of the player's settings."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from starlette.responses import Response

from medialuna.server.http.dependencies import Asker, Games, in_body, json_answer
from medialuna.server.http.openapi import answers, takes
from medialuna.table import settings, wire
from medialuna.table.settings import settings_of

router = APIRouter(prefix="/api")


@router.get("/settings", responses=answers(wire.Settings, 200, "The player's settings.", 401), tags=["player"])
def see_settings(player: Asker) -> Response:
    """The player's settings."""
    return json_answer(settings_of(player.settings))


@router.put(
    "/settings",
    responses=answers(wire.Settings, 200, "All settings after the change.", 400, 401, 408, 413, 415),
    openapi_extra=takes(wire.SettingsChange),
    tags=["player"],
)
def change_settings(
    asked: Annotated[wire.SettingsChange, in_body(wire.SettingsChange)], player: Asker, store: Games
) -> Response:
    """Changes the settings that are named."""
    return json_answer(settings.change_settings(store, player.id, asked))
