"""Several processes that answer at one socket, and the one that keeps them running."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType

from prometheus_client.multiprocess import mark_process_dead

from medialuna.processes import end_with_the_parent
from medialuna.server import config
from medialuna.server.http.metrics import PROCESSES

Work = Callable[[socket.socket, Callable[[], None]], None]
"""What a process does: serves at the socket, and calls back once it answers requests. It has to be picklable."""


class Workers:
    """Processes that do the same ``work`` at one socket; one that ends is replaced until all are told to end."""

    def __init__(self, count: int, work: Work, listening: socket.socket, started: Callable[[], None]) -> None:
        self._count, self._work, self._listening, self._started = count, work, listening, started
        self._context = multiprocessing.get_context("spawn")
        self._ending = False
        # Whatever wakes the loop below is written here.
        self._wake_reader, self._wake_writer = self._context.Pipe(duplex=False)

    def run(self) -> None:
        """Keeps them running until this process is told to end (SIGINT, SIGTERM)."""
        with _counts_of_all(), self._told_to_end():
            processes: dict[SpawnProcess, float] = {}
            answering: list[Connection] = []
            for _ in range(self._count):
                self._start(processes, answering)
            while not self._ending:
                ready = wait([self._wake_reader, *answering, *(process.sentinel for process in processes)])
                for one in [one for one in answering if one in ready]:
                    answering.remove(one)
                    self._heard(one)
                for process in [process for process in processes if process.sentinel in ready]:
                    if not self._ending:
                        self._replace(process, processes, answering)
            _end(list(processes))

    def _start(self, processes: dict[SpawnProcess, float], answering: list[Connection]) -> None:
        here, there = self._context.Pipe(duplex=False)
        process = self._context.Process(target=_serve, args=(self._work, self._listening, there), daemon=False)
        process.start()
        there.close()
        processes[process] = time.monotonic()
        answering.append(here)

    def _heard(self, connection: Connection) -> None:
        with contextlib.suppress(EOFError), connection:
            connection.recv()
            # The first that answers is enough: the address is good from now on.
            started, self._started = self._started, _nothing
            started()

    def _replace(
        self, process: SpawnProcess, processes: dict[SpawnProcess, float], answering: list[Connection]
    ) -> None:
        began = processes.pop(process)
        process.join()
        mark_process_dead(process.pid)  # type: ignore[no-untyped-call]
        if time.monotonic() - began < config.RESTART_SECONDS:
            time.sleep(config.RESTART_SECONDS)
        self._start(processes, answering)

    @contextmanager
    def _told_to_end(self) -> Iterator[None]:
        def end(_: int, __: FrameType | None) -> None:
            self._ending = True
            self._wake_writer.send(None)

        before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _nothing() -> None:
    """Said already."""


@contextmanager
def _counts_of_all() -> Iterator[None]:
    """A folder in which the processes add up their counts, which they find in their environment."""
    folder = tempfile.mkdtemp(prefix="medialuna-counts-")
    os.environ[PROCESSES] = folder
    try:
        yield
    finally:
        del os.environ[PROCESSES]
        shutil.rmtree(folder, ignore_errors=True)


def _end(processes: list[SpawnProcess]) -> None:
    """Asks all to end, waits for what they have begun, and ends by force who does not."""
    for process in processes:
        process.terminate()
    until = time.monotonic() + config.WORKER_FINISH_SECONDS
    for process in processes:
        process.join(max(until - time.monotonic(), 0.0))
        if process.is_alive():
            process.kill()
            process.join()


def _serve(work: Work, listening: socket.socket, connection: Connection) -> None:
    """The life of one process."""
    # Ctrl+C in a terminal reaches every process; it is the keeper who passes it on.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_the_parent()

    def answers() -> None:
        with contextlib.suppress(OSError), connection:
            connection.send(None)

    work(listening, answers)
