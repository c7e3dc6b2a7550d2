"""Rules of this tree that no other tool checks."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements.lock", "requirements-test.lock", "tools/requirements-build.lock", "tools/requirements-uv.lock")
LONGEST_FILE = 400


def pins(lock: str) -> dict[str, set[Version]]:
    """Package name -> versions; there are several where they differ between Pythons."""
    found: dict[str, set[Version]] = {}
    for line in (ROOT / lock).read_text(encoding="utf-8").splitlines():
        pin = re.match(r"([a-z0-9][a-z0-9._-]*)(?:\[[^]]*])?==([^ ;\\]+)", line)
        if pin:
            found.setdefault(pin[1], set()).add(Version(pin[2]))
    return found


def project() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def unmet(requirements: list[str], lock: str) -> list[str]:
    locked = pins(lock)
    return [
        text
        for text in requirements
        for wanted in [Requirement(text)]
        if not locked.get(wanted.name) or not all(map(wanted.specifier.contains, locked[wanted.name]))
    ]


def test_the_runtime_lock_meets_every_bound_of_the_project():
    assert unmet(project()["dependencies"], "requirements.lock") == []


def test_the_test_lock_meets_every_bound_of_the_extras():
    extras = project()["optional-dependencies"]
    assert unmet([text for extra in extras.values() for text in extra], "requirements-test.lock") == []


def test_the_test_lock_holds_every_pin_of_the_runtime_lock():
    with_tests = pins("requirements-test.lock")
    assert {name: found for name, found in pins("requirements.lock").items() if with_tests.get(name) != found} == {}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_hashes_and_no_address(lock):
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "--hash=sha256:" in text
    assert "://" not in text
    assert "--index-url" not in text
    assert "--find-links" not in text


def source_files() -> list[Path]:
    folders = ("src", "tests", "benchmarks", "tools")
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
