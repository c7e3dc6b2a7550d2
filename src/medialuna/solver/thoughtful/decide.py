"""Deciding a position within a budget: which searches are run, in which order, and what follows from their
ends.

The *plan* begins with short searches in different orders, most of them with random choices: a deal that one
order hardly ever wins often falls to another at once. The last search is exhaustive. A search that has
visited all it can reach proves a loss whichever stage it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from time import perf_counter

from medialuna.contract import Action
from medialuna.games.thoughtful import State, Thoughtful
from medialuna.solver.compiled import Vector, lengthened, vector
from medialuna.solver.thoughtful.kernels import depth_first
from medialuna.solver.thoughtful.kernels.beam import LONGEST
from medialuna.solver.thoughtful.kernels.layout import KEY
from medialuna.solver.thoughtful.kernels.moves import waste_size
from medialuna.solver.thoughtful.kernels.orders import order_twins
from medialuna.solver.thoughtful.kernels.switches import DEAD, DRAW_ONE, TWINS
from medialuna.solver.thoughtful.lines import spell_out, whole_line
from medialuna.solver.thoughtful.pack import DoesNotFit, pack
from medialuna.solver.thoughtful.pruning import PRUNINGS
from medialuna.solver.thoughtful.shorten import beam_bytes, beam_moves, shortened
from medialuna.solver.verdict import Budget, Effort, Lost, Unknown, Verdict, Won, switches
from medialuna.solver.verdict import Search as Watch

HEADS_FIRST, FOUNDATIONS_FIRST, STOCK_FIRST = 0x43210, 0x42310, 0x40321
"""Orders of the kinds of moves; the one tried first is the last digit."""

NO_LIMIT = 1 << 60
BETWEEN_LOOKS = 50_000
"""Visits between two looks at the clock: some 10 milliseconds."""
SMALLEST_TABLE = 1 << 9
SMALLEST_STACK = 300


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the plan. A search: ``order`` of the kinds of moves, whether other choices are ``random``,
    ``visits`` at most; ``of`` names the search that is gone on with, else it is a new one; with ``draw`` 1
    the cards are drawn one at a time whatever the game says, and only a loss counts. Or a ``beam`` of so
    many positions, which can only win. Or ``twins``: looking for twins whose order is known, thoroughly or
    not, which can only prove a loss."""

    order: int = HEADS_FIRST
    visits: int = NO_LIMIT
    random: bool = False
    draw: int | None = None
    of: str | None = None
    beam: int = 0
    twins: str = ""


def _restarts(visits: int) -> tuple[Stage, ...]:
    return tuple(Stage(order, visits, random=True) for order in (FOUNDATIONS_FIRST, STOCK_FIRST) * 2)


def _last(order: int, visits: int = NO_LIMIT) -> Stage:
    return Stage(order, visits, of="last")


def _draw_one(visits: int) -> Stage:
    return Stage(FOUNDATIONS_FIRST, visits, draw=1, of="draw one")


_OPENING = (
    Stage(HEADS_FIRST, 2000),
    Stage(twins="briefly"),
    *_restarts(5000),
    Stage(twins="thoroughly"),
    *_restarts(20_000),
)
PLANS = {
    1: (*_OPENING, _last(FOUNDATIONS_FIRST, 400_000), Stage(beam=1000), _last(FOUNDATIONS_FIRST)),
    3: (
        *(*_OPENING, Stage(beam=250), _last(STOCK_FIRST, 300_000), _draw_one(400_000), Stage(beam=1000)),
        *(_last(STOCK_FIRST, 1_000_000), _draw_one(2_000_000), Stage(beam=4000)),
        *(_last(STOCK_FIRST, 4_000_000), _draw_one(16_000_000), _last(STOCK_FIRST)),
    ),
}
"""By the draw. What can be won drawing three can be won drawing one, so a loss of the easier game, whose
search is often the smaller one, is a loss of the other: ``draw-one`` switches these stages off."""


class Search:
    """One search through the kernel, with the arrays it works on."""

    def __init__(
        self, deal: Vector, root: Vector, stage: Stage, draw: int, prunings: int, seed: int, takes_back: bool
    ) -> None:
        self.deal, self.root = deal, root
        self.stack, self.path = vector(SMALLEST_STACK * depth_first.ENTRY), vector(SMALLEST_STACK)
        self.table = vector(SMALLEST_TABLE)
        self.control = control = vector(depth_first.CONTROL_SIZE)
        control[depth_first.PRUNINGS], control[depth_first.DRAW], control[depth_first.ORDER] = (
            prunings,
            draw,
            stage.order,
        )
        control[depth_first.TAKES_BACK] = takes_back
        control[depth_first.RANDOM] = seed if stage.random else 0
        depth_first.begin(deal, root, self.stack, self.table, control)

    @property
    def visited(self) -> int:
        return int(self.control[depth_first.VISITED])

    @property
    def stored(self) -> int:
        return int(self.control[depth_first.STORED])

    @property
    def bytes(self) -> int:
        return 8 * (len(self.stack) + len(self.path) + len(self.table))

    def go_on(self, visits: int, stop: Vector) -> int:
        """Searches until so many positions in all are visited, or something ends it: the kernel's answer."""
        self.control[depth_first.VISIT_LIMIT] = visits
        return depth_first.search(self.deal, self.stack, self.table, self.path, self.control, stop)

    def enlarge(self, full: int, memory: int, stop: Vector) -> bool:
        """Makes room in the table or stack that is full; False if it would take more than ``memory``
        bytes."""
        if full == depth_first.STACK_FULL:
            if 8 * (len(self.stack) + len(self.path)) > memory:
                return False
            self.stack = lengthened(self.stack, 2 * len(self.stack))
            self.path = lengthened(self.path, 2 * len(self.path))
            return True
        for factor in (4, 2):
            if 8 * factor * len(self.table) <= memory:
                larger = vector(factor * len(self.table))
                for start in range(0, len(self.table), BETWEEN_LOOKS):
                    if stop[0]:
                        return True
                    depth_first.move_table(self.table, larger, start, start + BETWEEN_LOOKS)
                self.table = larger
                return True
        return False

    def moves(self) -> list[int]:
        """The moves of the win that was found."""
        draw, prunings = self.control[depth_first.DRAW], self.control[depth_first.PRUNINGS]
        return whole_line(self.deal, self.root, draw, prunings, self.path, self.control[depth_first.DEPTH])


@cache
def load_kernels() -> None:
    """Compiles the kernels, or reads them from disk. A :func:`solve` that comes before compiles what it needs."""
    game = Thoughtful()
    deal, root = pack(game, game.deal(game.pack()))
    stop, few = vector(1), 1
    order_twins(deal, root, True)
    seed = depth_first.next_random(few)
    search = Search(deal, root, Stage(), game.draw, 0, seed, True)
    search.go_on(few, stop)
    search.enlarge(depth_first.TABLE_FULL, NO_LIMIT, stop)
    whole_line(deal, root, game.draw, 0, vector(1), 0)
    beam_moves(deal, root, game.draw, 0, few, LONGEST, few, stop)


class Decision:
    """A plan carried out: :meth:`run` answers ``won``, with the moves in :attr:`moves`, ``lost``, with the
    proof in :attr:`evidence`, or what ended it: ``seconds``, ``states``, ``memory`` or ``stopped``."""

    def __init__(
        self, deal: Vector, root: Vector, draw: int, budget: Budget, watch: Watch | None = None, takes_back: bool = True
    ):
        self.deal, self.root, self.draw, self.budget, self.takes_back = deal, root, draw, budget, takes_back
        self.prunings = switches(budget.prune, PRUNINGS)
        self.watch, self.stop = watch, vector(1) if watch is None else watch.stop
        self.looks = BETWEEN_LOOKS if budget.seconds is not None or watch is not None else NO_LIMIT
        self.began = perf_counter()
        self.searches: dict[str, Search] = {}
        self.over: set[str] = set()  # searches that tell nothing more
        self.visited = self.stored = self.memory = 0
        self.moves: list[int] = []
        self.evidence = ""

    def run(self) -> str:
        for number, stage in enumerate(PLANS[self.draw]):
            if self.budget.seconds is not None and perf_counter() - self.began > self.budget.seconds:
                return "seconds"
            self._report(number)
            if stage.twins:
                answer = self._order_twins(stage.twins == "thoroughly")
            elif stage.beam:
                answer = self._beam(stage.beam)
            else:
                answer = self._search(stage, number)
            if answer:
                return answer
        raise AssertionError("the last stage of a plan has no limit")

    def _order_twins(self, thoroughly: bool) -> str:
        needed = TWINS | DEAD
        if self.prunings & needed != needed or order_twins(self.deal, self.root, thoroughly):
            return ""
        self.evidence = "whichever of two twins comes to the table first, some card can never go up"
        return "lost"

    def _beam(self, width: int) -> str:
        memory = NO_LIMIT if self.budget.memory is None else self.budget.memory
        held = sum(search.bytes for search in self.searches.values())
        if not self.takes_back or self.stop[0] or held + beam_bytes(width) > memory:
            return ""
        self.memory = max(self.memory, held + beam_bytes(width))
        waste = waste_size(self.root[KEY])
        visits = NO_LIMIT if self.budget.states is None else self.budget.states - self.visited
        moves, visited = beam_moves(self.deal, self.root, self.draw, waste, width, LONGEST, visits, self.stop)
        self.visited += visited
        if moves is None:
            return ""
        self.moves = moves
        return "won"

    def _search(self, stage: Stage, number: int) -> str:
        if stage.draw and (not self.prunings & DRAW_ONE or stage.of in self.over):
            return ""
        name = stage.of or str(number)
        if name not in self.searches:
            seed = depth_first.next_random(self.budget.seed * len(PLANS[self.draw]) + number) | 1
            draw = stage.draw or self.draw
            self.searches[name] = Search(self.deal, self.root, stage, draw, self.prunings, seed, self.takes_back)
        answer = self._run(self.searches[name], stage, number)
        if not stage.of or name in self.over:
            del self.searches[name]
        return answer

    def _run(self, search: Search, stage: Stage, number: int) -> str:
        """One stage. An empty answer: its visits are used up, or it found what does not count."""
        budget = self.budget
        others, others_stored = self.visited - search.visited, self.stored - search.stored
        states = NO_LIMIT if budget.states is None else max(budget.states - others, 0)
        memory = NO_LIMIT if budget.memory is None else budget.memory
        while True:
            limit = min(stage.visits, states, search.visited + self.looks)
            end = search.go_on(limit, self.stop)
            self.visited, self.stored = others + search.visited, others_stored + search.stored
            held = sum(each.bytes for each in self.searches.values())
            self.memory = max(self.memory, held)
            self._report(number)
            if end == depth_first.WON:
                if stage.draw:
                    self.over.add(stage.of or "")
                    return ""
                self.moves = search.moves()
                return "won"
            if end == depth_first.LOST:
                how = "when one card is drawn at a time, and so when three are" if stage.draw else "from here"
                self.evidence = f"all {search.stored} positions that matter {how} were visited"
                return "lost"
            if end == depth_first.STOPPED:
                return "stopped"
            if end in (depth_first.TABLE_FULL, depth_first.STACK_FULL):
                if not search.enlarge(end, memory - held, self.stop):
                    if stage.draw:
                        self.over.add(stage.of or "")
                        return ""
                    return "memory"
                if self.stop[0]:
                    return "stopped"
            elif search.visited >= states:
                return "states"
            elif search.visited >= stage.visits:
                return ""
            if budget.seconds is not None and perf_counter() - self.began >= budget.seconds:
                return "seconds"

    def _report(self, number: int) -> None:
        if self.watch is not None:
            self.watch.report(visited=self.visited, stored=self.stored, stage=number + 1)

    def line(self, game: Thoughtful, state: State) -> tuple[Action, ...]:
        """The winning line in actions, made shorter for as long as the budget says."""
        budget = self.budget
        actions = spell_out(game, state, self.moves)
        self._report_length(len(actions))
        if budget.shorten > 0:
            memory = NO_LIMIT if budget.memory is None else budget.memory
            actions = shortened(game, state, actions, budget.shorten, memory, self.stop, self._report_length)
        return actions

    def _report_length(self, actions: int) -> None:
        if self.watch is not None:
            self.watch.report(length=actions)

    def effort(self) -> Effort:
        return Effort(self.visited, self.stored, perf_counter() - self.began, self.memory)


def solve(game: Thoughtful, state: State, budget: Budget, search: Watch | None = None) -> Verdict:
    """The verdict on a position: see :func:`medialuna.solver.solve`."""
    try:
        deal, root = pack(game, state)
    except DoesNotFit as fault:
        return Unknown(str(fault), Effort())
    decision = Decision(deal, root, game.draw, budget, search)
    answer = decision.run()
    if answer == "won":
        return Won(decision.line(game, state), decision.effort())
    if answer == "lost":
        return Lost(decision.evidence, decision.effort())
    return Unknown(answer, decision.effort())
