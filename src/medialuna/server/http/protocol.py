"""The connections of the server: as uvicorn's, but the head of a request has to be short, and to arrive soon.

Where httptools is not installed uvicorn reads requests by h11, which has a limit of its own.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from medialuna.server import config

_TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Connection(HttpToolsProtocol):
    """One connection."""

    _begun = 0
    """How many requests have begun."""
    _in_head = False
    _length = 0
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        before = self._begun if self._in_head else None
        super().data_received(data)
        if not self._in_head:
            # How long a body may be is for its route to say.
            return
        if before == self._begun:
            # All of it belongs to the head of one request.
            self._length += len(data)
        if self._length > config.HEAD_BYTES:
            self.transport.write(_TOO_LONG)
            self.transport.close()
        elif self._deadline is None:
            self._wait()

    def on_message_begin(self) -> None:
        self._begun, self._in_head, self._length = self._begun + 1, True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._arrived()
        super().on_headers_complete()

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(config.HEAD_SECONDS, self.transport.close)

    def _arrived(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
