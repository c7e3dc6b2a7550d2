"""What all errors of the library share: they are ValueErrors, and they can be pickled."""

from __future__ import annotations

from typing import Any


class Picklable(Exception):
    """An error that another process gets as it was raised, whatever its ``__init__`` takes."""

    def __reduce__(self) -> tuple[Any, ...]:
        # by its message, not by the arguments it was made of, which are not kept
        return _again, (type(self), self.args), self.__dict__


class MedialunaError(Picklable, ValueError):
    """What was asked of the library makes no sense; the subclasses say why, and their fields give details."""


def _again(kind: type[Picklable], args: tuple[Any, ...]) -> Picklable:
    return kind.__new__(kind, *args)
