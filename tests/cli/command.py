"""The command in a process of its own, as a shell starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

MEDIALUNA = [sys.executable, "-m", "medialuna"]


def environment(**variables: str) -> dict[str, str]:
    """This one, in English, with these variables."""
    return {**os.environ, "LC_ALL": "C.UTF-8", **variables}


def run(
    *arguments: str, stdin: bytes | int = b"", variables: dict[str, str] | None = None, **more: Any
) -> subprocess.CompletedProcess[bytes]:
    """Runs the command to its end; its output is kept unless ``stdout`` is told."""
    source = {"stdin": stdin} if isinstance(stdin, int) else {"input": stdin}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | more
    return subprocess.run(
        [*MEDIALUNA, *arguments], env=environment(**variables or {}), timeout=600, check=False, **source, **pipes
    )
