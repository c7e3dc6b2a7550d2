"""Who asks, and for what: the player of a request, the player's game, the language; and how an answer is made."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import Depends, Request
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import Response

from medialuna.server import config
from medialuna.server.errors import NoPlayer, language_of
from medialuna.server.http.body import body_up_to, queried
from medialuna.server.solver.pool import Thinking
from medialuna.server.store.games import Store
from medialuna.server.store.library import Library
from medialuna.table import wire
from medialuna.table.fields import decoded
from medialuna.table.play import Playing
from medialuna.table.refusals import NotFound
from medialuna.table.replays import Replays
from medialuna.table.rows import GameRow, Player
from medialuna.table.settings import settings_of

COOKIE = "medialuna"


def token_of(request: Request) -> str | None:
    """The player's token, as the browser's cookie claims it."""
    return request.cookies.get(COOKIE)


def remember_language(request: Request, player: Player | None) -> None:
    """Notes for ``errors.language_of`` which language the player has chosen."""
    request.state.language = None if player is None else settings_of(player.settings).language


def visitor_of(request: Request) -> Player | None:
    """The player who asks, if there is one and the database answers."""
    store: Store = request.app.state.store
    try:
        player = store.player(token_of(request))
    except SQLAlchemyError:
        player = None
    remember_language(request, player)
    return player


def player_of(request: Request) -> Player:
    """The player who asks. Raises :class:`Refusal`."""
    store: Store = request.app.state.store
    player = store.player(token_of(request))
    remember_language(request, player)
    if player is None:
        raise NoPlayer()
    return player


def game_of(request: Request, game: str) -> GameRow:
    """The player's game of that name. Raises :class:`Refusal`, the same for another's game as for none."""
    store: Store = request.app.state.store
    found = store.game(token_of(request), game)
    if found is None:
        player_of(request)
        raise NotFound("server.no-game")
    player, row = found
    remember_language(request, player)
    return row


def _of_the_server(name: str) -> Any:
    async def found(request: Request) -> Any:
        return getattr(request.app.state, name)

    return Depends(found)


async def _token(request: Request) -> str | None:
    return token_of(request)


async def _language(request: Request) -> str:
    return language_of(request)


def in_body(shape: type[Struct], limit: int = config.BODY_BYTES) -> Any:
    """What a route's body has to be."""

    async def read(request: Request) -> Struct:
        return decoded(await body_up_to(limit, request), shape)

    return Depends(read)


def in_query(shape: type[Struct]) -> Any:
    """What the fields of a route's query have to be."""

    async def read(request: Request) -> Struct:
        return queried(request, shape)

    return Depends(read)


# What routes ask for, by type. Those that are read first are named first: who asks, before the language.
Tables = Annotated[Playing, _of_the_server("playing")]
Games = Annotated[Store, _of_the_server("store")]
Lists = Annotated[Library, _of_the_server("library")]
Records = Annotated[Replays, _of_the_server("replays")]
Solver = Annotated[Thinking, _of_the_server("thinking")]
Token = Annotated[str | None, Depends(_token)]
Asker = Annotated[Player, Depends(player_of)]
OwnGame = Annotated[GameRow, Depends(game_of)]
Language = Annotated[str, Depends(_language)]


def json_answer(shape: msgspec.Struct, status: int = 200) -> Response:
    """The response with a shape of ours."""
    return Response(wire.encode(shape), status, media_type="application/json")


def keep_cookie(request: Request, response: Response, token: str) -> None:
    """Makes the browser the player with that token."""
    response.set_cookie(
        COOKIE, token, config.COOKIE_SECONDS, httponly=True, samesite="lax", secure=request.url.scheme == "https"
    )
