"""Making a winning line shorter, for as many seconds as are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter

from medialuna.contract import Action
from medialuna.games.thoughtful import RECYCLE, State, Thoughtful
from medialuna.solver.compiled import Vector, as_vector, vector
from medialuna.solver.thoughtful.kernels import beam
from medialuna.solver.thoughtful.kernels.switches import SAFE
from medialuna.solver.thoughtful.lines import spell_out, whole_line
from medialuna.solver.thoughtful.pack import pack

_FIRST_WIDTH, _WIDER = 60, 4
_LEVELS = 200
"""Levels that a line has at most: chosen moves."""
_BRANCHES = 6
"""Positions of the next level for each that is kept."""
_PARTS = 8
"""How often a beam is begun along a line."""


def length(actions: Sequence[Action]) -> int:
    """All actions but the recycles: what is counted where lengths of lines are compared."""
    return sum(action != RECYCLE for action in actions)


def shortened(
    game: Thoughtful,
    state: State,
    actions: tuple[Action, ...],
    seconds: float,
    memory: int,
    stop: Vector,
    report: Callable[[int], None],
) -> tuple[Action, ...]:
    """The winning line, or a shorter one. Beams of growing width are run as long as the next one is likely
    to be over in time and fits into ``memory`` bytes; ``report`` hears how many actions the line has
    now."""
    deadline = perf_counter() + seconds
    width, took = _FIRST_WIDTH, 0.0
    while beam_bytes(width) <= memory:
        # from the beginning; where that finds nothing, from further and further along the line
        for part in range(_PARTS):
            began = perf_counter()
            if stop[0] or began + took > deadline:
                return actions
            done = len(actions) * part // _PARTS
            here = state
            for action in actions[:done]:
                here = game.apply_unchecked(here, action)
            rest = by_beam(game, here, width, length(actions[done:]), stop)
            took = perf_counter() - began
            if rest is not None and length(rest) < length(actions[done:]):
                actions = actions[:done] + rest
                report(len(actions))
                break
        width *= _WIDER
        took *= _WIDER
    return actions


def beam_bytes(width: int) -> int:
    """What a beam of this width takes."""
    return 8 * (width * beam.NODE * (1 + _BRANCHES) + width * _LEVELS + 2 * _places(width))


def _places(width: int) -> int:
    """Places of the beam's table: a power of two, and twice as many as positions are kept."""
    return 1 << (2 * width * _LEVELS).bit_length()


def by_beam(game: Thoughtful, state: State, width: int, best: int, stop: Vector) -> tuple[Action, ...] | None:
    """A line that is judged shorter than ``best``, or None."""
    deal, root = pack(game, state)
    moves, _ = beam_moves(deal, root, game.draw, len(state.waste), width, best, 1 << 60, stop)
    return None if moves is None else spell_out(game, state, moves)


def beam_moves(
    deal: Vector, root: Vector, draw: int, waste: int, width: int, best: int, visits: int, stop: Vector
) -> tuple[list[int] | None, int]:
    """The moves of a line that is judged shorter than ``best``, or None; and how many positions were looked
    at, ``visits`` at most."""
    control = vector(beam.CONTROL_SIZE)
    control[beam.DRAW], control[beam.WIDTH], control[beam.BEST] = draw, width, best
    control[beam.VISIT_LIMIT] = visits
    log = vector(width * _LEVELS)
    level, reached = vector(width * beam.NODE), vector(width * beam.NODE * _BRANCHES)
    counts, table = vector(beam.LONGEST), vector(2 * _places(width))
    beam.shorter_line(deal, root, waste, control, level, reached, counts, log, table, stop)
    visited = int(control[beam.VISITED])
    if control[beam.FOUND] < 0:
        return None, visited
    path, place = [], int(control[beam.FOUND])
    while (entry := int(log[place])) != beam.NO_MOVE:
        path.append(entry & 1023)
        place = entry >> 10
    # drawing one: the size of the waste plays no part in what the moves are
    return whole_line(deal, root, 1, SAFE, as_vector([0, *reversed(path)]), len(path)), visited
