"""Positions as rows of numbers, and a set of those that were visited: compared whole, so that none is taken for
another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

Numbers: TypeAlias = npt.NDArray[np.int64]

STORED, WAITING, WINNER = range(3)
"""Counters: positions stored, positions on the stack, the number of a won one (:data:`NONE`: none yet)."""
NONE, OPEN = -1, -2
"""Ends of a search that is not won: nothing is left to visit; there was no room for more."""

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    return cast(F, numba.njit(cache=True, nogil=True)(function))


@compiled
def scattered(row: Numbers) -> int:
    mixed = 0
    for word in range(len(row)):
        mixed = (mixed ^ row[word]) * 0x2545F4914F6CDD1D
        mixed ^= (mixed >> 29) & 0x7FFFFFFFF
    return mixed


@compiled
def store(row: Numbers, came_from: int, states: Numbers, origin: Numbers, table: Numbers, counters: Numbers) -> bool:
    """Stores a position and its number in the table, unless it was there; then it answers False. The table's length is
    a power of two, and it is never full."""
    mask = len(table) - 1
    place = scattered(row) & mask
    while table[place]:
        number = table[place] - 1
        same = True
        for word in range(len(row)):
            if states[number, word] != row[word]:
                same = False
                break
        if same:
            return False
        place = (place + 1) & mask
    number = counters[STORED]
    table[place] = number + 1
    for word in range(len(row)):
        states[number, word] = row[word]
    origin[number] = came_from
    counters[STORED] += 1
    return True
