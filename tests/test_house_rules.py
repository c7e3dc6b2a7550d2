"""Rules of this tree that no other tool checks."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LONGEST_FILE = 400


def source_files() -> list[Path]:
    folders = ("src", "tests", "benchmarks", "tools", "hunt")
    return [
        path
        for folder in folders
        for end in ("*.py", "*.js", "*.mjs")
        for path in sorted((ROOT / folder).rglob(end))
        if "node_modules" not in path.parts and "vendor" not in path.parts
    ]


def test_no_source_file_is_too_long_to_read():
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in source_files()
    }
    assert lengths
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FILE} == {}


@pytest.mark.parametrize("name", ["play", "test", ".ci/run"])
def test_scripts_start_with_an_interpreter_and_end_lines_as_unix_does(name):
    text = (ROOT / name).read_bytes()
    assert text.startswith(b"#!/usr/bin/env ")
    assert b"\r" not in text


def test_who_answers_in_the_server_s_place_does_so_from_the_next_request_on():
    """By `intercept`, which knows how."""
    tests = [path for path in (ROOT / "tests" / "browser").glob("*.py") if path.name != "driving.py"]
    assert [path.name for path in tests if ".route(" in path.read_text(encoding="utf-8")] == []
