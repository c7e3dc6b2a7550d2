"""The solver at the table: a bounded pool of threads that answer questions about positions.

A question has a deadline and can be cancelled at any moment; when too many wait, a further one is refused instead of
growing the queue. The kernels release the interpreter, so that moves go on meanwhile. They are compiled, or read from
disk, by a thread in the background after the start; until then questions are refused and the tables are played.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event, Lock, Thread, get_native_id
from time import monotonic
from typing import Any

from medialuna.contract import Action, AnyRules
from medialuna.games import GAMES
from medialuna.notation.actions import format_action
from medialuna.notation.deal_code import DealCode
from medialuna.record import UNDO, GameRecord
from medialuna.server import config
from medialuna.server.solver.stock import Stock
from medialuna.server.solver.wrong_losses import WrongLosses
from medialuna.server.store.solver_results import Ended, Findings
from medialuna.solver import Budget, NoSolver, Search, SolverUnavailable, Verdict, load, solve
from medialuna.table.judging import Answer, Asked, Judge, stored_line
from medialuna.table.known import Known
from medialuna.table.refusals import Unavailable

_log = logging.getLogger(__name__)


class Question:
    """A question that is waiting or being worked on; ``future`` holds its :class:`Answer`."""

    def __init__(self, asked: Asked, seconds: float) -> None:
        self.asked, self.seconds = asked, seconds
        self.began = monotonic()
        self.watched = Search()
        self.future: Future[Answer] = Future()
        self.is_lost = False  # it is proven; what is searched still is the last position that can be won
        # How many undos lead to the last position that was won on the way back, and what wins there.
        self.found_back: tuple[int, tuple[Action, ...]] | None = None
        self._left = Event()

    def leave(self) -> None:
        """Nobody waits for the answer any more, be it that it was sent: the search ends within 50 milliseconds."""
        self.watched.cancel()
        self._left.set()

    def wait_until_left(self) -> None:
        """Lets whoever waits for the answer go first, for a moment at most."""
        self._left.wait(config.ANSWER_SECONDS)

    @property
    def is_cancelled(self) -> bool:
        return self.watched.is_cancelled

    def progress(self) -> dict[str, int | float]:
        """How far the search is."""
        seen = self.watched.progress
        how_far: dict[str, int | float] = {"visited": seen.visited, "stored": seen.stored, "stage": seen.stage}
        return how_far | {"seconds": round(monotonic() - self.began, 1), "lost": self.is_lost}

    def search(self, state: Any, seconds: float) -> Verdict:
        """Asks the solver about one position."""
        budget = Budget(seconds, memory=config.SOLVER_MEMORY, shorten=config.SHORTEN_SECONDS)
        return solve(self.asked.played.rules, state, budget, self.watched)


def step_back(by: int) -> None:
    """Lets all other threads go before this one. Only Linux has priorities of threads."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, get_native_id(), by)


class Thinking:
    """The solver of one server process."""

    def __init__(
        self, findings: Findings, threads: int = config.SOLVER_THREADS, waiting: int = config.SOLVER_QUEUE
    ) -> None:
        self.findings, self.known = findings, Known(lock=Lock())
        self.judge = Judge(self.known)
        self.wrong_losses = WrongLosses(self.known, findings)
        self.stock = Stock(findings)
        self._pool = ThreadPoolExecutor(threads, "solver", step_back, (config.SOLVER_NICE,))
        self._room = threads + waiting
        self._open: dict[Question, int] = {}
        self._recalled: OrderedDict[str, None] = OrderedDict()
        self._lock = Lock()
        self._ready: dict[str, bool] = {}
        self._warming: Thread | None = None
        self._ended = Event()

    # --- warming up --------------------------------------------------------------------------------------------

    def start(self, delay: float = config.WARMING_DELAY) -> None:
        """Warms up in the background, and then lays in winnable deals; does so once."""
        with self._lock:
            if self._warming is None and not self._ended.is_set():
                self._warming = Thread(target=self._prepare, args=(delay,), name="warming", daemon=True)
                self._warming.start()

    def _prepare(self, delay: float) -> None:
        step_back(2 * config.SOLVER_NICE)
        if self._ended.wait(delay):
            return
        try:
            self.warm_up()
            self.stock.fill()
        except Exception:
            if not self._ended.is_set():
                _log.exception("the solver could not be prepared")

    def warm_up(self) -> None:
        """Loads every solver, which compiles it where that has not been done before."""
        for name in GAMES:
            try:
                load(name)
                self._ready[name] = True
            except (NoSolver, ImportError, AttributeError):
                self._ready[name] = False
            except SolverUnavailable as error:
                _log.error("%s: %s", name, error)
                self._ready[name] = False
            if self._ended.is_set():
                return

    @property
    def is_ready(self) -> bool:
        """Whether all games' questions are answered."""
        return len(self._ready) == len(GAMES)

    def check_ready(self, name: str) -> bool:
        """Whether a game has a solver. Raises :class:`Refusal` while it is not ready."""
        if name not in self._ready:
            self.start()
            raise Unavailable("server.warming")
        return self._ready[name]

    def winnable_deal(self, player: int, rules: AnyRules) -> DealCode:
        """A deal of a variant that is proven winnable, which the player has not had. Raises :class:`Unavailable`."""
        found = self.stock.take(player, rules)
        if found is None:
            if not self.check_ready(rules.name):
                raise Unavailable("server.no-winnable-solver")
            found = self.stock.find(rules)
        if found is None:
            raise Unavailable("server.no-winnable")
        return found

    # --- questions ---------------------------------------------------------------------------------------------

    def at_once(self, asked: Asked) -> Answer | None:
        """The answer, where nothing has to be searched for it."""
        answer = self.judge.at_once(asked)
        if answer is None and self._recall(asked):
            answer = self.judge.at_once(asked)
        if answer is not None and answer.verdict == "won" and self.known.is_contradicted(asked.played):
            self._later(self._check_line, asked, answer.actions)
        elif answer is not None and answer.verdict == "lost":
            self._later(self._keep_loss, asked)
        return answer

    def ask(self, asked: Asked, seconds: float) -> Question:
        """Puts a question to the solver. Raises :class:`Refusal` when too many are open."""
        question = Question(asked, seconds)
        with self._lock:
            mine = sum(player == asked.player for player in self._open.values())
            if self._ended.is_set() or len(self._open) >= self._room or mine >= config.QUESTIONS_PER_PLAYER:
                raise Unavailable("server.busy")
            self._open[question] = asked.player
            self._pool.submit(self._work, question)
        return question

    def open_questions(self) -> Counter[int]:
        """How many questions are waiting or being worked on, by player."""
        with self._lock:
            return Counter(self._open.values())

    def stop(self) -> None:
        """Ends all searches and takes no more questions."""
        self._ended.set()
        self.stock.stop()
        with self._lock:
            for question in self._open:
                question.leave()

    def close(self) -> None:
        """Stops, and leaves the database alone from now on."""
        self.stop()
        self.findings.close()
        self._pool.shutdown(wait=False)

    def _work(self, question: Question) -> None:
        try:
            answer = self.judge.answer(question)
        except Ended:
            answer = Answer("unknown", why="stopped")
        except Exception:
            _log.exception("a question failed: %s", question.asked.record[:200])
            answer = Answer("unknown", why="fault")
        finally:
            with self._lock:
                del self._open[question]
        question.future.set_result(answer)
        if answer.verdict != "unknown":
            question.wait_until_left()
        if answer.verdict == "won":
            self._keep(question.asked, answer.actions)
            self._check_line(question.asked, answer.actions)
        elif answer.verdict == "lost":
            self._keep_loss(question.asked)
            if question.found_back:
                undos, line = question.found_back
                self._check_line(question.asked, line, undos)

    # --- what contradicts ----------------------------------------------------------------------------------------

    def game_won(self, game: str, record: str) -> None:
        """Notes that a game was won: none of its positions may have been called lost."""
        self._later(self._watched, self.wrong_losses.check, game, GameRecord.parse(record))

    def _check_line(self, asked: Asked, actions: Sequence[Action], undos: int = 0) -> None:
        """The same for a line that wins after so many undos."""
        texts = [format_action(asked.played.rules, action) for action in actions]
        record = GameRecord.parse(" ".join([asked.record, *[UNDO] * undos, *texts]))
        self._watched(self.wrong_losses.check, asked.game, record)

    def _keep_loss(self, asked: Asked) -> None:
        """Stores where a game was first called lost."""
        before = len(asked.played.history) - self.known.bounds(asked.played)[1]
        self._watched(self.wrong_losses.keep, asked.game, GameRecord.parse(asked.record), before)

    def _watched(self, watch: Callable[..., None], *about: object) -> None:
        try:
            watch(*about)
        except Ended:
            return
        except Exception:
            _log.exception("what the solver has called lost could not be compared")

    def _later(self, task: Callable[..., None], *about: object) -> None:
        # The pool takes nothing more once the server ends.
        with contextlib.suppress(RuntimeError):
            self._pool.submit(task, *about)

    # --- what is learnt ----------------------------------------------------------------------------------------

    def _keep(self, asked: Asked, actions: Sequence[Action]) -> None:
        """Stores a winning line, and learns that the positions before it can be won too, by what was played and then
        the line."""
        try:
            self.findings.keep_line(asked.game, stored_line(asked, actions))
            self._remember_recalled(asked.game)
            self.judge.learn_way(asked, actions)
        except Ended:
            return
        except Exception:
            _log.exception("a winning line could not be kept: %s", asked.record[:200])

    def _remember_recalled(self, game: str) -> None:
        with self._lock:
            self._recalled[game] = None
            if len(self._recalled) > config.RECALLED:
                self._recalled.popitem(last=False)

    def _recall(self, asked: Asked) -> bool:
        """Reads the line that was stored with a game, once; it is replayed before it is believed."""
        with self._lock:
            if asked.game in self._recalled:
                return False
        text = self.findings.line(asked.game)
        self._remember_recalled(asked.game)
        if not text:
            return False
        return self.judge.recall(asked, text)
