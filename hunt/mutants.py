"""Proofs that are wrong on purpose: a line of a module changed, to see that the hunt would catch it."""

from __future__ import annotations

import inspect
from types import ModuleType


def mutant(module: ModuleType, line: str, instead: str) -> ModuleType:
    """The module with one line of its source replaced. Raises ValueError unless the line stands in it exactly once."""
    source = inspect.getsource(module)
    if source.count(line) != 1:
        raise ValueError(f"{line!r} stands {source.count(line)} times in {module.__name__}, expected once")
    made = ModuleType(f"{module.__name__} with a fault")
    # no file to keep its compiled kernels beside
    exec(compile(source.replace(line, instead), "<mutant>", "exec"), made.__dict__)
    return made
