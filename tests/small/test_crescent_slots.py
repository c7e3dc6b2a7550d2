"""The test that knows how much room there is, against plain Python: arrangements tried one by one, and whole suits."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

from medialuna.games.crescent import Crescent
from medialuna.shuffle import shuffled
from medialuna.solver import Budget, Lost, solve
from medialuna.solver.compiled import vector
from medialuna.solver.crescent.exhaustion import slots_scratch
from medialuna.solver.crescent.kernels import layout, one_suit, slots
from medialuna.solver.crescent.kernels.slots import LOST, OPEN, WINNABLE
from medialuna.solver.crescent.pack import pack
from tests.crescent_positions import small


def four_bits(counts):
    return sum(number << 4 * rank for rank, number in enumerate(counts))


def can_lie(count, tops, loose):
    """Whether all loose cards can be put down one after another, each on a top card beside it."""

    @cache
    def put(tops, loose):
        if not any(loose):
            return True
        for rank in range(count):
            for beside in {(rank + 1) % count, (rank - 1) % count} if loose[rank] else ():
                if tops[beside]:
                    more, fewer = list(tops), list(loose)
                    more[beside] -= 1
                    more[rank] += 1
                    fewer[rank] -= 1
                    if put(tuple(more), tuple(fewer)):
                        return True
        return False

    return put(tuple(tops), tuple(loose))


def test_there_is_room_wherever_there_is_an_arrangement_and_seldom_elsewhere():
    rng, seen, scratch = Random(5), Counter(), slots_scratch(2)
    for _ in range(3000):
        count = rng.choice((3, 4, 5, 7, 13))
        scratch[slots.COUNT], scratch[slots.ALL_RANKS] = count, (1 << count) - 1
        tops, loose = [0] * count, [0] * count
        for _ in range(rng.randint(1, 5)):
            tops[rng.randrange(count)] += 1
        for _ in range(rng.randint(1, 9)):
            loose[rng.randrange(count)] += 1
        if max(map(sum, zip(tops, loose, strict=True))) > 2:
            continue
        room = bool(slots._has_room(scratch, four_bits(tops), four_bits(loose)))
        seen[room, can_lie(count, tops, loose)] += 1
    assert seen[False, True] == 0
    assert seen[True, True] > 100
    assert seen[False, False] > 10 * seen[True, False]


def test_no_suit_is_lost_that_can_be_finished_alone():
    rng, seen = Random(6), Counter()
    room, suits, memo = slots_scratch(1 << 12), vector(one_suit.SIZE), vector(1 << 12)
    for _ in range(2500):
        game, state = small(rng, 20)
        board = pack(game, state)
        redeals = board[layout.REDEALS]
        if redeals > 2:
            assert not slots.begin(board, 0, room)
            continue
        for suit in range(4) if redeals < 2 else ():
            alone = one_suit.suit_verdict(board, suit, suits, memo, 4000, room, 0)
            assert slots.begin(board, suit, room)
            relaxed = slots.slots_verdict(room, 4000)
            seen[redeals, relaxed, alone] += 1
            assert (relaxed, alone) != (LOST, WINNABLE), (game, state)
    for redeals in (0, 1):
        assert seen[redeals, WINNABLE, WINNABLE] > 500
        assert seen[redeals, LOST, LOST] > max(40, seen[redeals, WINNABLE, LOST])
        assert seen[redeals, OPEN, LOST] == seen[redeals, OPEN, WINNABLE] == 0


def test_a_search_that_is_gone_on_with_comes_to_the_same_end():
    game = Crescent(redistributions=0)
    board = pack(game, game.deal(shuffled(game.pack(), 3)))
    room, visited = slots_scratch(1 << 19), []
    for slices in (1, 7):
        answers = []
        for suit in range(4):
            assert slots.begin(board, suit, room)
            limit, answer = 0, OPEN
            while answer == OPEN:
                limit += 400_000 // slices
                answer = slots.slots_verdict(room, limit)
            answers.append((answer, int(room[slots.VISITED])))
        visited.append(answers)
    assert visited[0] == visited[1]


def test_deals_without_redistributions_are_lost_for_want_of_room():
    game = Crescent(redistributions=0)
    verdicts = Counter()
    for number in range(4):
        state = game.deal(shuffled(game.pack(), number))
        for name, prune in (("all", "all"), ("no slots", "type,staged,suit,safe,order")):
            verdicts[name, type(solve(game, state, Budget(states=150_000, prune=prune)))] += 1
    assert verdicts["all", Lost] >= 2
    assert verdicts["no slots", Lost] == 0
