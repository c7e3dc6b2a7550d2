"""The same code on PostgreSQL, where it is installed: a server of its own, reached through a socket file."""

import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from medialuna.server.app import create_app
from medialuna.server.database import DatabaseRefused, open_database
from medialuna.server.store import Store
from tests.server.visitor import Visitor, race

pytest.importorskip("psycopg")
if shutil.which("initdb") is None or shutil.which("pg_ctl") is None:
    pytest.skip("PostgreSQL is not installed", allow_module_level=True)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    # A short path: the names of sockets are limited.
    with tempfile.TemporaryDirectory() as folder:
        who = {}
        if os.geteuid() == 0:
            # PostgreSQL refuses to be run by root.
            shutil.chown(folder, "postgres")
            who = {"user": "postgres"}

        def run(*command: str) -> None:
            subprocess.run(
                command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, timeout=60, **who
            )

        data = str(Path(folder) / "data")
        run("initdb", "-D", data, "-U", "me", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C")
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
        run("pg_ctl", "-D", data, "-w", "-l", str(Path(folder) / "log"), "-o", options, "start")
        try:
            yield f"postgresql://me@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-D", data, "-m", "immediate", "stop")


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
