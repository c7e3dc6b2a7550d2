"""Reads what comes with a request: the body, within limits of length and time, and the query."""

from __future__ import annotations

import asyncio
from typing import TypeVar

from fastapi import Request
from msgspec import Struct

from medialuna.server import config
from medialuna.server.errors import HttpRefusal
from medialuna.table.fields import converted, expected

T = TypeVar("T", bound=Struct)


async def json_body(request: Request) -> bytes:
    """The body of a request. Raises :class:`HttpRefusal` when it is no JSON or too long; one that is far too long is
    not read to its end."""
    return await body_up_to(config.BODY_BYTES, request)


async def body_up_to(limit: int, request: Request) -> bytes:
    """The same for a route with a limit of its own."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        # A form or a text could be sent by a foreign page without asking; JSON cannot.
        raise HttpRefusal(415, "server.content-type")
    told = request.headers.get("content-length", "0")
    if not told.isdecimal() or int(told[:20]) > limit + config.DROPPED_BYTES:
        raise _too_large(limit)
    body, length = bytearray(), 0
    try:
        async with asyncio.timeout(config.BODY_SECONDS):
            async for chunk in request.stream():
                length += len(chunk)
                if length <= limit:
                    body += chunk
                elif length > limit + config.DROPPED_BYTES:
                    break
    except TimeoutError:
        refusal = HttpRefusal(408, "server.too-slow")
        refusal.headers["Connection"] = "close"
        raise refusal from None
    if length > limit:
        raise _too_large(limit)
    return bytes(body)


def _too_large(limit: int) -> HttpRefusal:
    refusal = HttpRefusal(413, "server.too-large", limit=limit)
    # The rest of the body may not have been read, so nothing else can follow on this connection.
    refusal.headers["Connection"] = "close"
    return refusal


def queried(request: Request, kind: type[T]) -> T:
    """The query of a request as the struct it should be. Raises :class:`Misunderstood`."""
    names = [name for name, _ in request.query_params.multi_items()]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise expected(twice[:40], "1 ×")
    return converted(dict(request.query_params), kind)
