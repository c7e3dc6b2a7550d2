"""Who asks, and for what: the player of a request, the player's game, the language; and how an answer is made."""

from __future__ import annotations

from typing import Annotated, cast

import msgspec
from fastapi import Depends, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import Response

from medialuna.server import config
from medialuna.server.errors import NoPlayer
from medialuna.server.http.body import json_body
from medialuna.server.store.games import Store
from medialuna.server.store.library import Library
from medialuna.table import wire
from medialuna.table.play import Playing
from medialuna.table.refusals import NotFound
from medialuna.table.replays import Replays
from medialuna.table.rows import GameRow, Player
from medialuna.table.settings import settings_of

COOKIE = "medialuna"

Body = Annotated[bytes, Depends(json_body)]


def playing_of(request: Request) -> Playing:
    """The tables of the server that is asked."""
    return cast(Playing, request.app.state.playing)


def store_of(request: Request) -> Store:
    """The players and games of the server that is asked."""
    return cast(Store, request.app.state.store)


def library_of(request: Request) -> Library:
    """The lists of games of the server that is asked."""
    return cast(Library, request.app.state.library)


def replays_of(request: Request) -> Replays:
    """The records that the server which is asked replays."""
    return cast(Replays, request.app.state.replays)


def token_of(request: Request) -> str | None:
    """The player's token, as the browser's cookie claims it."""
    return request.cookies.get(COOKIE)


def remember_language(request: Request, player: Player | None) -> None:
    """Notes for ``errors.language_of`` which language the player has chosen."""
    request.state.language = None if player is None else settings_of(player.settings).language


def visitor_of(request: Request) -> Player | None:
    """The player who asks, if there is one and the database answers."""
    try:
        player = store_of(request).player(token_of(request))
    except SQLAlchemyError:
        player = None
    remember_language(request, player)
    return player


def player_of(request: Request) -> Player:
    """The player who asks. Raises :class:`Refusal`."""
    player = store_of(request).player(token_of(request))
    remember_language(request, player)
    if player is None:
        raise NoPlayer()
    return player


def game_of(request: Request, game: str) -> GameRow:
    """The player's game of that name. Raises :class:`Refusal`, the same for another's game as for none."""
    found = store_of(request).game(token_of(request), game)
    if found is None:
        player_of(request)
        raise NotFound("server.no-game")
    return found[1]


def json_answer(shape: msgspec.Struct, status: int = 200) -> Response:
    """The response with a shape of ours."""
    return Response(wire.encode(shape), status, media_type="application/json")


def keep_cookie(request: Request, response: Response, token: str) -> None:
    """Makes the browser the player with that token."""
    response.set_cookie(
        COOKIE, token, config.COOKIE_SECONDS, httponly=True, samesite="lax", secure=request.url.scheme == "https"
    )
