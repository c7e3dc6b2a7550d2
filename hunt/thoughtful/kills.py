"""Positions that one proof alone calls lost, without end."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator
from random import Random

from hunt.thoughtful.positions import Position, random_small, turning_point, varied
from hunt.thoughtful.proofs import shipped, sole_kills

REMEMBERED = 300
"""Positions of each proof."""


def kills(rng: Random, ask: Callable[[Position], list[str]] = sole_kills) -> Iterator[tuple[Position, list[str]]]:
    """Small positions, each with the proofs that call it lost, if any does. Every second one is like a position that
    the rarest proof so far had called lost, so that each of them is asked where it matters."""
    known: defaultdict[str, deque[Position]] = defaultdict(lambda: deque(maxlen=REMEMBERED))
    counts: Counter[str] = Counter()
    while True:
        way = rng.random()
        if known and way < 0.5:
            rarest = min(counts, key=lambda name: (counts[name], name))
            position = varied(rng, rng.choice(known[rarest]))
        elif way < 0.6:
            position = turning_point(rng, _is_lost)
        else:
            position = random_small(rng)
        found = ask(position)
        for name in found:
            counts[name] += 1
            known[name].append(position)
        yield position, found


def _is_lost(position: Position) -> bool:
    return shipped(position, states=3000) == "lost"
