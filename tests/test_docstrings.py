"""Every public name of the library says what it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import medialuna

SOURCE = Path(medialuna.__file__).parent
HELD = ("server/", "table/", "page/", "words/")
"""Rooms that are no library: what they offer is a server's and a page's."""

FILES = [
    path
    for path in sorted(SOURCE.rglob("*.py"))
    if not path.relative_to(SOURCE).as_posix().startswith(HELD)
    and not (path.relative_to(SOURCE).parts[0] == "solver" and len(path.relative_to(SOURCE).parts) > 2)
]


def silent(body: list[ast.stmt], prefix: str = "", inherited: frozenset[str] = frozenset()) -> Iterator[str]:
    """The public functions, classes and methods of a body that have no docstring; a method that a base class of the
    package describes needs no other."""
    for node in body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("_"):
            continue
        if ast.get_docstring(node) is None and node.name not in inherited:
            yield prefix + node.name
        if isinstance(node, ast.ClassDef):
            bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
            bases |= {b.value.id for b in node.bases if isinstance(b, ast.Subscript) and isinstance(b.value, ast.Name)}
            yield from silent(node.body, f"{prefix}{node.name}.", CONTRACT if "Rules" in bases else frozenset())


def _contract() -> frozenset[str]:
    tree = ast.parse((SOURCE / "contract.py").read_text("utf-8"))
    rules = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Rules")
    return frozenset(node.name for node in rules.body if isinstance(node, ast.FunctionDef))


CONTRACT = _contract()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_every_public_name_has_a_docstring(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert ast.get_docstring(tree) or not tree.body, "the module itself"
    assert list(silent(tree.body)) == []


def test_the_modules_are_found_and_the_contract_is_read() -> None:
    names = {path.relative_to(SOURCE).as_posix() for path in FILES}
    assert {"contract.py", "games/crescent.py", "solver/__init__.py", "cli/solve.py", "studies/report.py"} <= names
    assert {"why_not", "apply_unchecked", "tap"} <= CONTRACT
    tree = ast.parse("def told():\n    'x'\ndef silent_one(): pass\nclass Some:\n    'x'\n    def method(self): pass")
    assert list(silent(tree.body)) == ["silent_one", "Some.method"]
