"""A PostgreSQL server of its own, reached through a socket file; for tests that need one."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Self

import pytest


def needed() -> None:
    """Skips the tests of a file where PostgreSQL or its driver is not installed."""
    pytest.importorskip("psycopg")
    if shutil.which("initdb") is None or shutil.which("pg_ctl") is None:
        pytest.skip("PostgreSQL is not installed", allow_module_level=True)


class Postgres:
    """Use as a context; ``url`` is its address.

    ``durable``: what it has committed survives a crash of the machine; that costs time, which no test needs.
    """

    def __init__(self, durable: bool = False) -> None:
        self._fsync = "on" if durable else "off"
        # A short path: the names of sockets are limited.
        self._folder = tempfile.TemporaryDirectory()
        folder = self._folder.name
        self._who: dict[str, Any] = {}
        if os.geteuid() == 0:
            # PostgreSQL refuses to be run by root.
            shutil.chown(folder, "postgres")
            self._who = {"user": "postgres"}
        self._data = str(Path(folder) / "data")
        self._run("initdb", "-D", self._data, "-U", "me", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C")
        self.url = f"postgresql://me@/postgres?host={folder}"

    def _run(self, *command: str) -> None:
        subprocess.run(
            command,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self._folder.name,
            timeout=60,
            **self._who,
        )

    def start(self) -> None:
        folder = self._folder.name
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync={self._fsync}"
        self._run("pg_ctl", "-D", self._data, "-w", "-l", str(Path(folder) / "log"), "-o", options, "start")

    @property
    def process(self) -> int:
        """The number of the process whose children do the work."""
        return int((Path(self._data) / "postmaster.pid").read_text().split()[0])

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "stop")

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self.stop()
        self._folder.cleanup()
