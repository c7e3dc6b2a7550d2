"""The exhaustive search and its prunings against plain searches, on thousands of small games."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain, combinations
from random import Random

import pytest

from medialuna.games.crescent import State
from medialuna.solver import Budget, Lost, Unknown, Won, check_win, solve
from medialuna.solver.compiled import lengthened, vector
from medialuna.solver.crescent.decide import weights
from medialuna.solver.crescent.exhaustion import slots_scratch
from medialuna.solver.crescent.kernels import dead, exhaust, layout, one_suit, stages
from medialuna.solver.crescent.kernels.slots import LOST, has_no_room
from medialuna.solver.crescent.pack import actions_of, pack
from medialuna.solver.crescent.parts import only
from medialuna.solver.crescent.pruning import PRUNINGS
from medialuna.solver.reference import search as plain_search
from tests.crescent_positions import nearly_one_suit, passed, small, spades

LIMIT = 400_000


class Searcher:
    """The exhaustive kernel alone, with vectors that are used again."""

    def __init__(self) -> None:
        self.e, self.suits, self.memo = (vector(n) for n in (exhaust.SIZE, one_suit.SIZE, 1 << 12))
        self.room = slots_scratch(1 << 11)
        self.weights = weights()

    def run(self, board, switches):
        """``won``, ``lost`` or ``open``; the line of a win; and how many positions were generated."""
        e, table = self.e, vector(1 << 12)
        board = lengthened(board, len(board))
        for place in (exhaust.STORED, exhaust.VISITED):
            e[place] = 0
        e[exhaust.LIMIT], e[exhaust.SWITCHES] = LIMIT, switches
        e[exhaust.SUIT_BUDGET], e[exhaust.SLOTS_BUDGET] = 300, 1000
        exhaust.begin(e)
        if exhaust.proven_lost(board, e, self.suits, self.memo, self.room, exhaust.NO_SUIT):
            return "lost", [], 0
        while True:
            end = exhaust.exhaust(board, e, table, self.suits, self.memo, self.room, self.weights)
            if end != exhaust.TABLE_FULL:
                break
            larger = vector(4 * len(table))
            exhaust.move_table(table, larger)
            table = larger
        verdict = {exhaust.FOUND_WIN: "won", exhaust.EXHAUSTED: "lost"}.get(end, "open")
        line = [int(e[exhaust.PATH + i]) for i in range(e[exhaust.DEPTH])]
        return verdict, line if verdict == "won" else [], int(e[exhaust.VISITED])


@pytest.fixture(scope="module")
def searcher():
    return Searcher()


def same(state: State):
    """Positions that differ only in the order of the piles and in which copy of a card lies where are one."""
    piles = tuple(sorted(tuple((c.rank, c.suit) for c in pile) for pile in state.piles))
    tops = tuple(foundation[-1].rank for foundation in state.aces + state.kings)
    return piles, tops, state.redistributions_left


def test_the_unpruned_search_agrees_with_the_readable_rules(searcher):
    rng, seen = Random(2), Counter()
    for _ in range(150):
        game, state = small(rng, 7)
        plain = plain_search(game, state, limit=1500, same=same)
        fast, line, _ = searcher.run(pack(game, state), 0)
        if not isinstance(plain, Unknown):
            assert fast == type(plain).__name__.lower(), (game, state)
        if fast == "won":
            check_win(game, state, actions_of(game, state, line))
        seen[fast, type(plain).__name__] += 1
    assert seen["won", "Won"] > 80
    assert seen["lost", "Lost"] > 15


def test_positions_count_as_one_only_if_both_halves_of_their_keys_agree():
    table, larger = vector(8), vector(16)
    new = [exhaust.store(table, *key) for key in ((5, 1), (5, 2), (6, 1), (5, 2))]
    assert new == [1, 1, 1, 0]
    exhaust.move_table(table, larger)
    new = [exhaust.store(larger, *key) for key in ((5, 1), (5, 2), (6, 1), (5, 3))]
    assert new == [0, 0, 0, 1]


def test_every_pruning_alone_and_all_together_agree_with_the_unpruned_search(searcher):
    sets = {**PRUNINGS, "all": sum(PRUNINGS.values())}
    rng, seen, generated = Random(3), Counter(), Counter()
    for _ in range(1000):
        game, state = small(rng, 13)
        board = pack(game, state)
        plain, _, number = searcher.run(board, 0)
        if plain == "open":
            continue
        seen[plain] += 1
        generated["none"] += number
        for name, switches in sets.items():
            verdict, line, number = searcher.run(board, switches)
            generated[name] += number
            if verdict == "won":
                check_win(game, state, actions_of(game, state, line))
            assert verdict == plain or (verdict == "open" and name == "order"), (name, game, state)
    assert seen["won"] > 500
    assert seen["lost"] > 120
    # they are there to save work
    assert generated["all"] < generated["none"] / 4


def test_no_card_is_forced_that_others_need_on_their_way_round(searcher):
    """Six ranks: 6 goes on 5, A on 6, 2 on A, and when all three low ranks are played, 5 is brought up again."""
    game, state = spades(6, "5S", "3S 2S AS 6S", ace=4, king=4, redistributions=1)
    assert searcher.run(pack(game, state), PRUNINGS["safe"])[0] == "won"
    rng, seen = Random(11), Counter()
    for _ in range(6000):
        game, state = passed(rng)
        board = pack(game, state)
        plain, _, _ = searcher.run(board, 0)
        seen[plain] += 1
        for switches in (PRUNINGS["safe"], sum(PRUNINGS.values())):
            assert searcher.run(board, switches)[0] == plain, (game, state)
    assert seen["won"] > 2000
    assert seen["lost"] > 2000


def test_no_dead_test_calls_a_position_dead_that_can_be_won(searcher):
    rng, killed, lost = Random(4), Counter(), Counter()
    tests, suits, memo = vector(stages.SCRATCH), vector(one_suit.SIZE), vector(1 << 12)
    room = slots_scratch(1 << 11)
    for number in range(3000):
        game, state = small(rng, 14)
        if number % 3 == 0:
            game = replace(game, redistributions=2)
            state = replace(state, redistributions_left=2)
        board = pack(game, state)
        redeals = state.redistributions_left
        fires = {
            "type": dead.is_dead(board, tests, 0) > 0,
            "staged": stages.is_dead_by_stages(board, tests, 0) == 1,
            "suit": redeals < 2
            and any(one_suit.suit_verdict(board, suit, suits, memo, 300, room, 0) == LOST for suit in range(4)),
            "slots": redeals <= 2 and any(has_no_room(board, suit, room, 1000) for suit in range(4)),
        }
        if not any(fires.values()):
            continue
        verdict, _, _ = searcher.run(board, 0)
        assert verdict != "won", (fires, game, state)
        if verdict == "lost":
            lost[redeals] += 1
            killed.update((name, redeals) for name, is_dead in fires.items() if is_dead)
    assert sum(lost.values()) > 150
    assert killed["suit", 0] >= killed["slots", 0] > killed["type", 0] > 30
    assert killed["suit", 1] > killed["staged", 1] > killed["type", 1] > 5
    assert killed["suit", 1] > killed["slots", 1] > 5
    assert killed["staged", 2] >= killed["type", 2] > 2
    assert killed["slots", 2] > 5


def test_a_suit_that_is_short_of_room_is_not_lost_if_redistributions_can_save_it(searcher):
    rng, seen, room = Random(3), Counter(), slots_scratch(1 << 12)
    for _ in range(5000):
        game, state = nearly_one_suit(rng, 15)
        board = pack(game, state)
        verdict, _, _ = searcher.run(board, 0)
        dead = any(has_no_room(board, suit, room, 1 << 12) for suit in range(4))
        assert not (dead and verdict == "won"), (game, state)
        seen[state.redistributions_left, verdict, dead] += 1
    for redeals in (1, 2):
        assert seen[redeals, "won", False] > 500
        assert seen[redeals, "lost", True] > 150


def test_some_suits_alone_are_lost_only_where_the_whole_is(searcher):
    rng, seen = Random(9), Counter()
    switches = (0, sum(PRUNINGS.values()), PRUNINGS["safe"] | PRUNINGS["order"])
    for number in range(2000):
        game, state = nearly_one_suit(rng, 12) if number % 2 else small(rng, 12)
        redeals = number % 3
        state = replace(state, redistributions_left=redeals)
        board = pack(replace(game, redistributions=redeals), state)
        verdict, _, _ = searcher.run(board, 0)
        suits = [suit for suit in range(4) if not layout.is_complete(board, suit)]
        for chosen in chain.from_iterable(combinations(suits, size) for size in range(1, len(suits))):
            answer, _, _ = searcher.run(only(board, chosen), switches[number // 6 % 3])
            assert not (answer == "lost" and verdict == "won"), (game, state, chosen)
            seen[redeals, len(chosen), answer == verdict == "lost"] += 1
    for redeals in range(3):
        assert seen[redeals, 1, True] > 20
        assert seen[redeals, 2, True] > 3


@pytest.mark.parametrize(
    ("ranks", "spades_up", "spades_down", "hearts_down", "piles"),
    [
        pytest.param(7, 1, 2, 4, [[19], [6, 5, 16, 1, 3, 2, 4], [0, 17, 18]], id="it may stay"),
        pytest.param(7, 0, 1, 3, [[17, 18, 2, 1, 3], [6, 4, 16, 0, 5]], id="the second card counts, too"),
        pytest.param(6, 2, 3, 3, [[16, 18, 5, 2, 0], [17, 3, 1, 4]], id="and once more"),
    ],
)
def test_what_is_forgotten_lies_in_its_pile_until_it_goes(searcher, ranks, spades_up, spades_down, hearts_down, piles):
    """Two redistributions. These are won, and spades alone as well; with the forgotten cards gone from the beginning,
    or forced to go as soon as they can, spades would be lost."""
    board = vector(layout.SIZE)
    board[layout.PILES], board[layout.RANKS], board[layout.CAP], board[layout.REDEALS] = len(piles), ranks, 13, 2
    for suit in range(4):
        board[layout.UP + suit], board[layout.DOWN + suit] = ranks - 1, 0
    board[layout.UP], board[layout.DOWN], board[layout.DOWN + 1] = spades_up, spades_down, hearts_down
    for p, pile in enumerate(piles):
        board[layout.HEIGHT + p] = len(pile)
        for i, card in enumerate(pile):
            board[layout.CARD + p * layout.STRIDE + i] = card
    layout.set_up(board)
    assert searcher.run(board, 0)[0] == "won"
    for switches in (0, *PRUNINGS.values(), sum(PRUNINGS.values())):
        assert searcher.run(only(board, [0]), switches)[0] == "won"


def test_the_type_test_sees_that_a_card_can_never_leave_and_that_a_redistribution_may_bring_help(searcher):
    """Nothing takes a 3 but 2 and 4, all of which lie under one; the foundations take 2 and 4 first."""
    tests = vector(stages.SCRATCH)
    for redistributions, is_dead in ((0, True), (1, True), (2, True), (3, False)):
        game, state = spades(5, "2S 2S 4S 4S AS 5S 3S", "3S", redistributions=redistributions)
        assert (dead.is_dead(pack(game, state), tests, 0) > 0) == is_dead
    verdict = solve(*spades(5, "2S 2S 4S 4S AS 5S 3S", "3S"))
    assert isinstance(verdict, Lost)
    assert "never be played" in verdict.evidence
    assert verdict.effort.visited == 0


def test_a_suit_that_plays_off_is_won():
    game, state = spades(13, "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS")
    verdict = solve(game, state)
    assert isinstance(verdict, Won)
    assert len(verdict.actions) >= 24


def test_switches_change_the_evidence_but_not_the_verdict():
    rng, told = Random(8), Counter()
    for _ in range(120):
        game, state = small(rng, 12)
        answers = {prune: solve(game, state, Budget(prune=prune)) for prune in ("all", "none", "order,safe")}
        assert len({type(answer) for answer in answers.values()}) == 1, (game, state)
        told.update(answer.evidence for answer in answers.values() if isinstance(answer, Lost))
    assert any("visited" in text for text in told)
    assert any("one suit" in text for text in told)
