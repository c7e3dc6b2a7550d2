"""The search for short lines: level by level, keeping the most promising positions of each.

A *level* holds positions reached by the same number of chosen moves; moves that are safe are made at once
and are not chosen. A position is judged by the actions that led to it, draws included and recycles not,
plus the fewest that are still needed: one for each card that is not up, the draws that turn the rest of the
stock, and one for each block that has to be moved before its cards can go up. No line through the position
is shorter, so what is judged no better than the best line known is left out.

The waste is known exactly here, since it decides how many draws bring a card up: the key's upper bits hold
its size whatever it is. What lies on a card that goes up may have to be moved to its twin first; that
action is not foreseen.
"""

from __future__ import annotations

from medialuna.solver.compiled import Vector, compiled, count, inlined, lowest
from medialuna.solver.thoughtful.kernels.depth_first import scattered
from medialuna.solver.thoughtful.kernels.layout import (
    ALL,
    BURIERS,
    FREE,
    HEADS,
    KEY,
    LOWER,
    OBSTACLES,
    PLACE,
    PLACES,
    STOCK,
    UP,
    WASTE_BIT,
    WITHOUT_WASTE,
)
from medialuna.solver.thoughtful.kernels.moves import (
    HEAD_AWAY,
    KIND_BIT,
    STOCK_DOWN,
    STOCK_UP,
    TABLE_UP,
    next_up,
    open_pairs,
    placeable,
    play,
    reachable,
)
from medialuna.solver.thoughtful.kernels.pruning import dead, forced, worth_taking_back
from medialuna.solver.thoughtful.kernels.switches import SAFE

SPENT, BURIED, ORIGIN, NODE = 5, 6, 7, 8
"""A position of a level: key, up, free, heads, stock; actions so far; blocks that still have to be moved;
its place in the log. The log holds for every position that was kept ``place of the one before << 10 |
move``."""

DRAW, WIDTH, BEST, FOUND, VISITED, VISIT_LIMIT, CONTROL_SIZE = range(7)
"""Control. WIDTH: positions kept of a level; BEST: actions of the best line known; FOUND: the log's entry
for the last move of a better one, -1 if there is none; VISITED: positions
reached; when they are VISIT_LIMIT the search ends."""

LONGEST = 400
"""Lines that are judged longer are not looked at."""
NO_MOVE = -1
"""The log's entry for the beginning."""


@inlined
def draws_to(waste: int, target: int, held: int, draw: int) -> int:
    """How many draws turn a waste of ``waste`` cards into one of ``target``, of ``held`` in waste and
    stock; recycling where that is needed."""
    if target >= waste and (target - waste) % draw == 0:
        return (target - waste) // draw
    to_the_end = (held - waste + draw - 1) // draw
    return to_the_end if target == held else to_the_end + target // draw


@inlined
def still_needed(deal: Vector, key: int, up: int, buried: int, draw: int) -> int:
    """Fewer actions than this do not win."""
    return count(deal[ALL] & ~up) + (count(key & PLACES) - (key >> WASTE_BIT) + draw - 1) // draw + buried


@inlined
def seen_before(table: Vector, key: int, spent: int) -> bool:
    """Whether the position was reached with no more actions; else it is noted. Two numbers a place: key +
    1, actions."""
    mask = len(table) // 2 - 1
    place = scattered(key) & mask
    while table[2 * place] != 0:
        if table[2 * place] == key + 1:
            if table[2 * place + 1] <= spent:
                return True
            break
        place = (place + 1) & mask
    table[2 * place] = key + 1
    table[2 * place + 1] = spent
    return False


@inlined
def is_obstacle(deal: Vector, heads: int, move: int) -> int:
    """1 if the move takes away a block that has to be moved, else 0."""
    return ((heads & deal[OBSTACLES]) >> (move & 63)) & 1 if move >> KIND_BIT <= TABLE_UP else 0


@compiled
def shorter_line(
    deal: Vector,
    root: Vector,
    waste: int,
    control: Vector,
    level: Vector,
    reached: Vector,
    counts: Vector,
    log: Vector,
    table: Vector,
    stop: Vector,
) -> int:
    """Looks for a line of fewer than BEST actions; returns how many it has, or BEST.

    ``level`` has room for WIDTH positions, ``reached`` for some times as many, ``counts`` for LONGEST
    numbers; ``log`` has room for WIDTH positions of each level, and ``table``, two numbers a place, for
    twice as many. What has no room is left out.
    """
    draw, width, best = control[DRAW], control[WIDTH], min(control[BEST], LONGEST)
    lower = deal[LOWER]
    room = len(reached) // NODE
    for place in range(len(table)):
        table[place] = 0
    key, up, free, heads, stock = root[KEY], root[UP], root[FREE], root[HEADS], root[STOCK]
    spent, buried = 0, count(deal[OBSTACLES])
    safe = forced(deal, draw, SAFE, key, up, free, heads, stock)
    while safe >= 0:
        spent += 1
        buried -= is_obstacle(deal, heads, safe)
        key, up, free, heads, stock = play(deal, 1, TABLE_UP, safe & 63, key, up, free, heads, stock)
        safe = forced(deal, draw, SAFE, key, up, free, heads, stock)
    level[KEY] = (key & WITHOUT_WASTE) | waste << WASTE_BIT
    level[UP], level[FREE], level[HEADS], level[STOCK] = up, free, heads, stock
    level[SPENT], level[BURIED], level[ORIGIN] = spent, buried, 0
    log[0] = NO_MOVE
    logged, kept, visited, noted = 1, 1, 0, 0
    control[FOUND] = -1
    limit = control[VISIT_LIMIT]
    while (
        kept > 0 and visited < limit and logged + width < len(log) and 2 * (noted + room) < len(table) and stop[0] == 0
    ):
        arrived = 0
        for number in range(LONGEST):
            counts[number] = 0
        for number in range(kept):
            if visited >= limit:
                break
            node = number * NODE
            key, up, free, heads = level[node + KEY], level[node + UP], level[node + FREE], level[node + HEADS]
            stock, spent, origin = level[node + STOCK], level[node + SPENT], level[node + ORIGIN]
            buried = level[node + BURIED]
            waste, held = key >> WASTE_BIT, count(key & PLACES)
            fitting = placeable(deal, open_pairs(free, free & ~heads, lower), free, heads)
            at_hand = reachable(deal, key & PLACES, waste if waste % 3 and waste < held else 0, draw)
            coming = next_up(up)
            for kind in range(5):
                if kind == HEAD_AWAY:
                    cards = heads & fitting
                elif kind == TABLE_UP:
                    cards = free & coming & open_pairs(free, free & ~heads, lower)
                elif kind == STOCK_DOWN:
                    cards = at_hand & fitting
                elif kind == STOCK_UP:
                    cards = at_hand & coming
                else:
                    cards = worth_taking_back(SAFE, up) & fitting
                while cards:
                    card = lowest(cards)
                    cards &= cards - 1
                    move = kind << KIND_BIT | card
                    now = spent + 1
                    waste_ = waste
                    if kind == STOCK_DOWN or kind == STOCK_UP:
                        target = count(key & (deal[PLACE + card] - 1)) + 1
                        now += draws_to(waste, target, held, draw)
                        waste_ = target - 1
                    buried_ = buried - is_obstacle(deal, heads, move)
                    key_, up_, free_, heads_, stock_ = play(deal, 1, kind, card, key, up, free, heads, stock)
                    key_ = (key_ & WITHOUT_WASTE) | waste_ << WASTE_BIT
                    safe = forced(deal, draw, SAFE, key_, up_, free_, heads_, stock_)
                    while safe >= 0:
                        now += 1
                        buried_ -= is_obstacle(deal, heads_, safe)
                        key_, up_, free_, heads_, stock_ = play(
                            deal, 1, TABLE_UP, safe & 63, key_, up_, free_, heads_, stock_
                        )
                        safe = forced(deal, draw, SAFE, key_, up_, free_, heads_, stock_)
                    visited += 1
                    total = now + still_needed(deal, key_, up_, buried_, draw)
                    if total >= best or arrived == room or seen_before(table, key_, now):
                        continue
                    noted += 1
                    if heads_ & deal[BURIERS] == 0 and stock_ == 0:
                        # the rest goes up as it lies
                        best = total
                        log[logged] = origin << 10 | move
                        control[FOUND] = logged
                        logged += 1
                        continue
                    is_open = open_pairs(free_, free_ & ~heads_, lower)
                    if dead(deal, up_, free_, heads_, stock_, is_open, placeable(deal, is_open, free_, heads_), 0):
                        continue
                    at = arrived * NODE
                    reached[at + KEY], reached[at + UP], reached[at + FREE] = key_, up_, free_
                    reached[at + HEADS], reached[at + STOCK], reached[at + SPENT] = heads_, stock_, now
                    reached[at + BURIED], reached[at + ORIGIN] = buried_, origin << 10 | move
                    counts[total] += 1
                    arrived += 1
        # the best go on: all that are judged better than some number, and as many of those judged so as
        # there is room for
        left, worst = width, 0
        while worst < best and left >= counts[worst]:
            left -= counts[worst]
            worst += 1
        kept = 0
        for number in range(arrived):
            at = number * NODE
            needed = still_needed(deal, reached[at + KEY], reached[at + UP], reached[at + BURIED], draw)
            total = reached[at + SPENT] + needed
            if total > worst or total >= best:
                continue
            if total == worst:
                if left == 0:
                    continue
                left -= 1
            node = kept * NODE
            for field in range(NODE):
                level[node + field] = reached[at + field]
            log[logged] = reached[at + ORIGIN]
            level[node + ORIGIN] = logged
            logged += 1
            kept += 1
    control[VISITED] += visited
    return best
