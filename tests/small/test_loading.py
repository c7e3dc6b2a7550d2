"""Solvers that were loaded have nothing left to compile."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from medialuna.solver.compiled import UNCOMPILED

PROGRAM = """
import pkgutil
from importlib import import_module
from medialuna import solver
from medialuna.games import GAMES
from medialuna.notation.deal_code import DealCode
from medialuna.solver import Budget, Lost, Won, load, solve

def compiled():
    modules = [import_module(found.name) for found in pkgutil.walk_packages(solver.__path__, "medialuna.solver.")]
    functions = {f for module in modules for f in vars(module).values() if hasattr(f, "signatures")}
    return {(f.py_func.__module__, f.py_func.__name__, str(types)) for f in functions for types in f.signatures}

for name in GAMES:
    load(name)
before, verdicts = compiled(), set()
for kind in GAMES.values():
    for game in kind.variants().values():
        for number in range(1, 4):
            state = DealCode(game, number).deal()
            verdicts.add(type(solve(game, state, Budget(states=60_000, shorten=0.05))))
assert Won in verdicts and len(verdicts) > 1, verdicts
print(len(before), *sorted(compiled() - before))
"""


@pytest.mark.skipif(UNCOMPILED, reason="kernels run uncompiled")
def test_a_loaded_solver_has_nothing_left_to_compile():
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=dict(os.environ), capture_output=True, text=True, timeout=600
    )
    assert ran.returncode == 0, ran.stderr
    number, *more = ran.stdout.split(maxsplit=1)
    assert int(number) > 10
    assert more == []
