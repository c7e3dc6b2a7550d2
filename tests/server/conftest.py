"""A server on a database of its own, and players who visit it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from medialuna import solver, words
from medialuna.games import GAMES
from medialuna.server.app import create_app
from tests.server.support.visitor import Visitor


@pytest.fixture(scope="session", autouse=True)
def _kernels() -> None:
    """Compiled before the first test: with an empty cache that may take longer than a test waits for an answer."""
    for game in GAMES:
        solver.load(game)


@pytest.fixture(autouse=True)
def _strict_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "strict", True)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A place for a database that no other test sees."""
    return tmp_path / "games.sqlite"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    """A server that the tests of a file share; each visits it as players of its own."""
    made = create_app(tmp_path_factory.mktemp("server") / "games.sqlite", limited=False)
    yield made
    made.state.playing.store.close()


@pytest.fixture
def visit(app: FastAPI) -> Callable[..., Visitor]:
    """Opens a browser on the server, with cookies of its own."""

    def visitor(**how: Any) -> Visitor:
        return Visitor(app, **how)

    return visitor


@pytest.fixture
def player(visit: Callable[..., Visitor]) -> Visitor:
    """A visitor who has started."""
    one = visit()
    one.start()
    return one
