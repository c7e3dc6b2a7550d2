"""Beams, and the vectors they work on."""

from __future__ import annotations

from functools import cache

from medialuna.solver.compiled import Vector, as_vector, lengthened, vector
from medialuna.solver.crescent.kernels import beam, layout
from medialuna.solver.crescent.kernels.value import below
from medialuna.solver.crescent.pack import smallest_board

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
    c, none = vector(beam.SIZE), vector(1)
    states, small = vector(beam.WORDS), vector(8)
    beam.follow(board, c, none, 0)
    beam.save(board, c, states, 0, 0, -1)
    beam.beam(board, c, states, states, states, small, small, none, none, none, none)
    below(c, 1)


def beam_bytes(width: int) -> int:
    """What the vectors of a beam take."""
    return 8 * width * (3 * beam.WORDS + 10 + NODES_PER_WIDTH + KEYS_PER_WIDTH)


class Beams:
    """Beams up to a width, one after the other, from anywhere along a line.

    ``borders``: see :func:`pack.borders_of`.
    """

    def __init__(self, board: Vector, borders: list[int], weights: Vector, seed: int, widest: int) -> None:
        load_beam()
        self.board, self.borders, self.weights = board, borders, weights
        self.c = vector(beam.SIZE)
        self.c[beam.RANDOM] = seed & layout.MASK
        room = widest * beam.WORDS
        self.states, self.following, self.pooled = vector(room), vector(room), vector(room)
        self.heap, self.pool = vector(8 * widest + 8), vector(2 * widest + 4)
        self.nodes = vector(NODES_PER_WIDTH * widest)

    @property
    def visited(self) -> int:
        return int(self.c[beam.VISITED])

    def below(self, bound: int) -> int:
        """A random number from 0 on."""
        return int(below(self.c, bound))

    def follow(self, line: list[int]) -> tuple[Vector, int]:
        """The board at the end of a line, and how many actions it takes; the borders are left in ``c``."""
        board = lengthened(self.board, len(self.board))
        for suit in range(4):
            self.c[beam.BORDER + suit] = self.borders[suit]
        return board, int(beam.follow(board, self.c, as_vector(line), len(line)))

    def search(
        self, line: list[int], *, width: int, price: int, noise: int, bound: int, limit: int, stop: Vector
    ) -> tuple[list[int], int] | None:
        """A beam from the position at the end of a line: the moves from there to a win, and how many actions it and the
        line take together, fewer than ``bound``; None if it finds none, or ``visited`` comes to ``limit`` before."""
        c = self.c
        board, cost = self.follow(line)
        if max(board[layout.HEIGHT + p] for p in range(board[layout.PILES])) > beam.TALLEST:
            return None
        c[beam.WIDTH] = c[beam.POOL] = width
        c[beam.PRICE], c[beam.NOISE] = price, noise
        c[beam.BOUND], c[beam.LIMIT] = bound, limit
        beam.save(board, c, self.states, 0, cost, -1)
        table = vector(1 << (KEYS_PER_WIDTH * width - 1).bit_length())
        if not beam.beam(
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
        link = int(c[beam.BEST])
        while link != -1:
            tail.append(link & 1023)
            link = -1 if link >> 10 == -1 else int(self.nodes[link >> 10])
        return tail[::-1], int(c[beam.BOUND])
