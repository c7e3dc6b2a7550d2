"""The dead test ``staged``: ``type``, one redistribution after the other.

Stage t is what happens after t redistributions; the test is for up to three. Facts are collected stage by stage, and
a fact once granted is never taken back: a card has *moved* (it may have left its place), a rank is *granted* (the
foundations of its suit may have taken a card of it), a card has been *played* (it was on top where its rank was
granted). If some card is never played, the position is lost.

*What is on top.* The cards c1, c2 … of a pile (c1 the lowest dealt) lie after t redistributions, from the top, in the
order ct … c1, then the others from their top down: as long as c1 is in the pile it is the bottom, and turns up on top
at the first redistribution, then c2 at the second. A card is shown if all before it in this order have moved. Cards
put elsewhere before the first redistribution lie under some c1 after it, and are shown again only when one c1 has
moved; later they count as shown always. A pile with t cards or fewer counts as shown whole; of a pile that has lost
its third card, two are left, and c1 comes up again at the third redistribution.

*Where it goes.* Take any line of play. (1) A card that goes onto another has a neighbour on top at that time, so one
is shown in that stage, and the card has moved. (2) Let the foundations of a suit stand at (u, d) in the line, and in
the test at (u', d') when the stage began. They begin alike, and at the end of each stage u <= u' and d >= d', or the
test lets them have met; say this held for the stage before. A card of rank u + 1 goes to the ace foundation. If u + 1
<= u', its rank was granted in an earlier stage. If not, the ranks from u' + 1 to u + 1 all came to the foundation in
this stage, so all were shown in it, and :func:`reach` grants them. The same downwards. So what is granted holds
whatever was taken, by whichever copy, and the ends are inside those of the test again. (3) If they meet in the line,
they do in the test, by (2); from then on it grants every rank that is shown, as the rules do. If they have passed
each other at first they never meet, in either.

What must not be forgotten is the first half of (2), ranks granted *in an earlier stage*. Six ranks, A and 6 on the
foundations, one redistribution left, top cards on the right:

    2S
    4S
    5S 6S 3S 5S AS 3S 2S 4S

Before the redistribution the 2 of the first pile may be played, and in the test it is: u' = 2. After it the line goes
on 5, 4 (king foundation), and then the *other* 2, which the first pile's is kept for: AS 2S 3S … wins. A test that
looks at u' alone now grants only ranks from 3 on, keeps this 2 in its place for ever, and calls the position lost.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled
from medialuna.solver.crescent.kernels.dead import neighbours, reach
from medialuna.solver.crescent.kernels.layout import CARD, DOWN, FREE_KINDS, HEIGHT, LANE, PILES, REDEALS, STRIDE, UP

MOVED = 0
SHOWN = MOVED + 16
PLAYED = SHOWN + 16
REACHED = PLAYED + 16
SCRATCH = REACHED + 16
"""Numbers that the dead tests work on. By pile: sets of places, or heights; ``REACHED``: foundations by suit."""


@compiled
def _grown(ranks: int, up: int, down: int) -> int:
    """Where foundations ``(up, down)`` stand once they took all that :func:`reach` tells: ``16 * up + down``."""
    if up + 1 == down:
        return 1
    crossed = up >= down
    above, below = up, down
    while ranks >> (above + 1) & 1:
        above += 1
    while below > 0 and ranks >> (below - 1) & 1:
        below -= 1
    if not crossed and above + 1 >= below:
        return 1
    return 16 * above + below


@compiled
def _show(b: Vector, p: int, moved: int, stage: int) -> int:
    """The places of a pile that may come to its top in a stage."""
    height = b[HEIGHT + p]
    if stage >= height:
        return (1 << height) - 1
    places = 0
    for i in range(height):
        # from the top: the bottoms turned up, the last first, then the others from their top down
        place = stage - 1 - i if i < stage else height - 1 - (i - stage)
        places |= 1 << place
        if not moved >> place & 1:
            break
    if stage == 3 and moved >> 2 & 1:
        places |= 1
    return places


@compiled
def is_dead_by_stages(b: Vector, t: Vector, at: int) -> int:
    """The ``staged`` test: 1 if some card can never be played; for up to three redistributions and piles of up
    to 60 cards. It works on ``t`` from ``at`` on."""
    moved_at, shown_at, played_at, reached_at = at + MOVED, at + SHOWN, at + PLAYED, at + REACHED
    piles, redeals = b[PILES], b[REDEALS]
    if redeals > 3:
        return 0
    for p in range(piles):
        if b[HEIGHT + p] > 60:
            return 0
        t[moved_at + p] = 0
        t[played_at + p] = 0
    for suit in range(4):
        t[reached_at + suit] = 16 * b[UP + suit] + b[DOWN + suit]
    moved_before = 0
    granted = FREE_KINDS
    for stage in range(redeals + 1):
        parked = stage >= 2
        shown = moved_before if parked else 0
        moved_now = moved_before
        played = granted
        for p in range(piles):
            t[shown_at + p] = 0
        changed = True
        while changed:
            changed = False
            for p in range(piles):
                places = t[shown_at + p] | _show(b, p, t[moved_at + p], stage)
                if places != t[shown_at + p]:
                    t[shown_at + p] = places
                    changed = True
                    for i in range(b[HEIGHT + p]):
                        if places >> i & 1:
                            shown |= 1 << (b[CARD + p * STRIDE + i] & 63)
                if stage == 1 and not parked and t[moved_at + p] & 1:
                    parked = True
                    changed = True
            if parked:
                shown |= moved_before
            played = granted
            for suit in range(4):
                up, down = t[reached_at + suit] >> 4, t[reached_at + suit] & 15
                played |= reach((shown >> 16 * suit) & b[LANE], up, down) << 16 * suit
            free = played | neighbours(b, shown)
            for p in range(piles):
                for i in range(b[HEIGHT + p]):
                    bit = 1 << i
                    if not (t[shown_at + p] & bit or (parked and t[moved_at + p] & bit)):
                        continue
                    kind = b[CARD + p * STRIDE + i] & 63
                    if free >> kind & 1 and not t[moved_at + p] & bit:
                        t[moved_at + p] |= bit
                        moved_now |= 1 << kind
                        changed = True
                    if played >> kind & 1:
                        t[played_at + p] |= bit
        for suit in range(4):
            up, down = t[reached_at + suit] >> 4, t[reached_at + suit] & 15
            t[reached_at + suit] = _grown((shown >> 16 * suit) & b[LANE], up, down)
        moved_before, granted = moved_now, played
    for p in range(piles):
        if t[played_at + p] != (1 << b[HEIGHT + p]) - 1:
            return 1
    return 0
