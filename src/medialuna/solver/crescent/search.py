"""Deciding a position within a budget: the dead tests, walks that look for a win, and an exhaustive search
beside them.

Walks win nearly all that can be won and never prove a loss; the exhaustive search decides late positions at
once. They take turns, by numbers of positions and not by the clock, so that the same seed gives the same
answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from time import perf_counter

from medialuna.games.crescent import Crescent, State
from medialuna.solver.compiled import Vector, as_vector, lengthened, vector
from medialuna.solver.crescent import kernel, kernel_exhaust, kernel_slots, kernel_suit, kernel_walk
from medialuna.solver.crescent.kernel_value import COUNT, FEATURES, MOST_REDEALS
from medialuna.solver.crescent.packed import DoesNotFit, actions_of, borders_of, pack
from medialuna.solver.crescent.pruning import PRUNINGS, SLOTS, STAGED, SUIT, TYPE
from medialuna.solver.crescent.shorten import Shortener
from medialuna.solver.verdict import Budget, Effort, Lost, Progress, Unknown, Verdict, Won, switches

clock = perf_counter
"""What tells the seconds; a benchmark on a busy machine takes those of its own process instead."""
WALKS, EXHAUSTING, SHORTENING = 1, 2, 3
"""Stages, as :class:`Progress` names them."""
WALK_SLICE = 8_000
EXHAUST_SLICE = 800
"""Positions between two looks at the clock: some 5 milliseconds each."""
TURNS = 8
"""Slices of walks to one of the exhaustive search while redistributions are left; without, they take equal
turns."""
SMALLEST_TABLE = 1 << 15
MEMO = 1 << 16

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
"""Of the features of :mod:`kernel_value`, 1000 for a card. Found by an evolution strategy (CMA-ES, 30
generations of 12) on deals 100000 to 120000 of ``benchmarks/crescent_solver.py``, 60 for each generation, with
2 and 3 redistributions: the mean logarithm of the positions generated before a win, at most 100,000, was made
smallest. The deals that are reported are others."""
NOISE = 1000
PENALTY = 14_400
PATIENCE = 50
ROOT_SUIT_BUDGET = 4000
SUIT_BUDGET = 300
SLOTS_BUDGET = 300
SLOTS_POSITIONS = 1 << 11
ROOT_SLOTS_POSITIONS = 1 << 20
SLOTS_SLICE = 5_000

_EVIDENCE = {
    TYPE: "some cards can never be played: nothing that would take them can come up",
    STAGED: "some cards can never be played: nothing that would take them comes up in time",
    SUIT: "one suit cannot be finished, even if the others were gone",
}


def weights() -> Vector:
    """``WEIGHTS`` as the kernels read them."""
    row = [WEIGHTS[name] for name in FEATURES] + [0] * (COUNT - len(FEATURES))
    return as_vector(row * (MOST_REDEALS + 1))


def slots_scratch(positions: int) -> Vector:
    """The scratch vector of :mod:`kernel_slots` with room for so many positions, a power of two."""
    room = vector(kernel_slots.scratch_size(positions))
    room[kernel_slots.CAPACITY] = positions
    return room


@cache
def load_kernels() -> None:
    """Compiles the kernels, or reads them from disk: some 20 seconds once, half a second in every later process."""
    board = vector(kernel.SIZE)
    board[kernel.PILES], board[kernel.RANKS], board[kernel.CAP] = 1, 2, 2
    kernel.set_up(board)
    w, e, s = vector(kernel_walk.SIZE), vector(kernel_exhaust.SIZE), vector(kernel_suit.SIZE)
    kernel_exhaust.begin(e)
    room = slots_scratch(1 << 10)
    kernel_exhaust.exhaust(board, e, vector(2), s, vector(2), room, weights())
    kernel_exhaust.proven_lost(board, e, s, vector(2), room, kernel_exhaust.NO_SUIT)
    kernel_slots.begin(board, 0, room)
    kernel_slots.slots_verdict(room, 0)
    kernel_exhaust.move_table(vector(2), vector(2))
    kernel_walk.walk(board, w, weights())


class Decision:
    """A position being decided: :meth:`run` answers ``won``, with the moves in :attr:`line`, ``lost``, with the
    proof in :attr:`evidence`, or what ended it: ``seconds``, ``states``, ``memory`` or ``stopped``."""

    def __init__(self, board: Vector, budget: Budget) -> None:
        load_kernels()
        self.board, self.budget = board, budget
        # the exhaustive search leaves its board wherever it is between two turns
        self.deep = lengthened(board, len(board))
        self.began = clock()
        self.weights = weights()
        self.walks = vector(kernel_walk.SIZE)
        self.search = vector(kernel_exhaust.SIZE)
        self.suits, self.memo = vector(kernel_suit.SIZE), vector(MEMO)
        self.room, self.whole_suits, self.suit_positions = slots_scratch(SLOTS_POSITIONS), vector(0), 0
        self.table = vector(SMALLEST_TABLE)
        pruned = switches(budget.prune, PRUNINGS)
        w, e = self.walks, self.search
        w[kernel_walk.RANDOM] = budget.seed & kernel.MASK
        w[kernel_walk.NOISE], w[kernel_walk.PENALTY], w[kernel_walk.PATIENCE] = NOISE, PENALTY, PATIENCE
        w[kernel_walk.SWITCHES] = e[kernel_exhaust.SWITCHES] = pruned
        e[kernel_exhaust.SUIT_BUDGET], e[kernel_exhaust.SLOTS_BUDGET] = SUIT_BUDGET, SLOTS_BUDGET
        kernel_exhaust.begin(e)
        self.line: list[int] = []
        self.evidence = ""
        self.shortening = 0

    @property
    def visited(self) -> int:
        walked, searched = self.walks[kernel_walk.VISITED], self.search[kernel_exhaust.VISITED]
        return int(walked + searched) + self.suit_positions

    @property
    def memory(self) -> int:
        """Bytes of all vectors."""
        held = (self.board, self.deep, self.walks, self.search, self.suits, self.memo, self.room, self.table)
        return 8 * sum(len(each) for each in (*held, self.whole_suits))

    def run(self) -> str:
        if self.board[kernel.LEFT] == 0:
            return "won"
        if self._lost_at_once():
            return "lost"
        redeals = self.board[kernel.REDEALS]
        turn, exhausting = 0 if redeals == 0 else 1, True
        suits = self._suits() if redeals < 2 and self.search[kernel_exhaust.SWITCHES] & SLOTS else iter(())
        while True:
            if ended := self._out_of_budget():
                return ended
            if next(suits, False):
                return "lost"
            if exhausting and turn % (TURNS if redeals else 2) == 0:
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
        if budget.stop is not None and budget.stop[0]:
            return "stopped"
        if budget.states is not None and self.visited >= budget.states:
            return "states"
        if budget.seconds is not None and clock() - self.began >= budget.seconds:
            return "seconds"
        return ""

    def _slice(self, size: int) -> int:
        return size if self.budget.states is None else min(size, self.budget.states - self.visited)

    def _lost_at_once(self) -> bool:
        e = self.search
        e[kernel_exhaust.SUIT_BUDGET] = ROOT_SUIT_BUDGET
        proof = kernel_exhaust.proven_lost(self.board, e, self.suits, self.memo, self.room, kernel_exhaust.NO_SUIT)
        e[kernel_exhaust.SUIT_BUDGET] = SUIT_BUDGET
        self.evidence = _EVIDENCE.get(proof, "")
        return proof != 0

    def _suits(self) -> Iterator[bool]:
        """Searches whether there is room to finish every suit, a slice each time: True as soon as there is not."""
        room = self.whole_suits = slots_scratch(ROOT_SLOTS_POSITIONS)
        before = self.suit_positions
        for suit in range(4):
            answer = kernel_slots.OPEN if kernel_slots.begin(self.board, suit, room) else kernel_slots.WINNABLE
            limit = 0
            # it stays open, and goes no further, when the vector is full
            while answer == kernel_slots.OPEN and limit == room[kernel_slots.VISITED]:
                limit += self._slice(SLOTS_SLICE)
                answer = kernel_slots.slots_verdict(room, limit)
                self.suit_positions = before + int(room[kernel_slots.VISITED])
                self._report(EXHAUSTING)
                if answer == kernel_slots.LOST:
                    self.evidence = _EVIDENCE[SUIT]
                yield answer == kernel_slots.LOST
            before = self.suit_positions
        self.whole_suits = vector(0)

    def _walk(self) -> bool:
        w = self.walks
        w[kernel_walk.LIMIT] = w[kernel_walk.VISITED] + self._slice(WALK_SLICE)
        won = kernel_walk.walk(self.board, w, self.weights)
        self._report(WALKS)
        if won:
            self.line = [int(w[kernel_walk.PATH + i]) for i in range(w[kernel_walk.LENGTH])]
        return bool(won)

    def _exhaust(self) -> str:
        """A slice of the exhaustive search; empty: it is not at its end."""
        e = self.search
        limit = e[kernel_exhaust.VISITED] + self._slice(EXHAUST_SLICE)
        e[kernel_exhaust.LIMIT] = limit
        end = kernel_exhaust.exhaust(self.deep, e, self.table, self.suits, self.memo, self.room, self.weights)
        self._report(EXHAUSTING)
        if end == kernel_exhaust.FOUND_WIN:
            self.line = [int(e[kernel_exhaust.PATH + i]) for i in range(e[kernel_exhaust.DEPTH])]
            return "won"
        if end == kernel_exhaust.EXHAUSTED:
            self.evidence = f"all {e[kernel_exhaust.STORED]} positions that matter from here were visited"
            return "lost"
        if end == kernel_exhaust.TOO_DEEP or (end == kernel_exhaust.TABLE_FULL and not self._enlarge()):
            return "memory"
        return ""

    def _enlarge(self) -> bool:
        """A table four times as large; False if the budget has no room for it."""
        larger = 4 * len(self.table)
        if self.budget.memory is not None and self.memory + 8 * larger > self.budget.memory:
            return False
        table = vector(larger)
        kernel_exhaust.move_table(self.table, table)
        self.table = table
        return True

    def _report(self, stage: int) -> None:
        progress = self.budget.progress
        if progress is not None:
            progress[Progress.VISITED] = self.visited
            progress[Progress.STORED] = self.search[kernel_exhaust.STORED]
            progress[Progress.STAGE] = stage

    def shorten(self, borders: list[int]) -> None:
        """Spends the budget's ``shorten`` on the line. ``borders``: see :func:`packed.borders_of`."""
        budget = self.budget
        if budget.shorten <= 0 or not self.line:
            return
        left = None if budget.memory is None else budget.memory - self.memory
        shortener = Shortener(self.board, borders, self.line, self.weights, budget.seed, left)

        def report(length: int) -> None:
            if budget.progress is not None:
                budget.progress[Progress.STAGE], budget.progress[Progress.LENGTH] = SHORTENING, length

        report(shortener.cost)
        shortener.run(budget.shorten, clock, vector(1) if budget.stop is None else budget.stop, report)
        self.line = shortener.line
        self.shortening = shortener.visited

    def effort(self) -> Effort:
        stored = int(self.search[kernel_exhaust.STORED])
        return Effort(self.visited + self.shortening, stored, clock() - self.began, self.memory)


def solve(game: Crescent, state: State, budget: Budget) -> Verdict:
    """The verdict on a position: see :func:`medialuna.solver.solve`."""
    try:
        board = pack(game, state)
    except DoesNotFit as fault:
        return Unknown(str(fault), Effort())
    decision = Decision(board, budget)
    answer = decision.run()
    if answer == "won":
        decision.shorten(borders_of(state))
        actions = actions_of(game, state, decision.line)
        if budget.progress is not None:
            budget.progress[Progress.LENGTH] = len(actions)
        return Won(actions, decision.effort())
    if answer == "lost":
        return Lost(decision.evidence, decision.effort())
    return Unknown(answer, decision.effort())
