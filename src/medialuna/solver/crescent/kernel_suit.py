"""One suit alone, searched to the end: the sharpest of the dead tests (``pruning.py`` argues it).

A projected pile is one integer, four bits for each card, the top lowest: rank + 1, so that 0 is an empty pile,
and 14 for the bottom card of another suit while one redistribution is left. The search goes depth first over
all moves of the suit.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled
from medialuna.solver.crescent.kernel import (
    CAP,
    CARD,
    DOWN,
    HEIGHT,
    LANE,
    MASK,
    PILES,
    RANKS,
    REDEALS,
    STRIDE,
    UP,
    mix,
)
from medialuna.solver.crescent.pruning import reach

WORDS = 0
REST = WORDS + 16
SAVED = REST + 16
TALL = SAVED + 16
SEEN = TALL + 16
SEEN_BITS = 13
USED = SEEN + (1 << SEEN_BITS)
LINE = USED + (1 << SEEN_BITS) // 2
BACK = LINE + 4096
FIRST = BACK + 4096
LAST = FIRST + 4096
KIDS = LAST + 4096
SIZE = KIDS + 4096 * 8
"""Of the scratch vector. ``WORDS``: the projected piles, ``TALL``: their heights; ``SAVED``: as they were
before the redistribution; ``SEEN``: keys visited, ``USED``: their places; ``LINE`` … ``LAST``: by depth;
``KIDS``: moves not yet tried."""

MOST_BUDGET = 4000
"""States that the scratch vector has room for."""
LOST, WINNABLE, OPEN = 1, 2, 3
DUMMY = 14
TURN = 512


@compiled
def beside_ranks(ranks: int, count: int, full: int) -> int:
    """The ranks beside any of the given ones; ``count`` is how many there are, ``full`` all of them."""
    return ((ranks << 1) | (ranks >> 1) | (ranks >> (count - 1)) | ((ranks & 1) << (count - 1))) & full


@compiled
def _suit_dead(s: Vector, piles: int, up: int, down: int, turns: int, count: int, full: int) -> int:
    """The type test within one suit."""
    shown = 0
    for i in range(piles):
        word = s[WORDS + i]
        s[REST + i] = word
        shown |= 1 << (word & 15)
        if turns and word:
            shown |= 1 << (word >> 4 * (s[TALL + i] - 1))
    while True:
        # codes are ranks + 1; an empty pile shows code 0, a dummy 14: neither is a rank
        ranks = (shown >> 1) & full
        free = (reach(ranks, up, down) | beside_ranks(ranks, count, full)) << 1 | 1 << DUMMY
        changed = 0
        left = 0
        for i in range(piles):
            word = s[REST + i]
            while word and free >> (word & 15) & 1:
                word >>= 4
                shown |= 1 << (word & 15)
                changed = 1
            s[REST + i] = word
            left |= word
        if left == 0:
            return 0
        if not changed:
            return 1


@compiled
def _project(b: Vector, suit: int, s: Vector) -> int:
    """Writes the projected piles. Returns how many there are, or -1 if one is too high for a word."""
    piles = 0
    turns = b[REDEALS]
    for p in range(b[PILES]):
        word = 0
        tall = 0
        for i in range(b[HEIGHT + p]):
            kind = b[CARD + p * STRIDE + i] & 63
            if kind >> 4 == suit:
                word = word << 4 | (kind & 15) + 1
                tall += 1
            elif i == 0 and turns:
                word = DUMMY
                tall = 1
        if tall > 15:
            return -1
        if tall > 1 or (tall == 1 and word != DUMMY):
            s[WORDS + piles] = word
            s[TALL + piles] = tall
            piles += 1
    return piles


@compiled
def _suit_key(s: Vector, piles: int, up: int, down: int, turns: int, rules: int) -> int:
    """Of 60 bits; ``rules`` tells games with other ranks or caps apart, since a memo may serve several."""
    key = mix((rules << 9 | up << 5 | down << 1 | turns) + 1)
    for i in range(piles):
        if s[WORDS + i]:
            key += mix(s[WORDS + i])
    return (key & MASK) >> 2


@compiled
def _new(s: Vector, key: int) -> int:
    """Notes a key; 0 if it was there, or if the table is full."""
    key += 1
    mask = (1 << SEEN_BITS) - 1
    at = key & mask
    while s[SEEN + at] != 0:
        if s[SEEN + at] == key:
            return 0
        at = (at + 1) & mask
    s[SEEN + at] = key
    s[USED + s[USED]] = at
    s[USED] += 1
    return 1


@compiled
def suit_verdict(b: Vector, suit: int, s: Vector, memo: Vector, budget: int) -> int:
    """``LOST`` if the suit cannot be finished even alone; ``WINNABLE``, or ``OPEN`` if the budget of states did
    not suffice.

    Only for positions with at most one redistribution left. ``memo`` keeps verdicts, one integer each; its
    length is a power of two.
    """
    up, down, turns = b[UP + suit], b[DOWN + suit], b[REDEALS]
    count, full, cap = b[RANKS], b[LANE], b[CAP]
    piles = _project(b, suit, s)
    if piles < 0:
        return OPEN
    if piles == 0:
        return WINNABLE
    root = _suit_key(s, piles, up, down, turns, count << 7 | cap)
    slot = root & (len(memo) - 1)
    if memo[slot] >> 2 == root and memo[slot]:
        return memo[slot] & 3
    answer = LOST
    if not _suit_dead(s, piles, up, down, turns, count, full):
        answer = _search(s, piles, up, down, turns, count, full, cap, budget, memo)
        for i in range(1, s[USED]):
            s[SEEN + s[USED + i]] = 0
    memo[slot] = root << 2 | answer
    return answer


@compiled
def _search(
    s: Vector, piles: int, up: int, down: int, turns: int, count: int, full: int, cap: int, budget: int, memo: Vector
) -> int:
    s[USED] = 1
    depth = 0
    end = 0
    left = 0
    for i in range(piles):
        left += s[TALL + i]
        if s[WORDS + i] >> 4 * (s[TALL + i] - 1) == DUMMY:
            left -= 1
    nodes = 0
    _new(s, _suit_key(s, piles, up, down, turns, count << 7 | cap))
    fresh = 1
    while True:
        if fresh:
            fresh = 0
            nodes += 1
            if nodes > budget or nodes > MOST_BUDGET or s[USED] > (1 << SEEN_BITS) // 2 - 300 or end > 4096 * 8 - 300:
                return OPEN
            s[FIRST + depth] = end
            # the last written is tried first: redistribution, moves that empty a pile, shuttles, exposing moves, plays
            if turns:
                s[KIDS + end] = TURN
                end += 1
            takes = full
            if up + 1 != down:
                takes = 0
                if up + 1 < count:
                    takes |= 2 << up
                if down > 0:
                    takes |= 1 << (down - 1)
            for rank_of_move in range(4):
                for i in range(piles):
                    word = s[WORDS + i]
                    code = word & 15
                    if word == 0 or code == DUMMY:
                        continue
                    beside = beside_ranks(1 << (code - 1), count, full) << 1
                    under = word >> 4
                    if under == 0:
                        order = 0
                    elif beside >> (under & 15) & 1:
                        order = 1
                    else:
                        order = 2
                    if rank_of_move == 3:
                        if takes >> (code - 1) & 1:
                            s[KIDS + end] = i * 32 + 16
                            end += 1
                    elif order == rank_of_move:
                        for j in range(piles):
                            if j != i and s[TALL + j] < cap and s[TALL + j] < 15 and beside >> (s[WORDS + j] & 15) & 1:
                                s[KIDS + end] = i * 32 + j
                                end += 1
            s[LAST + depth] = end
        if end == s[FIRST + depth]:
            if depth == 0:
                return LOST
            depth -= 1
            move, back = s[LINE + depth], s[BACK + depth]
            if move == TURN:
                turns = 1
                for i in range(piles):
                    s[WORDS + i] = s[SAVED + i]
                    s[TALL + i] = 0
                    word = s[SAVED + i]
                    while word:
                        s[TALL + i] += 1
                        word >>= 4
            else:
                i, j = move >> 5, move & 31
                if j == 16:
                    up, down = back >> 4 & 15, back & 15
                    code = back >> 8
                    left += 1
                else:
                    code = s[WORDS + j] & 15
                    s[WORDS + j] >>= 4
                    s[TALL + j] -= 1
                s[WORDS + i] = s[WORDS + i] << 4 | code
                s[TALL + i] += 1
            end = s[LAST + depth]
            continue
        end -= 1
        s[LAST + depth] = end
        move = s[KIDS + end]
        s[LINE + depth] = move
        if move == TURN:
            turns = 0
            for i in range(piles):
                word, tall = s[WORDS + i], s[TALL + i]
                s[SAVED + i] = word
                if word:
                    low = word >> 4 * (tall - 1)
                    rest = word & ((1 << 4 * (tall - 1)) - 1)
                    if low == DUMMY:
                        s[WORDS + i] = rest
                        s[TALL + i] = tall - 1
                    else:
                        s[WORDS + i] = rest << 4 | low
        else:
            i, j = move >> 5, move & 31
            code = s[WORDS + i] & 15
            s[WORDS + i] >>= 4
            s[TALL + i] -= 1
            if j == 16:
                s[BACK + depth] = code << 8 | up << 4 | down
                left -= 1
                if up + 1 == down:
                    up = code - 1
                    down = code - 1
                else:
                    if code - 1 == up + 1:
                        up += 1
                    else:
                        down -= 1
                    if up + 1 == down:
                        up = 0
                        down = 1
            else:
                s[WORDS + j] = s[WORDS + j] << 4 | code
                s[TALL + j] += 1
        depth += 1
        s[FIRST + depth] = end
        s[LAST + depth] = end
        if left == 0:
            return WINNABLE
        key = _suit_key(s, piles, up, down, turns, count << 7 | cap)
        known = memo[key & (len(memo) - 1)]
        verdict = known & 3 if known >> 2 == key else 0
        if verdict == WINNABLE:
            return WINNABLE
        if verdict != LOST and _new(s, key) and not _suit_dead(s, piles, up, down, turns, count, full):
            fresh = 1
