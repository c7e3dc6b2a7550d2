"""Pictures of a study, as SVG: how the interval narrows, what deals cost, how hard the hardest are."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from medialuna.studies.intervals import with_unknowns
from medialuna.studies.winnability import Row

WIDTH, HEIGHT, LEFT, MARGIN = 640, 320, 72, 40
"""Size of a plot in pixels, and the room for its axes."""
POINTS = 200
"""Of a curve."""
FEWEST = 100
"""Deals before which an interval is too wide to be drawn."""
SHORTEST = 1e-5
"""Seconds; what took less is drawn there."""
COLOURS = {"won": "#1f5f4a", "lost": "#a3402a", "unknown": "#7a7358"}


class Axis(NamedTuple):
    """What it begins and ends with, and where it is marked with which words."""

    first: float
    last: float
    marks: Sequence[tuple[float, str]]


class Curve(NamedTuple):
    """Points along both axes; a ``filled`` one is the outline of an area."""

    points: Sequence[tuple[float, float]]
    colour: str
    name: str = ""
    filled: bool = False


def drawn(x: Axis, y: Axis, curves: Sequence[Curve]) -> str:
    """The picture."""

    def across(value: float) -> float:
        return LEFT + (WIDTH - LEFT - MARGIN) * (value - x.first) / (x.last - x.first or 1)

    def up(value: float) -> float:
        return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - y.first) / (y.last - y.first or 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf7"/>',
    ]
    for value, words in x.marks:
        at = across(value)
        parts.append(f'<path d="M{at:.1f} {MARGIN}V{HEIGHT - MARGIN}" stroke="#d8d0ba"/>')
        parts.append(f'<text x="{at:.1f}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">{words}</text>')
    for value, words in y.marks:
        at = up(value)
        parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDTH - MARGIN}" stroke="#d8d0ba"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{words}</text>')
    for number, curve in enumerate(curves):
        points = " ".join(f"{across(a):.1f},{up(b):.1f}" for a, b in curve.points)
        if curve.filled:
            parts.append(f'<polygon points="{points}" fill="{curve.colour}" fill-opacity="0.35"/>')
        else:
            parts.append(f'<polyline points="{points}" fill="none" stroke="{curve.colour}" stroke-width="2.5"/>')
        if curve.name:
            at = MARGIN + 18 * (number + 1)
            parts.append(f'<text x="{WIDTH - MARGIN - 8}" y="{at}" text-anchor="end" fill="{curve.colour}">')
            parts.append(f"{curve.name}</text>")
    return "\n".join(parts) + "\n</svg>\n"


def winnability_plot(rows: Sequence[Row]) -> str:
    """Over the number of deals, on a logarithmic axis, the interval that they give, the first deals counted first."""
    counts, low, high = Counter[str](), list[tuple[float, float]](), list[tuple[float, float]]()
    last = log10(max(len(rows), FEWEST))
    wanted = {round(10 ** (2 + (last - 2) * i / POINTS)) for i in range(POINTS + 1)}
    for number, row in enumerate(sorted(rows, key=lambda row: row.number), 1):
        counts[row.verdict] += 1
        if number in wanted:
            interval = with_unknowns(counts["won"], counts["lost"], counts["unknown"])
            low.append((log10(number), interval.low))
            high.append((log10(number), interval.high))
    bottom = floor(20 * min((share for _, share in low), default=0)) / 20
    top = ceil(20 * max((share for _, share in high), default=1)) / 20
    marks = [(bottom + (top - bottom) * i / 5, f"{bottom + (top - bottom) * i / 5:.0%}") for i in range(6)]
    x = Axis(log10(FEWEST), last, [(p, f"{10**p:,}") for p in range(2, floor(last) + 1)])
    return drawn(x, Axis(bottom, top, marks), [Curve([*low, *reversed(high)], COLOURS["won"], filled=True)])


def effort_plot(rows: Sequence[Row]) -> str:
    """Over the seconds that a deal took, on a logarithmic axis, the share of deals decided by then."""
    decided = sorted(max(row.seconds, SHORTEST) for row in rows if row.verdict != "unknown")
    first = round(log10(SHORTEST))
    last = max(ceil(log10(decided[-1])), first + 1) if decided else 0
    steps = [first + (last - first) * i / POINTS for i in range(POINTS + 1)]
    points = [(power, bisect_right(decided, 10**power) / max(len(rows), 1)) for power in steps]
    x = Axis(first, last, [(power, f"{10.0**power:g} s") for power in range(first, last + 1)])
    y = Axis(0, 1, [(share, f"{share:.0%}") for share in (0, 0.25, 0.5, 0.75, 1)])
    return drawn(x, y, [Curve(points, COLOURS["won"])])


def hardest_plot(rows: Sequence[Row]) -> str:
    """Over the place of a deal among those of its verdict, the hardest first, the positions it took; both axes are
    logarithmic."""
    curves, most, longest = list[Curve](), 1.0, 1.0
    for verdict, colour in COLOURS.items():
        states = sorted((max(row.states, 1) for row in rows if row.verdict == verdict), reverse=True)
        if states:
            last = log10(len(states))
            places = sorted({round(10 ** (last * i / POINTS)) for i in range(POINTS + 1)})
            curves.append(Curve([(log10(at), log10(states[at - 1])) for at in places], colour, verdict))
            most, longest = max(most, log10(states[0])), max(longest, last)
    x = Axis(0, longest, [(power, f"{10**power:,}") for power in range(floor(longest) + 1)])
    y = Axis(0, ceil(most), [(power, "10" + str(power).translate(_RAISED)) for power in range(ceil(most) + 1)])
    return drawn(x, y, curves)


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
