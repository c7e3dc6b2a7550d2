"""Stands before the application: security headers on every answer, and an answer even where our own code fails."""

from __future__ import annotations

from fastapi import Request
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from medialuna.server.errors import answer, language_of

_API = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
_PAGE = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_COMMON = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
_API_HEADERS = (*_COMMON, (b"content-security-policy", _API.encode()), (b"cache-control", b"no-store"))
_PAGE_HEADERS = (*_COMMON, (b"content-security-policy", _PAGE.encode()))
# What a document's policy says does not matter to a script or a picture in it, and these are many.
_FILE_HEADERS = (*_COMMON[:2], _COMMON[3], (b"content-security-policy", _API.encode()))


class Guard:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path = scope["path"]
        headers: tuple[tuple[bytes, bytes], ...] = _PAGE_HEADERS
        if path.startswith("/api/"):
            headers = _API_HEADERS
        elif path.startswith("/page/"):
            headers = _FILE_HEADERS
        started = False

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", ()), *headers]
            await send(message)

        try:
            await self.app(scope, receive, guarded)
        except ClientDisconnect:
            # Who went away in the middle of a body is told nothing.
            return
        except Exception as error:
            if started:
                raise
            request = Request(scope)
            await answer(error, language_of(request))(scope, receive, guarded)
