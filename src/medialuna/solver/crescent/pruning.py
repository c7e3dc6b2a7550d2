"""What the search need not try, and why not. Every pruning has its own switch; without any, the search tries
every move.

A *dead test* says that a position cannot be won. Each is a relaxation: it grants the player more than the rules
do, and what cannot be won even so cannot be won. None looks at the way a position was reached, so all of them,
and the visited table, are sound together.

``type``. Forget which copy of a card is meant, that a card is in one place only, the cap, and that
redistributions come in an order. Call a type *shown* if it is a top card, or among the lowest R cards of a
pile, R being the redistributions left: nothing is ever put under a pile, so only these can be brought up. A
card that is shown can leave if a type beside its own is shown (it goes there), or if the foundations reach it;
they reach the ranks that follow their tops without a gap through shown types, and every shown rank once the two
have met. Where a card can leave, what lies under it is shown. What is shown stays so. Cards that are never
shown to leave when nothing changes any more cannot be played: 8H under 3S, with no 2S, 4S and no foundation for
3S to be had, keeps 8H for ever.

``staged``. The same, one redistribution after the other, for up to three of them. After t redistributions the
cards c1 … of a pile (c1 the lowest dealt) lie, from the top, in the order ct … c1, then the others from their
top down: as long as c1 is in the pile it is the bottom, and turns up on top at the first redistribution, then
c2 at the second. So c2 shows only once c1 has left, though the ``type`` test gives both at once. Cards put
elsewhere before the first redistribution lie under some c1 after it, and show again only when one c1 has left;
later they count as shown always. A pile with t cards or fewer counts as shown whole; of a pile that has lost
its third card, two are left, and c1 comes up again at the third redistribution. Foundations grow from stage to
stage; each card must be playable in some stage, not only able to leave.

``suit``. With at most one redistribution left: forget the cards of the other three suits and solve the fourth
alone to the end (``kernel_suit.py``). Keep of a winning line the moves of that suit only: a top card is top in
the smaller pile too, a card that it goes onto has its suit and lies there too, piles are no higher, the
foundations are the same. So the kept moves win the smaller game; if that is lost, so is the whole. The
redistribution turns up the lowest card of each pile that has not been emptied. If that card is of the suit, the
same happens in the smaller game. If it is not, it stays in the smaller game as a card that never moves and goes
at the redistribution: before that it leaves last, so nothing is missed. With two redistributions left the
second bottom card is not known, and the test is not used.

``slots``. With at most two redistributions left, again one suit alone, and its loose cards may be arranged at will
(``kernel_slots.py``). A pile is cut in *runs*, from the bottom: a card begins a run unless it lies on a card beside it.
Call the lowest card of the top run its *base*, and loose what lies above a base. A base that leaves never comes back to
its place, since it does not fit there, and what is put elsewhere is loose from then on. So how many runs each pile has
left, and the foundations, say which cards are bases and which are loose. Every loose card lies on a base or on a loose
card, one on each, of a rank beside its own: :func:`_has_room` asks only for what any such arrangement has. A move that
takes a base away, or plays a loose card, leaves an arrangement of the cards that stay; the test asks for one, anyone,
and grants more than the rules therewith. Two kinds of moves need not be tried, because a card that is the base of its
pile's only run is never worse than the same card loose: cut the arrangement below the loose card, and what lay above
it lies on the base, while the place that it had is free (in :func:`_has_room`: with one loose card of rank r turned
into a base, take one from u(r - 1) if it is not 0; all conditions stay). Every move with the card loose has its like
with the card a base, and plays of it lead to the same. So the last base of a pile is not put elsewhere, and it is
played only where no loose card of its rank is.
A redistribution brings the lowest card of a pile up. If it is of another suit, that is forgotten, and nothing
changes. If it is of the suit, it lies free from then on: a base of its own, whatever lies under it. What was parked in
the pile stays where it was, so the arrangement holds, but for a card that lay on that lowest card itself, all else
being gone: it is the new bottom, and a base as well. Which cards those are, one above or one below the lowest card, is
tried in all ways; as a base is never worse than a loose card, only ways to which no other can be added.
With two redistributions, the second does the same with the second card of each pile, if that is still there. But where
the first one found only the lowest card of a pile, of the suit, and what lay on it, the second finds as the bottom
that card or one beside it, and the card that lies on this and becomes the bottom is at most two ranks away from the
lowest. Any one loose card of these ranks may become a base then, whatever became one at the first redistribution: that
grants more than the rules do, and a base stays no worse than a loose card, because what may become a base later does
not depend on what has.

``parts``. Late, with at most two redistributions left, forget one, two or three suits and search the others to the end
(``packed.only``). Keep of a winning line the moves of the others; as in ``suit``, what is a top card stays one, and
what the foundations take they take. To be shown is that redistributions leave the kept cards of a pile in the order
that they have in the whole game. The first brings up the lowest card, c1, the second the next one, c2. Forgotten ones
among these two, or c1 alone if one redistribution is left, are marked: they stay in the part as cards that may go when
they are on top, but need not. So a marked c2 that leaves in the whole line before anything is turned goes in the part
too, and c1 is turned twice; one that stays is turned at its time. Any other forgotten card, from further up or put
onto a pile, is turned only when c2 has left before the first redistribution and it lay on c1: then both are of one
suit, and no kept card lies there or comes there. Otherwise what is turned comes to lie above all others, in the part
as in the whole. A marked card that was turned may go at once: what it lies on is turned before it, or not at all.
Where no pile of the part has two cards, a redistribution of the whole changes nothing in the part and is left out
(CR-12). With three redistributions a forgotten card that was put onto c2 may be turned by the third, and the test is
not used.

``safe``. Once a suit's foundations have passed each other (down <= up), every rank outside is left once. Let x be the
card that the ace foundation takes next, on top of a pile, while of the low ranks none is left but perhaps the ace,
which the king foundation takes next (down <= 1). Then play x now. Only its neighbour y further out can ever lie on x.
In any winning line that keeps x: where y goes onto x, y goes to the foundation instead, where the next rank goes onto
y, so does that, and so on to the king; where the ace goes onto the king, it goes to its foundation. The line stays
legal and gets no longer. Piles are lower only at their tops, so with at most one redistribution left the cards that
come up are the same or come earlier. (With more low ranks left, 5 4 3 2 A K in one pile, say, and the queen on
another, the queen must not be played: the king goes onto it, the ace onto the king, and so on to the 5.) The same the
other way round for the king foundation, if of the high ranks the king at most is left. With two redistributions left a
pile that x has emptied, or shortened to one card, would be turned otherwise, and nothing is forced.

``order``. With no redistribution left. The *run* of a pile is its unbroken part on top, of one suit; its lowest
card is the base. A *shuttle* puts a card from above a base onto another top card; together with plays of such
loose cards these are the inner moves of a suit. An inner move changes piles that show this suit, before and
after it, and no other suit's moves touch them; so it can be put off until just before the next move of this
suit that takes a base away. The search does that: after an inner move only moves of the same suit are tried
until a base goes. Safe plays of the same suit stay forced then; others wait. And a shuttle can be taken back,
so positions between which only shuttles lie are one: where no inner move is pending, the key of a suit's piles
is the smallest among all their arrangements, or their own where these are too many.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled, lowest
from medialuna.solver.crescent.kernel import (
    CARD,
    DOWN,
    FREE_KINDS,
    HEIGHT,
    LANE,
    LANES,
    PILES,
    RANKS,
    REDEALS,
    STRIDE,
    UP,
)

TYPE, STAGED, SUIT, SLOTS, SAFE, ORDER, PARTS = 1, 2, 4, 8, 16, 32, 64
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

MOVED = 0
SHOWN = MOVED + 16
PLAYED = SHOWN + 16
REACHED = PLAYED + 16
SCRATCH = REACHED + 16
"""Numbers that the dead tests work on. By pile: sets of places, or heights; ``REACHED``: foundations by suit."""


@compiled
def neighbours(b: Vector, kinds: int) -> int:
    """The types beside any of the given ones."""
    last = b[RANKS] - 1
    lanes = b[LANE] * LANES
    up = ((kinds << 1) & lanes) | ((kinds >> last) & LANES)
    return up | ((kinds >> 1) & (lanes ^ (LANES << last))) | ((kinds & LANES) << last)


@compiled
def beside_ranks(ranks: int, count: int, full: int) -> int:
    """The ranks beside any of the given ones; ``count`` is how many there are, ``full`` all of them."""
    return ((ranks << 1) | (ranks >> 1) | (ranks >> (count - 1)) | ((ranks & 1) << (count - 1))) & full


@compiled
def reach(ranks: int, up: int, down: int) -> int:
    """The ranks that the foundations ``(up, down)`` of a suit take if the given ranks are at hand without end."""
    if up + 1 == down:
        return ranks
    above = lowest(~(ranks >> (up + 1)))
    below = down - 1
    under = 0
    while below >= 0 and ranks >> below & 1:
        under |= 1 << below
        below -= 1
    if up < down and up + above >= below:
        return ranks
    return (((1 << above) - 1) << (up + 1)) | under


@compiled
def is_dead(b: Vector, t: Vector, at: int) -> int:
    """The ``type`` test: how many cards can never be played; 0 if it finds none. It works on ``t`` from ``at`` on."""
    piles = b[PILES]
    shown = 0
    redeals = b[REDEALS]
    left = 0
    for p in range(piles):
        height = b[HEIGHT + p]
        t[at + p] = height
        if height:
            left += height
            base = CARD + p * STRIDE
            shown |= 1 << (b[base + height - 1] & 63)
            for i in range(min(redeals, height)):
                shown |= 1 << (b[base + i] & 63)
    while left:
        free = FREE_KINDS | neighbours(b, shown)
        for suit in range(4):
            ranks = (shown >> 16 * suit) & b[LANE]
            free |= reach(ranks, b[UP + suit], b[DOWN + suit]) << 16 * suit
        before = left
        for p in range(piles):
            height = t[at + p]
            under = CARD + p * STRIDE - 1
            while height > 0 and free >> (b[under + height] & 63) & 1:
                height -= 1
                left -= 1
                if height:
                    shown |= 1 << (b[under + height] & 63)
            t[at + p] = height
        if left == before:
            return left
    return 0


@compiled
def _next_kinds(b: Vector, bold: int) -> int:
    """The types that foundations which have passed each other take next, where their play is safe; ``bold``: where it
    is not an ace or a king that may be a place for the other."""
    kinds = 0
    last = b[RANKS] - 1
    for suit in range(4):
        up, down = b[UP + suit], b[DOWN + suit]
        if down <= up:
            if up < last and (down < 2 or (bold and up < last - 1)):
                kinds |= 1 << (16 * suit + up + 1)
            if down > 0 and (up > last - 2 or (bold and down > 1)):
                kinds |= 1 << (16 * suit + down - 1)
    return kinds


@compiled
def safe_kinds(b: Vector) -> int:
    """The types whose play is safe with at most one redistribution left, those of marked cards among them."""
    return FREE_KINDS | _next_kinds(b, 0)


@compiled
def wanted_kinds(b: Vector) -> int:
    """The types whose play is rarely harmful, safe or not."""
    return _next_kinds(b, 1)


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


@compiled
def pile_showing(b: Vector, kinds: int) -> int:
    """The first pile whose top card is of one of the types, or -1."""
    if kinds:
        for p in range(b[PILES]):
            height = b[HEIGHT + p]
            if height > 0 and kinds >> (b[CARD + p * STRIDE + height - 1] & 63) & 1:
                return p
    return -1
