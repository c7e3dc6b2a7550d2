"""Deciding a position within a budget: the dead tests, walks that look for a win, beams that do so where walks
go astray, and an exhaustive search beside them.

Walks win nearly all that can be won and never prove a loss, and neither do beams; the exhaustive search decides
late positions at once. They take turns, by numbers of positions and not by the clock, so that the same seed
gives the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, repeat
from time import perf_counter

from medialuna.games.crescent import Crescent, State
from medialuna.solver.compiled import Vector, as_vector, vector
from medialuna.solver.crescent.beams import NO_NOISE, NOISE_AGAIN, RATE, Beams, beam_bytes, load_beam
from medialuna.solver.crescent.exhaustion import LATE, DeadTests, Exhaustion, slots_scratch
from medialuna.solver.crescent.kernels import exhaust, layout, one_suit, slots, slots_layout, walk
from medialuna.solver.crescent.kernels.switches import PARTS, SLOTS, STAGED, SUIT, TYPE
from medialuna.solver.crescent.kernels.value import COUNT, FEATURES, MOST_REDEALS
from medialuna.solver.crescent.pack import DoesNotFit, actions_of, borders_of, pack, smallest_board
from medialuna.solver.crescent.parts import only
from medialuna.solver.crescent.pruning import PRUNINGS
from medialuna.solver.crescent.shorten import Shortener
from medialuna.solver.verdict import Budget, Effort, Lost, Search, Unknown, Verdict, Won, switches

clock = perf_counter
"""What tells the seconds; a benchmark on a busy machine takes those of its own process instead."""
WALKS, EXHAUSTING, SHORTENING, BEAMING = 1, 2, 3, 4
"""Stages, as :class:`Progress` names them."""
WALK_SLICE = 8_000
EXHAUST_SLICE = 800
"""Positions between two looks at the clock: some 5 milliseconds each."""
TURNS = 8
"""Every which turn is the exhaustive search's while redistributions are left, and it has little hope of coming to an
end; without any, and after so many turns with ``LATE`` cards or fewer, it has every other one. With so few, only then
what forgets suits to prove a loss begins to take turns as well, as a win has mostly been found before; with more,
searching parts of the suits to the end is too much."""
BEAMS = ((30_000, 60), (120_000, 250), (2_000_000, 1000))
"""After how many positions a beam of which width looks for a win. With no more than ``MOST_FOR_BEAMS`` cards it takes
fewer than that itself; from whole deals it would take far more, and seldom win. The last is repeated, with some noise,
whenever twice as many have been visited."""
MOST_FOR_BEAMS = 80
NO_BOUND = 1 << 20
"""How many actions a win may take that is found by a beam."""

WEIGHTS = {
    "left": 1000,
    "breaks": 367,
    "types": -310,
    "pairs": -142,
    "taken": -280,
    "empty": 1280,
    "depth": 203,
    "mobile": -319,
    "second": -206,
    "further": -41,
    "joins": 52,
    "squares": 25,
    "leaving": -229,
    "third": 23,
    "bottoms": -133,
    "fresh": -14,
}
"""Of the features of :mod:`.kernels.value`, 1000 for a card. Found by an evolution strategy (CMA-ES, 30
generations of 12) on deals 100000 to 120000 of ``benchmarks/crescent_solver.py``, 60 for each generation, with
2 and 3 redistributions: the mean logarithm of the positions generated before a win, at most 100,000, was made
smallest. The deals that are reported are others."""
NOISE = 1000
PENALTY = 14_400
PATIENCE = 50
ROOT_SUIT_BUDGET = 4000
ROOT_SLOTS_BUDGET = 2000
ROOT_SLOTS_POSITIONS = 1 << 20
SLOTS_SLICE = 5_000
PART_POSITIONS = 1 << 16
PART_TURNS = 2
"""Redistributions that may be left where some suits are searched alone: see ``parts`` in :mod:`pruning`."""

_EVIDENCE = {
    TYPE: "some cards can never be played: nothing that would take them can come up",
    STAGED: "some cards can never be played: nothing that would take them comes up in time",
    SUIT: "one suit cannot be finished, even if the others were gone",
    PARTS: "some suits cannot all be finished, even if the others were gone",
}


def weights() -> Vector:
    """``WEIGHTS`` as the kernels read them."""
    row = [WEIGHTS[name] for name in FEATURES] + [0] * (COUNT - len(FEATURES))
    return as_vector(row * (MOST_REDEALS + 1))


@cache
def load_kernels() -> None:
    """Compiles the kernels, or reads them from disk."""
    load_search()
    load_beam()


@cache
def load_search() -> None:
    """Those without which no position is decided; making a line shorter needs more."""
    board = smallest_board()
    w, e, s = vector(walk.SIZE), vector(exhaust.SIZE), vector(one_suit.SIZE)
    exhaust.begin(e)
    room = slots_scratch(1 << 10)
    exhaust.exhaust(board, e, vector(2), s, vector(2), room, weights())
    exhaust.proven_lost(board, e, s, vector(2), room, exhaust.NO_SUIT)
    slots.begin(board, 0, room)
    slots.slots_verdict(room, 0)
    exhaust.move_table(vector(2), vector(2))
    walk.walk(board, w, weights())


def _by_turns(*searches: Iterator[bool]) -> Iterator[bool]:
    waiting = list(searches)
    while waiting:
        for each in tuple(waiting):
            answer = next(each, None)
            if answer is None:
                waiting.remove(each)
            else:
                yield answer


class Decision:
    """A position being decided: :meth:`run` answers ``won``, with the moves in :attr:`line`, ``lost``, with the
    proof in :attr:`evidence`, or what ended it: ``seconds``, ``states``, ``memory`` or ``stopped``."""

    def __init__(self, board: Vector, budget: Budget, watch: Search | None = None) -> None:
        load_search()
        self.board, self.budget, self.watch = board, budget, watch
        self.stop = vector(1) if watch is None else watch.stop
        self.began = clock()
        self.weights, self.switches = weights(), switches(budget.prune, PRUNINGS)
        self.walks = w = vector(walk.SIZE)
        w[walk.RANDOM] = budget.seed & layout.MASK
        w[walk.NOISE], w[walk.PENALTY], w[walk.PATIENCE] = NOISE, PENALTY, PATIENCE
        w[walk.SWITCHES] = self.switches
        self.tests = DeadTests()
        self.whole = Exhaustion(board, self.switches, self.weights, self.tests)
        self.parts: list[Exhaustion] = []
        self.room = vector(0)
        self.part_positions = 0
        self.beams = self.beam_positions = 0
        self.line: list[int] = []
        self.evidence = ""
        self.shortening = 0

    @property
    def visited(self) -> int:
        return int(self.walks[walk.VISITED]) + self.whole.visited + self.part_positions + self.beam_positions

    @property
    def memory(self) -> int:
        """Bytes of all vectors, those of the widest beam so far among them."""
        held = 8 * sum(len(each) for each in (self.board, self.walks, self.room))
        held += max((beam_bytes(width) for _, width in BEAMS[: self.beams]), default=0)
        return held + self.tests.bytes + sum(each.bytes for each in (self.whole, *self.parts))

    def run(self) -> str:
        if self.board[layout.LEFT] == 0:
            return "won"
        if proof := self.whole.proof_at_once(ROOT_SUIT_BUDGET, ROOT_SLOTS_BUDGET):
            self.evidence = _EVIDENCE[proof]
            return "lost"
        redeals = self.board[layout.REDEALS]
        late = self.board[layout.LEFT] <= LATE
        turn, turns, exhausting = (0, 2, True) if redeals == 0 else (1, TURNS, True)
        forgetting = self._suits()
        if late:
            forgetting = chain(repeat(False, TURNS), _by_turns(forgetting, self._parts()))
        while True:
            if ended := self._out_of_budget():
                return ended
            if next(forgetting, False):
                return "lost"
            if self._beam():
                return "won"
            if turn == TURNS and late:
                turns = 2
            if exhausting and turn % turns == 0:
                answer = self._exhaust()
                if answer == "memory":
                    if self.budget.seconds is None and self.budget.states is None:
                        return answer
                    exhausting = False
                elif answer:
                    return answer
            elif self._walk():
                return "won"
            turn += 1

    def _out_of_budget(self) -> str:
        budget = self.budget
        if self.stop[0]:
            return "stopped"
        if budget.states is not None and self.visited >= budget.states:
            return "states"
        if budget.seconds is not None and clock() - self.began >= budget.seconds:
            return "seconds"
        return ""

    def _slice(self, size: int) -> int:
        return size if self.budget.states is None else min(size, self.budget.states - self.visited)

    def _suits(self) -> Iterator[bool]:
        """Searches whether there is room to finish every suit, a slice each time: True as soon as there is not."""
        if not self.switches & SLOTS or self.board[layout.REDEALS] > slots_layout.MOST_TURNS:
            return
        room = self.room = slots_scratch(ROOT_SLOTS_POSITIONS)
        for suit in range(4):
            answer = slots.OPEN if slots.begin(self.board, suit, room) else slots.WINNABLE
            before, limit = self.part_positions, 0
            # it stays open, and goes no further, when the vector is full
            while answer == slots.OPEN and limit == room[slots_layout.VISITED]:
                limit += self._slice(SLOTS_SLICE)
                answer = slots.slots_verdict(room, limit)
                self.part_positions = before + int(room[slots_layout.VISITED])
                self._report(EXHAUSTING)
                if answer == slots.LOST:
                    self.evidence = _EVIDENCE[SUIT]
                yield answer == slots.LOST
        self.room = vector(0)

    def _parts(self) -> Iterator[bool]:
        """Searches some of the suits alone, all choices of one, two and three by turns, a slice each time: True as soon
        as there is no win."""
        if not self.switches & PARTS or self.board[layout.REDEALS] > PART_TURNS:
            return
        suits = [suit for suit in range(4) if not layout.is_complete(self.board, suit)]
        for chosen in chain.from_iterable(combinations(suits, number) for number in range(1, len(suits))):
            part = Exhaustion(only(self.board, chosen), self.switches, self.weights, self.tests)
            left = self._memory_left()
            if left is None or part.bytes <= left:
                self.parts.append(part)
        while self.parts:
            for part in tuple(self.parts):
                before = part.visited
                answer = part.go_on(self._slice(EXHAUST_SLICE), self._memory_left())
                self.part_positions += part.visited - before
                self._report(EXHAUSTING)
                if answer in ("won", "memory") or part.visited >= PART_POSITIONS:
                    self.parts.remove(part)
                if answer == "lost":
                    self.evidence = _EVIDENCE[PARTS]
                yield answer == "lost"

    def _walk(self) -> bool:
        w = self.walks
        w[walk.LIMIT] = w[walk.VISITED] + self._slice(WALK_SLICE)
        won = walk.walk(self.board, w, self.weights)
        self._report(WALKS)
        if won:
            self.line = [int(w[walk.PATH + i]) for i in range(w[walk.LENGTH])]
        return bool(won)

    def _beam(self) -> bool:
        """The next beam, if it is due and there is room for it."""
        if self.board[layout.LEFT] > MOST_FOR_BEAMS:
            return False
        last = len(BEAMS) - 1
        due, width = BEAMS[min(self.beams, last)]
        left = self._memory_left()
        if self.visited < due << max(0, self.beams - last) or (left is not None and beam_bytes(width) > left):
            return False
        beams = Beams(self.board, [0] * 4, self.weights, self.budget.seed + self.beams, width)
        noise = NOISE_AGAIN if self.beams > last else NO_NOISE
        limit = self._slice(self._positions_left())
        found = beams.search([], width=width, price=0, noise=noise, bound=NO_BOUND, limit=limit, stop=self.stop)
        self.beams += 1
        self.beam_positions += beams.visited
        self._report(BEAMING)
        if found:
            self.line = found[0]
        return found is not None

    def _positions_left(self) -> int:
        """How many positions there is time for."""
        seconds = self.budget.seconds
        return layout.MASK if seconds is None else max(0, int(RATE * (seconds - (clock() - self.began))))

    def _exhaust(self) -> str:
        """A slice of the exhaustive search; empty: it is not at its end."""
        answer = self.whole.go_on(self._slice(EXHAUST_SLICE), self._memory_left())
        self._report(EXHAUSTING)
        if answer == "won":
            self.line = self.whole.line
        elif answer == "lost":
            self.evidence = f"all {self.whole.stored} positions that matter from here were visited"
        return answer

    def _memory_left(self) -> int | None:
        return None if self.budget.memory is None else self.budget.memory - self.memory

    def _report(self, stage: int) -> None:
        if self.watch is not None:
            self.watch.report(visited=self.visited, stored=self.whole.stored, stage=stage)

    def shorten(self, borders: list[int]) -> None:
        """Spends the budget's ``shorten`` on the line. ``borders``: see :func:`pack.borders_of`."""
        budget = self.budget
        if budget.shorten <= 0 or not self.line:
            return
        shortener = Shortener(self.board, borders, self.line, self.weights, budget.seed, self._memory_left())

        def report(length: int) -> None:
            if self.watch is not None:
                self.watch.report(stage=SHORTENING, length=length)

        report(shortener.cost)
        shortener.run(budget.shorten, clock, self.stop, report)
        self.line = shortener.line
        self.shortening = shortener.visited

    def effort(self) -> Effort:
        return Effort(self.visited + self.shortening, self.whole.stored, clock() - self.began, self.memory)


def solve(game: Crescent, state: State, budget: Budget, search: Search | None = None) -> Verdict:
    """The verdict on a position: see :func:`medialuna.solver.solve`."""
    try:
        board = pack(game, state)
    except DoesNotFit as fault:
        return Unknown(str(fault), Effort())
    decision = Decision(board, budget, search)
    answer = decision.run()
    if answer == "won":
        decision.shorten(borders_of(state))
        actions = actions_of(game, state, decision.line)
        if search is not None:
            search.report(length=len(actions))
        return Won(actions, decision.effort())
    if answer == "lost":
        return Lost(decision.evidence, decision.effort())
    return Unknown(answer, decision.effort())
