"""Reads the locks: what they pin, what wants it, and by which hashes it is known."""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
RUNTIME, POSTGRES, TEST, BUILD, UV, AUDIT = (
    "requirements.lock",
    "requirements-postgres.lock",
    "requirements-test.lock",
    "tools/requirements-build.lock",
    "tools/requirements-uv.lock",
    "tools/requirements-audit.lock",
)
ALL = (RUNTIME, POSTGRES, TEST, BUILD, UV, AUDIT)

PROJECT = "medialuna (pyproject.toml)"
"""What wants a package that ``pyproject.toml`` itself names."""

_PIN = re.compile(r"([a-z0-9][a-z0-9._-]*)(?:\[[^]]*])?==([^ ;\\]+)")


@dataclass
class Pin:
    """A package of a lock; it has several versions where they differ between Pythons."""

    versions: dict[Version, list[str]] = field(default_factory=dict)
    """With the hashes of each."""
    wanted_by: set[str] = field(default_factory=set)


def pins(lock: str) -> dict[str, Pin]:
    """The packages of a lock by their names."""
    found: dict[str, Pin] = {}
    pin, hashes = Pin(), list[str]()
    for line in (ROOT / lock).read_text(encoding="utf-8").splitlines():
        if match := _PIN.match(line):
            pin, hashes = found.setdefault(match[1], Pin()), []
            pin.versions[Version(match[2])] = hashes
        elif match := re.match(r" +--hash=(\S+)", line):
            hashes.append(match[1])
        elif match := re.match(r" +#(?: via$| via|  ) +(\S.*)", line):
            pin.wanted_by.add(match[1])
    return found


def project() -> dict[str, Any]:
    """What ``pyproject.toml`` says about the package."""
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def wanted(*extras: str) -> list[str]:
    """What the package needs with these extras; an extra that names another of our own stands for what that needs."""
    found: list[str] = list(project()["dependencies"])
    ahead, done = list(extras), set[str]()
    while ahead:
        if (extra := ahead.pop()) in done:
            continue
        done.add(extra)
        for text in project()["optional-dependencies"][extra]:
            one = Requirement(text)
            if canonicalize_name(one.name) == project()["name"]:
                ahead += one.extras
            else:
                found.append(text)
    return found


def names(requirements: Iterable[str]) -> set[str]:
    """The packages that requirements name."""
    return {canonicalize_name(Requirement(text).name) for text in requirements}


def needed(roots: set[str], locked: dict[str, Pin]) -> set[str]:
    """The packages of a lock that these need, directly or not, with themselves."""
    found: set[str] = set()
    while roots:
        found |= roots
        roots = {name for name, pin in locked.items() if pin.wanted_by & found} - found
    return found
