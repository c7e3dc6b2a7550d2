"""The front door for programs: ``import medialuna as ml`` offers what this module does.

>>> import medialuna as ml
>>> game = ml.deal("TF1-D1N-AAAAAAB")
>>> print(game)
1: 7H
2: 9S 6H
3: 4H 9C 2H
4: 8D JS JD 2S
5: 8H 5H 5D AH KD
6: 5C KH 7D 6C TD JC
7: JH 3S 4D KS TC TH 8C
stock: QS 4C 6S 7S AC 5S AD KC 6D QC QD QH 9H 3H 3C AS 4S 2D 8S TS 3D 2C 9D 7C
>>> game.legal_actions
['1-7', '+']
>>> game.why_not("R").rule
'TF-8'
>>> game.play("1-7")
>>> game.undo()
>>> game.redo()
>>> game.status, game.moves, game.score, str(game.record)
('running', 2, 0, 'TF1-D1N-AAAAAAB: 1-7 U 1-7')
>>> game = ml.replay("TF1-D1N-AAAAAAB: 1-7 + + + +")
>>> verdict = ml.solve(game, seconds=60)
>>> verdict.outcome, verdict.line[:4]
('won', ('+', '+', '+', '+'))
>>> [position.moves for position in game.positions()]
[0, 1, 2, 3, 4, 5]
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import get_context
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from medialuna.contract import AnyRules, BadPosition, Reason
from medialuna.games import GAMES
from medialuna.notation import board_text, exchange
from medialuna.notation.actions import format_action
from medialuna.notation.deal_code import NUMBERS, DealCode
from medialuna.notation.exchange import BadDeal, NamedDeal
from medialuna.notation.exchange.boards import game_of
from medialuna.played import BadRecord, BadRequest, PlayedGame
from medialuna.processes import end_with_the_parent
from medialuna.record import Game, GameRecord
from medialuna.record import replay as replay_record
from medialuna.shuffle import SplitMix64
from medialuna.solver import Budget, Effort, Lost, Won
from medialuna.solver import solve as solve_state


@dataclass(frozen=True)
class Verdict:
    """Whether a position can be won.

    ``outcome`` is ``won``, then ``line`` leads from the position to the end, and the rules have replayed it; ``lost``,
    then ``why`` tells what proves it; or ``unknown``, then ``why`` tells what stopped the search. ``effort`` is what it
    took.
    """

    outcome: Literal["won", "lost", "unknown"]
    line: tuple[str, ...]
    effort: Effort
    why: str = ""


Deal: TypeAlias = "str | DealCode | GameRecord | NamedDeal | Game | PlayedGame"
"""What has a position to solve: a deal code or a record, also as text, a deal of a file, a game."""

D = TypeVar("D", bound=Deal)


def deal(
    what: str | DealCode | NamedDeal, *, winnable: bool = False, grade: int | None = None, seed: int | None = None
) -> PlayedGame:
    """A fresh game: of a deal code, of a deal from a file, or, by the name of a game, of a deal by chance.

    By name only: ``winnable`` asks for a deal that is proven to be, ``grade`` for one so hard, from 1 to 5; both need
    the solver. ``seed`` makes the choice repeatable. Raises BadCode, :class:`BadRequest`.

    >>> deal("thoughtful", seed=1).code == deal("thoughtful", seed=1).code
    True
    """
    if isinstance(what, NamedDeal):
        rules, code = what.game, None
    elif isinstance(what, DealCode):
        rules, code = what.game, what
    elif kind := GAMES.get(what.strip().lower()):
        rules, code = next(iter(kind.variants().values())), None
        return _by_chance(rules, winnable, grade, seed)
    else:
        code = DealCode.parse(what)
        rules = code.game
    if winnable or grade is not None or seed is not None:
        raise BadRequest(f"{what} is one deal: winnable, grade and seed go with the name of a game")
    return PlayedGame(rules, what.state if isinstance(what, NamedDeal) else code and code.deal(), code)


def _by_chance(rules: AnyRules, winnable: bool, grade: int | None, seed: int | None) -> PlayedGame:
    if grade is not None and grade not in range(1, 6):
        raise BadRequest(f"grade {grade}: expected 1, easy, to 5, hard")
    below = secrets.randbelow if seed is None else SplitMix64(seed).below
    code = DealCode(rules, below(NUMBERS))
    if winnable or grade is not None:
        from medialuna.solver.graded import proven  # only who asks for a proof needs the solver

        while (found := proven(code)) is None or grade not in (None, found.grade):
            code = DealCode(rules, below(NUMBERS))
    return PlayedGame(rules, code.deal(), code)


def replay(text: str | GameRecord) -> PlayedGame:
    """The game of a record. Raises BadCode, :class:`BadRecord`.

    >>> replay("TF1-D1N-AAAAAAB: + + + + + W-F").score
    10
    """
    record = GameRecord.parse(text) if isinstance(text, str) else text
    result = replay_record(record)
    game = PlayedGame(record.code.game, record.code.deal(), record.code)
    game.play(*record.actions[: result.done])
    if result.fault:
        raise BadRecord(result.fault, game)
    return game


def read_board(text: str, rules: AnyRules | None = None) -> PlayedGame:
    """A game from the position that a text describes, as ``str(game)`` writes it.

    The text says of which game it is, and whether cards lie face down; how many cards are drawn at once, or another
    option, only ``rules`` can tell. Raises BadBoard, BadPosition.

    >>> game = replay("CR1-N-AAAAAAB: R")
    >>> str(read_board(str(game))) == str(game)
    True
    """
    rules = rules or game_of(text.splitlines(), exchange.Rules())
    state = board_text.read_board(rules, text)
    if defects := rules.defects(state):
        raise BadPosition(defects)
    return PlayedGame(rules, state)


def read_deals(path: str | PathLike[str], format: str | None = None) -> Iterator[NamedDeal]:
    """The deals of a file, in one of the formats of exchange; without ``format`` in the one that fits.

    Raises BadDeal, OSError, :class:`BadRequest` for a format that there is not, and for a file that two formats read
    as different deals.
    """
    if format is not None and format not in exchange.FORMATS:
        raise BadRequest(f"format {format!r}: expected one of {', '.join(exchange.FORMATS)}")
    text = Path(path).read_text("utf-8-sig")
    return iter(exchange.read(format or _format_of(text), text))


def _format_of(text: str) -> str:
    """The only format that reads the first deal of a text. Raises BadDeal, :class:`BadRequest`."""
    read: dict[str, Any] = {}
    for name, format in exchange.FORMATS.items():
        with suppress(BadDeal):
            for found in islice(format.read(text, exchange.Rules()), 1):
                read[name] = found.state
    if not read:
        raise BadDeal(1, f"no deal in any of the formats {', '.join(exchange.FORMATS)}; with format= the fault is told")
    if len(set(read.values())) > 1:
        raise BadRequest(f"the file may be of the formats {' or '.join(read)}: name one with format=")
    return next(iter(read))


def solve(
    game: Deal,
    *,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | None = 1 << 30,
    shorten: float = 0.0,
    prune: str = "all",
    seed: int = 0,
) -> Verdict:
    """Whether a game can be won from its position now, and how.

    ``seconds``, ``states`` visited and ``memory`` (in bytes) limit the search; None: no limit. ``shorten`` is how many
    seconds may be spent on top to make a winning line shorter. Raises BadPosition, BadPruning, NoSolver, and whatever
    reading a text raises.

    >>> verdict = solve("TF1-D1N-AAAAAAB", states=100_000)
    >>> game = deal("TF1-D1N-AAAAAAB")
    >>> game.play(*verdict.line)
    >>> verdict.outcome, game.status
    ('won', 'won')
    """
    rules, state = _position(game)
    budget = Budget(seconds=seconds, states=states, memory=memory, shorten=shorten, prune=prune, seed=seed)
    found = solve_state(rules, state, budget)
    if isinstance(found, Won):
        return Verdict("won", tuple(format_action(rules, action) for action in found.actions), found.effort)
    if isinstance(found, Lost):
        return Verdict("lost", (), found.effort, found.evidence)
    return Verdict("unknown", (), found.effort, found.why)


def solve_many(
    deals: Iterable[D],
    *,
    workers: int = 1,
    seconds: float | None = None,
    states: int | None = None,
    memory: int | None = 1 << 30,
    prune: str = "all",
    seed: int = 0,
) -> Iterator[tuple[D, Verdict]]:
    """Each deal with its verdict, in their order, by so many processes; deals are taken as they are needed, so there
    may be endlessly many.

    A script that is run needs ``if __name__ == "__main__":`` around the call, as always with processes. Raises as
    :func:`solve` does, at the deal that is at fault.
    """
    if workers < 1:
        raise BadRequest(f"workers {workers}: expected 1 or more")
    task = partial(solve, seconds=seconds, states=states, memory=memory, prune=prune, seed=seed)
    if workers == 1:
        return ((one, task(one)) for one in deals)
    return _by_processes(task, deals, workers)


def _by_processes(task: Any, deals: Iterable[D], workers: int) -> Iterator[tuple[D, Verdict]]:
    # spawn: a forked child would inherit the threads of numba half-way
    with ProcessPoolExecutor(workers, get_context("spawn"), end_with_the_parent) as pool:
        waiting: deque[tuple[D, Future[Verdict]]] = deque()
        try:
            for one in deals:
                waiting.append((one, pool.submit(task, one)))
                if len(waiting) > 2 * workers:
                    first, future = waiting.popleft()
                    yield first, future.result()
            while waiting:
                first, future = waiting.popleft()
                yield first, future.result()
        finally:
            for _, future in waiting:
                future.cancel()


def explain(reason: Reason, language: str = "en") -> str:
    """Why an action is refused, as a sentence.

    >>> explain(deal("TF1-D1N-AAAAAAB").why_not("R"))
    'Recycle when the stock is empty'
    """
    from medialuna import words  # loads a catalogue, which only sentences need

    return words.explain(language, reason)


def _position(game: Deal) -> tuple[AnyRules, Any]:
    if isinstance(game, str):
        game = GameRecord.parse(game)
    if isinstance(game, GameRecord):
        game = replay(game)
    if isinstance(game, DealCode):
        return game.game, game.deal()
    if isinstance(game, NamedDeal):
        return game.game, game.state
    return game.rules, game.state
