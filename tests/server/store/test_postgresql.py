"""The same code on PostgreSQL, where it is installed: a server of its own, reached through a socket file."""

import threading
from collections.abc import Iterator

import pytest

from medialuna.server.app import create_app
from medialuna.server.store.engine import DatabaseRefused, open_database
from medialuna.server.store.games import Store
from tests.server.support.postgresql import Postgres, needed
from tests.server.support.visitor import Visitor, race, refusal

needed()


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with Postgres() as server:
        yield server


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.url


def test_processes_that_start_together_make_one_schema(url):
    stores: list[Store] = []
    threads = [threading.Thread(target=lambda: stores.append(Store(open_database(url)))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(stores) == 3
    player, token = stores[0].new_player()
    assert stores[1].player(token) == player
    for store in stores:
        store.close()


def test_a_game_is_kept_as_on_sqlite(url):
    store = Store(open_database(url))
    player, token = store.new_player()
    row = store.new_game(player.id, "CR1-N-AAAAAAB", "CR1-N-AAAAAAB:")
    after = row._replace(record=row.record + " R", step=1, seconds=2.5)
    assert store.append(row, after)
    assert not store.append(row, after)
    assert store.game(token, row.id) == (player, after)
    assert store.latest_game(player.id, "CR1-N-AAAAAAB") == after
    store.set_seconds(row.id, 9)
    assert store.latest_game(player.id).seconds == 9
    assert store.change_settings(player.id, lambda old: old + " ") == "{} "
    store.close()


def test_two_processes_race_on_one_game(url):
    apps = [create_app(url) for _ in range(2)]
    tabs = [Visitor(app) for app in apps]
    tabs[0].start()
    table = tabs[0].begin("TF1-D1N-AAAAAAB")
    tabs[1].http.cookies, tabs[1].table = tabs[0].http.cookies, table
    for step in range(10):
        statuses = race([lambda tab=tab, step=step: tab.send({"press": "+"}, step).status_code for tab in tabs])
        assert sorted(statuses) == [200, 409]
    assert tabs[1].look()["step"] == 10
    for app in apps:
        app.state.playing.store.close()


def test_what_lies_around_a_game_works_as_on_sqlite(url):
    app = create_app(url)
    one, other = Visitor(app), Visitor(app)
    one.start()
    other.start()
    for code in ("TF1-D1N-AAAAAAB", "CR1-N-AAAAAAB"):
        one.begin(code)
        one.act(one.first_legal(), seconds=1.1)
    first = one.http.get("/api/games?limit=1").json()
    second = one.http.get("/api/games", params={"limit": 1, "before": first["next"]}).json()
    assert [game["code"] for game in first["games"] + second["games"]] == ["CR1-N-AAAAAAB", "TF1-D1N-AAAAAAB"]
    assert second["next"] is None
    one.begin("CR1-N-AAAAAAC")
    assert one.http.post(f"/api/games/{one.previous}/resume").json()["code"] == "CR1-N-AAAAAAB"
    assert len(one.http.get("/api/games").json()["games"]) == 2
    share = one.http.post(f"/api/games/{one.previous}/share").json()["link"].rpartition("/")[2]
    assert other.http.get(f"/api/shared/{share}").json()["code"] == "CR1-N-AAAAAAB"
    file = one.http.get("/api/export").content
    answer = other.http.post("/api/import", content=file, headers={"content-type": "application/json"})
    assert answer.json() == {"added": 2, "continued": 0, "known": 0}
    assert other.http.get("/api/export").content == file
    assert [row["played"] for row in other.http.get("/api/statistics").json()["rows"]] == [1, 1]
    link = one.http.post("/api/device-link").json()["link"].rpartition("/")[2]
    assert other.http.post("/api/device", json={"token": link}).json()["joined"] == 0
    assert other.http.get("/api/export").content == file
    assert other.http.delete("/api/player").status_code == 204
    assert one.http.get("/api/games").status_code == 401
    app.state.playing.store.close()


def test_a_database_of_another_program_is_left_alone(url):
    engine = open_database(url)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("CREATE DATABASE other")
    engine.dispose()
    other = url.replace("/postgres?", "/other?")
    store = Store(open_database(other))
    with store.engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE medialuna_schema")
    store.close()
    with pytest.raises(DatabaseRefused) as caught:
        open_database(other)
    assert caught.value.code == "server.database-foreign"


def test_a_server_that_goes_away_and_comes_back(postgres):
    app = create_app(postgres.url)
    player = Visitor(app)
    player.start()
    player.begin("TF1-D1N-AAAAAAB")
    player.act({"press": "+"})
    postgres.stop()
    for answer in (player.send({"press": "+"}), player.http.get(player.path), player.http.get("/healthz")):
        refusal(answer, 503, "server.database")
    postgres.start()
    assert player.look() == player.table
    assert player.act({"press": "+"})["step"] == 2
    app.state.playing.store.close()


def test_what_cannot_be_written_is_said(url, monkeypatch):
    monkeypatch.setattr("medialuna.server.config.BUSY_SECONDS", 0.2)
    app = create_app(url)
    player = Visitor(app)
    player.start()
    player.begin("TF1-D1N-AAAAAAB")
    engine = open_database(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("LOCK TABLE games IN EXCLUSIVE MODE")
        refusal(player.send({"press": "+"}), 503, "server.database-busy")
        assert player.look() == player.table
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("ALTER DATABASE postgres SET default_transaction_read_only = on")
        app.state.playing.store.engine.dispose()
        refusal(player.send({"press": "+"}), 503, "server.database-read-only")
        assert player.look() == player.table
        connection.exec_driver_sql("SET default_transaction_read_only = off")
        connection.exec_driver_sql("ALTER DATABASE postgres SET default_transaction_read_only = off")
    app.state.playing.store.engine.dispose()
    assert player.act({"press": "+"})["step"] == 1
    engine.dispose()
    app.state.playing.store.close()
