"""The moves of Crescent on a board: what is legal, doing it and taking it back."""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled
from medialuna.solver.crescent.kernels.layout import (
    BESIDE,
    CAP,
    CARD,
    DOWN,
    FOUNDATION,
    FREE_KINDS,
    FREE_RANK,
    HEIGHT,
    KEY,
    LEFT,
    MASK,
    PILES,
    REDEALS,
    REDISTRIBUTION,
    STRIDE,
    UP,
    WHERE,
    accepted,
    found,
    pop,
    push,
    redeals_key,
    refresh,
)


@compiled
def play(b: Vector, pile: int) -> int:
    """The top card of a pile, accepted by its foundations, goes there. Returns what :func:`unplay` needs."""
    card = pop(b, pile)
    suit, rank = (card & 63) >> 4, card & 15
    up, down = b[UP + suit], b[DOWN + suit]
    before = (card << 8) | (up << 4) | down
    b[LEFT] -= 1
    b[WHERE + card] = -1
    if rank == FREE_RANK:
        return before
    if up + 1 == down:
        up = rank
        down = rank
    else:
        if rank == up + 1:
            up = rank
        else:
            down = rank
        if up + 1 == down:
            up = 0
            down = 1
    found(b, suit, up, down)
    return before


@compiled
def unplay(b: Vector, pile: int, before: int) -> None:
    """Takes back :func:`play`."""
    card = before >> 8
    found(b, (card & 63) >> 4, before >> 4 & 15, before & 15)
    b[LEFT] += 1
    push(b, pile, card)


@compiled
def turn_pile(b: Vector, pile: int, forward: int) -> None:
    """The bottom card of a pile comes to the top; not ``forward``: the top card goes to the bottom."""
    height = b[HEIGHT + pile]
    if height < 2:
        return
    first = CARD + pile * STRIDE
    last = first + height - 1
    if forward:
        card = b[first]
        for at in range(first, last):
            b[at] = b[at + 1]
        b[last] = card
    else:
        card = b[last]
        for at in range(last, first, -1):
            b[at] = b[at - 1]
        b[first] = card
    refresh(b, pile)


@compiled
def has_pair(b: Vector) -> int:
    """Whether some pile has two cards, so that a redistribution changes something."""
    for pile in range(b[PILES]):
        if b[HEIGHT + pile] > 1:
            return 1
    return 0


@compiled
def redistribute(b: Vector, forward: int) -> None:
    """One redistribution, or the same taken back."""
    for pile in range(b[PILES]):
        turn_pile(b, pile, forward)
    before = b[REDEALS]
    after = before - 1 if forward else before + 1
    b[REDEALS] = after
    b[KEY] = (b[KEY] - redeals_key(before) + redeals_key(after)) & MASK


@compiled
def make(b: Vector, move: int) -> int:
    """Does a legal move. Returns what :func:`unmake` needs."""
    if move == REDISTRIBUTION:
        redistribute(b, 1)
        return 0
    source, target = move >> 5, move & 31
    if target == FOUNDATION:
        return play(b, source)
    push(b, target, pop(b, source))
    return 0


@compiled
def unmake(b: Vector, move: int, before: int) -> None:
    """Takes back :func:`make`."""
    if move == REDISTRIBUTION:
        redistribute(b, 0)
        return
    source, target = move >> 5, move & 31
    if target == FOUNDATION:
        unplay(b, source, before)
    else:
        push(b, source, pop(b, target))


@compiled
def moves(b: Vector, out: Vector, at: int) -> int:
    """Writes all legal moves, without those between foundations, to ``out`` from ``at`` on. Returns where they
    end."""
    takes = FREE_KINDS | accepted(b, 0) | accepted(b, 1) | accepted(b, 2) | accepted(b, 3)
    piles, cap = b[PILES], b[CAP]
    for source in range(piles):
        height = b[HEIGHT + source]
        if height == 0:
            continue
        kind = b[CARD + source * STRIDE + height - 1] & 63
        if takes >> kind & 1:
            out[at] = source * 32 + FOUNDATION
            at += 1
        beside = b[BESIDE + kind]
        for target in range(piles):
            there = b[HEIGHT + target]
            if there > 0 and there < cap and target != source:
                if beside >> (b[CARD + target * STRIDE + there - 1] & 63) & 1:
                    out[at] = source * 32 + target
                    at += 1
    if b[REDEALS] > 0 and has_pair(b):
        out[at] = REDISTRIBUTION
        at += 1
    return at
