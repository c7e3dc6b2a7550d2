"""The hunt in Thoughtful."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hunt.laws import Kept
from hunt.thoughtful import brute, lines, positions, proofs, reduce
from hunt.thoughtful import laws as all_laws
from hunt.thoughtful.positions import Position


class _Thoughtful:
    name = "thoughtful"
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


SUBJECT = _Thoughtful()
