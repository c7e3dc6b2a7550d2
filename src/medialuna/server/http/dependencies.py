"""Who asks, and for what: the player of a request, the player's game, the language; and how an answer is made."""

from __future__ import annotations

from typing import Annotated, cast

import msgspec
from fastapi import Depends, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import Response

from medialuna.server.errors import Refusal
from medialuna.server.http.body import json_body
from medialuna.server.playing import Playing
from medialuna.server.store.games import GameRow, Player
from medialuna.table import wire

COOKIE = "medialuna"
COOKIE_SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie at most; every start renews it."""

Body = Annotated[bytes, Depends(json_body)]


def playing_of(request: Request) -> Playing:
    """The tables of the server that is asked."""
    return cast(Playing, request.app.state.playing)


def token_of(request: Request) -> str | None:
    """The player's token, as the browser's cookie claims it."""
    return request.cookies.get(COOKIE)


def settings_of(stored: str) -> wire.Settings:
    """Settings as they are stored."""
    try:
        return msgspec.json.decode(stored, type=wire.Settings)
    except msgspec.DecodeError:
        # Written by a version that knew other values.
        return wire.Settings()


def remember_language(request: Request, player: Player | None) -> None:
    """Notes for ``errors.language_of`` which language the player has chosen."""
    request.state.language = None if player is None else settings_of(player.settings).language


def visitor_of(request: Request) -> Player | None:
    """The player who asks, if there is one and the database answers."""
    try:
        player = playing_of(request).store.player(token_of(request))
    except SQLAlchemyError:
        player = None
    remember_language(request, player)
    return player


def player_of(request: Request) -> Player:
    """The player who asks. Raises :class:`Refusal`."""
    player = playing_of(request).store.player(token_of(request))
    remember_language(request, player)
    if player is None:
        raise Refusal(401, "server.no-player")
    return player


def game_of(request: Request, game: str) -> GameRow:
    """The player's game of that name. Raises :class:`Refusal`, the same for another's game as for none."""
    found = playing_of(request).store.game(token_of(request), game)
    if found is None:
        player_of(request)
        raise Refusal(404, "server.no-game")
    return found[1]


def json_answer(shape: msgspec.Struct, status: int = 200) -> Response:
    """The response with a shape of ours."""
    return Response(wire.encode(shape), status, media_type="application/json")


def keep_cookie(request: Request, response: Response, token: str) -> None:
    """Makes the browser the player with that token."""
    response.set_cookie(
        COOKIE, token, COOKIE_SECONDS, httponly=True, samesite="lax", secure=request.url.scheme == "https"
    )
