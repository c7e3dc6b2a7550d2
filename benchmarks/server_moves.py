"""Moves a second that one server process takes, each committed, and the CPU time of one.

    python benchmarks/server_moves.py [--moves 4000] [--connections 16] [--game crescent | thoughtful]

A real uvicorn on loopback with SQLite in a fresh folder; every connection is a player who plays whole won games of
tests/data/won-records.tsv. Requests are made before the clock starts. CPU time is the server process's own.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import multiprocessing
import socket
import tempfile
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path

import uvicorn

from medialuna.contract import Move
from medialuna.notation.actions import parse_action
from medialuna.record import UNDO, GameRecord, Standing
from medialuna.server.app import create_app

RECORDS = Path(__file__).parent.parent / "tests" / "data" / "won-records.tsv"


def serve(database: str, listening: socket.socket, parent: Connection) -> None:
    """Runs a server until told to stop, then reports the CPU seconds it took since it was told to count."""
    config = uvicorn.Config(create_app(database), log_level="error", access_log=False)
    server = uvicorn.Server(config)

    async def obey() -> None:
        running = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        # The solver's kernels are loaded, and a stock of winnable deals laid in, by a thread that ends then.
        while any(thread.name == "warming" for thread in threading.enumerate()):
            await asyncio.sleep(0.1)
        parent.send("started")
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, parent.recv)
        before = time.process_time()
        parent.send("counting")
        await loop.run_in_executor(None, parent.recv)
        parent.send(time.process_time() - before)
        server.should_exit = True
        await running

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(obey())


def bodies(record: GameRecord) -> list[bytes]:
    """The requests that play a record."""
    standing = Standing.begin(record.code.game, record.code.deal())
    found = []
    for step, text in enumerate(record.actions):
        if text == UNDO:
            action: dict[str, object] = {"undo": True}
        else:
            done = parse_action(standing.game, standing.state, text)
            action = {"move": done._asdict()} if isinstance(done, Move) else {"press": done.place}
        found.append(json.dumps({"step": step, "action": action, "seconds": step * 1.5}).encode())
        standing = standing.after_text(text)
    return found


class Player:
    """One connection that is kept, and its player's cookie."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer, self.cookie = reader, writer, ""

    async def post(self, path: str, body: bytes) -> tuple[int, bytes]:
        self.writer.write(
            f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAccept-Language: es\r\n"
            f"{self.cookie}Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head.split("\r\n")[1:])}
        if "set-cookie" in headers:
            self.cookie = f"Cookie: {headers['set-cookie'].partition(';')[0]}\r\n"
        return int(head.split(" ", 2)[1]), await self.reader.readexactly(int(headers["content-length"]))

    async def play(self, games: list[tuple[str, list[bytes]]], moves: int, times: list[float]) -> None:
        for code, requests in itertools.cycle(games):
            status, answer = await self.post("/api/games", json.dumps({"code": code}).encode())
            assert status == 201, answer
            path = f"/api/games/{json.loads(answer)['id']}/actions"
            for body in requests[:moves]:
                start = time.perf_counter()
                status, answer = await self.post(path, body)
                times.append(time.perf_counter() - start)
                assert status == 200, answer
            moves -= len(requests)
            if moves <= 0:
                return


async def measure(port: int, connections: int, moves: int, records: list[GameRecord], parent: Connection) -> None:
    games = [(str(record.code), bodies(record)) for record in records]
    players = [Player(*await asyncio.open_connection("127.0.0.1", port)) for _ in range(connections)]
    for player in players:
        await player.post("/api/start", b"{}")
    parent.send("count")
    parent.recv()
    times: list[float] = []
    start = time.perf_counter()
    share = moves // connections
    await asyncio.gather(
        *(
            player.play(games[i % len(games) :] + games[: i % len(games)], share, times)
            for i, player in enumerate(players)
        )
    )
    seconds = time.perf_counter() - start
    parent.send("stop")
    cpu = parent.recv()
    times.sort()
    print(
        f"{len(times)} moves on {connections} connections: {len(times) / seconds:.0f} moves/s, "
        f"{cpu / len(times) * 1000:.2f} ms CPU a move, latency median {times[len(times) // 2] * 1000:.1f} ms, "
        f"99 % {times[len(times) * 99 // 100] * 1000:.1f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--moves", type=int, default=4000)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--game", choices=["crescent", "thoughtful"])
    parser.add_argument("--database", help="an URL; without it SQLite in a fresh folder")
    asked = parser.parse_args()
    lines = RECORDS.read_text(encoding="utf-8").splitlines()[1:]
    records = [GameRecord.parse(line.split("\t")[0]) for line in lines]
    # Every fifth record: enough games to differ, quickly prepared.
    records = [one for one in records if asked.game in (None, one.code.game.name)][::5]
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0), backlog=128) as listening:
        here, there = spawn.Pipe()
        database = asked.database or str(Path(folder) / "games.sqlite")
        server = spawn.Process(target=serve, args=(database, listening, there))
        server.start()
        here.recv()
        port = listening.getsockname()[1]
        asyncio.run(measure(port, asked.connections, asked.moves, records, here))
        server.join()


if __name__ == "__main__":
    main()
