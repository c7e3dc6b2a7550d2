"""Asks the public lists of vulnerabilities about every package of the locks.

    .venv/bin/python -m tools.audit

Ends with 1 where one is known, and with 0 where none is, or where no list can be reached, which it says. It is no part
of ./test: that must not turn red by itself, whatever is found out overnight and wherever it runs.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from tools import licences, locks
from tools.locks import ROOT

SERVICES = ("pypi", "osv")
"""Lists that are asked one after the other, until one answers."""

# The test lock holds the pins of the runtime lock and of the build lock.
_ASKED = (locks.TEST, locks.UV, locks.AUDIT)
_SECONDS = 600


@dataclass
class Answer:
    """What a service says about a lock."""

    audited: int = 0
    unknown: list[str] = field(default_factory=list)
    """Packages that it could not tell anything about."""
    found: list[str] = field(default_factory=list)
    """Vulnerabilities, a line each."""


def read(report: str) -> Answer | None:
    """What pip-audit reported as JSON; None where the service answered nothing at all."""
    try:
        packages = json.loads(report)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return None
    answer = Answer()
    purposes = {name: purpose for purpose, section in licences.sections().items() for name in section}
    for package in packages:
        name = package["name"]
        if "skip_reason" in package:
            # This alone would pass for a clean bill.
            answer.unknown.append(name)
            continue
        answer.audited += 1
        purpose = purposes.get(name, "To audit").lower()
        for one in package["vulns"]:
            names = ", ".join(dict.fromkeys([one["id"], *one.get("aliases", [])]))
            fixed = f"fixed in {' or '.join(one['fix_versions'])}" if one["fix_versions"] else "not fixed yet"
            answer.found.append(f"{name} {package['version']} ({purpose}): {names}; {fixed}")
    return answer if answer.audited else None


def verdict(answers: dict[str, Answer | None]) -> tuple[int, list[str]]:
    """The exit code, and what is to be said, of the answers for each lock."""
    code, said = 0, []
    for lock, answer in answers.items():
        if answer is None:
            said.append(f"{lock}: NOT AUDITED, for no list of vulnerabilities could be reached from here")
            continue
        said.append(f"{lock}: {answer.audited} audited, {len(answer.found) or 'no'} known vulnerabilities")
        said += [f"  {line}" for line in answer.found]
        if answer.unknown:
            said.append(f"  not audited: {', '.join(answer.unknown)}")
        if answer.found:
            code = 1
    return code, said


def _asked(pip_audit: Path, lock: str) -> Answer | None:
    for service in SERVICES:
        # Without pip: the locks are complete, and nothing has to be installed to read them.
        options = ["--require-hashes", "--disable-pip", "--format", "json", "--progress-spinner", "off"]
        command = [str(pip_audit), "-r", str(ROOT / lock), "-s", service, "--timeout", "10", *options]
        try:
            done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=_SECONDS)
        except subprocess.TimeoutExpired:
            continue
        answer = read(done.stdout)
        if answer is not None:
            return answer
    return None


def _install(folder: Path) -> Path | None:
    """pip-audit in an environment of its own: what it needs is no concern of the tests."""
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    lock = ["--quiet", "--require-hashes", "-r", str(ROOT / locks.AUDIT)]
    uv = shutil.which("uv", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    commands = [[sys.executable, "-m", "venv", str(folder)], [str(scripts / "python"), "-m", "pip", "install", *lock]]
    if uv:
        commands = [[uv, "venv", "--quiet", str(folder)], [uv, "pip", "install", "--python", str(folder), *lock]]
    for command in commands:
        if subprocess.run(command, check=False).returncode:
            return None
    return scripts / "pip-audit"


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        pip_audit = _install(Path(folder) / "venv")
        if pip_audit is None:
            print("NOT AUDITED: pip-audit could not be installed; the reason stands above", file=sys.stderr)
            return 0
        code, said = verdict({lock: _asked(pip_audit, lock) for lock in _ASKED})
    print("\n".join(said))
    return code


if __name__ == "__main__":
    sys.exit(main())
