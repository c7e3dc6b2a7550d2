"""What all errors of the library share: they are ValueErrors, and they can be pickled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Picklable(Exception):
    """An error that another process gets as it was raised, whatever its ``__init__`` takes."""

    def __reduce__(self) -> tuple[Any, ...]:
        # by its message, not by the arguments it was made of, which are not kept
        return _again, (type(self), self.args), self.__dict__


class MedialunaError(Picklable, ValueError):
    """What was asked of the library makes no sense; the subclasses say why, and their fields give details."""


class MissingExtra(MedialunaError):
    """A part of Medialuna that needs packages which are not installed; ``extra`` is what brings them."""

    def __init__(self, extra: str, missing: str) -> None:
        super().__init__(f"{missing} is not installed; this brings it: pip install 'medialuna[{extra}]'")
        self.extra, self.missing = extra, missing


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Around imports: a package that is missing there is told by :class:`MissingExtra`."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == __name__.partition(".")[0]:
            raise
        raise MissingExtra(extra, missing) from None


def _again(kind: type[Picklable], args: tuple[Any, ...]) -> Picklable:
    return kind.__new__(kind, *args)
