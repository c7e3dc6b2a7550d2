"""From a deal's number to a shuffled pack: version 1 of the shuffle, fixed for ever.

SplitMix64 (Steele, Lea and Flood, OOPSLA 2014) feeds a Fisher-Yates shuffle; all arithmetic is on unsigned
64-bit integers. A deal code means the same deal for ever, so another shuffle would be another version.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

VERSION = 1

_MASK = 2**64 - 1
_GAMMA = 0x9E3779B97F4A7C15

T = TypeVar("T")


class SplitMix64:
    """The generator; its state starts at the deal's number."""

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def next(self) -> int:
        """The next number, from 0 to 2**64 - 1."""
        self.state = (self.state + _GAMMA) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, each equally likely: values that would favour some are passed over."""
        limit = 2**64 - 2**64 % bound
        while (value := self.next()) >= limit:
            pass
        return value % bound


def shuffled(pack: Sequence[T], number: int) -> tuple[T, ...]:
    """The pack in the order that deal ``number`` gives it.

    >>> shuffled("ABCDEF", 1) == shuffled("ABCDEF", 1)
    True
    """
    cards = list(pack)
    generator = SplitMix64(number)
    for i in range(len(cards) - 1, 0, -1):
        j = generator.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)
