"""The one place that knows where Chromium is, how it is started, and how it is installed."""

import os
import shutil
from pathlib import Path

from tools import debian

ENVIRONMENT = "MEDIALUNA_CHROMIUM"
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# Without these the browser refuses to run as root, and looks for hosts that tests must not need.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find() -> str | None:
    """The browser for the tests: what MEDIALUNA_CHROMIUM names, else what the system has."""
    named = os.environ.get(ENVIRONMENT)
    if named:
        return named if Path(named).exists() else None
    for name in _NAMES:
        found = shutil.which(name)
        if found:
            return found
    return "/usr/bin/chromium" if Path("/usr/bin/chromium").exists() else None


def why_missing() -> str:
    """Says what a person can do about a browser that `find` does not find."""
    named = os.environ.get(ENVIRONMENT)
    if named:
        return f"{ENVIRONMENT} names {named}, which does not exist"
    return f"no Chromium found; install the package chromium, or let {ENVIRONMENT} name one"


def ensure() -> str | None:
    """Installs Debian's package where there is no browser and this process may; answers why there is none."""
    if find() is not None:
        return None
    if os.environ.get(ENVIRONMENT):
        return why_missing()
    if not debian.may_install():
        return why_missing()
    # The font has the card signs, which a bare system cannot draw.
    failed = debian.install("chromium", "fonts-dejavu-core")
    if failed:
        return f"{why_missing()} ({failed})"
    return None if find() is not None else why_missing()
