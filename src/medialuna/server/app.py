"""The application, put together.

Every route is a plain function that runs in a worker thread, reads its body with ``http.body`` and answers with
bytes that ``table.wire`` encoded. Whatever is raised becomes the error shape in ``errors``.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Lock

import anyio.to_thread
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import Response

import medialuna
from medialuna.notation.deal_code import BadCode
from medialuna.server import config
from medialuna.server.api import hints, library, lookups, replays, settings, start, table, transfer
from medialuna.server.errors import answer, language_of
from medialuna.server.http import metrics
from medialuna.server.http.dependencies import visitor_of
from medialuna.server.http.metrics import Observe
from medialuna.server.http.openapi import DESCRIPTION, describe
from medialuna.server.http.rate_limits import Limits
from medialuna.server.http.security import Guard
from medialuna.server.site import handbook, pages
from medialuna.server.solver.pool import Thinking
from medialuna.server.store.engine import open_database
from medialuna.server.store.games import Store
from medialuna.server.store.library import Library
from medialuna.server.store.solver_results import Findings
from medialuna.table.play import Playing
from medialuna.table.refusals import OtherStep, Refusal
from medialuna.table.replays import Replays

_ROUTES = (start, table, settings, lookups, hints, library, replays, transfer, metrics, handbook, pages)


def create_app(database: str | Path | None = None, *, limited: bool = True) -> FastAPI:
    """The application on a database (a file, a URL, or None for the user's own).

    ``limited``: dear requests are refused to who sends too many of them. Raises DatabaseRefused.
    """
    store = Store(open_database(database))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = config.THREADS - config.MOVE_THREADS
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
    app.state.store, app.state.library = store, Library(store)
    app.state.thinking = thinking = Thinking(Findings(store))
    app.state.playing = Playing(store, thinking.stock.grade, thinking.game_won, Lock())
    app.state.replays = Replays(Lock())
    app.state.limits = Limits() if limited else None
    app.state.workers = ThreadPoolExecutor(config.MOVE_THREADS, "moves")
    for module in _ROUTES:
        app.include_router(module.router)
    # Moves first, by a route of their own.
    app.router.routes.insert(0, table.MOVES)
    for kind in _HANDLED:
        app.add_exception_handler(kind, _handle)
    app.add_middleware(Guard)
    app.add_middleware(Observe)
    describe(app)
    return app


_HANDLED = (Refusal, OtherStep, BadCode, HTTPException, RequestValidationError, SQLAlchemyError)


def _handle(request: Request, error: Exception) -> Response:
    if not hasattr(request.state, "language"):
        visitor_of(request)
    return pages.not_found(request, error) or answer(error, language_of(request))
