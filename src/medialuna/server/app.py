"""The application: its routes, and what they are made of.

Every route is a plain function that runs in a worker thread, reads its body with ``reading`` and answers with bytes
that ``wire`` encoded. Whatever is raised becomes the error shape in ``errors``.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import anyio.to_thread
import msgspec
from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import Response

import medialuna
from medialuna import words
from medialuna.games import GAMES
from medialuna.notation.deal_code import BadCode, DealCode
from medialuna.server.api import finish, hints, library, replays, transfer
from medialuna.server.errors import OtherStep, Refusal, answer, as_refusal, language_of
from medialuna.server.http import metrics
from medialuna.server.http.body import decoded, expected, json_body, queried
from medialuna.server.http.dependencies import (
    Body,
    game_of,
    json_answer,
    keep_cookie,
    packed_answer,
    player_of,
    playing_of,
    remember_language,
    settings_of,
    token_of,
)
from medialuna.server.http.metrics import Observe
from medialuna.server.http.move_shortcut import Shortcut
from medialuna.server.http.openapi import DESCRIPTION, answers, asks, describe, takes
from medialuna.server.http.rate_limits import Limits, check_limit, limited_by
from medialuna.server.http.security import Guard
from medialuna.server.playing import Playing, chance_deal, first_game, wanted_deal
from medialuna.server.site import handbook, pages
from medialuna.server.solver.pool import Thinking
from medialuna.server.store.engine import THREADS, open_database
from medialuna.server.store.games import GameRow, Player, Store
from medialuna.server.store.solver_results import Findings
from medialuna.table import wire

MOVERS = 2
"""Threads for moves; more would only wait for each other, for the interpreter and for the database."""

_ACTIONS = "/games/{game}/actions"

api = APIRouter(prefix="/api")


def create_app(database: str | Path | None = None, *, limited: bool = True) -> FastAPI:
    """The application on a database (a file, a URL, or None for the user's own).

    ``limited``: dear requests are refused to who sends too many of them. Raises DatabaseRefused.
    """
    store = Store(open_database(database))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS - MOVERS
        app.state.thinking.start()
        yield
        app.state.thinking.close()
        app.state.workers.shutdown()
        store.close()

    app = FastAPI(
        title="Medialuna",
        version=medialuna.__version__,
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
        # What is counted and logged is for `http.metrics` to say, which leaves out whatever is a player's.
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
    )
    app.state.thinking = Thinking(Findings(store))
    app.state.playing = Playing(store, app.state.thinking.stock.grade, app.state.thinking.game_won)
    app.state.limits = Limits() if limited else None
    app.state.workers = ThreadPoolExecutor(MOVERS, "moves")
    app.include_router(api)
    app.include_router(finish.router)
    app.include_router(hints.router)
    for module in (library, replays, transfer, metrics):
        app.include_router(module.router)
    app.include_router(handbook.router)
    app.include_router(pages.router)
    for kind in _HANDLED:
        app.add_exception_handler(kind, _handle)
    app.add_middleware(Shortcut, "/api" + _ACTIONS, act, _HANDLED, _handle)
    app.add_middleware(Guard)
    app.add_middleware(Observe)
    describe(app)
    return app


_HANDLED = (Refusal, OtherStep, BadCode, HTTPException, RequestValidationError, SQLAlchemyError)


def _handle(request: Request, error: Exception) -> Response:
    if not hasattr(request.state, "language"):
        try:
            player = playing_of(request).store.player(token_of(request))
        except SQLAlchemyError:
            player = None
        remember_language(request, player)
    return pages.not_found(request, error) or answer(error, language_of(request))


# --- routes ----------------------------------------------------------------------------------------------------


@api.post(
    "/start",
    responses=answers(
        wire.StartAnswer, 200, "All that a page needs to begin; sets the cookie.", 400, 408, 413, 415, 429
    ),
    openapi_extra=takes(wire.StartRequest),
    tags=["player"],
)
def start(request: Request, body: Body) -> Response:
    """Begins a visit.

    Goes on with the player's latest game; with a code, with the latest game of that code that is not won yet, or deals
    it. A new visitor becomes a player and finds a Crescent dealt by chance.
    """
    playing, asked = playing_of(request), decoded(body, wire.StartRequest)
    store, token = playing.store, token_of(request)
    player = store.player(token)
    if player is None:
        check_limit(request, "players")
        player, token = store.new_player()
    else:
        with contextlib.suppress(SQLAlchemyError):
            # A database that cannot be written to can still be looked at.
            store.seen(player.id)
    remember_language(request, player)
    language, error = language_of(request), None
    row: GameRow | None = None
    try:
        if asked.code is not None and asked.code.strip():
            row = _deal_of_address(playing, player, DealCode.parse(asked.code, offered=True))
            table = playing.view(row)
    except (BadCode, Refusal) as refused:
        row, error = None, as_refusal(refused).body(language)
    if row is None:
        try:
            row = store.latest_game(player.id) or playing.begin(player.id, chance_deal(first_game()))
            table = playing.view(row)
        except Refusal as refused:
            error = error or refused.body(language)
            table = playing.view(playing.begin(player.id, chance_deal(first_game())))
    begun = wire.StartAnswer(
        cast(wire.Language, language),
        cast(list[wire.Language], list(words.LANGUAGES)),
        settings_of(player.settings),
        words.for_the_page(language),
        table,
        error,
    )
    response = packed_answer(request, wire.encode(begun))
    keep_cookie(request, response, token or "")
    return response


def _deal_of_address(playing: Playing, player: Player, code: DealCode) -> GameRow:
    row = playing.store.latest_game(player.id, str(code))
    if row is None:
        return playing.begin(player.id, code)
    with contextlib.suppress(SQLAlchemyError):
        playing.store.touch(row.id)
    return row


@api.post(
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


@api.get("/games/{game}", responses=answers(wire.View, 200, "The table.", 401, 404, 409), tags=["table"])
def see_game(request: Request, game: str) -> Response:
    """A table as it stands."""
    return json_answer(playing_of(request).view(game_of(request, game)))


@api.post(
    _ACTIONS,
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


@api.get(
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


@api.put(
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


@api.get("/settings", responses=answers(wire.Settings, 200, "The player's settings.", 401), tags=["player"])
def see_settings(request: Request) -> Response:
    """The player's settings."""
    return json_answer(settings_of(player_of(request).settings))


@api.put(
    "/settings",
    responses=answers(wire.Settings, 200, "All settings after the change.", 400, 401, 408, 413, 415),
    openapi_extra=takes(wire.SettingsChange),
    tags=["player"],
)
def change_settings(request: Request, body: Body) -> Response:
    """Changes the settings that are named."""
    asked, player = decoded(body, wire.SettingsChange), player_of(request)
    for name, options in (asked.last_options or {}).items():
        if options not in (known := GAMES[name].variants()):
            raise expected(f"last_options.{name}", *(f'"{one}"' for one in known))
    change: dict[str, Any] = msgspec.structs.asdict(asked)

    def changed(stored: str) -> str:
        given = {name: value for name, value in change.items() if value is not msgspec.UNSET}
        return wire.encode(msgspec.structs.replace(settings_of(stored), **given)).decode()

    return json_answer(settings_of(playing_of(request).store.change_settings(player.id, changed)))


@api.get("/words/{language}", responses=answers(wire.WordsAnswer, 200, "The sentences.", 404), tags=["words"])
def see_words(request: Request, language: str) -> Response:
    """The sentences of the table's page in a language."""
    if language not in words.LANGUAGES:
        raise Refusal(404, "server.no-language", part="language", expected=", ".join(words.LANGUAGES))
    answer = wire.WordsAnswer(cast(wire.Language, language), words.for_the_page(language))
    return packed_answer(request, wire.encode(answer))


@api.get("/deals/{code}", responses=answers(wire.DealAnswer, 200, "What the code names.", 400), tags=["words"])
def see_deal(code: str) -> Response:
    """Whether a text is a deal code, and of what."""
    found = DealCode.parse(code[:200], offered=True)
    return json_answer(wire.DealAnswer(str(found), cast(wire.GameName, found.game.name), found.game.options))
