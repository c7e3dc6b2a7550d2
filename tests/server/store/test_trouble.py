"""A database that cannot be written to, or is away for a while: a clear answer, nothing lost, and then it goes on."""

import sqlite3
import threading
from contextlib import closing, contextmanager

import pytest
from sqlalchemy import event

from medialuna.server import config
from medialuna.server.app import create_app
from tests.server.support.files import JSON, entry, export, file
from tests.server.support.visitor import Visitor, refusal

CODE = "TF1-D1N-AAAAAAB"
DRAW = {"press": "+"}


@pytest.fixture
def player(database, monkeypatch):
    monkeypatch.setattr(config, "BUSY_SECONDS", 0.2)
    app = create_app(database, limited=False)
    one = Visitor(app)
    one.app = app
    one.start()
    one.begin(CODE)
    one.act(DRAW)
    yield one
    app.state.playing.store.close()


@contextmanager
def every_connection(player, *statements):
    """Connections are opened anew, and each is told something first."""
    engine = player.app.state.playing.store.engine
    engine.dispose()

    def tell(connection, _):
        for statement in statements:
            connection.execute(statement)

    event.listen(engine, "connect", tell)
    try:
        yield
    finally:
        event.remove(engine, "connect", tell)
        engine.dispose()


def writes(player):
    """Everything that stores something."""
    yield player.send(DRAW)
    yield player.http.post("/api/games", json={"code": CODE})
    yield player.http.put("/api/settings", json={"theme": "dark"})
    yield player.http.put(f"{player.path}/clock", json={"seconds": 99})
    yield player.http.post(f"{player.path}/share")
    yield player.http.post("/api/device-link")
    yield player.http.post("/api/import", content=file(entry(f"{CODE}: + +")), headers=JSON)
    yield player.http.delete("/api/player")


def nothing_is_stored(player, code):
    """Writes are refused with a reason; what is there can still be seen."""
    for answer in writes(player):
        refusal(answer, 503, code)
        assert answer.headers["retry-after"] == "5"
    assert player.look() == player.table
    answer = player.http.post("/api/start", json={})
    assert answer.status_code == 200
    assert answer.json()["game"] == player.table
    for path in ("/api/games", "/api/statistics", "/api/export", "/api/settings", "/healthz"):
        assert player.http.get(path).status_code == 200


def all_is_well(player):
    assert player.look() == player.table
    for step in range(3):
        assert player.act(DRAW)["step"] == player.table["step"] > step
    assert len(export(player)) > 0


def test_a_read_only_database(player):
    with every_connection(player, "PRAGMA query_only = ON"):
        nothing_is_stored(player, "server.database-read-only")
    all_is_well(player)


def test_a_full_disk(player, database):
    # As full as it is now: no page more.
    with closing(sqlite3.connect(database)) as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
    # Whatever still fits into the pages there are is stored before.
    with every_connection(player, f"PRAGMA max_page_count = {pages}"):
        for _ in range(5000):
            answer = player.http.post("/api/games", json={"code": CODE})
            if answer.status_code != 201:
                break
        refusal(answer, 503, "server.database-full")
        assert player.http.get("/healthz").status_code == 200
        assert player.look() == player.table
        big = [entry(f"{CODE}: " + "+ U " * 3000, created=f"2026-11-01T10:00:0{at}Z") for at in range(5)]
        before = player.http.get("/api/games?limit=100").json()
        refusal(player.http.post("/api/import", content=file(*big), headers=JSON), 503, "server.database-full")
        assert player.http.get("/api/games?limit=100").json() == before, "all or nothing"
    all_is_well(player)


def test_a_locked_database(player, database):
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        nothing_is_stored(player, "server.database-busy")
        other.execute("ROLLBACK")
    all_is_well(player)


def test_a_lock_that_is_let_go_in_time_is_only_waited_for(database):
    app = create_app(database, limited=False)
    player = Visitor(app)
    player.start()
    player.begin(CODE)
    with closing(sqlite3.connect(database, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        threading.Timer(0.5, lambda: other.execute("ROLLBACK")).start()
        assert player.act(DRAW)["step"] == 1
    app.state.playing.store.close()


def test_a_database_that_goes_away_and_comes_back(player, database, tmp_path):
    """Its folder is unmounted, say."""
    store = player.app.state.playing.store
    store.engine.dispose()
    away = tmp_path / "away"
    away.mkdir()
    for path in list(tmp_path.glob("games.sqlite*")):
        path.rename(away / path.name)
    database.mkdir()
    for answer in writes(player):
        refusal(answer, 503, "server.database")
    refusal(player.http.get("/healthz"), 503, "server.database")
    refusal(player.http.get(player.path), 503, "server.database")
    database.rmdir()
    for path in away.iterdir():
        path.rename(tmp_path / path.name)
    all_is_well(player)
