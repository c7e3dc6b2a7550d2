"""One suit alone, searched to the end: the sharpest of the dead tests.

A projected pile is one integer, four bits for each card, the top lowest: rank + 1, so that 0 is an empty pile,
and 14 for the bottom card of another suit while one redistribution is left. The search goes depth first over
all moves of the suit. Positions are told apart by two keys that have nothing in common, of 60 and 62 bits.

``suit``. With at most one redistribution left: forget the cards of the other three suits and solve the fourth
alone to the end (``one_suit.py``). Keep of a winning line the moves of that suit only: a top card is top in
the smaller pile too, a card that it goes onto has its suit and lies there too, piles are no higher, the
foundations are the same. So the kept moves win the smaller game; if that is lost, so is the whole. The
redistribution turns up the lowest card of each pile that has not been emptied. If that card is of the suit, the
same happens in the smaller game. If it is not, it stays in the smaller game as a card that never moves and goes
at the redistribution: before that it leaves last, so nothing is missed. With two redistributions left the
second bottom card is not known, and the test is not used.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled
from medialuna.solver.crescent.kernels.dead import beside_ranks, reach
from medialuna.solver.crescent.kernels.layout import (
    CAP,
    CARD,
    DOWN,
    FOUNDATION,
    HEIGHT,
    LANE,
    MASK,
    PILES,
    RANKS,
    REDEALS,
    STRIDE,
    UP,
    mix,
    mix_otherwise,
)
from medialuna.solver.crescent.kernels.slots import LOST, OPEN, WINNABLE, begin, slots_verdict

NUMBER, UPPER, LOWER, TURNS, LEFT, RANK_COUNT, ALL_RANKS, FULL_HEIGHT, TOO_TALL = range(9)
WORDS = 16
REST = WORDS + 16
SAVED = REST + 16
TALL = SAVED + 16
SEEN = TALL + 16
SEEN_SIZE = 1 << 13
SEEN_TOO = SEEN + SEEN_SIZE
USED = SEEN_TOO + SEEN_SIZE
MOST_BUDGET = 4000
"""States that the scratch vector has room for."""
LINE = USED + SEEN_SIZE // 2
BACK = LINE + MOST_BUDGET + 2
FIRST = BACK + MOST_BUDGET + 2
LAST = FIRST + MOST_BUDGET + 2
KIDS = LAST + MOST_BUDGET + 2
MOST_KIDS = 32_000
SIZE = KIDS + MOST_KIDS
"""Of the scratch vector. ``NUMBER``: of projected piles; ``UPPER``, ``LOWER``: the suit's foundations;
``TURNS``: redistributions left; ``LEFT``: cards of the suit in piles; then the rules, and whether a pile would
have grown higher than a word has room for. ``WORDS``: the projected piles, ``TALL``: their heights; ``SAVED``:
as they were before the redistribution; ``SEEN``, ``SEEN_TOO``: keys visited and
their second halves, ``USED``: how many, and their places; ``LINE`` …
``LAST``: by depth; ``KIDS``: moves not yet tried."""

DUMMY = 14
TALLEST = 15
TURN = 512


@compiled
def _is_dead(s: Vector) -> int:
    """The ``type`` test within the suit."""
    shown = 0
    for i in range(s[NUMBER]):
        word = s[WORDS + i]
        s[REST + i] = word
        shown |= 1 << (word & 15)
        if s[TURNS] and word:
            shown |= 1 << (word >> 4 * (s[TALL + i] - 1))
    while True:
        # codes are ranks + 1; an empty pile shows code 0, a dummy 14: neither is a rank
        ranks = (shown >> 1) & s[ALL_RANKS]
        free = reach(ranks, s[UPPER], s[LOWER]) | beside_ranks(ranks, s[RANK_COUNT], s[ALL_RANKS])
        free = free << 1 | 1 << DUMMY
        changed = 0
        left = 0
        for i in range(s[NUMBER]):
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
    """Writes the projected piles, foundations and rules; 0 if a pile is too high for a word."""
    piles, left = 0, 0
    turns = b[REDEALS]
    for p in range(b[PILES]):
        word, tall = 0, 0
        for i in range(b[HEIGHT + p]):
            kind = b[CARD + p * STRIDE + i] & 63
            if kind >> 4 == suit:
                if tall == TALLEST:
                    return 0
                word = word << 4 | (kind & 15) + 1
                tall += 1
                left += 1
            elif i == 0 and turns:
                word = DUMMY
                tall = 1
        if tall > 1 or (tall == 1 and word != DUMMY):
            s[WORDS + piles] = word
            s[TALL + piles] = tall
            piles += 1
    s[NUMBER], s[LEFT] = piles, left
    s[UPPER], s[LOWER], s[TURNS] = b[UP + suit], b[DOWN + suit], turns
    s[RANK_COUNT], s[ALL_RANKS], s[FULL_HEIGHT], s[TOO_TALL] = b[RANKS], b[LANE], b[CAP], 0
    return 1


@compiled
def _key(s: Vector) -> int:
    """Of 60 bits. The rules are part of it, since a memo may serve several games."""
    rules = s[RANK_COUNT] << 7 | s[FULL_HEIGHT]
    key = mix((rules << 9 | s[UPPER] << 5 | s[LOWER] << 1 | s[TURNS]) + 1)
    for i in range(s[NUMBER]):
        if s[WORDS + i]:
            key += mix(s[WORDS + i])
    return (key & MASK) >> 2


@compiled
def _second_key(s: Vector) -> int:
    """The second half, of 62 bits."""
    rules = s[RANK_COUNT] << 7 | s[FULL_HEIGHT]
    key = mix_otherwise((rules << 9 | s[UPPER] << 5 | s[LOWER] << 1 | s[TURNS]) + 1)
    for i in range(s[NUMBER]):
        if s[WORDS + i]:
            key += mix_otherwise(s[WORDS + i])
    return key & MASK


@compiled
def _known(memo: Vector, key: int, second: int) -> int:
    """The verdict that the memo has on a position, or 0."""
    slot = 2 * key & (len(memo) - 2)
    if memo[slot] >> 2 == key and memo[slot + 1] == second:
        return memo[slot] & 3
    return 0


@compiled
def _is_new(s: Vector, key: int, second: int) -> int:
    """Notes a key's two halves; 0 if they were there."""
    key += 1
    at = key & (SEEN_SIZE - 1)
    while s[SEEN + at] != 0:
        if s[SEEN + at] == key and s[SEEN_TOO + at] == second:
            return 0
        at = (at + 1) & (SEEN_SIZE - 1)
    s[SEEN + at] = key
    s[SEEN_TOO + at] = second
    s[USED] += 1
    s[USED + s[USED]] = at
    return 1


@compiled
def _moves(s: Vector, end: int) -> int:
    """Writes all moves of the suit from ``end`` on, the last to be tried first: the redistribution, moves that
    empty a pile, shuttles, exposing moves, plays. Returns where they end."""
    count, full = s[RANK_COUNT], s[ALL_RANKS]
    if s[TURNS]:
        s[KIDS + end] = TURN
        end += 1
    takes = full
    if s[UPPER] + 1 != s[LOWER]:
        takes = (2 << s[UPPER] | (1 << s[LOWER]) >> 1) & full
    for turn in range(4):
        for i in range(s[NUMBER]):
            word = s[WORDS + i]
            code = word & 15
            if word == 0 or code == DUMMY:
                continue
            if turn == 3:
                if takes >> (code - 1) & 1:
                    s[KIDS + end] = i * 32 + FOUNDATION
                    end += 1
                continue
            beside = beside_ranks(1 << (code - 1), count, full) << 1
            under = word >> 4
            if turn != (0 if under == 0 else 1 if beside >> (under & 15) & 1 else 2):
                continue
            for j in range(s[NUMBER]):
                if j != i and s[TALL + j] < s[FULL_HEIGHT] and beside >> (s[WORDS + j] & 15) & 1:
                    if s[TALL + j] == TALLEST:
                        s[TOO_TALL] = 1
                    else:
                        s[KIDS + end] = i * 32 + j
                        end += 1
    return end


@compiled
def _turn(s: Vector) -> None:
    """The redistribution: dummies go, other bottom cards come to the top."""
    s[TURNS] = 0
    for i in range(s[NUMBER]):
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


@compiled
def _turn_back(s: Vector) -> None:
    s[TURNS] = 1
    for i in range(s[NUMBER]):
        word, tall = s[SAVED + i], 0
        s[WORDS + i] = word
        while word:
            tall += 1
            word >>= 4
        s[TALL + i] = tall


@compiled
def _make(s: Vector, move: int) -> int:
    """Does a move; returns what :func:`_unmake` needs."""
    if move == TURN:
        _turn(s)
        return 0
    i, j = move >> 5, move & 31
    code = s[WORDS + i] & 15
    s[WORDS + i] >>= 4
    s[TALL + i] -= 1
    if j != FOUNDATION:
        s[WORDS + j] = s[WORDS + j] << 4 | code
        s[TALL + j] += 1
        return 0
    up, down, rank = s[UPPER], s[LOWER], code - 1
    s[LEFT] -= 1
    if up + 1 == down:
        s[UPPER], s[LOWER] = rank, rank
    else:
        if rank == up + 1:
            s[UPPER] = rank
        else:
            s[LOWER] = rank
        if s[UPPER] + 1 == s[LOWER]:
            s[UPPER], s[LOWER] = 0, 1
    return code << 8 | up << 4 | down


@compiled
def _unmake(s: Vector, move: int, before: int) -> None:
    if move == TURN:
        _turn_back(s)
        return
    i, j = move >> 5, move & 31
    if j == FOUNDATION:
        code = before >> 8
        s[UPPER], s[LOWER] = before >> 4 & 15, before & 15
        s[LEFT] += 1
    else:
        code = s[WORDS + j] & 15
        s[WORDS + j] >>= 4
        s[TALL + j] -= 1
    s[WORDS + i] = s[WORDS + i] << 4 | code
    s[TALL + i] += 1


@compiled
def _search(s: Vector, memo: Vector, budget: int) -> int:
    """Depth first over all moves; positions seen, known from the memo, or dead are left out."""
    depth, end, states = 0, 0, 0
    fresh = 1
    while True:
        if fresh:
            fresh = 0
            states += 1
            if states > min(budget, MOST_BUDGET) or s[USED] + 400 > SEEN_SIZE // 2 or end + 400 > MOST_KIDS:
                return OPEN
            s[FIRST + depth] = end
            end = _moves(s, end)
            s[LAST + depth] = end
        if end == s[FIRST + depth]:
            if depth == 0:
                return OPEN if s[TOO_TALL] else LOST
            depth -= 1
            _unmake(s, s[LINE + depth], s[BACK + depth])
            end = s[LAST + depth]
            continue
        end -= 1
        s[LAST + depth] = end
        s[LINE + depth] = s[KIDS + end]
        s[BACK + depth] = _make(s, s[KIDS + end])
        depth += 1
        s[FIRST + depth] = end
        if s[LEFT] == 0:
            return WINNABLE
        key, second = _key(s), _second_key(s)
        verdict = _known(memo, key, second)
        if verdict == WINNABLE:
            return WINNABLE
        if verdict != LOST and _is_new(s, key, second) and not _is_dead(s):
            fresh = 1


@compiled
def suit_verdict(b: Vector, suit: int, s: Vector, memo: Vector, budget: int, room: Vector, positions: int) -> int:
    """``LOST`` if the suit cannot be finished even alone; ``WINNABLE``, or ``OPEN`` if the budget of states did
    not suffice.

    Only for positions with at most one redistribution left. What the search leaves open, :func:`slots_verdict` is asked
    with its own scratch vector ``room``, for so many ``positions``; 0: it is not asked. ``memo`` keeps verdicts, two
    integers each; its length is a power of two.
    """
    if not _project(b, suit, s):
        return OPEN
    if s[LEFT] == 0:
        return WINNABLE
    root, second = _key(s), _second_key(s)
    known = _known(memo, root, second)
    if known:
        return known
    answer = LOST
    if not _is_dead(s):
        s[USED] = 0
        _is_new(s, root, second)
        answer = _search(s, memo, budget)
        for i in range(1, s[USED] + 1):
            s[SEEN + s[USED + i]] = 0
    if answer == OPEN and positions and begin(b, suit, room):
        if slots_verdict(room, positions) == LOST:
            answer = LOST
    slot = 2 * root & (len(memo) - 2)
    memo[slot] = root << 2 | answer
    memo[slot + 1] = second
    return answer
