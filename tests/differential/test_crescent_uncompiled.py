"""The kernels as plain Python: the same source, without numba, decides the same and visits the same positions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random

from medialuna.games.crescent import Crescent
from medialuna.shuffle import shuffled
from medialuna.solver import Budget, Won, solve
from medialuna.solver.compiled import UNCOMPILED
from tests.crescent_positions import small


def answers() -> list[tuple[str, int, int, int]]:
    """Verdicts, visits, keys and lengths for some small positions and the beginning of some whole deals."""
    rng = Random(11)
    questions = [(*small(rng, 12), 2000) for _ in range(40)]
    for redistributions in (0, 1, 3):
        game = Crescent(redistributions=redistributions)
        questions.append((game, game.deal(shuffled(game.pack(), 4)), 1500))
    found = []
    for game, state, states in questions:
        verdict = solve(game, state, Budget(states=states))
        length = len(verdict.actions) if isinstance(verdict, Won) else 0
        found.append((type(verdict).__name__, verdict.effort.visited, verdict.effort.stored, length))
    return found


def test_uncompiled_kernels_visit_the_same_positions() -> None:
    assert not UNCOMPILED
    program = (
        "import json; from tests.differential import test_crescent_uncompiled as t; print(json.dumps(t.answers()))"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment, timeout=300
    )
    plain = [tuple(answer) for answer in json.loads(done.stdout)]
    assert plain == answers()
    assert len({verdict for verdict, *_ in plain}) == 3
