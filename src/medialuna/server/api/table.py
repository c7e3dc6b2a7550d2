"""The routes of one table: a game is dealt, looked at, played."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import Response

from medialuna import words
from medialuna.server.api import hints
from medialuna.server.errors import language_of
from medialuna.server.http.body import decoded, json_body, queried
from medialuna.server.http.dependencies import (
    Body,
    game_of,
    json_answer,
    player_of,
    playing_of,
    token_of,
)
from medialuna.server.http.openapi import answers, asks, takes
from medialuna.server.http.rate_limits import limited_by
from medialuna.server.playing import wanted_deal
from medialuna.table import wire

ACTIONS = "/games/{game}/actions"

router = APIRouter(prefix="/api")


@router.post(
    "/games",
    status_code=201,
    dependencies=[limited_by("games")],
    responses=answers(wire.View, 201, "The new table.", 400, 401, 408, 409, 413, 415, 429),
    openapi_extra=takes(wire.NewGame),
    tags=["table"],
)
def new_game(request: Request, body: Body) -> Response:
    """Deals a game, by its code or by chance; it becomes the player's latest.

    ``previous`` names the game that was left: resuming it takes this back.
    """
    playing, asked, player = playing_of(request), decoded(body, wire.NewGame), player_of(request)
    code, left = wanted_deal(asked), playing.store.latest_game(player.id)
    if asked.winnable is True:
        code = hints.winnable_deal(request, player, code.game)
    view = playing.view(playing.begin(player.id, code))
    view.previous = None if left is None else left.id
    return json_answer(view, 201)


@router.get("/games/{game}", responses=answers(wire.View, 200, "The table.", 401, 404, 409), tags=["table"])
def see_game(request: Request, game: str) -> Response:
    """A table as it stands."""
    return json_answer(playing_of(request).view(game_of(request, game)))


@router.post(
    ACTIONS,
    responses=answers(wire.View, 200, "The table after the action.", 400, 401, 404, 408, 409, 413, 415),
    openapi_extra=takes(wire.ActionRequest),
    tags=["table"],
)
async def act(request: Request, game: str) -> Response:
    """Does an action: a move, a press or an undo.

    Once answered, it is stored. An action that was chosen at another step is not done; the answer then holds the table.
    """
    # The route of every move: `shortcut` leads here, and from here a shorter way than that of plain functions to a
    # worker thread.
    body, loop = await json_body(request), asyncio.get_running_loop()
    return await loop.run_in_executor(request.app.state.workers, _act, request, game, body)


def _act(request: Request, game: str, body: bytes) -> Response:
    asked, row = decoded(body, wire.ActionRequest), game_of(request, game)
    return json_answer(playing_of(request).act(token_of(request), row, asked))


@router.get(
    "/games/{game}/why",
    responses=answers(wire.Why, 200, "Allowed, or the rule.", 400, 401, 404, 409),
    openapi_extra=asks(wire.WhyQuery),
    tags=["table"],
)
def why(request: Request, game: str) -> Response:
    """Whether something is allowed, and if not, the rule against it. Changes nothing."""
    asked, row = queried(request, wire.WhyQuery), game_of(request, game)
    reason = playing_of(request).why(row, asked)
    if reason is None:
        return json_answer(wire.Why(True))
    player_of(request)
    return json_answer(wire.Why(False, reason.code, reason.rule, words.explain(language_of(request), reason)))


@router.put(
    "/games/{game}/clock",
    status_code=204,
    responses=answers(None, 204, "Noted.", 400, 401, 404, 408, 413, 415),
    openapi_extra=takes(wire.ClockRequest),
    tags=["table"],
)
def set_clock(request: Request, game: str, body: Body) -> Response:
    """Notes the time played. It never runs back, and stands still when the game is over."""
    asked, row = decoded(body, wire.ClockRequest), game_of(request, game)
    playing_of(request).store.set_seconds(row.id, asked.seconds)
    return Response(status_code=204)
