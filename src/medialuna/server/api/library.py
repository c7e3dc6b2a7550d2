"""The routes of a player's games: the list, taking one up again, showing one, deleting one, the statistics."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from starlette.responses import Response

from medialuna.server.http.dependencies import (
    Asker,
    Lists,
    OwnGame,
    Tables,
    in_query,
    json_answer,
)
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
def see_games(asked: Annotated[GamesQuery, in_query(GamesQuery)], player: Asker, lists: Lists) -> Response:
    """The player's games, the one played last first.

    Games in which nothing was done are left out, except the one at the table.
    """
    return json_answer(listed(lists, player.id, asked))


@router.post("/games/{game}/resume", responses=answers(wire.View, 200, "The table.", 401, 404, 409), tags=["games"])
def resume(row: OwnGame, playing: Tables, lists: Lists) -> Response:
    """Takes a game up again: it becomes the one at the table.

    The game that is left stays in the list, unless nothing was done in it.
    """
    view = playing.view(row)
    lists.resume(row.player, row.id)
    return json_answer(view)


@router.delete("/games/{game}", status_code=204, responses=answers(None, 204, "Gone.", 401, 404), tags=["games"])
def delete_game(row: OwnGame, lists: Lists) -> Response:
    """Deletes a game for ever, and the link that shows it."""
    lists.delete_game(row.player, row.id)
    return Response(status_code=204)


@router.get("/games/{game}/record", responses=answers(RecordAnswer, 200, "The record.", 401, 404), tags=["games"])
def see_record(row: OwnGame) -> Response:
    """A game as one line of text, which any Medialuna can replay."""
    return json_answer(RecordAnswer(row.record, row.code, row.step))


@router.post("/games/{game}/share", responses=answers(LinkAnswer, 200, "The link.", 401, 404), tags=["games"])
def share(row: OwnGame, lists: Lists) -> Response:
    """A link with which everyone may see the game's record, and nothing else of the player.

    It shows the game as it goes on, until it is taken back or the game is deleted.
    """
    return json_answer(LinkAnswer(link_of(lists.share(row.id))))


@router.delete(
    "/games/{game}/share", status_code=204, responses=answers(None, 204, "Taken back.", 401, 404), tags=["games"]
)
def unshare(row: OwnGame, lists: Lists) -> Response:
    """Takes the link back: it shows nothing any more."""
    lists.unshare(row.id)
    return Response(status_code=204)


@router.get("/shared/{token}", responses=answers(SharedAnswer, 200, "The game.", 404), tags=["replay"])
def see_shared(token: str, lists: Lists) -> Response:
    """The game that a link shows."""
    row = lists.shared(token)
    if row is None:
        raise NotFound("server.no-link")
    return json_answer(shared(row))


@router.get(
    "/statistics",
    dependencies=[limited_by("statistics")],
    responses=answers(StatisticsAnswer, 200, "The counts.", 401, 429),
    tags=["games"],
)
def see_statistics(player: Asker, lists: Lists) -> Response:
    """The player's games counted, for each game and its options, with and without help apart."""
    return json_answer(StatisticsAnswer(counted(lists.played(player.id))))
