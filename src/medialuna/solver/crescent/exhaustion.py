"""The exhaustive search in slices, with the vectors it works on."""

from __future__ import annotations

from medialuna.solver.compiled import Vector, lengthened, vector
from medialuna.solver.crescent.kernels import exhaust, layout, one_suit, slots_layout

SMALLEST_TABLE = 1 << 15
MEMO = 1 << 16
LATE = 64
"""With so many cards or fewer, the search has a chance to come to its end, and is worth more thorough tests."""
SUIT_BUDGET = 300
SLOTS_BUDGET, LATE_SLOTS_BUDGET = 300, 1500
SLOTS_POSITIONS = 1 << 11


def slots_scratch(positions: int) -> Vector:
    """The scratch vector of :mod:`.kernels.slots` with room for so many positions, a power of two."""
    room = vector(slots_layout.scratch_size(positions))
    room[slots_layout.CAPACITY] = positions
    return room


class DeadTests:
    """What the dead tests work on; any number of searches may share it."""

    def __init__(self) -> None:
        self.suits, self.memo = vector(one_suit.SIZE), vector(MEMO)
        self.room = slots_scratch(SLOTS_POSITIONS)

    @property
    def bytes(self) -> int:
        return 8 * (len(self.suits) + len(self.memo) + len(self.room))


class Exhaustion:
    """An exhaustive search from a board, which is left as it is."""

    def __init__(self, board: Vector, switches: int, weights: Vector, tests: DeadTests) -> None:
        self.board, self.weights, self.tests = lengthened(board, len(board)), weights, tests
        self.search = vector(exhaust.SIZE)
        self.table = vector(SMALLEST_TABLE)
        self.search[exhaust.SWITCHES] = switches
        self.slots_budget = LATE_SLOTS_BUDGET if board[layout.LEFT] <= LATE else SLOTS_BUDGET
        self._allow(SUIT_BUDGET, self.slots_budget)
        exhaust.begin(self.search)

    @property
    def visited(self) -> int:
        return int(self.search[exhaust.VISITED])

    @property
    def stored(self) -> int:
        return int(self.search[exhaust.STORED])

    @property
    def bytes(self) -> int:
        return 8 * (len(self.board) + len(self.search) + len(self.table))

    @property
    def line(self) -> list[int]:
        """The moves of the win that was found."""
        e = self.search
        return [int(e[exhaust.PATH + i]) for i in range(e[exhaust.DEPTH])]

    def _allow(self, suit_budget: int, slots_budget: int) -> None:
        self.search[exhaust.SUIT_BUDGET], self.search[exhaust.SLOTS_BUDGET] = suit_budget, slots_budget

    def proof_at_once(self, suit_budget: int, slots_budget: int) -> int:
        """The switch of the dead test that shows the board, as yet untouched, to be lost; 0 if none does."""
        tests = self.tests
        self._allow(suit_budget, slots_budget)
        no_suit = exhaust.NO_SUIT
        proof = exhaust.proven_lost(self.board, self.search, tests.suits, tests.memo, tests.room, no_suit)
        self._allow(SUIT_BUDGET, self.slots_budget)
        return proof

    def go_on(self, positions: int, memory: int | None) -> str:
        """Generates so many positions more: ``won``, ``lost``, or ``memory`` if it would need more than so many bytes
        more, or is too deep; empty if it is not at its end."""
        e, tests = self.search, self.tests
        e[exhaust.LIMIT] = self.visited + positions
        end = exhaust.exhaust(self.board, e, self.table, tests.suits, tests.memo, tests.room, self.weights)
        if end == exhaust.FOUND_WIN:
            return "won"
        if end == exhaust.EXHAUSTED:
            return "lost"
        if end == exhaust.TOO_DEEP or (end == exhaust.TABLE_FULL and not self._enlarge(memory)):
            return "memory"
        return ""

    def _enlarge(self, memory: int | None) -> bool:
        """A table four times as large; False if there is no room for it."""
        larger = 4 * len(self.table)
        if memory is not None and 8 * larger > memory:
            return False
        table = vector(larger)
        exhaust.move_table(self.table, table)
        self.table = table
        return True
