"""The command: ``python -m hunt crescent --minutes 10``."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from multiprocessing import get_context

from hunt.frame import Findings, Subject, hunt
from medialuna.games import GAMES
from medialuna.solver import VERSIONS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m hunt", description="Hunts for wrong proofs of loss.")
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--minutes", type=float, default=10, help="how long, by the clock (default: 10)")
    parser.add_argument("--workers", type=int, default=1, help="processes, each with random choices of its own")
    parser.add_argument("--seed", type=int, default=1, help="of the random choices")
    parser.add_argument(
        "--wrong", action="store_true", help="hunt proofs that are wrong on purpose: they must be caught"
    )
    options = parser.parse_args()
    if options.minutes <= 0 or options.workers < 1:
        parser.error("--minutes and --workers: expected more than 0")
    began = time.monotonic()
    work = partial(_work, options.game, 60 * options.minutes, options.wrong)
    seeds = [options.seed * 1000 + number for number in range(options.workers)]
    if options.workers == 1:
        found = work(seeds[0])
    else:
        found = Findings()
        with ProcessPoolExecutor(options.workers, get_context("spawn")) as pool:
            for each in pool.map(work, seeds):
                found.add(each)
    report(options.game, found, time.monotonic() - began)
    if options.wrong:
        missed = [name for name in subject_of(options.game).wrong if not found.kills[name]["won"]]
        print(f"not caught: {', '.join(missed)}" if missed else "every wrong proof was caught")
        return 1 if missed else 0
    return 1 if found.faults else 0


def subject_of(name: str) -> Subject:
    """A game's side of the hunt: ``hunt.<game>``."""
    subject: Subject = import_module(f"hunt.{name}").SUBJECT
    return subject


def _work(name: str, seconds: float, wrong: bool, seed: int) -> Findings:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    return hunt(subject_of(name), seconds, seed, wrong, lambda fault: print(f"FAULT {fault}", flush=True))


def report(name: str, found: Findings, seconds: float) -> None:
    """Prints what was counted."""
    print(f"{name}, solver version {VERSIONS[name]}, {seconds:.0f} s by the clock, {found.cpu:.0f} CPU s")
    print(f"\n{found.tried} small positions tried; called lost by one proof alone, and judged:")
    print(f"  {'':30}{'lost':>10}{'open':>10}{'WON':>10}")
    for test, counts in sorted(found.kills.items()):
        print(f"  {test:30}{counts['lost']:>10}{counts['open']:>10}{counts['won']:>10}")
    print(f"\n{found.on_lines} positions of {found.lines} won lines looked at")
    for law, count in sorted(found.laws.items()):
        print(f"  {law:50}{count:>10}")
    print(f"\n{len(found.faults)} faults")


if __name__ == "__main__":
    sys.exit(main())
