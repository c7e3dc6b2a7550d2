"""The routes of a player's games: the list, taking one up again, showing one, deleting one, the statistics."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from medialuna.server.http.body import queried
from medialuna.server.http.dependencies import game_of, json_answer, library_of, player_of, playing_of
from medialuna.server.http.openapi import answers, asks
from medialuna.server.http.rate_limits import limited_by
from medialuna.table import wire
from medialuna.table.library import link_of, listed, shared
from medialuna.table.refusals import NotFound
from medialuna.table.statistics import counted
from medialuna.table.wire_library import (
    GamesAnswer,
    GamesQuery,
    LinkAnswer,
    RecordAnswer,
    SharedAnswer,
    StatisticsAnswer,
)

router = APIRouter(prefix="/api")


@router.get(
    "/games",
    dependencies=[limited_by("statistics")],
    responses=answers(GamesAnswer, 200, "A page of the list.", 400, 401, 429),
    openapi_extra=asks(GamesQuery),
    tags=["games"],
)
def see_games(request: Request) -> Response:
    """The player's games, the one played last first.

    Games in which nothing was done are left out, except the one at the table.
    """
    asked, player = queried(request, GamesQuery), player_of(request)
    return json_answer(listed(library_of(request), player.id, asked))


@router.post("/games/{game}/resume", responses=answers(wire.View, 200, "The table.", 401, 404, 409), tags=["games"])
def resume(request: Request, game: str) -> Response:
    """Takes a game up again: it becomes the one at the table.

    The game that is left stays in the list, unless nothing was done in it.
    """
    row = game_of(request, game)
    view = playing_of(request).view(row)
    library_of(request).resume(row.player, row.id)
    return json_answer(view)


@router.delete("/games/{game}", status_code=204, responses=answers(None, 204, "Gone.", 401, 404), tags=["games"])
def delete_game(request: Request, game: str) -> Response:
    """Deletes a game for ever, and the link that shows it."""
    row = game_of(request, game)
    library_of(request).delete_game(row.player, row.id)
    return Response(status_code=204)


@router.get("/games/{game}/record", responses=answers(RecordAnswer, 200, "The record.", 401, 404), tags=["games"])
def see_record(request: Request, game: str) -> Response:
    """A game as one line of text, which any Medialuna can replay."""
    row = game_of(request, game)
    return json_answer(RecordAnswer(row.record, row.code, row.step))


@router.post("/games/{game}/share", responses=answers(LinkAnswer, 200, "The link.", 401, 404), tags=["games"])
def share(request: Request, game: str) -> Response:
    """A link with which everyone may see the game's record, and nothing else of the player.

    It shows the game as it goes on, until it is taken back or the game is deleted.
    """
    return json_answer(LinkAnswer(link_of(library_of(request).share(game_of(request, game).id))))


@router.delete(
    "/games/{game}/share", status_code=204, responses=answers(None, 204, "Taken back.", 401, 404), tags=["games"]
)
def unshare(request: Request, game: str) -> Response:
    """Takes the link back: it shows nothing any more."""
    library_of(request).unshare(game_of(request, game).id)
    return Response(status_code=204)


@router.get("/shared/{token}", responses=answers(SharedAnswer, 200, "The game.", 404), tags=["replay"])
def see_shared(request: Request, token: str) -> Response:
    """The game that a link shows."""
    row = library_of(request).shared(token)
    if row is None:
        raise NotFound("server.no-link")
    return json_answer(shared(row))


@router.get(
    "/statistics",
    dependencies=[limited_by("statistics")],
    responses=answers(StatisticsAnswer, 200, "The counts.", 401, 429),
    tags=["games"],
)
def see_statistics(request: Request) -> Response:
    """The player's games counted, for each game and its options, with and without help apart."""
    return json_answer(StatisticsAnswer(counted(library_of(request).played(player_of(request).id))))
