"""The routes of a player's games: the list, taking one up again, showing one, deleting one, the statistics."""

from __future__ import annotations

from typing import cast

from fastapi import APIRouter, Request
from starlette.responses import Response

from medialuna.notation.deal_code import DealCode
from medialuna.server.errors import Refusal
from medialuna.server.http.body import queried
from medialuna.server.http.dependencies import game_of, json_answer, player_of, playing_of
from medialuna.server.http.openapi import answers, asks
from medialuna.server.http.rate_limits import limited_by
from medialuna.server.store.library import History, Listed
from medialuna.table import wire
from medialuna.table.statistics import counted
from medialuna.table.wire_library import (
    GamesAnswer,
    GamesQuery,
    GameSummary,
    LinkAnswer,
    RecordAnswer,
    SharedAnswer,
    StatisticsAnswer,
    Status,
    as_time,
)

router = APIRouter(prefix="/api")


def history_of(request: Request) -> History:
    """The history of the server that is asked."""
    return History(playing_of(request).store)


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
    at, _, name = asked.before.partition(".") if isinstance(asked.before, str) else ("", "", "")
    found = history_of(request).page(
        player.id, None if asked.status == "all" else asked.status, (int(at), name) if at else None, asked.limit + 1
    )
    more = len(found) > asked.limit
    found = found[: asked.limit]
    after = f"{found[-1].updated}.{found[-1].row.id}" if more else None
    return json_answer(GamesAnswer([_summary(one) for one in found], after))


def _summary(listed: Listed) -> GameSummary:
    row, code = listed.row, DealCode.parse(listed.row.code)
    return GameSummary(
        row.id,
        cast(wire.GameName, code.game.name),
        row.code,
        code.game.options,
        cast(Status, row.status),
        row.moves,
        row.score,
        round(row.seconds, 1),
        row.step,
        row.assisted,
        as_time(listed.created),
        as_time(listed.updated),
        None if listed.share is None else _link(listed.share),
    )


@router.post("/games/{game}/resume", responses=answers(wire.View, 200, "The table.", 401, 404, 409), tags=["games"])
def resume(request: Request, game: str) -> Response:
    """Takes a game up again: it becomes the one at the table.

    The game that is left stays in the list, unless nothing was done in it.
    """
    row = game_of(request, game)
    view = playing_of(request).view(row)
    history_of(request).resume(row.player, row.id)
    return json_answer(view)


@router.delete("/games/{game}", status_code=204, responses=answers(None, 204, "Gone.", 401, 404), tags=["games"])
def delete_game(request: Request, game: str) -> Response:
    """Deletes a game for ever, and the link that shows it."""
    row = game_of(request, game)
    history_of(request).delete_game(row.player, row.id)
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
    return json_answer(LinkAnswer(_link(history_of(request).share(game_of(request, game).id))))


@router.delete(
    "/games/{game}/share", status_code=204, responses=answers(None, 204, "Taken back.", 401, 404), tags=["games"]
)
def unshare(request: Request, game: str) -> Response:
    """Takes the link back: it shows nothing any more."""
    history_of(request).unshare(game_of(request, game).id)
    return Response(status_code=204)


def _link(token: str) -> str:
    return f"/replay/{token}"


@router.get("/shared/{token}", responses=answers(SharedAnswer, 200, "The game.", 404), tags=["replay"])
def see_shared(request: Request, token: str) -> Response:
    """The game that a link shows."""
    row = history_of(request).shared(token)
    if row is None:
        raise Refusal(404, "server.no-link")
    game = DealCode.parse(row.code).game
    return json_answer(
        SharedAnswer(
            row.record,
            row.code,
            cast(wire.GameName, game.name),
            game.options,
            row.step,
            cast(Status, row.status),
            row.moves,
            row.score,
            round(row.seconds, 1),
        )
    )


@router.get(
    "/statistics",
    dependencies=[limited_by("statistics")],
    responses=answers(StatisticsAnswer, 200, "The counts.", 401, 429),
    tags=["games"],
)
def see_statistics(request: Request) -> Response:
    """The player's games counted, for each game and its options, with and without help apart."""
    return json_answer(StatisticsAnswer(counted(history_of(request).played(player_of(request).id))))
