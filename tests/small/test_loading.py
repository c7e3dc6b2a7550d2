"""Solvers that were loaded have nothing left to compile."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from medialuna import solver
from medialuna.cli import app
from medialuna.contract import AnyRules
from medialuna.games.thoughtful import Thoughtful
from medialuna.solver import Budget, Effort, Search, SolverUnavailable, Unknown, Verdict
from medialuna.solver.compiled import UNCOMPILED

LOAD = """
from medialuna.games import GAMES
from medialuna.solver import load, Search
for name in GAMES:
    load(name)
"""
PROGRAM = (
    LOAD
    + """
import pkgutil
from importlib import import_module
from medialuna import solver
from medialuna.notation.deal_code import DealCode
from medialuna.solver import Budget, Won, solve, Search

def compiled():
    modules = [import_module(found.name) for found in pkgutil.walk_packages(solver.__path__, "medialuna.solver.")]
    functions = {f for module in modules for f in vars(module).values() if hasattr(f, "signatures")}
    return {(f.py_func.__module__, f.py_func.__name__, str(types)) for f in functions for types in f.signatures}

before, verdicts = compiled(), set()
for kind in GAMES.values():
    for game in kind.variants().values():
        for number in range(1, 4):
            state = DealCode(game, number).deal()
            verdict = solve(game, state, Budget(states=60_000, shorten=0.05))
            verdicts.add(type(verdict))
            if isinstance(verdict, Won):
                for action in verdict.actions[:-9]:
                    state = game.apply(state, action)
                solve(game, state, Budget(shorten=0.3))  # short enough to come to the last way of shortening
assert Won in verdicts and len(verdicts) > 1, verdicts
print(len(before), *sorted(compiled() - before))
"""
)


def run(program: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", program], env=dict(os.environ), capture_output=True, text=True, timeout=600
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.skipif(UNCOMPILED, reason="kernels run uncompiled")
def test_a_loaded_solver_has_nothing_left_to_compile():
    """From a cache on disk as well: what is read from there brings none of the functions that it calls."""
    run(LOAD)
    number, *more = run(PROGRAM).split(maxsplit=1)
    assert int(number) > 10
    assert more == []


class Kernels:
    """A solver that tells what it is asked for."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.fault, self.asked = fault, list[str]()

    def load_kernels(self) -> None:
        self.asked.append("load")
        if self.fault:
            raise self.fault

    def solve(self, game: AnyRules, state: object, budget: Budget, search: Search) -> Verdict:
        self.asked.append("solve")
        return Unknown("states", Effort())


@pytest.fixture
def fresh() -> Iterator[None]:
    """As in a process that has loaded nothing."""
    solver.load.cache_clear()
    yield
    solver.load.cache_clear()


@pytest.mark.usefixtures("fresh")
def test_kernels_are_loaded_before_a_question_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that compiling is never part of the time that a question may take, or is said to have taken."""
    kernels, game = Kernels(), Thoughtful()
    monkeypatch.setattr(solver, "solver_of", lambda name: kernels)
    for _ in range(2):
        solver.solve(game, game.deal(game.pack()))
    assert kernels.asked == ["load", "solve", "solve"]


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("fault", [OSError("no room"), MemoryError("all gone"), RuntimeError("LLVM"), ImportError("x")])
def test_a_solver_that_cannot_be_had(fault: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is said each time it is asked, in plain words, and nothing is stored as unknown."""
    kernels, game = Kernels(fault), Thoughtful()
    monkeypatch.setattr(solver, "solver_of", lambda name: kernels)
    for _ in range(2):
        with pytest.raises(SolverUnavailable, match=f"cannot be had on this machine: {type(fault).__name__}: {fault}"):
            solver.solve(game, game.deal(game.pack()))
    assert kernels.asked == ["load", "load"]
    solved = CliRunner().invoke(app, ["solve", "TF1-D1N-AAAAAAB", "--json"])
    out = str(Path(tempfile.mkdtemp()) / "study")
    studied = CliRunner().invoke(app, ["study", "winnability", "--game", "thoughtful", "--deals", "1", "--out", out])
    for result in (solved, studied):
        assert (result.exit_code, "cannot be had" in result.stderr) == (3, True)
        assert "unknown" not in result.stdout
