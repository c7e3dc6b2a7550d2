"""Checks the types that the page's modules state in their comments, by the TypeScript compiler, where Node can run it.

The compiler is a package of npm, pinned in ``tools/node``; nothing of it goes into the page.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from tools.setup_env import ROOT

FOLDER = ROOT / "tools" / "node"
_INSTALLED = FOLDER / "node_modules" / "typescript"
_ANY = re.compile(r"^export .*\b\w+\??: any[,)]", re.MULTILINE)


def ensure() -> str | None:
    """Gets the compiler where it is not there; answers why there is none."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            return f"{program} is not installed"
    if _version(_INSTALLED / "package.json") == wanted():
        return None
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-timeout=30000"]
    done = subprocess.run(command, cwd=FOLDER, check=False, capture_output=True, text=True)
    if done.returncode:
        return f"npm could not get TypeScript {wanted()}: {_last_line(done.stderr)}"
    return None


def wanted() -> str:
    """The version that the lock names."""
    lock = json.loads((FOLDER / "package-lock.json").read_text(encoding="utf-8"))
    return str(lock["packages"]["node_modules/typescript"]["version"])


def faults() -> str:
    """What the compiler finds, and the parameters of exported functions that state no type; empty: nothing."""
    done = _compile("--noEmit")
    if done.returncode:
        return done.stdout + done.stderr
    with tempfile.TemporaryDirectory() as folder:
        _compile("--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--outDir", folder)
        found = [
            f"{path.relative_to(folder)}: a parameter without a type: {line}"
            for path in sorted(Path(folder).rglob("*.d.ts"))
            for line in _ANY.findall(path.read_text(encoding="utf-8"))
        ]
    return "\n".join(found)


def _compile(*options: str) -> subprocess.CompletedProcess[str]:
    command = ["node", str(_INSTALLED / "bin" / "tsc"), "-p", str(FOLDER), *options]
    return subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)


def _version(package: Path) -> str | None:
    try:
        return str(json.loads(package.read_text(encoding="utf-8"))["version"])
    except (OSError, ValueError, KeyError):
        return None


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"
