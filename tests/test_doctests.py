"""The examples in docstrings."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import medialuna

MODULES = [
    name
    for _, name, _ in pkgutil.walk_packages(medialuna.__path__, "medialuna.")
    if not name.startswith(("medialuna.server.store.migrations", "medialuna.__main__"))
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_there_are_examples() -> None:
    """In the solvers too."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    told = {name: sum(bool(test.examples) for test in finder.find(importlib.import_module(name))) for name in MODULES}
    assert sum(told.values()) >= 20
    assert sum(number for name, number in told.items() if name.startswith("medialuna.solver")) >= 5
