"""A search in a thread of its own, so that it can be watched and ended while it runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from threading import Thread
from typing import Any, TypeVar, cast

from medialuna import solver
from medialuna.cli import messages, streams
from medialuna.contract import AnyRules

T = TypeVar("T")

_NO_MORE = object()
_PATIENCE = 1.0
"""Seconds before anything is told of what is being done."""
_BETWEEN = 0.2
"""Seconds between two looks at a search."""


def load(game_name: str) -> None:
    """Has a solver's kernels compiled or read from disk, and says so when that takes a while."""
    loading = _in_a_thread(lambda: solver.load(game_name))
    try:
        if not _is_done(loading, _PATIENCE):
            messages.tell(messages.sentence("cli.solve.loading"))
        loading.result()
    except KeyboardInterrupt:
        streams.leave(messages.INTERRUPTED)


def solve(name: str, rules: AnyRules, state: Any, budget: solver.Budget, show: bool) -> tuple[solver.Verdict, bool]:
    """The verdict, and whether Ctrl+C ended the search: then it is the best so far. A second Ctrl+C waits for none."""
    watch = solver.Search()
    search = _in_a_thread(lambda: solver.solve(rules, state, budget, watch))
    try:
        if not _is_done(search, _PATIENCE) and show and sys.stderr.isatty():
            _show_progress(name, search, watch)
        return search.result(), False
    except KeyboardInterrupt:
        watch.cancel()
    try:
        return search.result(), True
    except KeyboardInterrupt:
        streams.leave(messages.INTERRUPTED)


def each(items: Iterator[T]) -> Iterator[T]:
    """The items, made in another thread, so that Ctrl+C is heard while one is being made."""
    while (item := _in_a_thread(lambda: next(items, _NO_MORE)).result()) is not _NO_MORE:
        yield cast(T, item)


def _in_a_thread(work: Callable[[], T]) -> Future[T]:
    """Waiting for a future can be interrupted; after an interrupted ``Thread.join``, Python 3.11 and 3.12 take a thread
    for ended that is not."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    return future


def _is_done(future: Future[T], seconds: float) -> bool:
    return bool(wait([future], seconds).done)


def _show_progress(name: str, search: Future[solver.Verdict], watch: solver.Search) -> None:
    # only a search that takes long pays for loading these
    from rich.console import Console
    from rich.status import Status

    with Status(name, console=Console(stderr=True)) as status:
        while not _is_done(search, _BETWEEN):
            status.update(f"{name}: {progress(watch)}")


def progress(watch: solver.Search) -> str:
    """How far a watched search is: the states visited, and how long the best line is that it has."""
    so_far = watch.progress
    states = messages.sentence("cli.solve.states", states=so_far.visited)
    return f"{messages.sentence('cli.solve.won', count=so_far.length)}, {states}" if so_far.length else states
