"""What every test shares: the cache of compiled kernels, and a browser."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

# Before anything imports numba: all workers compile into one folder, and each kernel once.
os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(__file__).parent.parent / ".numba-cache"))

# Started in the background by a shell, tests and all that they start would ignore Ctrl+C, which some of them send.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)

import pytest
from hypothesis import HealthCheck, settings

from medialuna import words
from tools import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

# Neither timing nor chance decides a test; `pytest --hypothesis-profile wandering` tries other examples each time.
slow_or_shared = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
settings.register_profile("medialuna", deadline=None, derandomize=True, suppress_health_check=slow_or_shared)
settings.register_profile("wandering", settings.get_profile("medialuna"), derandomize=False)
settings.load_profile("medialuna")
# A missing sentence is not to be papered over in a test.
words.strict = True

_playwright_loop: asyncio.AbstractEventLoop | None = None


@contextmanager
def _running_loop(loop: asyncio.AbstractEventLoop | None) -> Iterator[None]:
    before = asyncio._get_running_loop()
    asyncio._set_running_loop(loop)
    try:
        yield
    finally:
        asyncio._set_running_loop(before)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[Any]:
    """Shows Playwright's event loop to browser tests alone.

    Its synchronous API leaves that loop marked as running between two calls, so that asyncio.run
    would refuse to work in every later test of the same process.
    """
    uses_browser = "browser" in getattr(item, "fixturenames", ())
    with _running_loop(_playwright_loop if uses_browser else None):
        return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One headless Chromium for each test process."""
    global _playwright_loop
    path = chromium.find()
    if path is None:
        pytest.skip(chromium.why_missing())
    # Half a second that only the workers with browser tests should pay.
    from playwright.sync_api import sync_playwright

    playwright = sync_playwright().start()
    _playwright_loop = asyncio.get_running_loop()
    running = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
    yield running
    # The last test of this process need not be a browser test.
    with _running_loop(_playwright_loop):
        running.close()
        playwright.stop()
    _playwright_loop = None


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser profile of its own: no cookies, nothing stored, nothing cached."""
    made = browser.new_context()
    made.set_default_timeout(10_000)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """An empty page; a test that wants two tabs asks `context` for more."""
    return context.new_page()
