"""Runs the server in this process: the socket it listens on, and uvicorn."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import functools
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import uvicorn

from medialuna.errors import Picklable
from medialuna.server import config
from medialuna.server.app import create_app
from medialuna.server.http.metrics import set_up_log
from medialuna.server.store.engine import DatabaseRefused, open_database
from medialuna.server.workers import Workers


class CannotServe(Picklable):
    """The server cannot start; ``code`` is that of the sentence which says why, with ``details``."""

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(f"{code} {details}")
        self.code, self.details = code, details


def run(
    host: str,
    port: int | None,
    database: str | Path | None,
    started: Callable[[str], None],
    *,
    workers: int = 1,
    limited: bool = True,
    log_format: str = "text",
    log_level: str = "warning",
) -> None:
    """Serves until the process is told to end; calls ``started`` with the address once requests are answered.

    Without a port, the first free one from 8000 on. With more than one worker, so many processes answer, and this one
    keeps them running. What has begun when the end is told is finished, within some seconds. Raises
    :class:`CannotServe`.
    """
    set_up_log(log_format, log_level)
    listening = listen(host, port)
    address = address_of(host, listening.getsockname()[1])
    work = functools.partial(_work, database, limited, log_format, log_level)
    try:
        if workers == 1:
            work(listening, lambda: started(address))
        else:
            # Made or brought up to date once, and refused once, before there are several.
            open_database(database).dispose()
            Workers(workers, work, listening, lambda: started(address)).run()
    except DatabaseRefused as refused:
        listening.close()
        raise CannotServe(refused.code, **refused.details) from refused


def _work(
    database: str | Path | None,
    limited: bool,
    log_format: str,
    log_level: str,
    listening: socket.socket,
    answers: Callable[[], None],
) -> None:
    """Serves at a socket in this process; calls ``answers`` once requests are answered. Raises DatabaseRefused."""
    set_up_log(log_format, log_level)
    app = create_app(database, limited=limited)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if not self.should_exit:
                answers()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            # An answer that is still being searched for would hold up the end.
            app.state.thinking.stop()
            await super().shutdown(sockets)

    settings = uvicorn.Config(
        app,
        http=_http(),
        log_config=None,
        log_level=log_level,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=config.FINISH_SECONDS,
    )
    # uvicorn ends in order on Ctrl+C, and then passes the signal on.
    with contextlib.suppress(KeyboardInterrupt):
        Server(settings).run(sockets=[listening])


def _http() -> type[asyncio.Protocol] | Literal["auto"]:
    try:
        from medialuna.server.http.protocol import Connection
    except ImportError:
        return "auto"
    return Connection


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens there. Raises :class:`CannotServe`."""
    last = config.FIRST_PORT + config.PORTS_TRIED - 1
    for tried in range(config.FIRST_PORT, last + 1) if port is None else [port]:
        try:
            return _bound(host, tried)
        except (OSError, UnicodeError) as error:
            if port is not None or getattr(error, "errno", None) != errno.EADDRINUSE:
                why = getattr(error, "strerror", None) or str(error)
                raise CannotServe("server.port-taken", host=host, port=tried, why=why) from error
    raise CannotServe("server.no-port", host=host, first=config.FIRST_PORT, last=last)


def _bound(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, where = found[0]
    bound = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            # A server that has just ended does not keep its port. (On Windows this would share a port in use.)
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Small answers leave at once.
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        bound.bind(where)
        # Two servers may bind the same port, but not listen there.
        bound.listen(128)
    except OSError:
        bound.close()
        raise
    return bound


def address_of(host: str, port: int) -> str:
    """What to type into a browser on this machine.

    >>> address_of("0.0.0.0", 8000), address_of("::1", 8001)
    ('http://127.0.0.1:8000/', 'http://[::1]:8001/')
    """
    host = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
