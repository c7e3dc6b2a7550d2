"""The plots of a study: what they draw, and what they say of it."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from medialuna.studies.plots import HEIGHT, TOP, WIDTH, effort_plot, hardest_plot, winnability_plot
from medialuna.studies.winnability import Row


def points(plot: str, kind: str) -> list[list[tuple[float, float]]]:
    """Of each curve of a plot, in pixels from the top left."""
    drawn = ElementTree.fromstring(plot).iter(f"{{http://www.w3.org/2000/svg}}{kind}")
    return [[tuple(map(float, pair.split(","))) for pair in curve.attrib["points"].split()] for curve in drawn]


def test_plots() -> None:
    """The interval narrows around the share; the share decided grows to 1; the hardest come first."""
    made = [Row(n, "won" if n % 4 else "lost", 10 + n, 0.001 * (n + 1)) for n in range(1000)]
    (outline,) = points(winnability_plot(made), "polygon")
    low, high = outline[: len(outline) // 2], outline[: len(outline) // 2 - 1 : -1]
    widths = [below[1] - above[1] for below, above in zip(low, high, strict=True)]
    assert widths[0] > 2 * widths[-1] > 0
    (decided,) = points(effort_plot(made), "polyline")
    assert decided == sorted(decided, key=lambda point: -point[1])
    assert decided[-1][1] == TOP
    for curve in points(hardest_plot(made), "polyline"):
        assert curve == sorted(curve)
        assert curve == sorted(curve, key=lambda point: point[1])
    for plot in (winnability_plot, effort_plot, hardest_plot):
        for few in ([], made[:1], [Row(0, "unknown", 0, 0.0)]):
            ElementTree.fromstring(plot(few))


@pytest.mark.parametrize(
    ("plot", "labels"),
    [
        (winnability_plot, {"Share of winnable deals", "winnable deals (95% interval)", "deals (logarithmic)"}),
        (effort_plot, {"Deals decided in a given time", "deals decided", "time per deal, in seconds (logarithmic)"}),
        (
            hardest_plot,
            {
                "The hardest deals",
                "positions visited (logarithmic)",
                "rank of the deal, hardest first (logarithmic)",
            },
        ),
    ],
)
def test_a_plot_says_what_it_shows_and_in_which_units(plot: Callable[[list[Row]], str], labels: set[str]) -> None:
    """And every word of it stands inside the picture."""
    picture = ElementTree.fromstring(plot([Row(n, "won", 10**6 + n, 0.001 * (n + 1)) for n in range(1000)]))
    texts = list(picture.iter("{http://www.w3.org/2000/svg}text"))
    assert labels <= {text.text for text in texts}
    for text in texts:
        if "transform" not in text.attrib:
            assert 0 < float(text.attrib["x"]) < WIDTH
            assert 0 < float(text.attrib["y"]) < HEIGHT
