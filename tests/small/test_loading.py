"""Solvers that were loaded have nothing left to compile."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from medialuna.solver.compiled import UNCOMPILED

LOAD = """
from medialuna.games import GAMES
from medialuna.solver import load
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
from medialuna.solver import Budget, Won, solve

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
