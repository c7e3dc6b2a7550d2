"""What a hunt does with a game, by turns until its time is up, and what it counts.

- *Kills*: small positions that one proof alone calls lost, judged by a search that shares nothing with the solver.
- *Won lines*: positions from which a known line wins, at which every dead test is asked by itself; none may fire.
- *Laws*: verdicts on middle games that may not contradict each other.

A fault is a position that was called lost and is won, or two verdicts that cannot both be right. It is made as small as
it can be made, and told at once."""

from __future__ import annotations

import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, TypeAlias

from hunt.laws import Kept

Position: TypeAlias = Any
"""Of the game that is hunted in: a pair of game and state."""

TURN = 2
"""CPU seconds that one way of hunting has before the next."""
MADE_SMALL = 3
"""Faults of each proof that are made small and told; further ones are counted."""
REMEMBERED = 300
"""Positions of each proof."""
JUDGED = 120_000
"""Positions that the judge looks at before it leaves one open."""


class Subject(Protocol):
    """What a game brings along."""

    name: str
    wrong: Collection[str]
    """The names of proofs that are wrong on purpose."""

    def random_small(self, rng: Random) -> Position: ...
    def varied(self, rng: Random, position: Position) -> Position: ...
    def turning_point(self, rng: Random) -> Position: ...
    def sole_kills(self, position: Position) -> list[str]:
        """The proofs that call a position lost, each by itself."""
        ...

    def wrong_kills(self, position: Position) -> list[str]:
        """What proofs that are wrong on purpose call lost, and the right ones do not."""
        ...

    def judge(self, position: Position, limit: int) -> str:
        """``won``, ``lost``, or ``open`` if it would have to look at more positions."""
        ...

    def along_won_lines(self, rng: Random) -> Iterator[tuple[int, list[tuple[str, Position]]]]:
        """For each line how many positions were looked at, and the faults, by name."""
        ...

    def laws(self, rng: Random) -> Iterator[Kept[Any]]: ...
    def smaller_ones(self, position: Position) -> Iterator[Position]: ...
    def describe(self, position: Position) -> str: ...


Ask: TypeAlias = Callable[[Position], list[str]]


@dataclass
class Findings:
    """What was counted: verdicts of the judge by proof, positions of won lines, laws looked at; and the faults."""

    kills: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    tried: int = 0
    lines: int = 0
    on_lines: int = 0
    laws: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    cpu: float = 0
    """CPU seconds that it took."""

    def add(self, other: Findings) -> None:
        for name, counts in other.kills.items():
            self.kills[name].update(counts)
        self.tried += other.tried
        self.lines += other.lines
        self.on_lines += other.on_lines
        self.cpu += other.cpu
        self.laws.update(other.laws)
        self.faults += other.faults


def kills(subject: Subject, rng: Random, ask: Ask) -> Iterator[tuple[Position, list[str]]]:
    """Small positions, each with the proofs that call it lost, if any does. Every second one is like a position that
    the rarest proof so far had called lost, so that each of them is asked where it matters."""
    known: defaultdict[str, deque[Position]] = defaultdict(lambda: deque(maxlen=REMEMBERED))
    counts: Counter[str] = Counter()
    while True:
        way = rng.random()
        if known and way < 0.5:
            rarest = min(counts, key=lambda name: (counts[name], name))
            position = subject.varied(rng, rng.choice(known[rarest]))
        elif way < 0.6:
            position = subject.turning_point(rng)
        else:
            position = subject.random_small(rng)
        found = ask(position)
        for name in found:
            counts[name] += 1
            known[name].append(position)
        yield position, found


def reduced(subject: Subject, position: Position, is_faulty: Callable[[Position], bool]) -> Position:
    """The position with as much left out as can be, one thing after another, while it is faulty."""
    while True:
        for smaller in subject.smaller_ones(position):
            if not smaller.game.defects(smaller.state) and is_faulty(smaller):
                position = smaller
                break
        else:
            return position


def hunt_kills(subject: Subject, rng: Random, findings: Findings, ask: Ask) -> Iterator[None]:
    """Has positions judged that proofs call lost; a step for each position tried."""
    for position, names in kills(subject, rng, ask):
        findings.tried += 1
        if names:
            verdict = subject.judge(position, JUDGED)
            for name in names:
                findings.kills[name][verdict] += 1
                if verdict == "won" and findings.kills[name]["won"] <= MADE_SMALL:
                    told = _told(subject, name, position, ask)
                    findings.faults += [told] if told not in findings.faults else []
        yield


def _told(subject: Subject, name: str, position: Position, ask: Ask) -> str:
    def is_faulty(smaller: Position) -> bool:
        return name in ask(smaller) and subject.judge(smaller, JUDGED) == "won"

    return f"{name}: called lost, and it is won\n{subject.describe(reduced(subject, position, is_faulty))}"


def hunt_lines(subject: Subject, rng: Random, findings: Findings) -> Iterator[None]:
    """Asks the dead tests along won lines; a step for each line."""
    for looked_at, faults in subject.along_won_lines(rng):
        findings.lines += 1
        findings.on_lines += looked_at
        findings.faults += [f"{name}: fires on a won line\n{subject.describe(at)}" for name, at in faults]
        yield


def hunt_laws(subject: Subject, rng: Random, findings: Findings) -> Iterator[None]:
    """Looks whether laws are kept; a step for each time."""
    for kept in subject.laws(rng):
        findings.laws[kept.law] += 1
        if not kept.ok:
            findings.faults.append(f"{kept.law}: {kept.said}\n{subject.describe(kept.position)}")
        yield


def hunt(subject: Subject, seconds: float, seed: int, wrong: bool, tell: Callable[[str], None]) -> Findings:
    """Hunts for so long by the clock: half the time kills, a quarter each won lines and laws. ``wrong``: only kills, by
    proofs that are wrong on purpose. ``tell`` is told each fault as it is found."""
    findings, rng = Findings(), Random(seed)
    # what has to be compiled is, before the time counts
    for ask in (subject.sole_kills, subject.wrong_kills):
        ask(subject.random_small(Random(0)))
    subject.judge(subject.random_small(Random(0)), JUDGED)
    if wrong:
        parts = [hunt_kills(subject, rng, findings, subject.wrong_kills)]
    else:
        by_kills = hunt_kills(subject, rng, findings, subject.sole_kills)
        parts = [by_kills, hunt_lines(subject, rng, findings), by_kills, hunt_laws(subject, rng, findings)]
    end, turn, told = time.monotonic() + seconds, 0, 0
    began = time.process_time()
    # whoever stops it is told what was found until then
    with suppress(KeyboardInterrupt):
        while time.monotonic() < end:
            until, part = time.process_time() + TURN, parts[turn % len(parts)]
            while time.process_time() < until and time.monotonic() < end:
                next(part)
            turn += 1
            for fault in findings.faults[told:]:
                tell(fault)
            told = len(findings.faults)
            if wrong and all(findings.kills[name]["won"] for name in subject.wrong):
                break
    findings.cpu = time.process_time() - began
    return findings
