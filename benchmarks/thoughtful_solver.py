"""How fast the solver of Thoughtful is, and how short its lines are; every verdict is compared with the
known one.

    .venv/bin/python -m benchmarks.thoughtful_solver            the numbered deals 1 to 1000, both rule
    sets, both draws .venv/bin/python -m benchmarks.thoughtful_solver --last 200 --lines 0.2 1
    .venv/bin/python -m benchmarks.thoughtful_solver --start    cold compilation, and a process that solves
    one deal

CPU seconds of one core, after compilation, at most 60 a deal. *Decided*: from the position to the verdict
and the packed line. *Whole call*: with the defects looked for, the line spelled out in actions and replayed
by the rules. Lines count all actions but recycles; the published means of an optimal solver are 99.6
drawing three and 111.8 drawing one (closed rules).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time

from medialuna.games.thoughtful import Thoughtful
from medialuna.solver import Budget, Won, solve
from medialuna.solver.thoughtful.decide import Decision
from medialuna.solver.thoughtful.pack import pack
from medialuna.solver.thoughtful.shorten import length
from tests.thoughtful_decks import KnownDeal, known_deals

RULES = [(True, 3), (True, 1), (False, 3), (False, 1)]
ONE_DEAL = """
from medialuna.games.thoughtful import Thoughtful
from medialuna.solver import solve
from tests.thoughtful_decks import numbered_pack
game = Thoughtful()
print(type(solve(game, game.deal(numbered_pack(1)))).__name__)
"""


def name(closed: bool, draw: int) -> str:
    return f"{'closed' if closed else 'open'}, draw {draw}"


def speed(deals: list[KnownDeal], closed: bool, draw: int) -> None:
    game = Thoughtful(draw=draw, closed=closed)
    decided, whole, first_200 = [], [], 0.0
    visited = stored = wrong = memory = 0
    bytes_a_state = 0.0
    for deal in deals:
        state = game.deal(deal.pack)
        began = time.process_time()
        decision = Decision(*pack(game, state), draw, Budget(seconds=60))
        answer = decision.run()
        took = time.process_time() - began
        decided.append(took)
        first_200 += took if deal.number <= 200 else 0
        visited, stored = visited + decision.visited, stored + decision.stored
        wrong += answer[0].upper() != deal.verdicts[closed, draw]
        if decision.memory > memory:
            memory = decision.memory
            bytes_a_state = memory / decision.stored
        if took < 0.02:
            began = time.process_time()
            solve(game, state)
            whole.append(time.process_time() - began)
    decided.sort()
    whole.sort()
    total, number = sum(decided), len(deals)
    print(
        f"{name(closed, draw):16}{first_200:8.2f}{total:9.2f}{decided[number // 2] * 1e3:9.3f}"
        f"{decided[number * 9 // 10] * 1e3:8.2f}{decided[number * 99 // 100]:8.3f}{decided[-1]:8.2f}"
        f"{whole[len(whole) // 2] * 1e3:9.2f}{visited / 1e6:9.2f}{stored / 1e6:9.2f}{visited / total / 1e6:8.2f}"
        f"{memory / 2**20:8.0f}{bytes_a_state:8.0f}{wrong:7}",
        flush=True,
    )


def lines(deals: list[KnownDeal], closed: bool, draw: int, seconds: float) -> None:
    game = Thoughtful(draw=draw, closed=closed)
    before, after, took = [], [], 0.0
    for deal in deals:
        if deal.verdicts[closed, draw] == "L":
            continue
        state = game.deal(deal.pack)
        first, short = solve(game, state), None
        began = time.process_time()
        short = solve(game, state, Budget(shorten=seconds))
        took += time.process_time() - began
        assert isinstance(first, Won)
        assert isinstance(short, Won)
        before.append(length(first.actions))
        after.append(length(short.actions))
    number = len(after)
    print(
        f"{name(closed, draw):16}{seconds:8.1f}{number:7}{sum(before) / number:9.1f}{sum(after) / number:9.1f}"
        f"{max(after):7}{took / number:10.3f}",
        flush=True,
    )


def start() -> None:
    """A process that solves one deal: with an empty cache, and twice with a full one."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        for what in ("cold", "cached", "cached"):
            began, children = time.perf_counter(), os.times().children_user
            subprocess.run([sys.executable, "-c", ONE_DEAL], check=True, env=environment, stdout=subprocess.DEVNULL)
            cpu = os.times().children_user - children
            print(f"{what:8}{cpu:8.2f} CPU seconds{time.perf_counter() - began:8.2f} seconds", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--last", type=int, default=1000, help="the deals 1 to this number")
    parser.add_argument("--lines", type=float, nargs="*", help="lengths of lines after so many seconds of shortening")
    parser.add_argument("--start", action="store_true", help="how long a process takes to start")
    asked = parser.parse_args()
    if asked.start:
        start()
        return
    deals = known_deals(asked.last)
    game = Thoughtful()
    solve(game, game.deal(deals[0].pack), Budget(shorten=0.01))
    if asked.lines:
        print(f"{'':16}{'seconds':>8}{'won':>7}{'before':>9}{'after':>9}{'max':>7}{'CPU s':>10}")
        for seconds in asked.lines:
            for closed, draw in RULES:
                lines(deals, closed, draw, seconds)
        return
    print(
        f"{'':16}{'1-200 s':>8}{'all s':>9}{'med. ms':>9}{'p90 ms':>8}{'p99 s':>8}{'max s':>8}{'call ms':>9}"
        f"{'M visits':>9}{'M stored':>9}{'M/s':>8}{'MB':>8}{'B/state':>8}{'wrong':>7}"
    )
    for closed, draw in RULES:
        speed(deals, closed, draw)


if __name__ == "__main__":
    main()
