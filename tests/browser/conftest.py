"""A server of its own for the browser tests, and a table to play on."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.driving import Table

PATIENCE = 60_000
"""Milliseconds that are waited for what must come; a slow machine is no fault of the page."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with an empty database, one for each test process."""
    folder = tmp_path_factory.mktemp("server")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "medialuna", "serve", "--port", str(port)]
    command += ["--database", f"sqlite:///{folder / 'games.sqlite'}"]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, "BROWSER": "true"})
        try:
            _wait(f"http://127.0.0.1:{port}", server, folder / "log")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(10)


def _wait(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/healthz", timeout=2):
                return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"the server did not start: {log.read_text()}")


@pytest.fixture
def open_table(browser: Browser, address: str) -> Iterator[Callable[..., Table]]:
    """Opens a table in a new browser profile, or in another tab of one that is open.

    Whatever the page writes to the console as an error fails the test that saw it, and so does a table that a test
    leaves with a card too many, too few, or in two places.
    """
    contexts, complaints, tables = [], [], []

    def make(
        path: str = "",
        *,
        size: tuple[int, int] = (1280, 800),
        language: str = "es-ES",
        beside: Table | None = None,
        **more: Any,
    ) -> Table:
        if beside:
            context = beside.page.context
        else:
            width, height = size
            context = browser.new_context(
                base_url=address, viewport={"width": width, "height": height}, locale=language, **more
            )
            context.set_default_timeout(PATIENCE)
            contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
        tables.append(Table(page))
        return tables[-1].open(path)

    yield make
    for table in tables:
        if not table.page.is_closed() and table.page.locator(".app[data-game] .board .cell").count():
            table.is_whole()
    for context in contexts:
        context.close()
    # a refusal's status is an answer, which browsers report as if it were a fault; and so is a fading between two pages
    # that the next click cut short
    harmless = ("status of 4", "status of 503", "ERR_FAILED", "Transition was aborted", "Transition was skipped")
    assert [text for text in complaints if not any(part in text for part in harmless)] == []
