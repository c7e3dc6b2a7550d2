"""Every rule has its test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

RULES = [f"{kind}-{n}" for kind, last in (("CR", 19), ("TF", 15), ("AP", 5)) for n in range(1, last + 1)]
HERE = Path(__file__)
TEXT = "\n".join(
    path.read_text("utf-8")
    for pattern in ("*.py", "*.js")
    for path in sorted(HERE.parent.rglob(pattern))
    if path != HERE
)


@pytest.mark.parametrize("rule", RULES)
def test_a_test_names_the_rule(rule: str) -> None:
    """By its number, in its name or its docstring."""
    kind, number = rule.split("-")
    assert re.search(rf"\b{rule}\b|test_{kind.lower()}_{number}(?!\d)", TEXT)
