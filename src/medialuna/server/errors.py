"""Everything that goes wrong becomes the one error shape here, in the reader's language."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from fastapi import Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from medialuna import words
from medialuna.contract import Reason
from medialuna.errors import Picklable
from medialuna.notation.deal_code import BadCode
from medialuna.table import wire

_log = logging.getLogger(__name__)


class Refusal(Picklable):
    """A request that is answered with the error shape.

    ``code`` is that of the sentence, with its ``details``; ``part`` names what of the request is wrong.
    """

    def __init__(self, status: int, code: str, *, part: str | None = None, **details: object) -> None:
        super().__init__(code)
        self.status, self.code, self.part, self.details = status, code, part, details
        self.rule: str | None = None
        self.headers: dict[str, str] = {}

    @classmethod
    def for_reason(cls, reason: Reason) -> Refusal:
        """An action against the rules."""
        refusal = cls(409, reason.code)
        refusal.rule, refusal.details = reason.rule, dict(reason.details)
        return refusal

    @classmethod
    def for_code(cls, error: BadCode) -> Refusal:
        """A text that is no deal code."""
        refusal = cls(400, error.code)
        refusal.part, refusal.details = error.part, dict(error.details)
        return refusal

    def body(self, language: str) -> wire.Error:
        return wire.Error(
            self.code,
            self.rule,
            words.sentence(language, self.code, **self.details),
            part=msgspec.UNSET if self.part is None else self.part,
        )


class OtherStep(Exception):
    """An action that was chosen in a view that is no longer the game's; ``view`` is."""

    def __init__(self, view: wire.View) -> None:
        super().__init__("the game is at another step")
        self.view = view


_BY_STATUS = {404: "server.not-found", 405: "server.method", 413: "server.too-large"}


def as_refusal(error: Exception) -> Refusal:
    """What to answer to an exception of any kind; what is no fault of the request is logged."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, BadCode):
        return Refusal.for_code(error)
    if isinstance(error, OtherStep):
        return Refusal(409, "server.other-step")
    if isinstance(error, HTTPException):
        refusal = Refusal(error.status_code, _BY_STATUS.get(error.status_code, "server.bad-request"))
        refusal.headers = dict(error.headers or {})
        return refusal
    if isinstance(error, RequestValidationError):
        where: list[Any] = [part for item in error.errors()[:1] for part in item["loc"][1:]]
        return Refusal(400, "server.bad-request", part=".".join(map(str, where)))
    if isinstance(error, SQLAlchemyError):
        _log.error("the database failed", exc_info=error)
        return _of_database(error)
    _log.error("a request failed", exc_info=error)
    return Refusal(500, "server.fault")


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


def _of_database(error: SQLAlchemyError) -> Refusal:
    """The refusal that says why nothing could be stored, as far as the database told; trying again is no harm."""
    cause = getattr(error, "orig", None)
    # SQLite's names go into detail: SQLITE_READONLY_DBMOVED.
    name = "_".join(str(getattr(cause, "sqlite_errorname", "")).split("_")[:2])
    trouble = _TROUBLES.get(name) or _TROUBLES.get(str(getattr(cause, "sqlstate", "")), "server.database")
    refusal = Refusal(503, trouble)
    refusal.headers["Retry-After"] = "5"
    return refusal


def answer(error: Exception, language: str) -> Response:
    """The response to an exception."""
    refusal = as_refusal(error)
    body = refusal.body(language)
    if isinstance(error, OtherStep):
        body.view = error.view
    return Response(wire.encode(body), refusal.status, headers=refusal.headers, media_type="application/json")


def language_of(request: Request) -> str:
    """The language of the player who asks: chosen in the settings, else what the browser prefers.

    A refusal may come before the player has been looked up; ``app`` then leaves the settings' language unknown.
    """
    chosen: str | None = getattr(request.state, "language", None)
    return chosen or words.best_language(request.headers.get("accept-language"))
