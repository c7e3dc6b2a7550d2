"""Errors go from process to process whole: multiprocessing pickles them."""

from __future__ import annotations

import importlib
import pickle
import pkgutil
import re
from typing import Any

import pytest

import medialuna
from medialuna import library, played
from medialuna.contract import BadPosition, IllegalAction, Move, Reason, UnknownPlace
from medialuna.notation.exchange import NamedDeal, Unwritable
from medialuna.record import Fault, IllegalUndo

GAME = library.deal("TF1-D1N-AAAAAAB")
REASON = GAME.rules.why_not(GAME.state, Move("1", 1, "2"))
assert REASON

ARGUMENTS: dict[type[BaseException], tuple[Any, ...]] = {
    BadPosition: (["AS: expected 1, found 2"],),
    IllegalAction: (REASON, Move("1", 1, "2"), GAME.state),
    IllegalUndo: (Reason("undo.nothing", "TF-15"),),
    UnknownPlace: ("0", "place", "1 to 7"),
    Unwritable: (NamedDeal("1", GAME.rules, GAME.state), "no words"),
    played.BadRecord: (Fault(0, "R", REASON, "no"), GAME),
}
"""What those are made of that do not take texts and numbers alone."""


def every_error() -> list[type[BaseException]]:
    """All classes of errors in the package."""
    found: dict[type[BaseException], None] = {}
    for _, name, _ in pkgutil.walk_packages(medialuna.__path__, "medialuna."):
        if name.endswith("__main__") or "migrations.env" in name:
            continue
        for kind in vars(importlib.import_module(name)).values():
            if isinstance(kind, type) and issubclass(kind, BaseException) and kind.__module__ == name:
                found[kind] = None
    return list(found)


def made(kind: type[BaseException]) -> BaseException:
    """An error of a class, with whatever its ``__init__`` takes."""
    if kind in ARGUMENTS:
        return kind(*ARGUMENTS[kind])
    code = getattr(kind.__init__, "__code__", None)
    if code is None:
        return kind("why")
    samples = {"int": 3, "str": "text", "list[str]": ["a", "b"], "object": "thing", "wire.View": None}
    names = code.co_varnames[1 : code.co_argcount]
    given = len(names) - len(kind.__init__.__defaults__ or ())
    return kind(*(samples[kind.__init__.__annotations__[name]] for name in names[:given]))


@pytest.mark.parametrize("kind", every_error(), ids=lambda kind: f"{kind.__module__}.{kind.__qualname__}")
def test_an_error_keeps_its_message_and_its_fields(kind: type[BaseException]) -> None:
    error = made(kind)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert str(again) == str(error)
    assert again.args == error.args
    assert vars(again).keys() == vars(error).keys()
    for name, value in vars(error).items():
        # some fields have no equality, some no fixed text
        assert vars(again)[name] == value or repr(vars(again)[name]) == repr(value), name


def test_the_errors_of_the_library_are_found_and_have_one_base() -> None:
    """But for the server's own, and those that do not leave a game's solver."""
    inner = re.compile(r"medialuna\.(server|table|errors|solver\.\w+\.)")
    ours = [kind for kind in every_error() if not inner.match(kind.__module__)]
    assert len(ours) > 12
    assert [kind for kind in ours if not issubclass(kind, medialuna.MedialunaError)] == []
