"""A real server: `medialuna serve` in a process of its own."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from httpx2 import Client

PATIENCE = 60
"""Seconds that are waited for what must come; a slow machine is no fault of the server."""


class Served:
    """Use as a context; ``address`` is where it answers."""

    def __init__(self, database: Path | str, *options: str) -> None:
        command = [sys.executable, "-m", "medialuna", "serve", "--database", str(database), *options]
        if "--port" not in options:
            command += ["--port", "0"]
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        environment.pop("MEDIALUNA_DATABASE", None)
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"http://\S+", self.said)
        if found is None:
            self.kill()
            raise AssertionError(f"the server did not start: {self.said}{self.errors}")
        self.address = found[0]

    def client(self, token: str | None = None) -> Client:
        return Client(base_url=self.address, cookies={"medialuna": token} if token else None, timeout=PATIENCE)

    def kill(self) -> None:
        """As the machine does when memory runs out: no warning, no last wish."""
        if self.process.poll() is None:
            self.process.kill()
        _, self.errors = self.process.communicate(timeout=PATIENCE)

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        _, self.errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: Any) -> None:
        if self.process.poll() is None:
            self.kill()


@contextmanager
def raw(served: Served, *parts: bytes) -> Iterator[socket.socket]:
    """A connection on which something has been sent."""
    host, port = served.address.split("/")[2].split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
        connection.sendall(b"".join(parts))
        yield connection


def head(http: Client, method: str, path: str, *more: str) -> bytes:
    """The head of a request, as it goes over the wire."""
    lines = [f"{method} {path} HTTP/1.1", "Host: x", f"Cookie: medialuna={http.cookies['medialuna']}", *more]
    return "\r\n".join([*lines, "", ""]).encode()


def until(holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Waits for something to be true."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)
