"""Who does a study's work: processes of this machine, or the workers of a Dask cluster that runs already."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import TypeAlias

from medialuna.errors import needs
from medialuna.processes import end_with_the_parent
from medialuna.studies.winnability import BadStudy, Row

Chunk: TypeAlias = Sequence[int]
"""Numbers of deals that are decided together."""

Task: TypeAlias = Callable[[Chunk], list[Row]]
"""Decides a chunk; a function that can be pickled, such as a ``partial`` of ``decide_chunk``."""

Engine: TypeAlias = Callable[[Task, Iterable[Chunk]], Iterator[list[Row]]]
"""Has chunks decided and gives their rows back in the order in which they are ready."""


def in_this_process(task: Task, chunks: Iterable[Chunk]) -> Iterator[list[Row]]:
    """One chunk after the other."""
    return map(task, chunks)


def local(workers: int) -> Engine:
    """That many processes on this machine; 1 decides in this process."""
    if workers < 1:
        raise BadStudy(f"workers {workers}: expected 1 or more")
    if workers == 1:
        return in_this_process

    def run(task: Task, chunks: Iterable[Chunk]) -> Iterator[list[Row]]:
        # spawn: a forked child would inherit the threads of numba half-way
        with ProcessPoolExecutor(workers, get_context("spawn"), _begin_work) as pool:
            waiting: set[Future[list[Row]]] = set()
            try:
                for chunk in chunks:
                    if len(waiting) >= 2 * workers:
                        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                        for future in done:
                            yield future.result()
                    waiting.add(pool.submit(task, chunk))
                while waiting:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in done:
                        yield future.result()
            finally:
                for future in waiting:
                    future.cancel()

    return run


def _begin_work() -> None:
    """In a worker: Ctrl+C in a terminal goes to all processes, and is for the one that started them to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_the_parent()


def dask(scheduler: str) -> Engine:
    """The workers of the scheduler at an address such as ``tcp://host:8786``.

    Raises :class:`BadStudy` when nobody answers there, MissingExtra when ``distributed`` is not installed.
    """
    with needs("cluster"):
        from distributed import Client, as_completed

    def run(task: Task, chunks: Iterable[Chunk]) -> Iterator[list[Row]]:
        try:
            client = Client(scheduler, timeout=10)
        except (OSError, ValueError) as error:
            raise BadStudy(f"no scheduler at {scheduler}: {error}") from None
        with client:
            futures = [client.submit(task, chunk, pure=False) for chunk in chunks]
            for future in as_completed(futures):
                yield future.result()
                future.release()

    return run
