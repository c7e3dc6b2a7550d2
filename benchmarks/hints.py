"""How long a hint takes, and whether moves take longer while the solver works.

    python benchmarks/hints.py [--positions 200] [--seconds 10] [--moves 400]

A real `medialuna serve` on loopback with SQLite in a fresh folder. The positions are middle games: a deal is played
along a winning line for a third to two thirds of it, then three actions by chance lead off the line, so that no line is
known; every position belongs to a game of its own. The time is from sending the question to having the verdict.
Then moves are timed, alternately while the solver rests and while all its threads work on questions that take longer.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path

from httpx2 import Client
from sqlalchemy import insert

from medialuna.contract import AnyRules
from medialuna.games import GAMES
from medialuna.notation.actions import format_action
from medialuna.notation.deal_code import DealCode
from medialuna.record import Game, GameRecord
from medialuna.server import config
from medialuna.server.store.engine import open_database
from medialuna.server.store.games import Store
from medialuna.server.store.schema import games
from medialuna.solver import Budget, Won, solve

HARD = "TF1-D3N-AAAAAAB"
"""Takes the solver millions of positions."""


def middle_game(game: AnyRules, chance: random.Random) -> GameRecord:
    """A record that leads to a middle game."""
    while True:
        code = DealCode(game, chance.randrange(10**9))
        state = code.deal()
        verdict = solve(game, state, Budget(states=100_000))
        if not isinstance(verdict, Won):
            continue
        part = chance.uniform(1 / 3, 2 / 3)
        played, texts = Game.begin(game, state), []
        followed = verdict.actions[: int(part * len(verdict.actions))]
        for number in range(len(followed) + 3):
            here = followed[number] if number < len(followed) else chance.choice(game.legal_actions(played.state))
            texts.append(format_action(game, here))
            played = played.after(here)
        return GameRecord(code, tuple(texts))


def stored(store: Store, player: int, record: GameRecord) -> str:
    """Puts a game into the database as if it had been played."""
    name, now = secrets.token_urlsafe(12), time.time_ns() // 1000
    row = {"id": name, "player": player, "code": str(record.code), "record": str(record), "status": "running"}
    with store.writing() as connection:
        counts = {"step": len(record.actions), "seconds": 0.0, "created": now, "updated": now}
        connection.execute(insert(games).values(row | counts))
    return name


def ask(http: Client, game: str, step: int, seconds: float) -> tuple[str, float]:
    """The verdict and the milliseconds it took."""
    began = time.perf_counter()
    answer = http.get(f"/api/games/{game}/think?step={step}&seconds={seconds}", timeout=300)
    took = (time.perf_counter() - began) * 1000
    assert answer.status_code == 200, answer.text
    found = json.loads(answer.text.rstrip().rpartition("data: ")[2])
    return found["verdict"], took


def quantiles(times: list[float]) -> str:
    times = sorted(times)
    at = {name: times[min(int(part * len(times)), len(times) - 1)] for name, part in (("median", 0.5), ("p99", 0.99))}
    at["mean"] = sum(times) / len(times)
    return ", ".join(f"{name} {value:.1f} ms" for name, value in at.items()) + f", max {times[-1]:.0f} ms"


def hints(http: Client, store: Store, player: int, asked: argparse.Namespace) -> None:
    for kind in GAMES.values():
        for options, game in kind.variants().items():
            if options not in ("N", "D1N", "D3N"):
                continue
            chance = random.Random(7)
            found: dict[str, list[float]] = {}
            for _ in range(asked.positions):
                record = middle_game(game, chance)
                verdict, took = ask(http, stored(store, player, record), len(record.actions), asked.seconds)
                found.setdefault(verdict, []).append(took)
            everything = [took for times in found.values() for took in times]
            counts = ", ".join(f"{verdict} {len(times)}" for verdict, times in sorted(found.items()))
            print(f"{game.name} {options}: {len(everything)} positions ({counts}): {quantiles(everything)}", flush=True)
            for verdict, times in sorted(found.items()):
                print(f"    {verdict}: {quantiles(times)}", flush=True)


def timed_moves(http: Client, game: str, moves: int) -> list[float]:
    """Draws and takes back, again and again."""
    view, times = http.get(f"/api/games/{game}").json(), []
    for number in range(moves):
        body = {"step": view["step"], "action": {"undo": True} if number % 2 else {"press": "+"}, "seconds": 0}
        began = time.perf_counter()
        view = http.post(f"/api/games/{game}/actions", json=body).json()
        times.append((time.perf_counter() - began) * 1000)
    return times


def moves_beside_the_solver(address: str, token: str, asked: argparse.Namespace) -> None:
    stop = threading.Event()

    def keep_busy() -> None:
        with Client(base_url=address, cookies={"medialuna": token}) as http:
            game = http.post("/api/games", json={"code": HARD}).json()["id"]
            # Another seed of the same search each time would be no harder: an early end is asked for, again and again.
            while not stop.is_set():
                with http.stream("GET", f"/api/games/{game}/think?step=0&seconds=1") as answer:
                    for _ in answer.iter_bytes():
                        if stop.is_set():
                            break

    with Client(base_url=address, cookies={"medialuna": token}) as http:
        game = http.post("/api/games", json={"code": "TF1-D1N-AAAAAAB"}).json()["id"]
        timed_moves(http, game, 50)
        resting, working = [], []
        for _ in range(4):
            resting += timed_moves(http, game, asked.moves // 4)
            stop.clear()
            threads = [threading.Thread(target=keep_busy) for _ in range(config.SOLVER_THREADS)]
            for thread in threads:
                thread.start()
            time.sleep(0.5)
            working += timed_moves(http, game, asked.moves // 4)
            stop.set()
            for thread in threads:
                thread.join()
    middle = [sorted(times)[len(times) // 2] for times in (resting, working)]
    print(f"moves while the solver rests: {quantiles(resting)}")
    print(
        f"moves while {config.SOLVER_THREADS} threads search: {quantiles(working)}; "
        f"ratio of the medians {middle[1] / middle[0]:.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--moves", type=int, default=400)
    asked = parser.parse_args()
    with ExitStack() as stack:
        database = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "games.sqlite"
        command = [sys.executable, "-m", "medialuna", "serve", "--port", "0", "--database", str(database)]
        server = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        stack.callback(server.terminate)
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None
        http = stack.enter_context(Client(base_url=found[0]))
        while http.get("/api/daily").status_code == 503:
            time.sleep(0.2)
        http.post("/api/start", json={})
        token = http.cookies["medialuna"]
        store = Store(open_database(database))
        player = store.player(token)
        assert player is not None
        if hasattr(os, "getloadavg"):
            print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} before the beginning")
        hints(http, store, player.id, asked)
        moves_beside_the_solver(found[0], token, asked)
        store.close()


if __name__ == "__main__":
    main()
