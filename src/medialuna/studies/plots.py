"""Pictures of a study, as SVG: how the interval narrows, what deals cost, how hard the hardest are."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from medialuna.studies.intervals import with_unknowns
from medialuna.studies.winnability import Row

WIDTH, HEIGHT = 640, 360
"""Size of a plot in pixels."""
LEFT, RIGHT, TOP, BOTTOM = 84, 40, 44, 60
"""Room beside it for its title, its axes and their labels."""
POINTS = 200
"""Of a curve."""
FEWEST = 100
"""Deals before which an interval is too wide to be drawn."""
SHORTEST = 1e-5
"""Seconds; what took less is drawn there."""
COLOURS = {"won": "#1f5f4a", "lost": "#a3402a", "unknown": "#7a7358"}


class Axis(NamedTuple):
    """Its label, with the unit; what it begins and ends with, and where it is marked with which words."""

    label: str
    first: float
    last: float
    marks: Sequence[tuple[float, str]]


class Curve(NamedTuple):
    """Points along both axes; a ``filled`` one is the outline of an area."""

    points: Sequence[tuple[float, float]]
    colour: str
    name: str = ""
    filled: bool = False


def drawn(title: str, x: Axis, y: Axis, curves: Sequence[Curve]) -> str:
    """The picture."""

    def across(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - x.first) / (x.last - x.first or 1)

    def up(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - y.first) / (y.last - y.first or 1)

    middle, centre = (LEFT + WIDTH - RIGHT) / 2, (TOP + HEIGHT - BOTTOM) / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-size="12"',
        ' font-family="sans-serif">',
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf7"/>',
        f'<text x="{middle:.1f}" y="{TOP - 18}" text-anchor="middle" font-size="15" font-weight="bold">{title}</text>',
        f'<text x="{middle:.1f}" y="{HEIGHT - 14}" text-anchor="middle">{x.label}</text>',
        f'<text transform="translate(18 {centre:.1f}) rotate(-90)" text-anchor="middle">{y.label}</text>',
    ]
    for value, words in x.marks:
        at = across(value)
        parts.append(f'<path d="M{at:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#d8d0ba"/>')
        parts.append(f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{words}</text>')
    for value, words in y.marks:
        at = up(value)
        parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="#d8d0ba"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{words}</text>')
    for number, curve in enumerate(curves):
        points = " ".join(f"{across(a):.1f},{up(b):.1f}" for a, b in curve.points)
        if curve.filled:
            parts.append(f'<polygon points="{points}" fill="{curve.colour}" fill-opacity="0.35"/>')
        else:
            parts.append(f'<polyline points="{points}" fill="none" stroke="{curve.colour}" stroke-width="2.5"/>')
        if curve.name:
            at = TOP + 18 * (number + 1)
            parts.append(f'<text x="{WIDTH - RIGHT - 8}" y="{at}" text-anchor="end" fill="{curve.colour}">')
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
    x = Axis("deals (logarithmic)", log10(FEWEST), last, [(p, f"{10**p:,}") for p in range(2, floor(last) + 1)])
    y = Axis("winnable deals (95% interval)", bottom, top, marks)
    interval_so_far = Curve([*low, *reversed(high)], COLOURS["won"], filled=True)
    return drawn("Share of winnable deals", x, y, [interval_so_far])


def effort_plot(rows: Sequence[Row]) -> str:
    """Over the seconds that a deal took, on a logarithmic axis, the share of deals decided by then."""
    decided = sorted(max(row.seconds, SHORTEST) for row in rows if row.verdict != "unknown")
    first = round(log10(SHORTEST))
    last = max(ceil(log10(decided[-1])), first + 1) if decided else 0
    steps = [first + (last - first) * i / POINTS for i in range(POINTS + 1)]
    points = [(power, bisect_right(decided, 10**power) / max(len(rows), 1)) for power in steps]
    marks = [(power, f"{10.0**power:g}") for power in range(first, last + 1)]
    x = Axis("time per deal, in seconds (logarithmic)", first, last, marks)
    y = Axis("deals decided", 0, 1, [(share, f"{share:.0%}") for share in (0, 0.25, 0.5, 0.75, 1)])
    return drawn("Deals decided in a given time", x, y, [Curve(points, COLOURS["won"])])


def hardest_plot(rows: Sequence[Row]) -> str:
    """Over the place of a deal among those of its verdict, the hardest first, the positions it took; both axes are
    logarithmic."""
    curves, most, longest = list[Curve](), 1.0, 1.0
    for verdict, colour in COLOURS.items():
        states = sorted((max(row.states, 1) for row in rows if row.verdict == verdict), reverse=True)
        if states:
            last = log10(len(states))
            ranks = sorted({round(10 ** (last * i / POINTS)) for i in range(POINTS + 1)})
            curves.append(Curve([(log10(at), log10(states[at - 1])) for at in ranks], colour, verdict))
            most, longest = max(most, log10(states[0])), max(longest, last)
    places = [(power, f"{10**power:,}") for power in range(floor(longest) + 1)]
    x = Axis("rank of the deal, hardest first (logarithmic)", 0, longest, places)
    powers = [(power, "10" + str(power).translate(_RAISED)) for power in range(ceil(most) + 1)]
    return drawn("The hardest deals", x, Axis("positions visited (logarithmic)", 0, ceil(most), powers), curves)


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
