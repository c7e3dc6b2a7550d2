"""The long run: players who do everything that a page can do, and some who mean no good; does anything grow?

Used by ``server_load --soak``.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from statistics import median
from typing import Any, NamedTuple

from benchmarks.client import Player, bodies, records
from benchmarks.measured import Server, Use, percentile

VISITORS = 40
EVERY = 30.0
"""Seconds between two samples."""

SHARES = {
    "move": 58,
    "undo": 8,
    "new_game": 4,
    "list": 5,
    "statistics": 3,
    "hint": 4,
    "leave_a_hint": 3,
    "never_read_a_hint": 2,
    "export": 1,
    "look": 3,
    "replay": 2,
    "share": 1,
    "newcomer": 1,
    "bad": 5,
}
"""Of a hundred requests."""


class Sample(NamedTuple):
    minutes: float
    use: Use
    p99: float


class Seen:
    """What came back since the last sample."""

    def __init__(self) -> None:
        self.moves: list[float] = []
        self.statuses: Counter[int] = Counter()
        self.broken: Counter[str] = Counter()


class Visitor:
    """One who does something by chance, again and again."""

    def __init__(self, port: int, chance: random.Random, prepared: list[tuple[str, list[Any]]], seen: Seen) -> None:
        self.port, self.chance, self.prepared, self.seen = port, chance, prepared, seen
        self.player: Player
        self.code, self.actions, self.id, self.at, self.step = "", list[Any](), "", 0, 0

    async def begin(self) -> None:
        self.player = await Player.connect(self.port)
        await self.ask("POST", "/api/start", {})
        await self.new_game()

    async def go_on(self, pause: float, start: float, until: float) -> None:
        due = start
        names, weights = list(SHARES), list(SHARES.values())
        while (due := due + pause) < until:
            await asyncio.sleep(max(due - time.perf_counter(), 0))
            name = self.chance.choices(names, weights)[0]
            began = max(due, time.perf_counter() - pause)
            try:
                await asyncio.wait_for(getattr(self, name)(), 60)
            except (OSError, EOFError, TimeoutError) as error:
                self.seen.broken[f"{name}: {type(error).__name__}"] += 1
                await self._reconnect()
            if name == "move":
                self.seen.moves.append(time.perf_counter() - began)

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        if self.player.reader.at_eof():
            # The server closes a connection on which nothing has come for five seconds.
            await self._reconnect()
        status, answer = await self.player.ask(method, path, b"" if body is None else json.dumps(body).encode())
        self.seen.statuses[status] += 1
        return status, answer

    async def _reconnect(self) -> None:
        cookie = self.player.cookie
        self.player.close()
        self.player = await Player.connect(self.port)
        self.player.cookie = cookie

    async def _act(self, action: Any) -> bool:
        body = {"step": self.step, "action": action, "seconds": self.step * 1.5}
        status, _ = await self.ask("POST", f"/api/games/{self.id}/actions", body)
        self.step += status == 200
        return status == 200

    # --- what a page does --------------------------------------------------------------------------------------

    async def new_game(self) -> None:
        self.code, self.actions = self.chance.choice(self.prepared)
        _, answer = await self.ask("POST", "/api/games", {"code": self.code})
        self.id, self.at, self.step = json.loads(answer)["id"], 0, 0

    async def move(self) -> None:
        if self.at == len(self.actions):
            await self.new_game()
        elif await self._act(self.actions[self.at]):
            self.at += 1

    async def undo(self) -> None:
        if await self._act({"undo": True}):
            self.at -= 1

    async def list(self) -> None:
        await self.ask("GET", "/api/games?limit=50")

    async def statistics(self) -> None:
        await self.ask("GET", "/api/statistics")

    async def export(self) -> None:
        await self.ask("GET", "/api/export")

    async def look(self) -> None:
        await self.ask("GET", f"/api/games/{self.id}")
        await self.ask("GET", f"/api/games/{self.id}/why?source=1&target=2")

    async def replay(self) -> None:
        _, answer = await self.ask("GET", f"/api/games/{self.id}/record")
        await self.ask("POST", "/api/replay/view", {"record": json.loads(answer)["record"], "step": 0})

    async def share(self) -> None:
        _, answer = await self.ask("POST", f"/api/games/{self.id}/share")
        await self.ask("GET", "/api/shared/" + json.loads(answer)["link"].rpartition("/")[2])

    async def newcomer(self) -> None:
        other = await Player.connect(self.port)
        await other.ask("POST", "/api/start", b"{}")
        other.close()

    def _question(self, seconds: float) -> str:
        return f"/api/games/{self.id}/think?step={self.step}&seconds={seconds}"

    async def hint(self) -> None:
        await self.ask("GET", self._question(0.5))

    async def leave_a_hint(self) -> None:
        other = await Player.connect(self.port)
        other.cookie = self.player.cookie
        other.write("GET", self._question(20))
        status, _ = await other.head()
        self.seen.statuses[status] += 1
        await asyncio.sleep(self.chance.random() / 2)
        other.close()

    async def never_read_a_hint(self) -> None:
        other = await Player.connect(self.port)
        other.cookie = self.player.cookie
        other.write("GET", self._question(20))
        await asyncio.sleep(self.chance.random() * 3)
        other.close()

    # --- and what it never does --------------------------------------------------------------------------------

    async def bad(self) -> None:
        await self.chance.choice(
            [self._other_step, self._no_json, self._too_long, self._forged, self._no_http, self._half_a_body]
        )()

    async def _other_step(self) -> None:
        await self.ask("POST", f"/api/games/{self.id}/actions", {"step": self.step + 7, "action": {"undo": True}})

    async def _no_json(self) -> None:
        status, _ = await self.player.ask("POST", f"/api/games/{self.id}/actions", b'{"step":' * 50)
        self.seen.statuses[status] += 1

    async def _too_long(self) -> None:
        other = await Player.connect(self.port)
        with contextlib.suppress(OSError, EOFError):
            status, _ = await other.ask("POST", f"/api/games/{self.id}/actions", b" " * 500_000)
            self.seen.statuses[status] += 1
        other.close()

    async def _forged(self) -> None:
        other = await Player.connect(self.port)
        other.cookie = f"Cookie: medialuna={self.chance.random()}\r\n"
        status, _ = await other.ask("GET", f"/api/games/{self.id}")
        self.seen.statuses[status] += 1
        other.close()

    async def _no_http(self) -> None:
        other = await Player.connect(self.port)
        other.writer.write(b"\x00\xff nonsense\r\n\r\n")
        with contextlib.suppress(OSError):
            await other.reader.read()
        other.close()

    async def _half_a_body(self) -> None:
        other = await Player.connect(self.port)
        other.cookie = self.player.cookie
        other.writer.write(
            f"POST /api/games/{self.id}/actions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            f"{other.cookie}Content-Length: 100\r\n\r\n{{".encode()
        )
        await asyncio.sleep(0.2)
        other.close()


async def run(server: Server, seconds: float, rate: float) -> None:
    """Prints a sample every half minute, and at the end what has grown."""
    prepared = [(str(one.code), [json.loads(body)["action"] for body in bodies(one)]) for one in records()]
    seen, pause = Seen(), VISITORS / rate
    visitors = [Visitor(server.port, random.Random(i), prepared, seen) for i in range(VISITORS)]
    for visitor in visitors:
        await visitor.begin()
    start = time.perf_counter()
    until = start + seconds
    working = [
        asyncio.create_task(visitor.go_on(pause, start + pause * i / VISITORS, until))
        for i, visitor in enumerate(visitors)
    ]
    samples: list[Sample] = []
    print(
        "minutes  PSS MiB  RSS MiB  own MiB  files  threads  CPU %  moves p50 ms  p99 ms  answers by status", flush=True
    )
    cpu = server.use().cpu
    while (now := time.perf_counter()) < until:
        await asyncio.sleep(min(EVERY, until - now))
        use, passed = server.use(), time.perf_counter() - now
        times, statuses, broken = seen.moves, dict(sorted(seen.statuses.items())), dict(seen.broken)
        seen.__init__()  # type: ignore[misc]
        samples.append(Sample((time.perf_counter() - start) / 60, use, percentile(times, 99)))
        print(
            f"{samples[-1].minutes:7.1f} {use.pss:8.1f} {use.rss:8.1f} {use.own:8.1f} {use.files:6} {use.threads:8} "
            f"{(use.cpu - cpu) / passed * 100:6.1f} {percentile(times, 50):13.1f} {samples[-1].p99:7.1f}  {statuses}"
            f"{f' no answer: {broken}' if broken else ''}",
            flush=True,
        )
        cpu = use.cpu
    await asyncio.gather(*working)
    for visitor in visitors:
        visitor.player.close()
    judge(samples)


def judge(samples: list[Sample]) -> None:
    """Compares the last quarter with the second one, in which the caches have had time to fill."""
    quarter = len(samples) // 4
    if quarter < 2:
        print("too short to tell whether anything grows: eight samples at least are needed")
        return
    early, late = samples[quarter : 2 * quarter], samples[-quarter:]
    hours = (late[0].minutes - early[0].minutes) / 60
    allowed = {"RSS MiB": (1.03, 3.0), "own MiB": (1.03, 3.0), "files": (1.0, 8.0), "threads": (1.0, 3.0)}
    values = {
        "RSS MiB": [[one.use.rss for one in part] for part in (early, late)],
        "own MiB": [[one.use.own for one in part] for part in (early, late)],
        "files": [[float(one.use.files) for one in part] for part in (early, late)],
        "threads": [[float(one.use.threads) for one in part] for part in (early, late)],
        "p99 ms": [[one.p99 for one in part] for part in (early, late)],
    }
    for name, (before, after) in values.items():
        first, last = median(before), median(after)
        factor, more = allowed.get(name, (2.0, 20.0))
        said = "GROWS" if last > first * factor + more else "steady"
        print(f"{name:8} second quarter {first:8.1f}, last {last:8.1f}, {(last - first) / hours:+8.1f} an hour: {said}")
