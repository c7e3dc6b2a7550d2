"""Deals that are proven winnable, how hard they are, and the deal of the day.

A grade is measured: the states that the game's solver visits until it wins, with seed 0 and no limit but a number of
states. No clock has a part in it, so a code has the same grade on every machine, and a date the same deals, as long as
the solver is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import NamedTuple

from medialuna.contract import Action, AnyRules
from medialuna.games import GAMES
from medialuna.notation.deal_code import NUMBERS, DealCode, letters_number
from medialuna.shuffle import SplitMix64
from medialuna.solver import Budget, Search, Won, solve

STATES = 200_000
"""What a deal may cost; one that is not won by then counts as not proven, and has no grade."""

HARDEST = 5
LIMITS: Mapping[str, tuple[int, ...]] = {
    "crescent": (2_000, 5_000, 12_000, 40_000),
    "thoughtful": (50, 100, 1_000, 10_000),
}
"""By game: from so many states on, a deal has grade 2, 3, 4, 5. Of the deals that are won, about a fifth each in
Crescent; in Thoughtful half of those with one card drawn fall to the first try and have grade 1."""


class Proven(NamedTuple):
    """A deal that can be won: its grade, and how."""

    code: DealCode
    grade: int
    actions: tuple[Action, ...]


def proven(code: DealCode, search: Search | None = None) -> Proven | None:
    """The proof that a deal can be won, or None when it was not found within the states.

    ``search`` may be cancelled meanwhile. Raises NoSolver.
    """
    verdict = solve(code.game, code.deal(), Budget(states=STATES, seed=0), search)
    if not isinstance(verdict, Won):
        return None
    return Proven(code, grade(code.game, verdict.effort.visited), verdict.actions)


def grade(game: AnyRules, visited: int) -> int:
    """From 1, easy, to 5, by the states that were visited until the win.

    >>> from medialuna.games.crescent import Crescent
    >>> [grade(Crescent(), states) for states in (1_999, 2_000, 150_000)]
    [1, 2, 5]
    """
    return 1 + sum(visited >= limit for limit in LIMITS[game.name])


def first_proven(codes: Iterable[DealCode], search: Search | None = None) -> Proven | None:
    """The first of these deals that is proven; None when they end before, or the search is stopped."""
    for code in codes:
        if search is not None and search.is_cancelled:
            return None
        if found := proven(code, search):
            return found
    return None


def deals_of_the_day(game: AnyRules, day: date) -> Iterator[DealCode]:
    """The numbers that a date draws for a game, without end; the first proven one is the deal of the day."""
    generator = SplitMix64(letters_number(game.letters) << 32 | day.toordinal())
    while True:
        yield DealCode(game, generator.below(NUMBERS))


def deal_of_the_day(name: str, day: date, search: Search | None = None) -> Proven | None:
    """A game's deal of the day, in the usual variant; None only when the search is stopped. Raises NoSolver."""
    usual = next(iter(GAMES[name].variants().values()))
    return first_proven(deals_of_the_day(usual, day), search)
