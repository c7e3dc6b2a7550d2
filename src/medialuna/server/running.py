"""Runs the server in this process: the socket it listens on, and uvicorn."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from medialuna.server.app import create_app
from medialuna.server.database import DatabaseRefused

FIRST_PORT, PORTS_TRIED = 8000, 100
"""The port when none is asked for, and how many are tried from there on."""


class CannotServe(Exception):
    """The server cannot start; ``code`` is that of the sentence which says why, with ``details``."""

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(f"{code} {details}")
        self.code, self.details = code, details


def run(
    host: str, port: int | None, database: str | Path | None, started: Callable[[str], None], log: str = "warning"
) -> None:
    """Serves until the process is told to end; calls ``started`` with the address once requests are answered.

    Without a port, the first free one from 8000 on. Raises :class:`CannotServe`.
    """
    listening = listen(host, port)
    try:
        app = create_app(database)
    except DatabaseRefused as refused:
        listening.close()
        raise CannotServe(refused.code, **refused.details) from refused
    address = address_of(host, listening.getsockname()[1])

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if not self.should_exit:
                started(address)

    config = uvicorn.Config(app, log_level=log, access_log=False, server_header=False, timeout_graceful_shutdown=5)
    # uvicorn ends in order on Ctrl+C, and then passes the signal on.
    with contextlib.suppress(KeyboardInterrupt):
        Server(config).run(sockets=[listening])


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens there. Raises :class:`CannotServe`."""
    last = FIRST_PORT + PORTS_TRIED - 1
    for tried in range(FIRST_PORT, last + 1) if port is None else [port]:
        try:
            return _bound(host, tried)
        except (OSError, UnicodeError) as error:
            if port is not None or getattr(error, "errno", None) != errno.EADDRINUSE:
                why = getattr(error, "strerror", None) or str(error)
                raise CannotServe("server.port-taken", host=host, port=tried, why=why) from error
    raise CannotServe("server.no-port", host=host, first=FIRST_PORT, last=last)


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
