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
    if not name.startswith(("medialuna.solver", "medialuna.server.migrations", "medialuna.__main__"))
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_there_are_examples() -> None:
    assert sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES) >= 8
