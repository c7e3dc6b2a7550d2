"""Deals that are proven winnable before they are dealt: a stock for each variant, and the deals of the day.

The stock lies in the database, so that all processes of a server share it. Nobody gets a deal twice; when a player has
few left, more are laid in.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from datetime import UTC, date, datetime
from functools import cached_property
from math import inf
from threading import Event, Lock, Thread
from time import monotonic

from medialuna.contract import AnyRules
from medialuna.games import GAMES
from medialuna.notation.deal_code import NUMBERS, DealCode
from medialuna.server import config
from medialuna.server.store.solver_results import Findings
from medialuna.solver import VERSIONS, NoSolver, Search
from medialuna.solver.graded import Proven, deal_of_the_day, first_proven

_log = logging.getLogger(__name__)


OF_THE_DAY = "day"


def variant(game: AnyRules) -> str:
    """How the stock of a game's variant is called; what another version of the solver has graded is not dealt."""
    return f"{game.letters}-{game.options}/{VERSIONS[game.name]}"


class Stock:
    """The winnable deals of one server process."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._ended = Event()
        self._days: dict[tuple[str, date], Proven] = {}
        self._grades: dict[str, int | None] = {}
        self._filling = Lock()
        self._lock = Lock()

    def stop(self) -> None:
        """Ends what is being searched; nothing is laid in any more."""
        self._ended.set()
        self._search.cancel()

    @cached_property
    def _search(self) -> Search:
        # Not before it is needed: it loads numpy.
        return Search()

    # --- winnable deals ----------------------------------------------------------------------------------------

    def take(self, player: int, game: AnyRules) -> DealCode | None:
        """A deal in stock that the player has not had, None when there is none; sees to it that some are left."""
        ready = self._findings.deal(variant(game), player)
        others = ready.others if ready else 0
        if others < config.WINNABLE_READY and not self._ended.is_set():
            Thread(target=self._lay_in, args=(game, config.WINNABLE_READY - others), name="stock", daemon=True).start()
        if ready is None:
            return None
        self._grades[ready.code] = ready.grade
        return DealCode.parse(ready.code)

    def find(self, game: AnyRules) -> DealCode | None:
        """A winnable deal, searched for at once; None when none is found in two seconds. Raises NoSolver."""
        found = first_proven(_chance(game, monotonic() + config.WINNABLE_SECONDS), self._search)
        if found:
            self._put(found, variant(game))
        return found.code if found else None

    def fill(self) -> None:
        """Lays in what every variant should have, and finds the deals of the day."""
        for kind in GAMES.values():
            for game in kind.variants().values():
                self._lay_in(game, config.WINNABLE_READY - self._findings.count(variant(game)))
        for name in GAMES:
            if not self._ended.is_set():
                self.of_the_day(name)

    def _lay_in(self, game: AnyRules, deals: int) -> None:
        with self._filling:
            for _ in range(deals):
                try:
                    found = first_proven(_chance(game), self._search)
                    if found is None or self._ended.is_set():
                        return
                    self._put(found, variant(game))
                except NoSolver:
                    return
                except Exception:
                    if not self._ended.is_set():
                        _log.exception("no winnable deals could be laid in")
                    return

    def _put(self, found: Proven, kind: str) -> None:
        code = str(found.code)
        self._findings.keep_deal(code, kind, found.grade)
        self._grades[code] = found.grade

    # --- grades, deals of the day ------------------------------------------------------------------------------

    def grade(self, code: str) -> int | None:
        """The grade of a deal that was proven before it was dealt; None for every other one."""
        if code not in self._grades:
            if len(self._grades) > 10_000:
                self._grades.clear()
            self._grades[code] = self._findings.grade(code)
        return self._grades[code]

    def of_the_day(self, name: str, day: date | None = None) -> Proven | None:
        """A game's deal of the day, today's by universal time; None without a solver."""
        day = day or datetime.now(UTC).date()
        with self._lock:
            found = self._days.get((name, day))
            if found is None:
                try:
                    found = deal_of_the_day(name, day, self._search)
                except NoSolver:
                    return None
                if found is None:
                    return None
                self._days = {key: value for key, value in self._days.items() if key[1] == day}
                self._days[name, day] = found
                self._put(found, OF_THE_DAY)
        return found


def _chance(game: AnyRules, until: float = inf) -> Iterator[DealCode]:
    while monotonic() < until:
        yield DealCode(game, secrets.randbelow(NUMBERS))
