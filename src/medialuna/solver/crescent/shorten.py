"""Making a winning line shorter: beams from its beginning, then from random places along it, while time is
left."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from medialuna.solver.compiled import Vector, as_vector, lengthened, vector
from medialuna.solver.crescent import kernel, kernel_beam
from medialuna.solver.crescent.kernel_value import below

FIRST_PLAN = ((7, 100), (60, 100), (250, 100))
"""Width of the beam and price of an action, in the unit of values: the beams from the beginning."""
LATER_WIDTH = 120
LATER_PRICES = (100, 150, 200, 300)
NOISE = 300
RATE = 1_000_000
"""Positions a second, to begin with: a guess that is corrected after the first beam."""
NODES_PER_WIDTH = 500
KEYS_PER_WIDTH = 4096


@cache
def load_beam() -> None:
    """Compiles the beam, or reads it from disk: some ten seconds once."""
    board = vector(kernel.SIZE)
    board[kernel.PILES], board[kernel.RANKS], board[kernel.CAP] = 1, 2, 2
    kernel.set_up(board)
    c, none = vector(kernel_beam.SIZE), vector(1)
    states, small = vector(kernel_beam.WORDS), vector(8)
    kernel_beam.follow(board, c, none, 0)
    kernel_beam.save(board, c, states, 0, 0, -1)
    kernel_beam.beam(board, c, states, states, states, small, small, none, none, none, none)
    below(c, 1)


class Shortener:
    """A line being made shorter. :attr:`line` is the best so far, :attr:`cost` how many actions it takes,
    slides included.

    ``borders``: see :func:`packed.borders_of`. ``memory``: bytes that may be used; with too little the line
    stays as it is.
    """

    def __init__(
        self, board: Vector, borders: list[int], line: list[int], weights: Vector, seed: int, memory: int | None
    ) -> None:
        load_beam()
        self.board, self.weights, self.line = board, weights, line
        widest = max(LATER_WIDTH, *(width for width, _ in FIRST_PLAN))
        self.memory = 8 * widest * (3 * kernel_beam.WORDS + 10 + NODES_PER_WIDTH + KEYS_PER_WIDTH)
        self.fits = memory is None or self.memory <= memory
        self.c = vector(kernel_beam.SIZE)
        self.c[kernel_beam.RANDOM] = seed & kernel.MASK
        self.borders = borders
        self.cost = self._start(len(line))[1]
        if self.fits:
            room = widest * kernel_beam.WORDS
            self.states, self.following, self.pooled = vector(room), vector(room), vector(room)
            self.heap, self.pool = vector(8 * widest + 8), vector(2 * widest + 4)
            self.nodes = vector(NODES_PER_WIDTH * widest)

    @property
    def visited(self) -> int:
        return int(self.c[kernel_beam.VISITED])

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
                width, price = LATER_WIDTH, LATER_PRICES[below(self.c, len(LATER_PRICES))]
                cut = below(self.c, len(self.line))
            if self._improve(cut, width, price, limit, stop):
                report(self.cost)

    def _start(self, count: int) -> tuple[Vector, int]:
        """The board after the first moves of the line, and their cost; the borders are left in the beam's vector."""
        board = lengthened(self.board, len(self.board))
        for suit in range(4):
            self.c[kernel_beam.BORDER + suit] = self.borders[suit]
        return board, int(kernel_beam.follow(board, self.c, as_vector(self.line), count))

    def _improve(self, cut: int, width: int, price: int, limit: int, stop: Vector) -> bool:
        """One beam from the position after ``cut`` moves; True if the line got shorter."""
        c = self.c
        board, cost = self._start(cut)
        if max(board[kernel.HEIGHT + p] for p in range(board[kernel.PILES])) > kernel_beam.TALLEST:
            return False
        c[kernel_beam.WIDTH] = c[kernel_beam.POOL] = width
        c[kernel_beam.PRICE], c[kernel_beam.NOISE], c[kernel_beam.BOUND] = price, NOISE if cut else 1, self.cost
        c[kernel_beam.LIMIT] = limit
        kernel_beam.save(board, c, self.states, 0, cost, -1)
        table = vector(1 << (KEYS_PER_WIDTH * width - 1).bit_length())
        if not kernel_beam.beam(
            board,
            c,
            self.states,
            self.following,
            self.pooled,
            self.heap,
            self.pool,
            self.nodes,
            table,
            self.weights,
            stop,
        ):
            return False
        tail: list[int] = []
        link = int(c[kernel_beam.BEST])
        while link != -1:
            tail.append(link & 1023)
            link = -1 if link >> 10 == -1 else int(self.nodes[link >> 10])
        self.line = self.line[:cut] + tail[::-1]
        self.cost = int(c[kernel_beam.BOUND])
        return True
