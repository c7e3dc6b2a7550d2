"""The kernels' cache saves time and is never needed: a solver works whatever is wrong with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from medialuna.solver.compiled import UNCOMPILED

pytestmark = pytest.mark.skipif(UNCOMPILED, reason="kernels run uncompiled")

KERNEL = """
import json, logging
from medialuna.solver import compiled

said = []
class Handler(logging.Handler):
    def emit(self, record): said.append(record.getMessage())
logging.getLogger("medialuna").addHandler(Handler())
{before}

@compiled.compiled
def double(number):
    return 2 * number

@compiled.compiled
def triple(number):
    return 3 * number

answers = [double(3), triple(3)]
print(json.dumps([answers, said, double.stats.cache_hits.total() + triple.stats.cache_hits.total()]))
"""


def run(folder: Path, before: str = "", **variables: str | None) -> tuple[list[str], int]:
    """What is said in the log, and how many kernels came from the cache, when two are asked for."""
    (folder / "kernels.py").write_text(KERNEL.format(before=before))
    chosen = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache"), **variables}
    environment = {name: value for name, value in chosen.items() if value is not None}
    done = subprocess.run(
        [sys.executable, str(folder / "kernels.py")], env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    answers, said, hits = json.loads(done.stdout)
    assert answers == [6, 9]
    return said, hits


def test_a_cache_that_works(tmp_path: Path) -> None:
    assert run(tmp_path) == ([], 0)
    assert run(tmp_path) == ([], 2)


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
@pytest.mark.parametrize("kept", [1, -1])
def test_damaged_files(tmp_path: Path, kind: str, kept: int) -> None:
    """Cut short anywhere, as a full disk or a crash leaves them. They are made anew, so that it is told once."""
    run(tmp_path)
    for file in (tmp_path / "cache").rglob(f"*.{kind}"):
        file.write_bytes(file.read_bytes()[:kept])
    said, hits = run(tmp_path)
    assert (len(said), hits) == (1, 0)
    assert "compiled" in said[0]
    assert run(tmp_path) == ([], 2)


def test_files_of_something_else(tmp_path: Path) -> None:
    run(tmp_path)
    for file in (tmp_path / "cache").rglob("*.nb?"):
        file.write_bytes(b"\x80\x04\x95 no pickle at all")
    assert len(run(tmp_path)[0]) == 1
    assert run(tmp_path) == ([], 2)


def test_the_cache_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("")
    said, hits = run(tmp_path)
    assert (len(said), hits) == (1, 0)


@pytest.mark.skipif(os.name == "nt", reason="there are no such limits there")
def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """No file may be larger than some bytes, which writing then tells like a full disk: by an OSError."""
    full = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    full += "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))"
    said, hits = run(tmp_path, full)
    assert (len(said), hits) == (1, 0)
    assert not list((tmp_path / "cache").rglob("*.tmp.*"))
    run(tmp_path)
    assert run(tmp_path) == ([], 2)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_must_not_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir(0o500)
    assert len(run(tmp_path)[0]) == 1


def test_nobody_is_at_home(tmp_path: Path) -> None:
    """No HOME, and no entry for the user either."""
    nobody = "import os, pwd\ndef missing(*_): raise KeyError('no such user')\npwd.getpwuid = missing"
    said, hits = run(tmp_path, nobody, NUMBA_CACHE_DIR=None, HOME=None, XDG_CACHE_HOME=None)
    assert (len(said), hits) == (1, 0)
    assert not (tmp_path / "~").exists()
    assert not Path("~").exists()
