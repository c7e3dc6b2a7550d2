"""What an argument stands for: a file, a pipe, standard input, or the text itself; every command decides it here."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from medialuna.cli import messages
from medialuna.outside import cleaned, decoded


class Source(NamedTuple):
    """A text, and the words with which a fault in it begins."""

    text: str
    where: str
    is_argument: bool = False

    def lines(self) -> Iterator[tuple[str, str]]:
        """The lines that hold something, neither empty nor a remark after ``#``, each with the words that say where
        it stands. An argument is one line."""
        if self.is_argument:
            yield self.where, self.text
            return
        for number, line in enumerate(self.text.splitlines(), start=1):
            if line.strip() and not line.lstrip().startswith("#"):
                yield f"{self.where}{messages.sentence('cli.line', line=number)}: ", line


def read(argument: str) -> Source:
    """``-`` is standard input; what names something that can be read is read, be it a file, a pipe or a device, and
    whatever characters its name has; everything else is the text itself. Ends the command when reading fails."""
    if argument == "-":
        return Source(_decoded(argument, _standard_input()), "")
    path = as_path(argument)
    try:
        there = path.exists()
    except (OSError, ValueError):  # too long for a name, or with a character that no name has
        there = False
    if not there:
        return Source(cleaned(argument), "" if _looks_like_text(argument) else "no such file; read as text: ", True)
    return Source(_decoded(argument, _contents(path)), f"{argument}: ")


def read_file(argument: str) -> Source:
    """Like :func:`read` for what can only be a file or standard input; ends the command when there is none."""
    source = read(argument)
    if source.is_argument:
        messages.refuse(f"{argument[:200]}: no such file")
    return source


def as_path(argument: str) -> Path:
    """The path that an argument or a variable names; ``~`` is the home folder where the shell left it there."""
    path = Path(argument)
    try:
        return path.expanduser()
    except RuntimeError:  # no home is known
        return path


def path_option(argument: Any) -> Path:
    """For options and arguments that are paths."""
    return as_path(str(argument))


def _looks_like_text(argument: str) -> bool:
    """Whether nobody would take it for a file's name: a code, or a record, has no dot and no slash before its colon."""
    head = argument.partition(":")[0]
    return len(argument) > 200 or (not any(mark in head for mark in "./\\") and argument[1:3] not in (":\\", ":/"))


def _standard_input() -> bytes:
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        messages.refuse(f"standard input: {error.strerror}")


def _contents(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        messages.refuse(f"{path}: {error.strerror}")


def _decoded(name: str, data: bytes) -> str:
    try:
        return decoded(data)
    except UnicodeDecodeError as error:
        with contextlib.suppress(UnicodeDecodeError, LookupError):
            if (ours := sys.stdin.encoding or "").lower() not in ("utf-8", "ascii"):
                return cleaned(data.decode(ours))  # what our own output is written in here
        what = "standard input" if name == "-" else name
        messages.refuse(f"{what}: no text in UTF-8: byte {error.start + 1} ({error.reason})")
