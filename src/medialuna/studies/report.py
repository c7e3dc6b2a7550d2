"""A study in words and pictures: a Markdown table, the interval, the distribution of effort, the hardest deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from medialuna.studies.folder import Folder
from medialuna.studies.intervals import Interval, with_unknowns
from medialuna.studies.plots import effort_plot, hardest_plot, winnability_plot
from medialuna.studies.winnability import Row, Study

HARDEST = 10
"""Deals in the table of the hardest."""


@dataclass
class Tally:
    """What has been counted so far."""

    verdicts: Counter[str] = field(default_factory=Counter)
    cpu: float | None = 0.0
    """Seconds for which processors worked; None when rows are counted that do not tell."""

    def add(self, rows: Sequence[Row]) -> None:
        """Counts these rows too."""
        self.verdicts.update(row.verdict for row in rows)
        for row in rows:
            self.cpu = None if self.cpu is None or row.cpu is None else self.cpu + row.cpu

    @property
    def deals(self) -> int:
        """How many rows were counted."""
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
    return ", ".join([*filter(None, parts), f"{study.memory} MB"])


def write_report(folder: Folder) -> Path:
    """Writes ``report.md`` and its pictures into the study's folder and answers the report's path."""
    study, tally, rows = folder.study, Tally(), list(folder.rows())
    tally.add(rows)
    low, high = tally.interval
    counts = tally.verdicts
    cpu = "not measured" if tally.cpu is None else f"{tally.cpu / 3600:.2f}"
    lines = [
        f"# {title(study)}",
        "",
        "| deals | won | lost | unknown | winnable, 95 % | CPU hours | limit a deal |",
        "|---|---|---|---|---|---|---|",
        f"| {tally.deals} | {counts['won']} | {counts['lost']} | {counts['unknown']} "
        f"| {low:.3%} – {high:.3%} | {cpu} | {limits(study)} |",
        "",
        "The interval is Wilson's; at its low end every unknown deal counts as lost, at its high end as won.",
        f"Versions: {', '.join(f'{k} {v}' for k, v in folder.data['versions'].items())}.",
        "",
        "![The interval, as deals are added](winnability.svg)",
        "",
        "![Share of deals decided within a time](effort.svg)",
        "",
        "## Hardest deals",
        "",
        "![Positions that the hardest deals took, by verdict](hardest.svg)",
        "",
        "| number | deal | verdict | states | seconds |",
        "|---|---|---|---|---|",
    ]
    for row in sorted(rows, key=lambda r: r.states, reverse=True)[:HARDEST]:
        lines.append(f"| {row.number} | {row.letters} | {row.verdict} | {row.states} | {row.seconds:.2f} |")
    for name, plot in (("winnability", winnability_plot), ("effort", effort_plot), ("hardest", hardest_plot)):
        (folder.path / f"{name}.svg").write_text(plot(rows), "utf-8")
    report = folder.path / "report.md"
    report.write_text("\n".join(lines) + "\n", "utf-8")
    return report
