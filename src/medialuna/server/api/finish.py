"""The finish that a page may offer: the moves that win when every card only has to be brought home."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from medialuna.contract import Move
from medialuna.server.http.dependencies import game_of, json_answer, playing_of
from medialuna.server.http.openapi import answers
from medialuna.table import wire

router = APIRouter(prefix="/api")


@router.get(
    "/games/{game}/finish",
    responses=answers(wire.Finish, 200, "The moves, or null.", 401, 404, 409),
    tags=["table"],
)
def see_finish(request: Request, game: str) -> Response:
    """The moves to the foundations that win the game, when no others are left to be made; else null. Plays nothing."""
    played = playing_of(request).played(game_of(request, game))
    return json_answer(in_wire(played.rules.finish(played.state)))


def in_wire(moves: list[Move] | None) -> wire.Finish:
    """The moves as the page sends them."""
    return wire.Finish(None if moves is None else [wire.ActionBody(move=wire.MoveBody(*move)) for move in moves])
