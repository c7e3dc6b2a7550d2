"""Runs every check one after the other, whatever fails, and sums up at the end."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tools import chromium, nginx, page_types
from tools.setup_env import PYTHON, ROOT, venv_script

_SITE = ("-d", "docs/_build/doctrees", "docs", "docs/_build/html")

OK, FAILED, SKIPPED = "ok", "FAILED", "skipped"


@dataclass(frozen=True)
class Outcome:
    """How one gate ended, and what else is to be said about it at the end."""

    status: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gate:
    """A named check."""

    name: str
    run: Callable[[], Outcome]


def run_all(pytest_arguments: list[str]) -> int:
    """Runs every gate, or pytest alone where it is given arguments; answers the exit code."""
    tests = Gate("pytest", lambda: _pytest(pytest_arguments))
    page = [Gate("page types", _page_types), Gate("page tests in node", _node)]
    gates = [tests] if pytest_arguments else [*_static_gates(), *page, tests]
    rows: list[tuple[str, Outcome, float]] = []
    for gate in gates:
        print(f"\n== {gate.name} ==", flush=True)
        start = time.perf_counter()
        outcome = gate.run()
        seconds = time.perf_counter() - start
        print(f"-- {gate.name}: {outcome.status}, {seconds:.1f} s", flush=True)
        rows.append((gate.name, outcome, seconds))
    return _sum_up(rows)


def _static_gates() -> list[Gate]:
    python = str(PYTHON)
    commands = {
        "ruff check": [python, "-m", "ruff", "check", "."],
        "ruff format": [python, "-m", "ruff", "format", "--check", "."],
        "mypy": [python, "-m", "mypy"],
        "import contracts": [str(venv_script("lint-imports")), "--no-logo"],
        # All pages anew: a page that was read before is not warned about again.
        "docs": [python, "-m", "sphinx", "-W", "--keep-going", "-q", "-E", "-a", "-b", "html", *_SITE],
    }
    return [Gate(name, partial(_command, command)) for name, command in commands.items()]


def _command(command: list[str], **extra: str) -> Outcome:
    done = subprocess.run(command, check=False, cwd=ROOT, env={**os.environ, **extra})
    return Outcome(FAILED if done.returncode else OK)


def _pytest(arguments: list[str]) -> Outcome:
    missing = {"Browser tests": chromium.ensure(), "Tests of a proxy": nginx.ensure()}
    notes = [f"{kind} did not run: {why_not}." for kind, why_not in missing.items() if why_not]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [str(PYTHON), "-m", "pytest", f"--junit-xml={report}", *_parallel(arguments), *arguments]
        outcome = _command(command, NUMBA_CACHE_DIR=str(ROOT / ".numba-cache"))
        return Outcome(outcome.status, (*notes, *_skipped_tests(report)))


def _parallel(arguments: list[str]) -> list[str]:
    own = ("-n", "--numprocesses", "--pdb", "--trace", "no:xdist", "-pno:xdist", "--collect-only", "--co")
    if any(argument.startswith(own) for argument in arguments):
        return []
    return ["-n", "2", "--dist", "worksteal"]


def _skipped_tests(report: Path) -> list[str]:
    try:
        cases = ET.parse(report).iter("testcase")
    except (OSError, ET.ParseError):
        return []
    found: Counter[tuple[str, str]] = Counter()
    for case in cases:
        skipped = case.find("skipped")
        if skipped is not None:
            found[case.get("classname", ""), skipped.get("message", "")] += 1
    return [f"Skipped {n} in {where}: {why}" for (where, why), n in sorted(found.items())]


def _page_types() -> Outcome:
    why_not = page_types.ensure()
    if why_not:
        return Outcome(SKIPPED, (f"The types of the page were not checked: {why_not}.",))
    faults = page_types.faults()
    if faults:
        print(faults)
    return Outcome(FAILED if faults else OK)


def _node() -> Outcome:
    tests = sorted(str(path) for end in ("js", "mjs") for path in (ROOT / "tests" / "page").glob(f"*.test.{end}"))
    node = shutil.which("node")
    if not tests:
        return Outcome(SKIPPED, ("Page tests in node: there are none.",))
    if node is None:
        return Outcome(SKIPPED, ("Page tests in node were skipped: node is not installed.",))
    return _command([node, "--test", "--test-reporter=spec", *tests])


def _sum_up(rows: list[tuple[str, Outcome, float]]) -> int:
    print("\n== summary ==")
    width = max(len(name) for name, _, _ in rows)
    for name, outcome, seconds in rows:
        print(f"{name:{width}}  {outcome.status:8}{seconds:7.1f} s")
    for _, outcome, _ in rows:
        for note in outcome.notes:
            print(note)
    sys.stdout.flush()
    return int(any(outcome.status == FAILED for _, outcome, _ in rows))
