"""The recipe of the image names files that there are and options that commands have; no container is run."""

import json
import re
import shlex
import shutil
from fnmatch import fnmatch
from pathlib import Path

import pytest

from medialuna.notation.deal_code import DealCode
from medialuna.server.site.pages import router
from tests.test_docs import COMMANDS
from tests.test_packaging import ROOT, built
from tools import locks

RECIPE = (ROOT / "Containerfile").read_text("utf-8")
STEPS = [
    (step[0], re.sub(r"\s+", " ", step[1].replace("\\\n", " ")).strip())
    for step in re.findall(r"^([A-Z]+) ((?:.*\\\n)*.*)", RECIPE, re.MULTILINE)
]


def steps(kind: str) -> list[str]:
    return [text for name, text in STEPS if name == kind]


def copied() -> list[tuple[list[str], str]]:
    """What is copied from the checkout, and where to."""
    found = [text.split() for text in steps("COPY") if not text.startswith("--from")]
    return [(words[:-1], words[-1]) for words in found]


def commands() -> list[list[str]]:
    """Every command that is run, or will be."""
    lines = [part for text in steps("RUN") for part in text.split("&&")]
    lines += [shlex.join(json.loads(text[text.index("[") :])) for text in (*steps("ENTRYPOINT"), *steps("HEALTHCHECK"))]
    return [shlex.split(line) for line in lines]


def let_through(path: str) -> bool:
    """As .dockerignore says: the last line that fits decides."""
    answer = True
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines():
        pattern = line.removeprefix("!").removeprefix("**/")
        if not line or line.startswith("#"):
            continue
        if fnmatch(path, pattern) or any(fnmatch(str(one), pattern) for one in Path(path).parents if str(one) != "."):
            answer = line.startswith("!")
        elif line.startswith("**/") and any(fnmatch(part, pattern) for part in Path(path).parts):
            answer = False
    return answer


def test_what_is_copied_is_there_and_let_through():
    sources = [name for names, _ in copied() for name in names]
    assert len(sources) > 5
    for name in sources:
        assert (ROOT / name).exists(), name
        assert let_through(name), name
    assert let_through("src/medialuna/page/app/main.js")
    assert not any(map(let_through, (".git/HEAD", ".venv/x", "games.sqlite", "src/medialuna/__pycache__/a.pyc")))


def test_the_wheel_of_the_image_is_the_wheel(tmp_path):
    """It is built from what is copied alone."""
    for names, target in copied():
        for name in names:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, tmp_path / "build" / target, dirs_exist_ok=True)
            else:
                (tmp_path / "build" / target).mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, tmp_path / "build" / target)
    inside = built("wheel", tmp_path / "build", tmp_path / "inside")
    assert inside.read_bytes() == built("wheel", ROOT, tmp_path / "outside").read_bytes()


def test_all_that_is_installed_is_known_by_its_hash():
    installs = [words for words in commands() if "install" in words and words[0] == "pip"]
    assert len(installs) == 3
    here = {Path(lock).name for lock in locks.ALL} & {Path(name).name for names, _ in copied() for name in names}
    used = set()
    for words in installs:
        if "--no-index" in words:
            # Our own wheel, which was made a line before.
            assert "--no-deps" in words
            continue
        assert "--require-hashes" in words
        used |= {words[at + 1] for at, word in enumerate(words) if word == "-r"}
    assert used == here == {"requirements.lock", "requirements-postgres.lock", "requirements-build.lock"}


def test_our_commands_and_their_options_exist():
    ours = [words for words in commands() if words[0] == "medialuna"]
    assert {words[1] for words in ours} == {"solve", "serve"}
    for words in ours:
        parameters = COMMANDS[f"medialuna {words[1]}"].params
        known = {option for parameter in parameters for option in parameter.opts + parameter.secondary_opts}
        assert {word for word in words if word.startswith("--")} <= known


def test_the_deals_that_are_solved_are_of_every_game():
    (words,) = [words for words in commands() if words[:2] == ["medialuna", "solve"]]
    codes = [DealCode.parse(word) for word in words[2:] if re.fullmatch("[A-Z0-9-]{8,}", word)]
    assert {code.game.name for code in codes} == {"crescent", "thoughtful"}


@pytest.mark.parametrize("name", ["MEDIALUNA_DATABASE", "NUMBA_CACHE_DIR"])
def test_what_is_set_in_the_environment_is_read(name):
    assert any(re.search(rf"\b{name}=/", text) for text in steps("ENV"))
    assert any(name in path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py"))


def test_the_server_is_asked_for_its_health_where_it_listens_and_is_not_root():
    (health,), (serve,) = steps("HEALTHCHECK"), steps("ENTRYPOINT")
    port, path = re.search(r"http://127\.0\.0\.1:(\d+)(/\w+)", health).groups()
    assert path in {route.path for route in router.routes}
    assert json.loads(serve)[-2:] == ["--port", port]
    assert steps("EXPOSE") == [port]
    order = [name for name, _ in STEPS]
    assert order.index("USER") < order.index("ENTRYPOINT")
    assert steps("USER") != ["root"]
