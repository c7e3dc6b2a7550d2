"""A study in words and pictures: a Markdown table, the distribution of effort, the hardest deals."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, log10
from pathlib import Path

from medialuna.studies.folder import Folder
from medialuna.studies.intervals import Interval, with_unknowns
from medialuna.studies.winnability import Row, Study

HARDEST = 10
WIDTH, HEIGHT, MARGIN = 640, 320, 48
"""Size of a plot in pixels, and the room for its axes."""


@dataclass
class Tally:
    """What has been counted so far."""

    verdicts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def add(self, rows: Sequence[Row]) -> None:
        self.verdicts.update(row.verdict for row in rows)
        self.seconds += sum(row.seconds for row in rows)

    @property
    def deals(self) -> int:
        return self.verdicts.total()

    @property
    def interval(self) -> Interval:
        """95 %, unknowns on both sides."""
        return with_unknowns(*(self.verdicts[v] for v in ("won", "lost", "unknown")))


def title(study: Study) -> str:
    """The options of a study in a few words."""
    if study.game == "thoughtful":
        return f"Thoughtful, {'closed' if study.closed else 'open'}, draw {study.draw}"
    cap = "no cap" if study.cap >= 96 else f"cap {study.cap}"
    return f"Crescent, {study.redistributions} redistributions, {cap}"


def limits(study: Study) -> str:
    """What a deal may cost."""
    parts = [f"{study.seconds:g} s" if study.seconds else "", f"{study.states} states" if study.states else ""]
    return ", ".join(part for part in parts if part) or "none"


def write_report(folder: Folder) -> Path:
    """Writes ``report.md`` and ``effort.svg`` into the study's folder and answers the report's path."""
    study, tally, rows = folder.study, Tally(), list(folder.rows())
    tally.add(rows)
    low, high = tally.interval
    counts = tally.verdicts
    lines = [
        f"# {title(study)}",
        "",
        "| deals | won | lost | unknown | winnable, 95 % | CPU hours | limit a deal |",
        "|---|---|---|---|---|---|---|",
        f"| {tally.deals} | {counts['won']} | {counts['lost']} | {counts['unknown']} "
        f"| {low:.3%} – {high:.3%} | {tally.seconds / 3600:.2f} | {limits(study)} |",
        "",
        "The interval is Wilson's; at its low end every unknown deal counts as lost, at its high end as won.",
        f"Versions: {', '.join(f'{k} {v}' for k, v in study.versions().items())}.",
        "",
        "![Share of deals decided within a time](effort.svg)",
        "",
        "## Hardest deals",
        "",
        "| number | deal | verdict | states | seconds |",
        "|---|---|---|---|---|",
    ]
    for row in sorted(rows, key=lambda r: r.states, reverse=True)[:HARDEST]:
        lines.append(f"| {row.number} | {row.letters} | {row.verdict} | {row.states} | {row.seconds:.2f} |")
    (folder.path / "effort.svg").write_text(effort_plot(rows), "utf-8")
    report = folder.path / "report.md"
    report.write_text("\n".join(lines) + "\n", "utf-8")
    return report


def effort_plot(rows: Sequence[Row]) -> str:
    """An SVG picture: over the seconds a deal took, on a logarithmic axis, the share of deals decided by then."""
    decided = sorted(max(row.seconds, 1e-5) for row in rows if row.verdict != "unknown")
    last = max(ceil(log10(decided[-1])), -3) if decided else 0
    first, across, up = -5, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN

    def x(power: float) -> float:
        return MARGIN + across * (power - first) / (last - first)

    def y(share: float) -> float:
        return HEIGHT - MARGIN - up * share

    steps = [first + (last - first) * i / 200 for i in range(201)]
    line = " ".join(f"{x(p):.1f},{y(bisect_right(decided, 10**p) / max(len(rows), 1)):.1f}" for p in steps)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf7"/>',
    ]
    for power in range(first, last + 1):
        parts.append(f'<path d="M{x(power):.1f} {MARGIN}V{HEIGHT - MARGIN}" stroke="#d8d0ba"/>')
        parts.append(
            f'<text x="{x(power):.1f}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">{10.0**power:g} s</text>'
        )
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<path d="M{MARGIN} {y(share):.1f}H{WIDTH - MARGIN}" stroke="#d8d0ba"/>')
        parts.append(f'<text x="{MARGIN - 6}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    parts.append(f'<polyline points="{line}" fill="none" stroke="#1f5f4a" stroke-width="2.5"/></svg>')
    return "\n".join(parts) + "\n"
