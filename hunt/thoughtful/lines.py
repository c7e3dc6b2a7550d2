"""Won lines of real deals: none of their positions is lost, whatever a dead test says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from hunt.thoughtful.follow import fault_along, is_packed_right
from hunt.thoughtful.positions import Position, played_on
from hunt.thoughtful.proofs import MEMORY, deadly
from medialuna.contract import Action
from medialuna.games.thoughtful import Thoughtful
from medialuna.notation.actions import parse_action
from medialuna.record import GameRecord
from medialuna.solver.thoughtful.decide import Decision
from medialuna.solver.thoughtful.lines import spell_out
from medialuna.solver.thoughtful.pack import pack
from medialuna.solver.verdict import Budget

RECORDS = Path(__file__).parents[2] / "tests" / "data" / "won-records.tsv"
STATES = 60_000
"""Visits in which a deal has to be won, else it is left."""
PRUNINGS = ("all", "safe,safe-stock,aligned,dead", "safe,safe-stock", "dead", "aligned,dead", "finish,dead", "finish")
"""Ways to find a win. Different ones make for different lines, and a win found without a pruning owes it nothing."""


class Line(NamedTuple):
    """A position that is won, the actions that win, and the kernel's moves if it was the solver that found them."""

    start: Position
    actions: Sequence[Action]
    moves: Sequence[int] = ()

    def positions(self) -> Iterator[Position]:
        """The start and what comes after each action."""
        game, state = self.start
        yield self.start
        for action in self.actions:
            state = game.apply_unchecked(state, action)
            yield Position(game, state)
        if not game.is_won(state):
            raise ValueError(f"not won at its end: {self}")


def won_lines(rng: Random) -> Iterator[Line]:
    """First the lines of the records, then those of random deals, open and closed, drawing one and three, and of
    positions beside these lines, without end."""
    yield from recorded_lines()
    while True:
        game = Thoughtful(draw=rng.choice((1, 3)), closed=rng.random() < 0.5)
        line = _solved(rng, Position(game, game.deal(rng.sample(game.pack(), 52))))
        # from a position of the line some random actions away from it, and so on
        for _ in range(4):
            if line is None:
                break
            yield line
            middle = rng.choice(list(line.positions())[: max(len(line.actions) * 2 // 3, 1)])
            line = _solved(rng, played_on(rng, middle, rng.randint(1, 20)))


def recorded_lines() -> Iterator[Line]:
    """The records of won games that come with the tests."""
    for row in RECORDS.read_text("utf-8").splitlines()[1:]:
        record = GameRecord.parse(row.split("\t")[0])
        game = record.code.game
        if not isinstance(game, Thoughtful):
            continue
        state = start = record.code.deal()
        actions = []
        for name in record.actions:
            actions.append(parse_action(game, state, name))
            state = game.apply(state, actions[-1])
        yield Line(Position(game, start), actions)


def _solved(rng: Random, start: Position) -> Line | None:
    """The line that some search finds from here, if it soon finds one."""
    budget = Budget(states=STATES, memory=MEMORY, seed=rng.randrange(1 << 30), prune=rng.choice(PRUNINGS))
    decision = Decision(*pack(*start), start.game.draw, budget)
    if decision.run() != "won":
        return None
    return Line(start, spell_out(*start, decision.moves), decision.moves)


def looked_along(rng: Random) -> Iterator[tuple[int, list[tuple[str, Position]]]]:
    """Goes along won lines without end. For each: how many positions were looked at, and the faults, by name: what
    calls a position of it lost, looked at afresh or as the kernel comes to it."""
    for line in won_lines(rng):
        looked_at, faults = 0, []
        for position in line.positions():
            looked_at += 1
            if name := deadly(position):
                faults.append((name, position))
        if line.moves:
            if name := fault_along(line.start, line.moves):
                faults.append((name, line.start))
            if not is_packed_right(rng, line.start, line.moves):
                faults.append(("packing", line.start))
        yield looked_at, faults
