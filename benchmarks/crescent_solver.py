"""How much the solver of Crescent decides, how fast, and how short its lines are.

    .venv/bin/python -m benchmarks.crescent_solver wins --first 201 --last 1000 --seconds 10
    .venv/bin/python -m benchmarks.crescent_solver wins --redistributions 1 --seconds 1
    .venv/bin/python -m benchmarks.crescent_solver lengths --seconds 2
    .venv/bin/python -m benchmarks.crescent_solver middle      positions of won games, 40 % of their moves played
    .venv/bin/python -m benchmarks.crescent_solver late        positions with no redistribution left
    .venv/bin/python -m benchmarks.crescent_solver start       cold compilation, and a process that solves one deal
    .venv/bin/python -m benchmarks.crescent_solver small --last 5000      as many small games: no wrong verdict

CPU seconds of one core, after compilation. The deals are numbered: SplitMix64 from the number shuffles 96 cards
in the order of the pack, and six in a row are a pile.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from random import Random

from medialuna.cards import SUITS, Card
from medialuna.games.crescent import Crescent, State
from medialuna.shuffle import SplitMix64
from medialuna.solver import Budget, Won, check_win, solve
from medialuna.solver.compiled import lengthened
from medialuna.solver.crescent import decide as deciding
from medialuna.solver.crescent.kernels import layout, moves, walk
from medialuna.solver.crescent.pack import actions_of, pack
from tests.crescent_positions import small

deciding.clock = time.process_time
"""Seconds of a budget are CPU seconds here."""

ONE_DEAL = """
from benchmarks.crescent_solver import numbered
from medialuna.games.crescent import Crescent
from medialuna.solver import solve
print(type(solve(Crescent(), numbered(Crescent(), 1))).__name__)
"""


def numbered(game: Crescent, number: int) -> State:
    """The deal with a number."""
    deck = [
        Card(rank, suit, copy)
        for suit in SUITS
        for rank in range(1, 14)
        for copy in ((1,) if rank in (1, 13) else (0, 1))
    ]
    generator = SplitMix64(number)
    for i in range(len(deck) - 1, 0, -1):
        j = generator.next() % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    start = game.deal(game.pack())
    state = replace(start, piles=tuple(tuple(deck[6 * p : 6 * p + 6]) for p in range(16)))
    assert game.defects(state) == []
    return state


def shares(name: str, took: list[float | None], limits: tuple[float, ...]) -> None:
    """Prints what share was decided within each limit; None: not at all."""
    cells = [
        f"{100 * sum(t is not None and t <= limit for t in took) / len(took):.1f} % {limit:g} s" for limit in limits
    ]
    print(f"{name}: {len(took)} positions, within {', '.join(cells)}", flush=True)


def decide(game: Crescent, state: State, seconds: float) -> tuple[str, float, deciding.Decision]:
    """The answer, the seconds it took, and the decision; a win is replayed by the rules."""
    board = pack(game, state)
    began = time.process_time()
    decision = deciding.Decision(board, Budget(seconds=seconds))
    answer = decision.run()
    took = time.process_time() - began
    if answer == "won":
        check_win(game, state, actions_of(game, state, decision.line))
    return answer, took, decision


def wins(first: int, last: int, redistributions: int, seconds: float) -> None:
    game = Crescent(redistributions=redistributions)
    won: list[float | None] = []
    answers: Counter[str] = Counter()
    visited, spent, memory = 0, 0.0, 0
    open_deals = []
    for number in range(first, last + 1):
        answer, took, decision = decide(game, numbered(game, number), seconds)
        answers[answer] += 1
        won.append(took if answer == "won" else None)
        visited, spent, memory = visited + decision.visited, spent + took, max(memory, decision.memory)
        if answer not in ("won", "lost"):
            open_deals.append(number)
    shares(f"{redistributions} redistributions, won", won, (0.02, 0.1, 1, 10))
    print(
        f"  {dict(answers)}, {spent:.1f} s, {visited / spent / 1e6:.2f} M states/s, at most {memory >> 20} MB",
        flush=True,
    )
    print(f"  undecided: {' '.join(map(str, open_deals[:40])) or 'none'}", flush=True)


def lengths(first: int, last: int, step: int, seconds: float) -> None:
    game, found = Crescent(), []
    for number in range(first, last + 1, step):
        verdict = solve(game, numbered(game, number), Budget(seconds=10, shorten=seconds))
        if isinstance(verdict, Won):
            found.append(len(verdict.actions))
    print(f"lines after {seconds:g} s: {len(found)} deals, mean {sum(found) / len(found):.1f}", flush=True)


def middle(first: int, last: int, seconds: float) -> None:
    """Where 40 % of the actions of a win have been played."""
    game = Crescent()
    took: list[float | None] = []
    for number in range(first, last + 1):
        state = numbered(game, number)
        verdict = solve(game, state, Budget(seconds=10, seed=1))
        if not isinstance(verdict, Won):
            continue
        for action in verdict.actions[: int(0.4 * len(verdict.actions))]:
            state = game.apply(state, action)
        answer, seconds_taken, _ = decide(game, state, seconds)
        assert answer != "lost"
        took.append(seconds_taken if answer == "won" else None)
    shares("middle of won games, won", took, (0.1, 1))


def late(first: int, last: int, seconds: float) -> None:
    """Positions of plays that failed, and of games that were won, with no redistribution left."""
    game = Crescent()
    answers: dict[str, list[tuple[str, float]]] = {}
    for number in range(first, last + 1):
        state = numbered(game, number)
        board = pack(game, state)
        for name, limit in (("failed", 1), ("won", 3_000_000)):
            decision = deciding.Decision(board, Budget(seed=number))
            w = decision.walks
            w[walk.LIMIT] = limit
            won = walk.walk(board, w, decision.weights)
            if bool(won) != (name == "won"):
                continue
            here, wanted = lengthened(board, len(board)), [96, 40, 30, 20]
            for i in range(w[walk.LENGTH]):
                moves.make(here, w[walk.PATH + i])
                while here[layout.REDEALS] == 0 and wanted and here[layout.LEFT] <= wanted[0]:
                    cards = wanted.pop(0)
                    began = time.process_time()
                    asked = deciding.Decision(lengthened(here, len(here)), Budget(seconds=seconds))
                    answer = asked.run()
                    assert not (won and answer == "lost")
                    answers.setdefault(f"{name}, {cards} cards or fewer", []).append(
                        (answer, time.process_time() - began)
                    )
    for name, found in sorted(answers.items()):
        counts = Counter(answer if answer in ("won", "lost") else "unknown" for answer, _ in found)
        print(f"{name}: {dict(counts)}, longest {max(t for _, t in found):.3f} s", flush=True)


def small_games(number: int, seed: int) -> None:
    """Every pruning alone, and all, against the search without any."""
    rng, seen = Random(seed), Counter[str]()
    names = [*deciding.PRUNINGS, "all"]
    for _ in range(number):
        game, state = small(rng, 15)
        plain = solve(game, state, Budget(states=2_000_000, prune="none"))
        seen[type(plain).__name__] += 1
        for name in names:
            verdict = solve(game, state, Budget(states=2_000_000, prune=name))
            if type(verdict) is not type(plain):
                seen[f"{name} differs: {type(plain).__name__}, {type(verdict).__name__}"] += 1
    print(f"small games: {dict(seen)}", flush=True)


def start() -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        for name in ("cold", "from disk"):
            began = os.times()
            subprocess.run([sys.executable, "-c", ONE_DEAL], check=True, env=environment)
            ended = os.times()
            cpu = ended.children_user - began.children_user + ended.children_system - began.children_system
            print(f"one deal, {name}: {cpu:.1f} CPU seconds", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["wins", "lengths", "middle", "late", "small", "start"])
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--last", type=int, default=200)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--redistributions", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    deciding.load_kernels()
    if options.what == "wins":
        wins(options.first, options.last, options.redistributions, options.seconds)
    elif options.what == "lengths":
        lengths(options.first, options.last, options.step, options.seconds)
    elif options.what == "middle":
        middle(options.first, options.last, options.seconds)
    elif options.what == "late":
        late(options.first, options.last, options.seconds)
    elif options.what == "small":
        small_games(options.last, options.first)
    else:
        start()


if __name__ == "__main__":
    main()
