"""Won lines of real deals: none of their positions is lost, whatever a dead test says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from hunt.crescent.positions import Position, played_on
from hunt.crescent.proofs import MEMORY, fires
from medialuna.contract import Action
from medialuna.games.crescent import Crescent
from medialuna.notation.actions import parse_action
from medialuna.record import GameRecord
from medialuna.solver.crescent.decide import Decision
from medialuna.solver.crescent.kernels import moves
from medialuna.solver.crescent.pack import actions_of, pack, piles_of
from medialuna.solver.verdict import Budget

RECORDS = Path(__file__).parents[2] / "tests" / "data" / "won-records.tsv"
STATES = 40_000
"""Positions in which a deal has to be won, else it is left."""
SURE = "safe,order"
"""Prunings that are no dead tests: a win found with these alone owes them nothing."""


class Line(NamedTuple):
    """A position that is won, and the kernel's moves that win."""

    start: Position
    moves: Sequence[int]


def won_lines(rng: Random) -> Iterator[Line]:
    """Lines of random deals with one to four redistributions, few with none, with the cap and without it, and from
    positions beside these lines, without end."""
    while True:
        game = Crescent(rng.choice((0, 1, 1, 1, 2, 2, 3, 4)), cap=rng.choice((13, 13, 96)))
        line = _solved(rng, Position(game, game.deal(rng.sample(game.pack(), 96))))
        for _ in range(2):
            if line is None:
                break
            yield line
            # from a position of the line some random actions away from it
            game, state = line.start
            for action in actions_of(game, state, line.moves[: rng.randint(0, 2 * len(line.moves) // 3)]):
                state = game.apply_unchecked(state, action)
            line = _solved(rng, played_on(rng, Position(game, state), rng.randint(1, 15)))


def _solved(rng: Random, start: Position) -> Line | None:
    """The line that some search finds from here, if it soon finds one."""
    prune = "all" if rng.random() < 0.7 else SURE
    decision = Decision(pack(*start), Budget(states=STATES, memory=MEMORY, seed=rng.randrange(1 << 30), prune=prune))
    return Line(start, decision.line) if decision.run() == "won" else None


def looked_along(rng: Random) -> Iterator[tuple[int, list[tuple[str, Position]]]]:
    """Goes along won lines without end. For each: how many positions were looked at, and the faults: a dead test that
    calls one of them lost, and the position."""
    for start, actions in recorded_lines():
        faults, (game, state) = [], start
        for action in actions:
            faults += [(name, Position(game, state)) for name in fires(pack(game, state))]
            state = game.apply(state, action)
        yield len(actions), faults
    for line in won_lines(rng):
        yield len(line.moves), _faults_along(rng, line)


def _faults_along(rng: Random, line: Line) -> list[tuple[str, Position]]:
    """One position is compared with what the rules make of the line, and a difference is a fault as well."""
    board, compared = pack(*line.start), rng.randrange(len(line.moves) + 1)
    faults = []
    for number in range(len(line.moves)):
        faults += [(name, position_after(line, number)) for name in fires(board)]
        if number == compared:
            there = position_after(line, number)
            if sorted(piles_of(board)) != sorted(piles_of(pack(*there))):
                faults.append(("packing", there))
        moves.make(board, line.moves[number])
    return faults


def position_after(line: Line, number: int) -> Position:
    """The position after so many of a line's moves, by the rules."""
    game, state = line.start
    for action in actions_of(game, state, line.moves[:number]):
        state = game.apply(state, action)
    return Position(game, state)


def recorded_lines() -> Iterator[tuple[Position, Sequence[Action]]]:
    """The records of won games that come with the tests."""
    for row in RECORDS.read_text("utf-8").splitlines()[1:]:
        record = GameRecord.parse(row.split("\t")[0])
        game = record.code.game
        if not isinstance(game, Crescent):
            continue
        state = start = record.code.deal()
        actions = []
        for name in record.actions:
            actions.append(parse_action(game, state, name))
            state = game.apply(state, actions[-1])
        yield Position(game, start), actions
