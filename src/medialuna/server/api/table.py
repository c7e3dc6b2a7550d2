"""The routes of one table: a game is dealt, looked at, played."""

from __future__ import annotations

import asyncio
import functools
from typing import Annotated

from fastapi import APIRouter, Request
from starlette.responses import Response
from starlette.routing import Route

from medialuna.server.http.body import json_body
from medialuna.server.http.dependencies import (
    Asker,
    Games,
    Language,
    OwnGame,
    Solver,
    Tables,
    game_of,
    in_body,
    in_query,
    json_answer,
)
from medialuna.server.http.openapi import answers, asks, takes
from medialuna.server.http.rate_limits import limited_by
from medialuna.table import wire
from medialuna.table.fields import decoded
from medialuna.table.play import Playing, explained, finish

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
def new_game(
    asked: Annotated[wire.NewGame, in_body(wire.NewGame)], player: Asker, playing: Tables, thinking: Solver
) -> Response:
    """Deals a game, by its code or by chance; it becomes the player's latest.

    ``previous`` names the game that was left: resuming it takes this back.
    """
    winnable = functools.partial(thinking.winnable_deal, player.id)
    return json_answer(playing.new_game(player.id, asked, winnable), 201)


@router.get("/games/{game}", responses=answers(wire.View, 200, "The table.", 401, 404, 409), tags=["table"])
def see_game(row: OwnGame, playing: Tables) -> Response:
    """A table as it stands."""
    return json_answer(playing.view(row))


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
    body, loop = await json_body(request), asyncio.get_running_loop()
    return await loop.run_in_executor(request.app.state.workers, _act, request, game, body)


async def _move(request: Request) -> Response:
    # As FastAPI does for the routes of its own: `metrics` wants to know.
    request.scope["route"] = MOVES
    return await act(request, request.path_params["game"])


MOVES = Route(f"{router.prefix}{ACTIONS}", _move, methods=["POST"], include_in_schema=False)
"""The same without what the framework does for every route: looking through all of them, stacks for dependencies and
checking parameters takes longer than a move. It has to be the first route."""


def _act(request: Request, game: str, body: bytes) -> Response:
    asked, row = decoded(body, wire.ActionRequest), game_of(request, game)
    playing: Playing = request.app.state.playing
    return json_answer(playing.act(row, asked))


@router.get(
    "/games/{game}/why",
    responses=answers(wire.Why, 200, "Allowed, or the rule.", 400, 401, 404, 409),
    openapi_extra=asks(wire.WhyQuery),
    tags=["table"],
)
def why(
    asked: Annotated[wire.WhyQuery, in_query(wire.WhyQuery)], row: OwnGame, language: Language, playing: Tables
) -> Response:
    """Whether something is allowed, and if not, the rule against it. Changes nothing."""
    return json_answer(explained(playing.why(row, asked), language))


@router.put(
    "/games/{game}/clock",
    status_code=204,
    responses=answers(None, 204, "Noted.", 400, 401, 404, 408, 413, 415),
    openapi_extra=takes(wire.ClockRequest),
    tags=["table"],
)
def set_clock(asked: Annotated[wire.ClockRequest, in_body(wire.ClockRequest)], row: OwnGame, store: Games) -> Response:
    """Notes the time played. It never runs back, and stands still when the game is over."""
    store.set_seconds(row.id, asked.seconds)
    return Response(status_code=204)


@router.get(
    "/games/{game}/finish",
    responses=answers(wire.Finish, 200, "The moves, or null.", 401, 404, 409),
    tags=["table"],
)
def see_finish(row: OwnGame, playing: Tables) -> Response:
    """The moves to the foundations that win the game, when no others are left to be made; else null. Plays nothing."""
    return json_answer(finish(playing.played(row)))
