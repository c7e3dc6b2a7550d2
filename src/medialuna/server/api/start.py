"""The route with which every visit begins."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from starlette.responses import Response

from medialuna.server.errors import language_of
from medialuna.server.http.compression import packed_answer
from medialuna.server.http.dependencies import (
    Games,
    Tables,
    Token,
    in_body,
    keep_cookie,
    remember_language,
)
from medialuna.server.http.openapi import answers, takes
from medialuna.server.http.rate_limits import check_limit
from medialuna.table import wire

router = APIRouter(prefix="/api")


@router.post(
    "/start",
    responses=answers(
        wire.StartAnswer, 200, "All that a page needs to begin; sets the cookie.", 400, 408, 413, 415, 429
    ),
    openapi_extra=takes(wire.StartRequest),
    tags=["player"],
)
def start(
    request: Request,
    asked: Annotated[wire.StartRequest, in_body(wire.StartRequest)],
    playing: Tables,
    store: Games,
    token: Token,
) -> Response:
    """Begins a visit.

    Goes on with the player's latest game; with a code, with the latest game of that code that is not won yet, or deals
    it. A new visitor becomes a player and finds a Crescent dealt by chance.
    """
    player = store.player(token)
    if player is None:
        check_limit(request, "players")
        player, token = store.new_player()
    else:
        store.seen(player.id)
    remember_language(request, player)
    response = packed_answer(request, wire.encode(playing.start(player, asked, language_of(request))))
    keep_cookie(request, response, token or "")
    return response
