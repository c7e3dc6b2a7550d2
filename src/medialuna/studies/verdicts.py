"""Verdicts of numbered deals in two bits each: small enough to keep, so that anyone can re-check any deal.

The file begins with one line of JSON (the study's options, the first number, how many); then four deals a byte, the
first in the lowest bits: 0 not decided, 1 won, 2 lost, 3 unknown.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from medialuna.studies.winnability import BadStudy

VERDICTS = ("", "won", "lost", "unknown")
SAME_DEALS = ("game", "closed", "draw", "redistributions", "cap")
"""Options that say which game the verdicts are about; what a deal might cost may differ from file to file."""


def write_verdicts(path: Path, options: dict[str, Any], verdicts: Mapping[int, str]) -> int:
    """Writes verdicts by number and answers how many deals the file spans."""
    by_number = {number: VERDICTS.index(verdict) for number, verdict in verdicts.items()}
    if not by_number:
        raise BadStudy("no deal is decided yet: there are no verdicts to write")
    first = min(by_number)
    count = max(by_number) - first + 1
    packed = bytearray(-(-count // 4))
    for number, verdict in by_number.items():
        packed[(number - first) // 4] |= verdict << 2 * ((number - first) % 4)
    head = json.dumps({**options, "first": first, "count": count})
    path.write_bytes(head.encode() + b"\n" + bytes(packed))
    return count


def read_verdicts(path: Path) -> tuple[dict[str, Any], dict[int, str]]:
    """The options, and the verdict of every decided deal by its number. Raises :class:`BadStudy` for another file."""
    head, newline, packed = path.read_bytes().partition(b"\n")
    try:
        options = json.loads(head)
        first, count = int(options.pop("first")), int(options.pop("count"))
    except (ValueError, KeyError, AttributeError, TypeError):
        raise BadStudy(f"{path} is no file of verdicts: its first line is not their description") from None
    if not newline or len(packed) != -(-count // 4):
        raise BadStudy(f"{path} is cut: expected {-(-count // 4)} bytes after the first line, found {len(packed)}")
    found = {first + i: VERDICTS[packed[i // 4] >> 2 * (i % 4) & 3] for i in range(count)}
    return options, {number: verdict for number, verdict in found.items() if verdict}


def join_verdicts(paths: Iterable[Path]) -> tuple[dict[str, Any], dict[int, str]]:
    """The verdicts of several files about the same game, such as a study and what continues it; the options are the
    first file's. What one file leaves unknown, another may have decided.

    Raises :class:`BadStudy` for files about different games or versions of its deals, and where one file says won and
    another lost.
    """
    options: dict[str, Any] = {}
    joined: dict[int, str] = {}
    for path in paths:
        found, verdicts = read_verdicts(path)
        options = options or found
        if _deals(found) != _deals(options):
            raise BadStudy(f"{path} is about {_deals(found)}; expected {_deals(options)}, as in the file before it")
        for number, verdict in verdicts.items():
            known = joined.get(number, "unknown")
            if "unknown" not in (known, verdict) and known != verdict:
                raise BadStudy(f"{path}: deal {number} is {verdict}, but {known} in a file before it")
            if known == "unknown":
                joined[number] = verdict
    return options, joined


def _deals(options: dict[str, Any]) -> dict[str, Any]:
    versions = options.get("versions", {})
    return {name: options.get(name) for name in SAME_DEALS} | {
        name: versions.get(name) for name in ("rules", "shuffle")
    }
