"""What need not be tried, or is lost for certain, each with its argument.

:mod:`medialuna.solver.thoughtful.pruning` says what makes them sound together.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, inlined, lowest
from medialuna.solver.thoughtful.kernels.layout import (
    ALL,
    BURIERS,
    KINGS,
    LOWER,
    NEXT_HEAD,
    PLACES,
    RELEASED,
    SECOND,
    WITHOUT_WASTE,
)
from medialuna.solver.thoughtful.kernels.moves import (
    KIND_BIT,
    STOCK_UP,
    TABLE_UP,
    cards_at,
    last_place,
    next_up,
    open_pairs,
    pairs,
    tops,
    twins,
    whole_pairs,
)
from medialuna.solver.thoughtful.kernels.switches import SAFE, SAFE_STOCK

NOTHING = -1


@inlined
def nothing_locked(deal: Vector, draw: int, key: int, heads: int) -> bool:
    """``finish``: a position in which no card is locked, and every card of the stock can be had, is won.

    The lowest card that is not up can always be played: its predecessor is up, and so is everything that
    could lie on it; if it is in the stock it can be brought to the top, drawing one at a time. (Drawing
    three, the stock has to be empty.) A king's block at the bottom of a column is locked while anything but
    its own sequence lies on it: it is among what a head uncovers.
    """
    return heads & deal[BURIERS] == 0 and (draw == 1 or key & PLACES == 0)


@inlined
def safe_ranks(up: int) -> int:
    """Cards that are not wanted in the columns once they are up: of the other colour both cards two ranks
    lower are up, of the twin's suit the card three ranks lower.

    Let x be such a card and the next of its suit, r its rank, and L the cards of x's suit up to r, of the
    other colour up to r - 1, of the twin's suit up to r - 2. Whatever can lie on a card of L is in L, and
    each card of L that is not up is the next of its suit. Take a shortest win from S, and change it:

    - x goes up first, and so does every other card of L as soon as it is free and no head, lower ones
      first; later, where the win has it go up, that is left out. Nothing is in its way, since what could
      lie on it is in L and has gone up before;
    - a card of L is never taken back, and where the win puts it on the table, it goes up;
    - all else is done as in the win.

    Of the cards on the table those that are not in L are then the same as in the win, of L there are only
    heads, more columns may be empty, the foundations hold at least as much, and the stock is the same. So
    what is done as in the win can be done: a card that is not in L has no parent in L, so its parents' pair
    is open where the win has it open; it goes up where the win has it go up, since of the cards that can lie on its
    pair none is there that the win has not, and none at all if its twin is in L. The changed line is no
    longer, and x goes up in it first. (That the others have to go up as well is seen where 5H is x and 4S
    lies on 5D: before 5D goes up, the win could leave 4S on 5H.)
    """
    # two ranks lower the other colour is in the other row, and so is the twin's suit three ranks lower
    return (other_row(whole_pairs(up)) << 8 | 0xFF) & (other_row(twins(up)) << 12 | 0xFFF)


@inlined
def other_row(cards: int) -> int:
    return ((cards & 0x3333333333333) << 2) | ((cards >> 2) & 0x3333333333333)


@inlined
def forced(deal: Vector, draw: int, prunings: int, key: int, up: int, free: int, heads: int, stock: int) -> int:
    """``safe`` and ``safe-stock``: a safe move to a foundation, ``kind << 6 | card``, which is then the
    only one; or NOTHING.

    A free safe card: see :func:`safe_ranks`; putting it up keeps d from growing. From the stock the same
    holds when the other cards of the stock stay as well at hand: always when one is drawn at a time;
    drawing three, for the last card when the waste counts as empty, since then what is left can be had as
    before, and one card more.
    """
    if not prunings & SAFE:
        return NOTHING
    safe = next_up(up) & safe_ranks(up)
    movable = safe & free & open_pairs(free, free & ~heads, deal[LOWER])
    if movable:
        return TABLE_UP << KIND_BIT | lowest(movable)
    if prunings & SAFE_STOCK and stock & safe:
        if draw == 1:
            movable = safe & stock
        elif key <= WITHOUT_WASTE:
            movable = safe & cards_at(deal, last_place(key & PLACES))
        if movable:
            return STOCK_UP << KIND_BIT | lowest(movable)
    return NOTHING


@inlined
def worth_taking_back(prunings: int, up: int) -> int:
    """The foundations' top cards; with ``safe``, without those that would be safe to put up again at once:
    a shortest win takes none of these back, since leaving that out gives a shorter line, as
    :func:`safe_ranks` shows."""
    return tops(up) & ~safe_ranks(up) if prunings & SAFE else tops(up)


@inlined
def dead(deal: Vector, up: int, free: int, heads: int, stock: int, is_open: int, fitting: int, second: int) -> bool:
    """``dead``: lost for certain, because it is lost even where nothing is ever taken away.

    Facts that only grow: a card has been free, a card has been up, a pair has been open, a head has left, a
    column has been empty. Each holds now, or is made possible by others:

    - a card of the stock, or one that is up now, has been free if its parents' pair has been open (a king:
      a column empty);
    - a card has been up if its predecessor has, and it is in the stock or it has been free and its own pair
      open;
    - a pair has been open when a card of it comes to be free, or a child lying there now has gone up;
    - a head has left if its parents' pair has been open or it has been up; then the block under it has been
      free;
    - a column has been empty if one is now, if the last head of one has left and no king was under it, or
      if a king has
      gone up.

    The cards in ``second`` are taken to come to the table after their twins, as :func:`still_second` says:
    until the twin has been up, or both parents have been free, they are not put there.

    Every move of the game keeps the facts true of what it brings about, so whatever happens in a win is
    among them. If not every card has been up when nothing can be added, there is no win.
    """
    every, kings = deal[ALL], deal[KINGS]
    lying = free & ~heads
    on_hand = stock | up
    been_up, been_free, waiting = up, free, heads
    been_empty = (fitting & ~(is_open >> 4)) & kings
    while True:
        up_before, free_before, waiting_before = been_up, been_free, waiting
        if second:
            second &= ~(twins(been_up) | (whole_pairs(been_free) >> 4))
        fitting = ((is_open >> 4) & ~second) | been_empty
        new = on_hand & fitting & ~been_free
        been_free |= new
        is_open |= pairs(new)
        new = next_up(been_up) & ((been_free & is_open) | stock) & every
        been_up |= new
        is_open |= pairs(new & lying) << 4
        if new & kings:
            been_empty = kings
        leaving = waiting & (fitting | been_up)
        while leaving:
            bit = leaving & -leaving
            leaving ^= bit
            card = lowest(bit)
            released = deal[RELEASED + card]
            been_free |= released
            is_open |= pairs(released)
            waiting = (waiting ^ bit) | deal[NEXT_HEAD + card]
            if deal[NEXT_HEAD + card] == 0 and released & kings == 0:
                been_empty = kings
        if been_up == every:
            return False
        if been_free == free_before and been_up == up_before and waiting == waiting_before:
            return True


@inlined
def untouched_cards(up: int, free: int, heads: int) -> int:
    """Cards that have never been put on the table: in the stock, locked, or at the head of their column."""
    return ~(up | (free & ~heads))


@inlined
def still_second(deal: Vector, up: int, free: int, heads: int) -> int:
    """``twins``: cards that no win puts on the table now, because their twins come first.

    Take twins that both are untouched, and parents of which at most one has been free or up so far. While
    only that parent is there, one of the twins at most lies on it; so if both come to the table, the second
    comes after the first has gone up, or after the other parent has become free. Hence every win fulfils
    one of two conditions: the one twin waits for that, or the other does. If the dead test finds that there
    is no win with one of the conditions, the other holds in all wins. ``order_twins`` looks for such cards
    in the position where the search begins; they are ``SECOND``.

    So it is known that the other condition holds in no win: in each, the twin comes to the table before
    this card has been up, and before both parents have been free. Take a position of a win in which both
    are untouched and a parent has been neither free nor up, which a position tells. The twin has yet to
    come, on the only parent that is free by then; before that this card cannot have come, since it would
    lie there, and after that it waits as it did in the beginning. That parent is free from this position
    on, whether or not it was so before and has been up since; so the condition may be counted from the
    position on, as ``dead`` counts, and what lies before it does not matter. It is kept by all wins, so the
    other prunings do not come into conflict with it.
    """
    second = deal[SECOND]
    if second:
        untouched = untouched_cards(up, free, heads)
        second &= untouched & twins(untouched) & ~(whole_pairs(free | up) >> 4)
    return second
