"""What the search need not try, and why not. Every pruning has its own switch; without any, the search tries
every move.

A *dead test* says that a position cannot be won. Each is a relaxation: it grants the player more than the rules
do, and what cannot be won even so cannot be won. None looks at the way a position was reached, so all of them,
and the visited table, are sound together.

Each stands with its argument where its code is: ``type`` in :mod:`.kernels.dead`, ``staged`` in
:mod:`.kernels.stages`, ``suit`` in :mod:`.kernels.one_suit`, ``slots`` in :mod:`.kernels.slots`, ``parts`` in
:mod:`.parts`, ``safe`` in :mod:`.kernels.safe`, ``order`` in :mod:`.kernels.exhaust`.
"""

from __future__ import annotations

from medialuna.solver.crescent.kernels.switches import ORDER, PARTS, SAFE, SLOTS, STAGED, SUIT, TYPE

PRUNINGS = {
    "type": TYPE,
    "staged": STAGED,
    "suit": SUIT,
    "slots": SLOTS,
    "parts": PARTS,
    "safe": SAFE,
    "order": ORDER,
}
"""The switches by name."""
