"""Notices when the solver was wrong: a position that it called lost, and a record that wins from there.

Such a record is the refutation, so the log holds it, and nothing of the player. What was found lost is compared in this
process's memory and, for the games of the table, in the database, where other processes and former versions of the
solver left it.
"""

from __future__ import annotations

import logging
from threading import Lock
from typing import Any, NamedTuple

from prometheus_client import Counter

from medialuna.contract import AnyRules, IllegalAction
from medialuna.games import GAMES
from medialuna.notation.actions import BadAction
from medialuna.record import UNDO, Game, GameRecord, IllegalUndo
from medialuna.server import config
from medialuna.server.store.solver_results import Findings, Loss
from medialuna.solver import VERSIONS
from medialuna.table.known import Known
from medialuna.table.recent import Recent

_log = logging.getLogger(__name__)

WRONG = Counter(
    "medialuna_wrong_losses", "Positions that the solver called lost, and from which a game was won.", ["game"]
)
for _name in GAMES:
    # An alarm needs the 0 too.
    WRONG.labels(_name)


class Walk(NamedTuple):
    """A record, step by step: the positions after each number of actions, and the steps that were not undone."""

    states: list[Any]
    live: list[int]
    is_won: bool


def walk(record: GameRecord) -> Walk:
    """Replays a record by the rules. Raises BadAction, IllegalAction, IllegalUndo."""
    played = Game.begin(record.code.game, record.code.deal())
    states, live = [played.state], [0]
    for step, text in enumerate(record.actions, 1):
        played = played.after_text(text)
        states.append(played.state)
        if text == UNDO:
            live.pop()
        else:
            live.append(step)
    return Walk(states, live, played.is_won)


class WrongLosses:
    """What one server process has called lost, and the search for contradictions."""

    def __init__(self, known: Known, findings: Findings) -> None:
        self._known, self._findings = known, findings
        self._lock = Lock()
        # The deals of which anything was called lost: most games are of others, and need not be replayed.
        self._deals: Recent[str, bool] = Recent(config.LOST_DEALS, Lock())

    def keep(self, game: str, record: GameRecord, before: int) -> None:
        """Keeps with a game that it was called lost, ``before`` so many actions that were not undone."""
        way, rules = walk(record), record.code.game
        step = way.live[-1 - before]
        self._deals.keep(str(record.code), True)
        with self._lock:
            proof = self._known.loss(rules, way.states[step])
            if proof is None:
                # It is refuted already.
                return
            won = self._findings.keep_loss(game, Loss(step, VERSIONS[rules.name], proof.evidence))
        if won:
            # It was won before the verdict came.
            self.check(game, GameRecord.parse(won))

    def check(self, game: str, record: GameRecord) -> None:
        """Reports every position on the way of a record which was called lost although the record wins, once.

        A record that does not win shows nothing.
        """
        if not self._deals.get(str(record.code)) and not self._findings.losses(game):
            return
        try:
            way = walk(record)
        except (BadAction, IllegalAction, IllegalUndo):
            return
        if not way.is_won:
            return
        with self._lock:
            wrong = self._taken(game, record.code.game, way)
        for loss in wrong:
            self._report(record, loss)

    def _taken(self, game: str, rules: AnyRules, way: Walk) -> list[Loss]:
        """Takes out what a winning way contradicts."""
        found: list[Loss] = []
        for step in way.live:
            proof = self._known.take_loss(rules, way.states[step])
            if proof is not None:
                found.append(Loss(step, VERSIONS[rules.name], proof.evidence))
        steps = {way.states[step]: step for step in reversed(way.live)}
        for kept in self._findings.losses(game):
            at = steps.get(way.states[kept.step]) if kept.step < len(way.states) else None
            if at is None or not self._findings.take_loss(game, kept):
                continue
            if all((at, kept.version) != (one.step, one.version) for one in found):
                found.append(kept._replace(step=at))
        return sorted(found)

    def _report(self, record: GameRecord, loss: Loss) -> None:
        _log.error(
            "solver version %d called a position lost that was won: step %d of %s (its proof: %s)",
            loss.version,
            loss.step,
            record,
            loss.evidence,
            extra={"facts": {"version": loss.version, "step": loss.step, "record": str(record)}},
        )
        WRONG.labels(record.code.game.name).inc()
