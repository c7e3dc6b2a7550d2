"""Processes that were started by another of ours."""

from __future__ import annotations

import os
import signal
from multiprocessing.connection import wait
from multiprocessing.process import parent_process
from threading import Thread


def end_with_the_parent() -> None:
    """Lets this process be told to end as soon as the one that started it is gone, be it killed: nobody would ever
    end or replace it, or take its work."""
    parent = parent_process()
    assert parent is not None

    def follow() -> None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=follow, daemon=True).start()
