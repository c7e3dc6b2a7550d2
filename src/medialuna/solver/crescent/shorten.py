"""Making a winning line shorter: beams from its beginning, then from random places along it, while time is
left."""

from __future__ import annotations

from collections.abc import Callable

from medialuna.solver.compiled import Vector
from medialuna.solver.crescent.beams import NO_NOISE, NOISE_AGAIN, RATE, Beams, beam_bytes

FIRST_PLAN = ((7, 100), (60, 100), (250, 100))
"""Width of the beam and price of an action, in the unit of values: the beams from the beginning."""
LATER_WIDTH = 120
LATER_PRICES = (100, 150, 200, 300)
WIDEST = max(LATER_WIDTH, *(width for width, _ in FIRST_PLAN))


class Shortener:
    """A line being made shorter. :attr:`line` is the best so far, :attr:`cost` how many actions it takes,
    slides included.

    ``borders``: see :func:`pack.borders_of`. ``memory``: bytes that may be used; with too little the line
    stays as it is.
    """

    def __init__(
        self, board: Vector, borders: list[int], line: list[int], weights: Vector, seed: int, memory: int | None
    ) -> None:
        self.line = line
        self.fits = memory is None or beam_bytes(WIDEST) <= memory
        self.beams = Beams(board, borders, weights, seed, WIDEST if self.fits else 0)
        self.cost = self.beams.follow(line)[1]

    @property
    def visited(self) -> int:
        return self.beams.visited

    def run(self, seconds: float, clock: Callable[[], float], stop: Vector, report: Callable[[int], None]) -> None:
        """Goes on for so many seconds by the clock, or until ``stop[0]`` is set; ``report`` is told each new cost."""
        if not self.fits or not self.line:
            return
        began = clock()
        plan = list(FIRST_PLAN)
        while True:
            spent = clock() - began
            if spent >= seconds or stop[0]:
                return
            rate = self.visited / spent if self.visited else RATE
            limit = self.visited + int(rate * (seconds - spent))
            if plan:
                width, price = plan.pop(0)
                cut = 0
            else:
                width, price = LATER_WIDTH, LATER_PRICES[self.beams.below(len(LATER_PRICES))]
                cut = self.beams.below(len(self.line))
            kept, noise = self.line[:cut], NOISE_AGAIN if cut else NO_NOISE
            found = self.beams.search(
                kept, width=width, price=price, noise=noise, bound=self.cost, limit=limit, stop=stop
            )
            if found:
                self.line, self.cost = kept + found[0], found[1]
                report(self.cost)
