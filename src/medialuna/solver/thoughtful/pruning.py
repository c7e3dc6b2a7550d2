"""What the search need not try, and why not. Every pruning has its own switch; without any, the search
tries every move.

Let d(S) be the number of moves of a shortest win from a position S. Prunings are sound together if from
every position that can be won some move that they leave leads to a smaller d, or to an equal one with more
cards on the foundations. This is what is argued here; none of them looks at the way a position was reached,
so they are sound with a table of visited positions as well.

Each stands with its argument beside its code in :mod:`.kernels.pruning`, but for two that are no functions there.
``aligned``, drawing three: let A have a waste of w cards that is no multiple of 3, and B be the same with w = 0. By
drawing on and recycling A can do all that B can, and where a stock card is played, the position after it depends on
the card's place alone. So d(A) is at most d(B), and what is visited from A covers B: whoever stores A stores B too.
If B was stored before, the stock cards that B reaches have been tried with the same results, and of A's only the
others are left; its other moves are all tried. ``draw-one``: every card that comes up drawing three comes up drawing
one, so each win drawing three is one drawing one, and a proof that there is none of these is a proof for both; a win
found so counts for nothing.
"""

from __future__ import annotations

from medialuna.solver.thoughtful.kernels.switches import ALIGNED, DEAD, DRAW_ONE, FINISH, SAFE, SAFE_STOCK, TWINS

PRUNINGS = {
    "finish": FINISH,
    "safe": SAFE,
    "safe-stock": SAFE_STOCK,
    "aligned": ALIGNED,
    "dead": DEAD,
    "draw-one": DRAW_ONE,
    "twins": TWINS,
}
"""The switches by name."""
