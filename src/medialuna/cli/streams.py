"""Standard input, output and error of the command, wherever they lead.

Nothing that is written may end in a traceback for where it goes: what an encoding lacks is written in plain letters, an
output that nobody reads any more ends the command, and one that is full says so.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys
import unicodedata
from typing import Any, NoReturn

from medialuna.cli import messages

_NOBODY_READS = 141
"""Exit status, as shells have it: 128 and the number of the signal for a broken pipe."""

_PLAIN = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "×": "x", "–": "-", "—": "-", "−": "-", "▒": "#", "→": "->"}
_PLAIN |= {"↑": "^", "↓": "v", "«": '"', "»": '"', "…": "...", "’": "'", "\u00a0": " ", "\u202f": " "}


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """A codec's error handler: other characters for those that an encoding lacks; suits become letters, so that what
    is printed can still be read back."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(character: str) -> str:
    if character in _PLAIN:
        return _PLAIN[character]
    return unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode() or "?"


codecs.register_error("medialuna.plainly", _plainly)


class _Output(io.TextIOWrapper):
    """Where answers go. When they cannot be written, the command ends; nothing can be said where messages cannot."""

    def __init__(self, old: Any, number: int) -> None:
        super().__init__(old.detach(), old.encoding, "medialuna.plainly", line_buffering=True)
        self.number = number

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        except OSError as error:
            self._fail(error)
            return len(text)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            self._fail(error)

    def _fail(self, error: OSError) -> None:
        # what is left in the buffer must not fail once more at the end
        with contextlib.suppress(OSError), open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), self.number)
        if self.number == 1:
            if not isinstance(error, BrokenPipeError):
                sys.stderr.write(f"medialuna: standard output: {error.strerror}\n")
            sys.exit(_NOBODY_READS if isinstance(error, BrokenPipeError) else messages.FAILED)


def _nowhere(mode: str) -> Any:
    return open(os.devnull, mode, encoding="utf-8")


def prepare() -> None:
    """Makes the process's streams such as described above, and gives it those that it was started without."""
    if sys.stdin is None:
        sys.stdin = _nowhere("r")
    for number, name in ((1, "stdout"), (2, "stderr")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, _nowhere("w"))
        elif isinstance(stream, io.TextIOWrapper):
            setattr(sys, name, _Output(stream, number))


def leave(status: int) -> NoReturn:
    """Ends the process at once, without waiting for threads that still compile or search."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)
