"""The way of a move through the server, without what its route does not need.

To look through all routes, to open stacks for dependencies and to validate parameters takes the framework longer than
a move takes. What does it is the route's own function; every other request goes the usual way.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send


class _Route(NamedTuple):
    """What ``observing`` wants to know of a route."""

    path: str


class Shortcut:
    """ASGI middleware that answers the POST requests of one ``route``, whose path has one parameter."""

    def __init__(
        self,
        app: ASGIApp,
        route: str,
        act: Callable[[Request, str], Awaitable[Response]],
        handled: tuple[type[Exception], ...],
        handle: Callable[[Request, Exception], Response],
    ) -> None:
        self.app, self.act, self.handled, self.handle = app, act, handled, handle
        self.route = _Route(route)
        self.path = re.compile(re.sub(r"\{\w+\}", "([^/]+)", route))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match = self.path.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if match is None:
            await self.app(scope, receive, send)
            return
        scope["route"] = self.route
        request = Request(scope, receive)
        try:
            response = await self.act(request, match[1])
        except self.handled as error:
            response = await run_in_threadpool(self.handle, request, error)
        await response(scope, receive, send)
