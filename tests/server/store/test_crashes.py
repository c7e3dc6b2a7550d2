"""Processes killed at any moment under a load of moves: every acknowledged move is there, every record replays."""

import contextlib
import os
import random
import signal
import threading
import time
from pathlib import Path

import pytest
from httpx2 import Client, HTTPError

from medialuna.record import GameRecord, replay
from medialuna.server.store.engine import open_database
from medialuna.server.store.games import Store
from tests.server.support import postgresql
from tests.server.support.served import Served, until
from tests.server.test_workers import workers_of

pytestmark = pytest.mark.slow

CODES = ("TF1-D1N-AAAAAAB", "TF1-D3N-AAAAAAC")
GAMES, THREADS = 50, 5
ROUNDS = int(os.environ.get("MEDIALUNA_CRASHES", "2"))
"""How often the whole server is killed; more, for a long run by hand."""


class Table:
    """A game, and what is known of it: how many actions were acknowledged, and how many may have been done besides."""

    def __init__(self, game: str) -> None:
        self.game, self.acknowledged, self.unsure = game, 0, 0

    def play(self, http: Client) -> None:
        """An action; where no answer comes, it may or may not have been done."""
        sent = False
        try:
            # A look first, since what came of the last one may not be known.
            view = http.get(f"/api/games/{self.game}").json()
            assert self.acknowledged <= view["step"] <= self.acknowledged + self.unsure
            self.acknowledged, self.unsure = view["step"], 0
            sent = True
            action = {"press": "+" if view["presses"]["+"] else "R"}
            body = {"step": view["step"], "action": action}
            answer = http.post(f"/api/games/{self.game}/actions", json=body)
            assert answer.status_code == 200, answer.text
            self.acknowledged = answer.json()["step"]
        except HTTPError:
            self.unsure += sent
            time.sleep(0.02)


def load(address: str, token: str, tables: list[Table], end: threading.Event, faults: list[BaseException]) -> None:
    """Plays at all the tables in turn until it is told to end."""
    try:
        while not end.is_set():
            # A connection of its own for some moves: any worker may get it.
            with Client(base_url=address, cookies={"medialuna": token}, timeout=10) as http:
                for table in tables[: random.randrange(1, len(tables) + 1)]:
                    table.play(http)
                    if end.is_set():
                        break
            random.shuffle(tables)
    except BaseException as fault:
        faults.append(fault)


def some_moves(tables: list[Table], faults: list[BaseException]) -> None:
    """Waits until some more are acknowledged, and then any moment longer."""
    wanted = sum(table.acknowledged for table in tables) + random.randrange(1, 60)
    until(lambda: faults or sum(table.acknowledged for table in tables) >= wanted)
    time.sleep(random.uniform(0, 0.05))


def kill_all(served: Served) -> None:
    """The keeper and its workers, as when the machine loses its power."""
    for one in [served.process.pid, *workers_of(served)]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)
    served.kill()


def check(database: Path | str, token: str, tables: list[Table]) -> int:
    """What the database holds against what the players were told; answers how many actions it holds."""
    store = Store(open_database(database))
    held = 0
    for table in tables:
        found = store.game(token, table.game)
        assert found is not None
        row = found[1]
        assert table.acknowledged <= row.step <= table.acknowledged + table.unsure
        record = GameRecord.parse(row.record)
        replayed = replay(record)
        assert replayed.ok
        assert (row.step, row.moves) == (len(record.actions), replayed.played.moves)
        held += row.step
    store.close()
    return held


def crash(database: Path | str) -> None:
    """Rounds of a load with workers killed under it, each ended by killing everything."""
    token, tables, before = "", [], 0
    for _ in range(ROUNDS):
        end, faults = threading.Event(), []
        with Served(database, "--workers", "2", "--no-limits") as served:
            with served.client(token) as http:
                if not token:
                    http.post("/api/start", json={})
                    token = http.cookies["medialuna"]
                    for at in range(GAMES):
                        made = http.post("/api/games", json={"code": CODES[at % 2]})
                        tables.append(Table(made.json()["id"]))
            until(lambda served=served: len(workers_of(served)) == 2)
            threads = [
                threading.Thread(target=load, args=(served.address, token, tables[at::THREADS], end, faults))
                for at in range(THREADS)
            ]
            for thread in threads:
                thread.start()
            for _ in range(2):
                some_moves(tables, faults)
                if workers := workers_of(served):
                    os.kill(random.choice(workers), signal.SIGKILL)
            some_moves(tables, faults)
            kill_all(served)
            end.set()
            for thread in threads:
                thread.join()
        assert faults == []
        held = check(database, token, tables)
        assert held > before, "the load has moved"
        before = held


def test_case_14_no_acknowledged_move_is_lost_when_processes_are_killed(database):
    """The twenty cases, 14, for a server with many players."""
    crash(database)


def test_nor_on_postgresql():
    postgresql.needed()
    with postgresql.Postgres() as server:
        crash(server.url)
