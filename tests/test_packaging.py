"""What is released: the same wheel from the checkout and from the sdist, whole, and at work outside the checkout."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from httpx2 import Client

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "medialuna"
LEFT_BEHIND = ("__pycache__", ".pyc", ".mo", ".nbi", ".nbc", ".sqlite")
NO_NETWORK = re.compile(
    r"connect|resolve host|name resolution|dns error|timed out|error sending request|Could not fetch URL",
    re.IGNORECASE,
)

pytest.importorskip("hatchling", reason="hatchling, which builds the package, is not installed")
pytestmark = pytest.mark.slow


def run(*command: str | Path, **how) -> str:
    """What a command says on standard output; fails with all that it says where it fails."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=120, **how)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def built(kind: str, source: Path, into: Path) -> Path:
    run(sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", into, cwd=source)
    (made,) = into.iterdir()
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    return built("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory) -> Path:
    return built("sdist", ROOT, tmp_path_factory.mktemp("sdist"))


def sources() -> set[str]:
    """All that belongs to the package, by its path in the wheel."""
    files = (path for path in PACKAGE.rglob("*") if path.is_file())
    return {
        f"medialuna/{path.relative_to(PACKAGE).as_posix()}"
        for path in files
        if not any(part in str(path.relative_to(PACKAGE)) for part in LEFT_BEHIND)
    }


def test_the_wheel_is_the_package_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    about = {name for name in names if name.startswith("medialuna-")}
    assert set(names) - about == sources()
    assert {name.partition("/")[2] for name in about} == {
        "METADATA",
        "RECORD",
        "WHEEL",
        "entry_points.txt",
        "licenses/LICENSE",
    }


@pytest.mark.parametrize(
    "kind",
    [
        "page/index.html",
        "page/medialuna.webmanifest",
        r"page/\w+/[\w-]+\.js",
        r"page/board/layouts/\w+\.js",
        r"page/styles/[\w-]+\.css",
        r"page/art/icon-\d+\.png",
        r"page/art/\w+\.svg",
        r"server/store/migrations/versions/v\d+_\w+\.py",
        r"words/(es|en|fr)/medialuna\.po",
        r"words/(es|en|fr)/pages/[\w-]+\.md",
        r"words/records\.txt",
    ],
)
def test_the_package_has_files_of_every_kind(kind):
    """So that the comparison of the wheel with the folder cannot hold for an empty one."""
    assert any(re.fullmatch(f"medialuna/{kind}", name) for name in sources())


def test_the_sdist_builds_the_same_wheel(wheel, sdist, tmp_path):
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    again = built("wheel", unpacked, tmp_path / "again")
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()


def test_the_sdist_is_enough_to_work_on_it_and_holds_nothing_that_was_left_behind(sdist):
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "pyproject.toml", "requirements.lock", "requirements-test.lock", "test"} <= names
    assert {"src/medialuna/cards.py", "tests/test_packaging.py", "tools/gates.py", ".ci/run", "Containerfile"} <= names
    unwanted = (*LEFT_BEHIND, ".venv", ".git/", "_build", "-cache", "_cache")
    assert [name for name in names if any(part in name for part in unwanted)] == []


# --- installed -------------------------------------------------------------------------------------------------


def uv() -> str | None:
    return shutil.which("uv", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))


def installed(environment: Path, *what: str | Path) -> None:
    """Installs into an environment: from uv's cache where that has all of it, else from the network."""
    python = environment / "bin" / "python"
    ways = [[sys.executable, "-m", "pip", "--python", python, "install", "--quiet"]]
    if uv():
        ways = [[uv(), "pip", "install", "--quiet", "--python", python, *more] for more in (["--offline"], [])]
    for way in ways:
        done = subprocess.run([str(part) for part in (*way, *what)], capture_output=True, text=True, timeout=300)
        if done.returncode == 0:
            return
    if NO_NETWORK.search(done.stderr):
        pytest.skip("the packages of the lock are neither in uv's cache nor to be had from the network")
    pytest.fail(f"{ways[-1]} {what}\n{done.stdout}{done.stderr}")


def made(folder: Path) -> Path:
    venv.create(folder, symlinks=True, with_pip=False)
    return folder


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory) -> Path:
    """A virtual environment that holds the runtime lock and the wheel, and nothing else."""
    if os.name == "nt":
        pytest.skip("the commands below are those of Unix")
    folder = made(tmp_path_factory.mktemp("elsewhere") / "venv")
    installed(folder, "--require-hashes", "-r", ROOT / "requirements.lock")
    installed(folder, "--no-deps", wheel)
    return folder


def outside(environment: Path) -> dict:
    """Where and how the installed commands are run: nothing there leads to the checkout."""
    # Uncompiled: what is tested is that all is there, and compiling takes half a minute.
    return {"cwd": environment.parent, "env": {"PATH": os.defpath, "LC_ALL": "C.UTF-8", "NUMBA_DISABLE_JIT": "1"}}


def test_the_commands_work_where_there_is_no_checkout(environment):
    medialuna, how = environment / "bin" / "medialuna", outside(environment)
    where = run(environment / "bin" / "python", "-c", "import medialuna; print(medialuna.__file__)", **how)
    assert Path(where.strip()).is_relative_to(environment)
    assert "solve" in run(medialuna, "--help", **how)
    assert "♠" in run(medialuna, "deal", "CR1-N-AAAAAAB", **how)
    assert "TF1-D1N-AAAAAAC: " in run(medialuna, "solve", "TF1-D1N-AAAAAAC", "--shorten", "0", **how)


SCRIPT = Path(__file__).parent / "data" / "user_script.py"


def test_the_script_of_a_user_is_typed_and_runs(environment):
    """By mypy in its strictest way, against what is installed and not against the checkout."""
    pytest.importorskip("mypy")
    how = outside(environment)
    script = environment.parent / "script.py"
    shutil.copy(SCRIPT, script)
    python = environment / "bin" / "python"
    check = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--python-executable", python, script]
    assert "Success" in run(*check, cwd=how["cwd"])
    script.write_text(script.read_text("utf-8") + "\nml.deal(1).play(2)\n", "utf-8")
    wrong = subprocess.run([str(part) for part in check], capture_output=True, text=True, cwd=how["cwd"])
    assert wrong.stdout.count("error:") == 2, wrong.stdout
    shutil.copy(SCRIPT, script)
    assert run(python, script, **how) == "TF1-D1N-AAAAAAB: + 1-7 U\nwon\nlost or won\n"


def test_the_table_is_served_where_there_is_no_checkout(environment):
    command = [environment / "bin" / "medialuna", "serve", "--port", "0", "--database", environment.parent / "g.sqlite"]
    server = subprocess.Popen(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **outside(environment),
    )
    try:
        address = re.search(r"http://\S+", server.stdout.readline())
        assert address, server.stderr.read()
        with Client(base_url=address[0]) as http:
            assert http.get("/healthz").json() == {"ok": True}
            page = http.get("/")
            script = re.search(r'src="(/page/[^"]+\.js)"', page.text)
            for path in (script[1], "/page/medialuna.webmanifest", "/page/art/icon.svg", "/es/rules/crescent", "/docs"):
                assert http.get(path).status_code == 200, path
            assert http.post("/api/start", json={}).status_code == 200
            view = http.post("/api/games", json={"code": "TF1-D1N-AAAAAAB"}).json()
            moved = http.post(f"/api/games/{view['id']}/actions", json={"step": 0, "action": {"press": "+"}})
            assert moved.status_code == 200
            assert moved.json()["step"] == 1
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate(timeout=60)
        assert (server.returncode, errors) == (0, "")
    finally:
        server.kill()
        server.communicate()


def with_extras(wheel: Path, folder: Path, extras: str) -> Path:
    """An environment with the package and some extras, in the versions of the test lock, which are checked to be what
    their bounds allow."""
    if os.name == "nt":
        pytest.skip("the commands below are those of Unix")
    environment = made(folder / "venv")
    name = f"medialuna[{extras}]" if extras else "medialuna"
    installed(environment, "-c", ROOT / "requirements-test.lock", f"{name} @ {wheel.as_uri()}")
    return environment


HEAVY = "numpy|numba|fastapi|sqlalchemy|distributed|psycopg|gymnasium"


def test_without_extras_there_are_rules_notation_records_and_text_commands(wheel, tmp_path):
    environment = with_extras(wheel, tmp_path, "")
    assert [path for path in environment.rglob("*") if re.fullmatch(HEAVY, path.name, re.IGNORECASE)] == []
    medialuna, how = environment / "bin" / "medialuna", outside(environment)
    assert "♠" in run(medialuna, "deal", "CR1-N-AAAAAAB", **how)
    assert "7H" in run(medialuna, "deal", "--cards", "TF1-D1N-AAAAAAB", **how)
    assert run(medialuna, "replay", "TF1-D1N-AAAAAAB: + +", **how).startswith("TF1-D1N-AAAAAAB: ")
    assert run(medialuna, "play", "TF1-D1N-AAAAAAB", input="+\nq\n", **how).endswith("TF1-D1N-AAAAAAB: +\n")
    assert "solve" in run(medialuna, "--help", **how)
    script = "import medialuna as ml; game = ml.replay('CR1-N-AAAAAAB: R'); print(ml.explain(game.why_not('U')))"
    assert run(environment / "bin" / "python", "-c", script, **how) == (
        "Moves before a redistribution cannot be undone\n"
    )


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (["solve", "TF1-D1N-AAAAAAB"], "solver"),
        (["solve", "CR1-N-AAAAAAB", "--json"], "solver"),
        (["serve", "--port", "0"], "server"),
        (["study", "winnability", "--game", "thoughtful", "--deals", "1", "--out", "somewhere"], "solver"),
        (["study", "winnability", "--game", "crescent", "--deals", "1", "--out", "x", "--workers", "2"], "solver"),
    ],
)
def test_a_missing_extra_is_told_in_one_sentence(light, command, extra):
    done = subprocess.run(
        [str(light / "bin" / "medialuna"), *command], capture_output=True, text=True, timeout=120, **outside(light)
    )
    assert (done.returncode, done.stdout) == (3, ""), done
    assert re.fullmatch(rf"\w+ is not installed; this brings it: pip install 'medialuna\[{extra}\]'\n", done.stderr)


@pytest.fixture(scope="module")
def light(wheel, tmp_path_factory) -> Path:
    return with_extras(wheel, tmp_path_factory.mktemp("light"), "")


@pytest.mark.parametrize("call", ["ml.solve('TF1-D1N-AAAAAAB')", "ml.deal('crescent', winnable=True)"])
def test_the_library_raises_for_a_missing_extra(light, call):
    script = f"import medialuna as ml\ntry:\n    {call}\nexcept ml.MissingExtra as error:\n    print(error.extra)"
    assert run(light / "bin" / "python", "-c", script, **outside(light)) == "solver\n"


@pytest.mark.parametrize(
    ("extra", "script"),
    [
        ("solver", "import medialuna as ml; print(ml.solve('TF1-D1N-AAAAAAC', states=100_000).outcome)"),
        ("server", "from medialuna.server import run; from medialuna import solver; print('won')"),
        ("cluster", "import distributed, numba; from medialuna.studies import engines; print('won')"),
        ("server,postgres", "import psycopg, psycopg_binary; print('won')"),
        ("gym", "from medialuna.gym import SolitaireEnv as E; print('won' if E().reset(seed=1)[1] else '')"),
        ("all", "import numba, fastapi, distributed, psycopg, gymnasium, medialuna.gym; print('won')"),
    ],
)
def test_each_extra_brings_what_it_is_for(wheel, tmp_path, extra, script):
    environment = with_extras(wheel, tmp_path, extra)
    assert run(environment / "bin" / "python", "-c", script, **outside(environment)) == "won\n"
