"""One deal decided: one row of a study."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from time import thread_time
from typing import Any

from medialuna import __version__
from medialuna.contract import AnyRules
from medialuna.errors import MedialunaError
from medialuna.games.crescent import Crescent
from medialuna.games.thoughtful import Thoughtful
from medialuna.notation.deal_code import NUMBERS, DealCode, number_letters
from medialuna.record import Game, GameRecord
from medialuna.shuffle import VERSION as SHUFFLE_VERSION
from medialuna.shuffle import shuffled
from medialuna.solver import VERSIONS, Budget, Lost, Won, load, solve


class BadStudy(MedialunaError):
    """Options that make no study; the message names the option and what was expected."""


@dataclass(frozen=True)
class Study:
    """What is studied: a game with its options, and what each deal may cost.

    ``closed`` and ``draw`` belong to Thoughtful, ``redistributions`` and ``cap`` (cards a pile holds at most; 96: no
    cap) to Crescent. ``seconds``, ``states`` and ``memory`` (of the tables, in megabytes) limit a deal; only without
    ``seconds`` does a study give the same verdicts on every machine. ``chunk`` deals are decided and stored together.
    """

    game: str
    closed: bool = False
    draw: int = 1
    redistributions: int = 3
    cap: int = 13
    seconds: float | None = 10.0
    states: int | None = None
    memory: int = 1024
    chunk: int = 100

    def rules(self) -> AnyRules:
        """The game under these options. Raises :class:`BadStudy`."""
        for name, number in (("chunk", self.chunk), ("memory", self.memory)):
            if number < 1:
                raise BadStudy(f"{name} {number}: expected 1 or more")
        if self.game == "thoughtful":
            if self.draw not in (1, 3):
                raise BadStudy(f"draw {self.draw}: expected 1 or 3")
            return Thoughtful(draw=self.draw, closed=self.closed)
        if self.game == "crescent":
            if not 0 <= self.redistributions <= 4:
                raise BadStudy(f"redistributions {self.redistributions}: expected 0 to 4")
            if not 6 <= self.cap <= 96:
                raise BadStudy(f"cap {self.cap}: expected 6 to 96")
            return Crescent(redistributions=self.redistributions, cap=self.cap)
        raise BadStudy(f"game {self.game}: expected crescent or thoughtful")

    def versions(self) -> dict[str, str | int]:
        """What the verdicts depend on besides the options."""
        rules = self.rules()
        return {
            "medialuna": __version__,
            "rules": rules.version,
            "solver": VERSIONS[rules.name],
            "shuffle": SHUFFLE_VERSION,
        }

    def as_data(self) -> dict[str, Any]:
        """Options and versions, as a study's folder keeps them."""
        return {**asdict(self), "versions": self.versions()}


@dataclass(frozen=True)
class Row:
    """A deal's verdict: ``won`` with the actions of a whole won game, ``lost`` or ``unknown`` with the reason.

    ``states`` were visited in ``seconds`` of wall-clock time, of which a processor worked for ``cpu``; rows that were
    stored by earlier versions do not tell it.
    """

    number: int
    verdict: str
    states: int
    seconds: float
    actions: str = ""
    why: str = ""
    cpu: float | None = None

    @property
    def letters(self) -> str:
        """The deal's number as deal codes write it."""
        return number_letters(self.number)


def decide(study: Study, number: int, seed: int = 0, prune: str = "all") -> Row:
    """Decides deal ``number`` (0 to 8 031 810 175). ``seed`` and ``prune`` are for checking a verdict another way."""
    if not 0 <= number < NUMBERS:
        raise BadStudy(f"deal number {number}: expected 0 to {NUMBERS - 1}")
    game = study.rules()
    state = game.deal(shuffled(game.pack(), number))
    budget = Budget(study.seconds, study.states, study.memory << 20, seed=seed, prune=prune)
    load(game.name)  # no deal pays for it
    began = thread_time()
    verdict = solve(game, state, budget)
    cpu, effort = thread_time() - began, verdict.effort
    if isinstance(verdict, Won):
        actions = " ".join(GameRecord.of(DealCode(game, number), verdict.actions).actions)
        return Row(number, "won", effort.visited, effort.seconds, actions=actions, cpu=cpu)
    if isinstance(verdict, Lost):
        return Row(number, "lost", effort.visited, effort.seconds, why=verdict.evidence, cpu=cpu)
    return Row(number, "unknown", effort.visited, effort.seconds, why=verdict.why, cpu=cpu)


def decide_chunk(study: Study, numbers: Iterable[int], seed: int = 0, prune: str = "all") -> list[Row]:
    """Decides the deals of these numbers; what a worker is given to do."""
    return [decide(study, number, seed, prune) for number in numbers]


def replays(study: Study, row: Row) -> bool:
    """Whether the row's actions win its deal by the rules."""
    game = study.rules()
    played = Game.begin(game, game.deal(shuffled(game.pack(), row.number)))
    try:
        for text in row.actions.split():
            played = played.after_text(text)
    except ValueError:
        return False
    return played.is_won
