"""Makes `.venv` hold exactly what a lock file says, or finds at once that it does already.

Standard library only: this runs before anything is installed.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
_STAMP = VENV / "installed.json"
_SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
_EXE = ".exe" if os.name == "nt" else ""
PYTHON = _SCRIPTS / f"python{_EXE}"

_UV_LOCK = ROOT / "tools" / "requirements-uv.lock"
_BUILD_LOCK = ROOT / "tools" / "requirements-build.lock"
# The test lock holds every pin of the runtime lock, so whoever has it can play too.
_LOCKS = {"runtime": ROOT / "requirements.lock", "test": ROOT / "requirements-test.lock"}


class SetupError(Exception):
    """The environment could not be made; the message says what to do."""


def venv_script(name: str) -> Path:
    """The path of a command that a package put into the environment."""
    return _SCRIPTS / f"{name}{_EXE}"


def ensure(purpose: str) -> None:
    """Makes the environment ready for "runtime" or "test"; raises SetupError where it cannot."""
    if _is_ready(purpose):
        return
    with _alone():
        # Another process may have done it meanwhile.
        if not _is_ready(purpose):
            _make_ready(purpose)


def _is_ready(purpose: str) -> bool:
    return _read_stamp().get(purpose) == _key(purpose)


def _make_ready(purpose: str) -> None:
    if _read_stamp().get("base") != _base_key():
        _make_venv()
    # Whatever ends the installation early leaves no stamp, and the next run starts afresh.
    _STAMP.unlink(missing_ok=True)
    print(f"Installing what Medialuna needs into {VENV} ...", flush=True)
    _install(_LOCKS[purpose])
    stamp = {"base": _base_key(), purpose: _key(purpose)}
    if purpose == "test":
        stamp["runtime"] = _key("runtime")
    _STAMP.write_text(json.dumps(stamp, indent=1), encoding="utf-8")


@contextmanager
def _alone() -> Iterator[None]:
    """Keeps two processes from making the environment at once; ends with the process, however that ends."""
    with (ROOT / ".venv.lock").open("a") as file:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            # Gives up by itself after ten seconds, which is too soon.
            while True:
                with suppress(OSError):
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _read_stamp() -> dict[str, str]:
    # A link to an interpreter that is gone does not exist either.
    if not PYTHON.exists():
        return {}
    try:
        stamp = json.loads(_STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def _base_key() -> str:
    """What an environment cannot outlive: another Python, or another place in the file system."""
    return f"{sys.implementation.cache_tag} {sys.version_info[:3]} {sys.platform} {ROOT}"


def _key(purpose: str) -> str:
    digest = hashlib.sha256(_base_key().encode())
    for path in (_LOCKS[purpose], ROOT / "pyproject.toml"):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _make_venv() -> None:
    # Started from inside .venv, sys.executable is about to be deleted.
    base = getattr(sys, "_base_executable", None) or sys.executable
    try:
        if VENV.exists():
            shutil.rmtree(VENV)
    except OSError as error:
        raise SetupError(f"{VENV} is broken or out of date and cannot be removed: {error}") from error
    command = [base, "-m", "venv", str(VENV)]
    uv = shutil.which("uv")
    if uv:
        command = [uv, "venv", "--quiet", "--python", base, str(VENV)]
    made = subprocess.run(command, check=False, capture_output=True, text=True)
    if made.returncode:
        raise SetupError(
            f"Python could not make {VENV}:\n{made.stdout}{made.stderr}\n"
            "On Debian and Ubuntu it needs the package python3-venv."
        )


def _install(lock: Path) -> None:
    installer = _installer()
    own = ["--no-deps", "--editable", str(ROOT)]
    if Path(installer[0]).stem == "uv":
        # What builds the package runs here too. (pip has no way to hold it to hashes.)
        own += ["--build-constraints", str(_BUILD_LOCK)]
    for arguments in (["--require-hashes", "-r", str(lock)], own):
        if subprocess.run([*installer, *arguments], check=False, cwd=ROOT).returncode:
            raise SetupError(
                "The packages could not be installed; the reason stands above.\n"
                "This step needs the network. Once it has succeeded, Medialuna runs without."
            )


def _installer() -> list[str]:
    uv = shutil.which("uv") or _uv_in_venv()
    if uv:
        # As pip does by itself: reading numba's sources anew takes a second of every start.
        return [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", str(PYTHON)]
    return [*_pip_install(), "--quiet"]


def _uv_in_venv() -> str | None:
    own = venv_script("uv")
    if not own.exists():
        # A platform without a ready-made uv would compile it, which takes longer than it saves.
        options = ["--quiet", "--only-binary", ":all:", "--require-hashes", "-r", str(_UV_LOCK)]
        subprocess.run([*_pip_install(), *options], check=False, capture_output=True)
    return str(own) if own.exists() else None


def _pip_install() -> list[str]:
    return [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install"]
