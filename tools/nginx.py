"""The one place that knows where nginx is, and how it is installed."""

import shutil
from pathlib import Path

from tools import debian


def find() -> str | None:
    """nginx for the tests of a proxy; Debian puts it where only root looks for commands."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


def why_missing() -> str:
    """Says what a person can do about an nginx that `find` does not find."""
    return "no nginx found; install the package nginx"


def ensure() -> str | None:
    """Installs Debian's package where there is none and this process may; answers why there is none."""
    if find() is not None:
        return None
    # The package starts a server on port 80, which nobody has asked for on a machine that runs services.
    if not debian.may_install() or Path("/run/systemd/system").exists():
        return why_missing()
    failed = debian.install("nginx", "openssl")
    if failed:
        return f"{why_missing()} ({failed})"
    return None if find() is not None else why_missing()
