"""The hunt in Crescent."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hunt.crescent import brute, lines, positions, proofs, reduce
from hunt.crescent import laws as all_laws
from hunt.crescent.positions import Position
from hunt.laws import Kept


class _Crescent:
    name = "crescent"
    wrong = tuple(proofs.WRONG_TESTS)
    random_small = staticmethod(positions.random_small)
    varied = staticmethod(positions.varied)
    sole_kills = staticmethod(proofs.sole_kills)
    wrong_kills = staticmethod(proofs.wrong_kills)
    along_won_lines = staticmethod(lines.looked_along)
    smaller_ones = staticmethod(reduce.smaller_ones)
    describe = staticmethod(str)

    def turning_point(self, rng: Random) -> Position:
        return positions.turning_point(rng, lambda position: proofs.shipped(position, states=3000) == "lost")

    def judge(self, position: Position, limit: int) -> str:
        return brute.judge(*position, limit)

    def laws(self, rng: Random) -> Iterator[Kept[Position]]:
        return all_laws.laws(rng)


SUBJECT = _Crescent()
