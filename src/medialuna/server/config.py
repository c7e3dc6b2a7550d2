"""The limits of the server and their numbers."""

from __future__ import annotations

import os
from typing import NamedTuple

# --- the server ----------------------------------------------------------------------------------------------------

FIRST_PORT, PORTS_TRIED = 8000, 100
"""The port when none is asked for, and how many are tried from there on."""

FINISH_SECONDS = 10
"""How long requests that have begun may go on when the server is told to end."""

RESTART_SECONDS = 1.0
"""Seconds before a process that ended right after its start is started again."""

WORKER_FINISH_SECONDS = 15.0
"""Seconds that the processes are given to end in order."""

MOVE_THREADS = 2
"""Threads for moves; more would only wait for each other, for the interpreter and for the database."""

THREADS = 8
"""Requests that are worked on at once in one process, and so the connections it needs."""


# --- the database --------------------------------------------------------------------------------------------------

BUSY_SECONDS = 10.0
"""How long a write waits for another process's write to end."""

CONNECT_SECONDS = 10
"""How long a server that holds the database may take to answer, unless its address says otherwise."""

CHECKED_BYTES = 64 * 2**20
"""Bytes up to which an SQLite file is read through for damage when it is opened."""

UNTOUCHED_MICROSECONDS = 24 * 3600 * 1_000_000
"""Microseconds after which a game without an action may make room for another."""

DEVICE_LINK_SECONDS = 600
"""How long a link to another device may be opened."""


# --- requests ------------------------------------------------------------------------------------------------------

HEAD_BYTES = 64 * 1024
"""The longest head, the address in it included."""

HEAD_SECONDS = 30.0
"""How long a head may take to arrive, and how long a new connection may say nothing."""

BODY_BYTES = 16 * 1024
"""The longest body that is taken."""

DROPPED_BYTES = 1024 * 1024
"""How much more of a body that is too long is read and dropped: a proxy still sending it would miss the answer."""

BODY_SECONDS = 60.0
"""How long a body may take to arrive."""

RECORD_BYTES = 96 * 1024
"""The longest body with a record; ten thousand actions fit."""

FILE_BYTES = 8 * 2**20
"""The longest file that is taken in."""

FILES_AT_ONCE = 2
"""How many files a process reads at a time; each costs its length in memory and may cost half a minute of work."""

CLOCK_AHEAD_MICROSECONDS = 300 * 1_000_000
"""Microseconds by which another server's clock may be ahead."""

COOKIE_SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie at most; every start renews it."""


# --- rates ---------------------------------------------------------------------------------------------------------


class Rate(NamedTuple):
    """How many at once, how many a second in the long run, and whether they are a player's."""

    most: float
    per_second: float
    of_player: bool = True


RATES = {
    "players": Rate(60, 1.0, of_player=False),
    "games": Rate(120, 2.0),
    "replay": Rate(200, 20.0, of_player=False),
    "statistics": Rate(60, 2.0),
    "export": Rate(20, 0.2),
    "import": Rate(20, 0.1, of_player=False),
    "device": Rate(20, 0.2, of_player=False),
}
"""What may be asked for, by kind of request."""

RATE_BUCKETS = 10_000
"""How many buckets are remembered; the one used least recently is forgotten, and then is full."""


# --- the solver ----------------------------------------------------------------------------------------------------

SOLVER_THREADS = max(2, min(4, (os.cpu_count() or 2) - 1))
"""Questions that are worked on at once."""

SOLVER_QUEUE = 8
"""Questions that may wait for a thread."""

QUESTIONS_PER_PLAYER = 3
"""Questions of one player that may be open: the one asked, and those that are just being cancelled."""

SOLVER_MEMORY = 256 * 2**20
"""Bytes that a search may take."""

SHORTEN_SECONDS = 0.003
"""Seconds for which a winning line is made shorter: most of what is pointless in it goes in the first moment."""

ANSWER_SECONDS = 0.1
"""Seconds for which what was found is not kept yet, so that the answer leaves first."""

SOLVER_NICE = 5
"""How far a searching thread steps back, where the system lets threads do so: moves come first."""

WARMING_DELAY = 1.0
"""Seconds after the start that belong to the first page."""

RECALLED = 1_000
"""Games whose stored line is not read again."""

LOST_DEALS = 20_000
"""Deals of which it is remembered that one of their positions was called lost."""

PROGRESS_SECONDS = 0.2
"""Seconds between two words on the progress."""

WINNABLE_READY = 3
"""Deals of each variant that a player finds ready."""

WINNABLE_SECONDS = 2.0
"""Seconds for which one is searched when none is ready."""
