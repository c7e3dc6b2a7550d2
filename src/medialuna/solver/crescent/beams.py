"""Beams, and the vectors they work on."""

from __future__ import annotations

from functools import cache

from medialuna.solver.compiled import Vector, as_vector, lengthened, vector
from medialuna.solver.crescent import kernel, kernel_beam
from medialuna.solver.crescent.kernel_value import below
from medialuna.solver.crescent.packed import smallest_board

RATE = 1_000_000
"""Positions a second: a guess, for those who have nothing better."""
NODES_PER_WIDTH = 500
KEYS_PER_WIDTH = 4096
NO_NOISE, NOISE_AGAIN = 1, 300
"""For a first beam from a position, and for further ones, which are to differ from it."""


@cache
def load_beam() -> None:
    """Compiles the beam, or reads it from disk: some ten seconds once."""
    board = smallest_board()
    c, none = vector(kernel_beam.SIZE), vector(1)
    states, small = vector(kernel_beam.WORDS), vector(8)
    kernel_beam.follow(board, c, none, 0)
    kernel_beam.save(board, c, states, 0, 0, -1)
    kernel_beam.beam(board, c, states, states, states, small, small, none, none, none, none)
    below(c, 1)


def beam_bytes(width: int) -> int:
    """What the vectors of a beam take."""
    return 8 * width * (3 * kernel_beam.WORDS + 10 + NODES_PER_WIDTH + KEYS_PER_WIDTH)


class Beams:
    """Beams up to a width, one after the other, from anywhere along a line.

    ``borders``: see :func:`packed.borders_of`.
    """

    def __init__(self, board: Vector, borders: list[int], weights: Vector, seed: int, widest: int) -> None:
        load_beam()
        self.board, self.borders, self.weights = board, borders, weights
        self.c = vector(kernel_beam.SIZE)
        self.c[kernel_beam.RANDOM] = seed & kernel.MASK
        room = widest * kernel_beam.WORDS
        self.states, self.following, self.pooled = vector(room), vector(room), vector(room)
        self.heap, self.pool = vector(8 * widest + 8), vector(2 * widest + 4)
        self.nodes = vector(NODES_PER_WIDTH * widest)

    @property
    def visited(self) -> int:
        return int(self.c[kernel_beam.VISITED])

    def below(self, bound: int) -> int:
        """A random number from 0 on."""
        return int(below(self.c, bound))

    def follow(self, line: list[int]) -> tuple[Vector, int]:
        """The board at the end of a line, and how many actions it takes; the borders are left in ``c``."""
        board = lengthened(self.board, len(self.board))
        for suit in range(4):
            self.c[kernel_beam.BORDER + suit] = self.borders[suit]
        return board, int(kernel_beam.follow(board, self.c, as_vector(line), len(line)))

    def search(
        self, line: list[int], *, width: int, price: int, noise: int, bound: int, limit: int, stop: Vector
    ) -> tuple[list[int], int] | None:
        """A beam from the position at the end of a line: the moves from there to a win, and how many actions it and the
        line take together, fewer than ``bound``; None if it finds none, or ``visited`` comes to ``limit`` before."""
        c = self.c
        board, cost = self.follow(line)
        if max(board[kernel.HEIGHT + p] for p in range(board[kernel.PILES])) > kernel_beam.TALLEST:
            return None
        c[kernel_beam.WIDTH] = c[kernel_beam.POOL] = width
        c[kernel_beam.PRICE], c[kernel_beam.NOISE] = price, noise
        c[kernel_beam.BOUND], c[kernel_beam.LIMIT] = bound, limit
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
            return None
        tail: list[int] = []
        link = int(c[kernel_beam.BEST])
        while link != -1:
            tail.append(link & 1023)
            link = -1 if link >> 10 == -1 else int(self.nodes[link >> 10])
        return tail[::-1], int(c[kernel_beam.BOUND])
