"""A server in processes of its own, and what they use: CPU, memory, open files, threads. Only on Linux, from /proc."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

_TICK = os.sysconf("SC_CLK_TCK")


class Use(NamedTuple):
    """What processes use together; memory in MiB.

    PSS counts a page that several processes share as a part for each, so it changes with what else is running; ``own``
    is what they have asked for themselves, without files and libraries.
    """

    cpu: float
    pss: float
    rss: float
    own: float
    files: int
    threads: int


def use_of(processes: list[int]) -> Use:
    """What some processes use now."""
    cpu, pss, rss, own, files, threads = 0.0, 0.0, 0.0, 0.0, 0, 0
    for pid in processes:
        folder = Path(f"/proc/{pid}")
        fields = (folder / "stat").read_text().rpartition(")")[2].split()
        cpu += (int(fields[11]) + int(fields[12])) / _TICK
        threads += int(fields[17])
        rollup = dict(re.findall(r"^(\w+):\s+(\d+) kB", (folder / "smaps_rollup").read_text(), re.MULTILINE))
        pss += int(rollup["Pss"]) / 1024
        rss += int(rollup["Rss"]) / 1024
        own += int(rollup["Anonymous"]) / 1024
        files += len(os.listdir(folder / "fd"))
    return Use(cpu, pss, rss, own, files, threads)


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            if parent == pid:
                found.append(int(folder.name))
    return found


def cpu_with_children(pid: int) -> float:
    """CPU seconds of a process and of those it has started, whether they have ended or not."""
    seconds = 0.0
    for one in (pid, *children_of(pid)):
        with suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            seconds += sum(map(int, fields[11 : 15 if one == pid else 13])) / _TICK
    return seconds


class Server:
    """`medialuna serve` on loopback; use as a context. ``nice``: how far it steps back behind other programs."""

    def __init__(self, database: str, workers: int = 1, nice: int = 0) -> None:
        options = ["--database", database, "--port", "0", "--workers", str(workers), "--no-limits"]
        # What is no HTTP is a warning.
        options += ["--log-level", "error"]
        self.process = subprocess.Popen(
            ["nice", "-n", str(nice), sys.executable, "-m", "medialuna", "serve", *options],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        found = re.search(r":(\d+)/", self.process.stdout.readline())
        if found is None:
            self.process.kill()
            raise SystemExit("the server did not start; why stands above")
        self.port = int(found[1])
        self.workers = [self.process.pid]
        if workers > 1:
            self.workers = [pid for pid in children_of(self.process.pid) if b"spawn_main" in _command(pid)]
            assert len(self.workers) == workers, self.workers

    def use(self) -> Use:
        """What the processes that answer use."""
        return use_of(self.workers)

    def settle(self, longest: float = 300.0) -> None:
        """Waits until nothing is done any more: the kernels are loaded, and the stock of winnable deals is laid in."""
        end, quiet, before = time.monotonic() + longest, 0, self.use().cpu
        while quiet < 3 and time.monotonic() < end:
            time.sleep(1.5)
            now = self.use().cpu
            quiet, before = (quiet + 1 if now - before <= 0.03 else 0), now

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def percentile(times: list[float], percent: float) -> float:
    """The time in milliseconds that so many percent did not exceed."""
    ordered = sorted(times)
    return ordered[min(int(len(ordered) * percent / 100), len(ordered) - 1)] * 1000 if ordered else float("nan")
