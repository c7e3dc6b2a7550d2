"""What the server bears: moves a second, their latency, memory, and whether anything grows in the long run.

    python -m benchmarks.server_load [--seconds 20] [--connections 16] [--game crescent | thoughtful] [--games 100000]
    python -m benchmarks.server_load --only moves | memory [--database sqlite | postgresql] [--workers 4]
    python -m benchmarks.server_load --soak 35 [--rate 30] [--workers 1] [--nice 0]

A real `medialuna serve` on loopback, on SQLite in a fresh folder and on a PostgreSQL of its own (with fsync). Every
connection is a player who plays whole won games of tests/data/won-records.tsv. Nothing is counted before the kernels
are loaded. The clients take CPU time too, on the same machine. CPU is that of the server's processes; for PostgreSQL
that of the database comes on top, in brackets. The latency is measured at half the load that was borne, from the moment
at which each move was due, whether or not the one before was answered late.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from sqlalchemy import insert, text

from benchmarks import soak
from benchmarks.client import Player, bodies, records
from benchmarks.measured import Server, Use, cpu_with_children, percentile
from medialuna.record import GameRecord, replay
from medialuna.server.store.engine import open_database
from medialuna.server.store.games import Store, hashed, now
from medialuna.server.store.schema import games, players
from tests.server.support.postgresql import Postgres

Game = tuple[str, list[bytes]]

PLAYERS = 1_000
"""Among whom the games of a full database are distributed."""


class Database(NamedTuple):
    """Where games are kept, and the processes that keep them beside the server's own."""

    name: str
    url: str
    process: int | None = None

    def cpu(self) -> float:
        return 0.0 if self.process is None else cpu_with_children(self.process)

    def written(self) -> int:
        """Bytes of PostgreSQL's log of writes."""
        return self._number("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")

    def size(self) -> int:
        return (
            self._number("SELECT pg_database_size(current_database())") if self.process else os.path.getsize(self.url)
        )

    def _number(self, query: str) -> int:
        engine = open_database(self.url)
        with engine.connect() as connection:
            found = int(connection.execute(text(query)).scalar_one())
        engine.dispose()
        return found


@contextmanager
def sqlite() -> Iterator[Database]:
    with tempfile.TemporaryDirectory() as folder:
        yield Database("SQLite", str(Path(folder) / "games.sqlite"))


@contextmanager
def postgresql() -> Iterator[Database]:
    with Postgres(durable=True) as server:
        yield Database("PostgreSQL", server.url, server.process)


# --- moves -----------------------------------------------------------------------------------------------------


class Course:
    """A player at a connection, who plays games one after the other."""

    def __init__(self, player: Player, played: list[Game]) -> None:
        self.player = player
        self._games = itertools.cycle(played)
        self._path, self._left = "", iter(list[bytes]())

    async def next(self) -> tuple[str, bytes]:
        """The next move; deals a game where one is needed."""
        body = next(self._left, None)
        if body is None:
            code, requests = next(self._games)
            self._path = f"/api/games/{(await self.player.begin(code))['id']}/actions"
            self._left = iter(requests)
            body = next(self._left)
        return self._path, body

    async def move(self, path: str, body: bytes) -> None:
        status, answer = await self.player.ask("POST", path, body)
        assert status == 200, answer


async def as_many_as_possible(course: Course, until: float) -> int:
    done = 0
    while time.perf_counter() < until:
        await course.move(*await course.next())
        done += 1
    return done


async def paced(course: Course, start: float, until: float, pause: float) -> list[float]:
    """Moves that are due at fixed times; how long each took from then on."""
    times, due = [], start
    while due < until:
        path, body = await course.next()
        await asyncio.sleep(max(due - time.perf_counter(), 0))
        await course.move(path, body)
        times.append(time.perf_counter() - due)
        due += pause
    return times


async def moves(database: Database, server: Server, asked: argparse.Namespace) -> None:
    prepared = [(str(record.code), bodies(record)) for record in records(asked.game)]
    courses = []
    for i in range(asked.connections):
        player = await Player.connect(server.port)
        await player.ask("POST", "/api/start", b"{}")
        at = i * len(prepared) // asked.connections
        courses.append(Course(player, prepared[at:] + prepared[:at]))
    written = database.written() if database.process else 0
    cpu, stored, start = server.use().cpu, database.cpu(), time.perf_counter()
    counts = await asyncio.gather(*(as_many_as_possible(one, start + asked.seconds) for one in courses))
    rate = sum(counts) / (time.perf_counter() - start)
    used = (server.use().cpu - cpu) / sum(counts) * 1000
    behind = ""
    if database.process:
        log = (database.written() - written) / sum(counts)
        behind = f" (+{(database.cpu() - stored) / sum(counts) * 1000:.2f}, {log:.0f} bytes of log)"
    start, pause = time.perf_counter() + 0.1, 2 * len(courses) / rate
    found = await asyncio.gather(
        *(paced(one, start + pause * i / len(courses), start + asked.seconds, pause) for i, one in enumerate(courses))
    )
    times = [one for times in found for one in times]
    print(
        f"{database.name:10} {len(server.workers)} worker(s)  {rate:6.0f} moves/s  {used:5.2f} ms CPU{behind}  "
        f"at half of that p50 {percentile(times, 50):5.1f} ms, p99 {percentile(times, 99):6.1f} ms",
        flush=True,
    )
    for one in courses:
        one.player.close()


# --- memory and size -------------------------------------------------------------------------------------------


def fill(database: str, count: int) -> list[str]:
    """Stores games that stand at any step of real records; the tokens of the players whose they are."""
    store, at = Store(open_database(database)), now()
    tokens = [f"player-{i}" for i in range(PLAYERS)]
    rows = [{"id": i + 1, "token": hashed(token), "settings": "{}"} for i, token in enumerate(tokens)]
    made = []
    for record in records():
        for step in range(10, len(record.actions) + 1, 10):
            part = GameRecord(record.code, record.actions[:step])
            made.append((str(record.code), str(part), step, replay(part).played.moves))
    with store.writing() as connection:
        connection.execute(insert(players), [{**row, "created": at, "seen": at} for row in rows])
    for start in range(0, count, 5_000):
        batch = []
        for i in range(start, min(start + 5_000, count)):
            code, record_text, step, done = made[i * 7919 % len(made)]
            times = {"created": at - count + i, "updated": at - count + i, "seconds": step * 1.5}
            row = {"id": f"game-{i:09}", "player": i % PLAYERS + 1, "code": code, "record": record_text, "step": step}
            batch.append({**row, **times, "status": "running", "moves": done, "score": None, "assisted": False})
        with store.writing() as connection:
            connection.execute(insert(games), batch)
    store.close()
    return tokens


def size(database: Database, before: int, count: int) -> None:
    """What a game takes in the database, and a move in the text of its record."""
    lengths = [step for record in records() for step in range(10, len(record.actions) + 1, 10)]
    characters = [len(action) + 1 for record in records() for action in record.actions]
    print(
        f"{database.name:10} {(database.size() - before) / count:.0f} bytes a game of {fmean(lengths):.0f} actions, of "
        f"which {fmean(characters):.1f} for each action",
        flush=True,
    )


async def wander(server: Server, tokens: list[str]) -> list[float]:
    """Every player looks at the statistics, takes everything away, and looks at the list; how long a list takes."""
    times = []
    for token in tokens:
        player = await Player.connect(server.port)
        player.cookie = f"Cookie: medialuna={token}\r\n"
        for path in ("/api/statistics", "/api/export", "/api/games", "/api/games"):
            start = time.perf_counter()
            status, answer = await player.ask("GET", path)
            assert status == 200, answer
        times.append(time.perf_counter() - start)
        player.close()
    return times


def memory(database: Database, asked: argparse.Namespace) -> None:
    with Server(database.url) as server:
        server.settle()
        idle = server.use()
    before, start = database.size(), time.perf_counter()
    tokens = fill(database.url, asked.games)
    seconds = time.perf_counter() - start
    size(database, before, asked.games)
    with Server(database.url) as server:
        server.settle()
        began = server.use()
        times = asyncio.run(wander(server, tokens[:200]))
        after = server.use()
    print(
        f"{database.name:10} idle worker {_memory(idle)}; with {asked.games} games (made in {seconds:.0f} s) "
        f"{_memory(began)}, used by {len(times)} players {_memory(after)}; "
        f"a page of the list p50 {percentile(times, 50):.1f} ms, p99 {percentile(times, 99):.1f} ms",
        flush=True,
    )


def _memory(use: Use) -> str:
    return f"{use.pss:.0f} MiB PSS, {use.rss:.0f} RSS, {use.own:.0f} its own"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="how long moves are made, for each row twice")
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--game", choices=["crescent", "thoughtful"], help="without it both")
    parser.add_argument("--games", type=int, default=100_000, help="in the full database")
    parser.add_argument("--only", choices=["moves", "memory"], help="one part of the table")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], help="without it both, where there are both")
    parser.add_argument("--workers", type=int, help="without it one, and then two; for the soak one")
    parser.add_argument("--soak", type=float, metavar="MINUTES", help="instead: mixed load, and whether anything grows")
    parser.add_argument("--rate", type=float, default=30.0, help="requests a second of the soak")
    parser.add_argument("--nice", type=int, default=0, help="how far the soak's server steps back")
    asked = parser.parse_args()
    kinds = {"sqlite": sqlite, "postgresql": postgresql}
    if asked.database:
        kinds = {asked.database: kinds[asked.database]}
    elif asked.soak or shutil.which("initdb") is None:
        del kinds["postgresql"]
    print(f"load of the machine before: {', '.join(f'{one:.1f}' for one in os.getloadavg())}; {os.cpu_count()} cores")
    for kind in kinds.values():
        if asked.soak:
            with kind() as database, Server(database.url, asked.workers or 1, asked.nice) as server:
                server.settle()
                asyncio.run(soak.run(server, asked.soak * 60, asked.rate))
            continue
        for workers in [asked.workers] if asked.workers else [1, 2]:
            if asked.only != "memory":
                with kind() as database, Server(database.url, workers) as server:
                    server.settle()
                    asyncio.run(moves(database, server, asked))
        if asked.only != "moves":
            with kind() as database:
                memory(database, asked)
    print(f"load of the machine after: {', '.join(f'{one:.1f}' for one in os.getloadavg())}")


if __name__ == "__main__":
    main()
