"""What an argument stands for is decided alike by every command."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from medialuna.cli import app, picture, sources
from medialuna.server import run as server
from medialuna.words import LANGUAGES

CODE = "TF1-D1N-AAAAAAB"
NAMES = ["games 12:00.txt", "C:\\games.txt", "TF1-D1N-AAAAAAC", "TF1-D1N-AAAAAAC: +", "-", "ñ ♥", "#1", "x" * 200]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def run(*arguments: str, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(app, arguments, input=text)


HAND = run("convert", CODE, "--from", "code", "--to", "hand").stdout
READERS = [
    (["deal", "{}", "--json"], CODE, '"code": "TF1-D1N-AAAAAAB"'),
    (["replay", "{}", "--json"], f"{CODE}: + +", '"actions": 2'),
    (["solve", "{}", "--json"], f"{CODE}: + +", '"record": "TF1-D1N-AAAAAAB: + + '),
    (["solve", "--deals", "{}", "--json"], f"id,deal\nmine,{HAND}", '"id": "mine"'),
    (["convert", "{}", "--from", "hand", "--to", "csv"], HAND, f"id,deal\n1,{HAND}"),
    (["play", "{}"], f"{CODE}: + +", f"{CODE}: + +"),
]
IDS = [arguments[0] + arguments[1] for arguments, _, _ in READERS]


@pytest.mark.parametrize(("arguments", "text", "says"), READERS, ids=IDS)
@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_a_file_whatever_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, arguments: list[str], text: str, says: str
) -> None:
    """Also one whose name could be a code or a record, or with a mark of byte order, as Windows writes it."""
    monkeypatch.chdir(tmp_path)
    for encoding in ("utf-8-sig", "utf-16"):
        Path(name).write_text(text, encoding)
        asked = [f"./{name}" if part == "{}" and name == "-" else part.replace("{}", name) for part in arguments]
        result = run(*asked)
        assert result.exit_code == 0, result.output
        assert says in result.stdout


@pytest.mark.parametrize(("arguments", "text", "says"), READERS[:-1], ids=IDS[:-1])
def test_standard_input(arguments: list[str], text: str, says: str) -> None:
    result = run(*[part.replace("{}", "-") for part in arguments], text="\ufeff" + text)
    assert (result.exit_code, says in result.stdout) == (0, True), result.output


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes here")
@pytest.mark.parametrize(("arguments", "text", "says"), READERS, ids=IDS)
def test_pipes(tmp_path: Path, arguments: list[str], text: str, says: str) -> None:
    """As a shell makes them for ``<(…)``."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writing = threading.Thread(target=pipe.write_text, args=(text, "utf-8"))
    writing.start()
    result = run(*[part.replace("{}", str(pipe)) for part in arguments])
    writing.join()
    assert (result.exit_code, says in result.stdout) == (0, True), result.output


@pytest.mark.parametrize("length", [300, 5_000, 100_000])
@pytest.mark.parametrize(("arguments", "text", "says"), READERS, ids=IDS)
def test_nonsense_of_any_length(length: int, arguments: list[str], text: str, says: str) -> None:
    for nonsense in ("a" * length, "/" * length + "a", "é:" * length, "\0" * length):
        result = run(*[part.replace("{}", nonsense) for part in arguments])
        assert (result.exit_code, result.stdout) == (2, "")
        assert 0 < len(result.stderr) < 700


@pytest.mark.parametrize(("arguments", "text", "says"), READERS, ids=IDS)
def test_what_cannot_be_read(tmp_path: Path, arguments: list[str], text: str, says: str) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\xff")
    for name, told in [
        (".", ".: Is a directory"),
        ("binary", "no text"),
        ("none.txt", "no such file"),
        ("C:\\none.txt", "no such file"),
    ]:
        asked = str(tmp_path / name) if name == "binary" else name
        result = run(*[part.replace("{}", asked) for part in arguments])
        assert (result.exit_code, result.stdout, told in result.stderr) == (2, "", True), result.stderr


def test_home_is_found_where_the_shell_left_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    Path("records.txt").write_text(f"{CODE}: +\n")
    assert run("replay", "~/records.txt").exit_code == 0
    study = ["study", "winnability", "--game", "thoughtful", "--deals", "1", "--out", "~/study"]
    assert run(*study).exit_code == 0
    assert run("study", "report", "~/study").exit_code == 0
    assert run("study", "verify", "~/study", "~/study/verdicts.2bit", "--keep", "~/kept").exit_code == 0
    assert run("study", "count", "~/study/verdicts.2bit", "--out", "~/all.2bit").exit_code == 0
    assert {path.name for path in Path().iterdir()} >= {"study", "all.2bit"}
    assert not Path("~").exists()
    assert sources.as_path("~nobody-of-that-name/x") == Path("~nobody-of-that-name/x")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", [CODE, "TF1-D3N-AAAAAEI", "CR1-4N-AAAAAAC", "CR1-B-AAAAAAB"])
def test_what_deal_prints_can_be_read(language: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The code stands above the table, which tells nothing more. Several deals, too."""
    monkeypatch.setenv("LC_ALL", language)
    printed = run("deal", code).stdout
    assert all(map(picture.is_drawn, printed.splitlines()[1:]))
    assert run("deal", "-", text=printed).stdout == printed
    converted = run("convert", "-", "--from", "code", "--to", "board", text=f"{printed}\n{printed}\n")
    assert converted.exit_code == 0
    assert len(converted.stdout.strip().split("\n\n")) == 2
    wrong = run("convert", "-", "--from", "code", "--to", "board", text=f"{printed}\nnonsense\n")
    assert (wrong.exit_code, f"line {len(printed.splitlines()) + 2}: " in wrong.stderr) == (2, True)


@pytest.mark.parametrize("named", ["--database", "MEDIALUNA_DATABASE"])
@pytest.mark.parametrize("kept", ["~/games.sqlite", "postgresql://~/x"])
def test_the_database_may_lie_at_home(named: str, kept: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no shell has put the folder for ``~``, as in a variable; an address stays as it is."""
    served = list[object]()
    monkeypatch.setattr(server, "run", lambda host, port, database, started, **_: served.append(database))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    if named.isupper():
        monkeypatch.setenv(named, kept)
    assert run("serve", *([] if named.isupper() else [named, kept])).exit_code == 0
    assert served == [str(tmp_path / "games.sqlite") if kept.startswith("~") else kept]


def test_options_that_cannot_be_meant_are_refused() -> None:
    for arguments in [
        ["solve", CODE, "--rules", "closed"],
        ["solve", CODE, "--draw", "1"],
        ["deal", CODE, "--json", "--cards"],
        ["convert", "CR1-N-AAAAAAB", "--from", "code", "--to", "piles", "--rules", "open"],
    ]:
        result = run(*arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr
