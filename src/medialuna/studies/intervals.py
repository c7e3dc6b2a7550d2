"""How sure a share is: Wilson's interval, with the deals nobody could decide counted on both sides."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z_95 = 1.959963984540054
"""Standard normal quantile for 95 %, two-sided."""


class Interval(NamedTuple):
    """Bounds of a share, from 0 to 1."""

    low: float
    high: float


def wilson(successes: int, trials: int, z: float = Z_95) -> Interval:
    """The score interval of a share (Wilson, J. Am. Stat. Assoc. 22, 1927). Nothing tried: 0 to 1.

    Raises ValueError when there are more successes than trials.

    >>> low, high = wilson(82, 100)
    >>> round(low, 3), round(high, 3)
    (0.733, 0.883)
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes of {trials} trials")
    if trials == 0:
        return Interval(0.0, 1.0)
    share, spread = successes / trials, z * z / trials
    centre = (share + spread / 2) / (1 + spread)
    reach = z * sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    return Interval(max(centre - reach, 0.0), min(centre + reach, 1.0))


def with_unknowns(won: int, lost: int, unknown: int, z: float = Z_95) -> Interval:
    """The interval of the share of winnable deals: at the low end every unknown is lost, at the high end every one won.

    >>> with_unknowns(50, 50, 0) == wilson(50, 100)
    True
    """
    trials = won + lost + unknown
    return Interval(wilson(won, trials, z).low, wilson(won + unknown, trials, z).high)
