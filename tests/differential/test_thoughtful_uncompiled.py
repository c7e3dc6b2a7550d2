"""The kernels as plain Python: the same source, without numba, decides the same and visits the same
positions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import islice

from medialuna.games.thoughtful import Thoughtful
from medialuna.solver import Budget, Verdict, solve
from medialuna.solver.compiled import UNCOMPILED
from tests.thoughtful_decks import known_deals, small_positions


def answers() -> list[tuple[str, int, int]]:
    """Verdicts, visits and keys for some small decks and the beginning of some whole ones."""
    questions = list(islice(small_positions(seed=11), 40))
    for deal in known_deals(last=4):
        for closed, draw in deal.verdicts:
            game = Thoughtful(draw=draw, closed=closed)
            questions.append((game, game.deal(deal.pack)))
    found = []
    for game, state in questions:
        verdict: Verdict = solve(game, state, Budget(states=300))
        found.append((type(verdict).__name__, verdict.effort.visited, verdict.effort.stored))
    return found


def test_uncompiled_kernels_visit_the_same_positions() -> None:
    assert not UNCOMPILED
    program = (
        "import json; from tests.differential import test_thoughtful_uncompiled as t; print(json.dumps(t.answers()))"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment, timeout=300
    )
    plain = [tuple(answer) for answer in json.loads(done.stdout)]
    assert plain == answers()
    assert len({verdict for verdict, _, _ in plain}) == 3
