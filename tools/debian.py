"""Installs packages of Debian's where a test needs one and this process may."""

import os
import shutil
import subprocess
import sys
from functools import cache


def may_install() -> bool:
    """Whether this is Debian or a child of it, and this process is root's."""
    return sys.platform == "linux" and shutil.which("apt-get") is not None and os.geteuid() == 0


def install(*packages: str) -> str | None:
    """Installs packages; answers why that failed."""
    print(f"Installing for the tests: {' '.join(packages)} ...", flush=True)
    return _update() or _apt_get("install", "--yes", "--no-install-recommends", *packages)


@cache
def _update() -> str | None:
    return _apt_get("update")


def _apt_get(*arguments: str) -> str | None:
    done = subprocess.run(
        ["apt-get", "-q", *arguments],
        check=False,
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode == 0:
        return None
    lines = done.stdout.strip().splitlines() or ["no output"]
    return f"'apt-get {arguments[0]}' failed: {lines[-1]}"
