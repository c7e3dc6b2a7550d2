"""Everything that goes wrong becomes the one error shape here, in the reader's language."""

from __future__ import annotations

import logging
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from medialuna import words
from medialuna.notation.deal_code import BadCode
from medialuna.table import wire
from medialuna.table.refusals import Impossible, Misunderstood, NotFound, Refusal, Unavailable

_log = logging.getLogger(__name__)


class HttpRefusal(Refusal):
    """A request that is refused for reasons of HTTP alone, with its own status and headers."""

    def __init__(self, status: int, code: str, *, part: str | None = None, **details: object) -> None:
        super().__init__(code, part=part)
        self.status, self.details = status, details
        self.headers: dict[str, str] = {}


class NoPlayer(Refusal):
    """The browser is no player's."""

    def __init__(self) -> None:
        super().__init__("server.no-player")


_STATUSES: dict[type[Refusal], int] = {
    Misunderstood: 400,
    NoPlayer: 401,
    NotFound: 404,
    Impossible: 409,
    Unavailable: 503,
}

_BY_STATUS = {404: "server.not-found", 405: "server.method", 413: "server.too-large"}


def status_of(refusal: Refusal) -> int:
    """The status of the answer to a refusal."""
    if isinstance(refusal, HttpRefusal):
        return refusal.status
    return next(status for kind, status in _STATUSES.items() if isinstance(refusal, kind))


def as_refusal(error: Exception) -> Refusal:
    """What to answer to an exception of any kind; what is no fault of the request is logged."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, BadCode):
        return Misunderstood.for_code(error)
    if isinstance(error, HTTPException):
        refusal = HttpRefusal(error.status_code, _BY_STATUS.get(error.status_code, "server.bad-request"))
        refusal.headers = dict(error.headers or {})
        return refusal
    if isinstance(error, RequestValidationError):
        where: list[Any] = [part for item in error.errors()[:1] for part in item["loc"][1:]]
        return Misunderstood("server.bad-request", part=".".join(map(str, where)))
    if isinstance(error, SQLAlchemyError):
        _log.error("the database failed", exc_info=error)
        return _of_database(error)
    _log.error("a request failed", exc_info=error)
    return HttpRefusal(500, "server.fault")


# What SQLite and PostgreSQL call it when they cannot write.
_TROUBLES = {
    "SQLITE_FULL": "server.database-full",
    "SQLITE_READONLY": "server.database-read-only",
    "SQLITE_BUSY": "server.database-busy",
    "SQLITE_LOCKED": "server.database-busy",
    "53100": "server.database-full",
    "25006": "server.database-read-only",
    "55P03": "server.database-busy",
    "53300": "server.database-busy",
}


def _of_database(error: SQLAlchemyError) -> HttpRefusal:
    """The refusal that says why nothing could be stored, as far as the database told; trying again is no harm."""
    cause = getattr(error, "orig", None)
    # SQLite's names go into detail: SQLITE_READONLY_DBMOVED.
    name = "_".join(str(getattr(cause, "sqlite_errorname", "")).split("_")[:2])
    trouble = _TROUBLES.get(name) or _TROUBLES.get(str(getattr(cause, "sqlstate", "")), "server.database")
    refusal = HttpRefusal(503, trouble)
    refusal.headers["Retry-After"] = "5"
    return refusal


def answer(error: Exception, language: str) -> Response:
    """The response to an exception."""
    refusal = as_refusal(error)
    headers = refusal.headers if isinstance(refusal, HttpRefusal) else {}
    body = wire.encode(refusal.in_wire(language))
    return Response(body, status_of(refusal), headers=headers, media_type="application/json")


def language_of(request: Request) -> str:
    """The language of the player who asks: chosen in the settings, else what the browser prefers.

    A refusal may come before the player has been looked up; ``app`` then leaves the settings' language unknown.
    """
    chosen: str | None = getattr(request.state, "language", None)
    return chosen or words.best_language(request.headers.get("accept-language"))
