"""Where output goes, and who no longer reads it, is no reason for a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from threading import main_thread
from time import sleep
from typing import Any

import pytest
from typer.testing import CliRunner

from medialuna import solver
from medialuna.cli import app, messages, watching
from medialuna.words import LANGUAGES, catalogue
from tests.cli.command import MEDIALUNA, environment, run

CODE = "TF1-D1N-AAAAAAB"
FULL = Path("/dev/full")
ENCODINGS = ["cp1252", "ascii", "latin-1", "cp437", "koi8-r", "shift_jis", "utf-16"]


def encoded(text: str, encoding: str) -> str:
    return text.encode(encoding, "medialuna.plainly").decode(encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_sentence_can_be_written_everywhere(encoding: str) -> None:
    for language in LANGUAGES:
        for words in catalogue(language).values():
            for sentence in [words] if isinstance(words, str) else words:
                assert len(encoded(sentence, encoding)) >= len(sentence.strip()) // 2
    assert encoded("\udc80 日本 10♥ → ▒▒", "ascii") == "? ?? 10H -> ##"
    assert encoded("acción Ñ ç", "ascii") == "accion N c"


@pytest.mark.parametrize(("encoding", "code"), [("cp1252", "CR1-N-AAAAAAB"), ("ascii", CODE), ("cp437", CODE)])
def test_a_deal_that_was_printed_can_be_read_again_in_any_encoding(encoding: str, code: str) -> None:
    variables = {"PYTHONIOENCODING": encoding, "LC_ALL": "fr_FR.UTF-8"}
    result = run("deal", code, variables=variables)
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode(encoding).startswith(code)
    again = run("deal", "-", stdin=result.stdout, variables=variables)
    assert (again.returncode, again.stdout) == (0, result.stdout)


def test_messages_in_other_encodings() -> None:
    result = run("replay", f"{CODE}: + R", variables={"PYTHONIOENCODING": "ascii", "LC_ALL": "fr_FR.UTF-8"})
    assert result.returncode == 1
    assert b"action 2" in result.stderr


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_json_can_be_read_whatever_the_encoding(encoding: str) -> None:
    variables = {"PYTHONIOENCODING": encoding, "LC_ALL": "es_ES.UTF-8"}
    result = run("replay", f"{CODE}: R", "--json", variables=variables)
    assert json.loads(result.stdout)["message"] == "El descarte solo se recicla cuando el mazo está vacío"


COMMANDS = [
    ["deal", CODE, "--json"],
    ["convert", CODE, "--from", "code", "--to", "hand"],
    ["solve", "--help"],
]


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_full_disk_is_told(arguments: list[str]) -> None:
    with FULL.open("wb") as full:
        result = run(*arguments, stdout=full)
    assert result.returncode == messages.FAILED
    assert result.stderr == b"medialuna: standard output: No space left on device\n"
    with FULL.open("wb") as full:
        assert run(*arguments, stderr=full).returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="pipes are closed otherwise there")
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_nobody_reads_any_more(arguments: list[str]) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    result = run(*arguments, stdout=writes)
    os.close(writes)
    assert (result.returncode, result.stderr) == (141, b"")


@pytest.mark.skipif(os.name == "nt", reason="streams are closed otherwise there")
@pytest.mark.parametrize("closed", ["1", "2", "1 2", "0 1 2"])
def test_started_without_streams(closed: str, tmp_path: Path) -> None:
    """As services and desktops may do."""
    closing = " ".join(f"{number}>&-" for number in closed.split())
    shell = f'exec "$@" {closing}'
    for arguments in (["deal", CODE], ["nonsense"], ["replay", "-"]):
        command = ["sh", "-c", shell, "sh", *MEDIALUNA, *arguments]
        result = subprocess.run(command, env=environment(), capture_output=True, stdin=subprocess.DEVNULL, timeout=600)
        assert result.returncode == (2 if arguments == ["nonsense"] else 0)
        assert b"Traceback" not in result.stderr


def test_lines_come_as_they_are_known() -> None:
    """The first answer can be read while the second is being searched for."""
    command = [*MEDIALUNA, "solve", CODE, "TF1-D3N-AAAAABN", "--prune", "none", "--json", "--shorten", "0"]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as solving:
        assert solving.stdout is not None
        first = json.loads(solving.stdout.readline())
        assert (first["code"], first["verdict"], solving.poll()) == (CODE, "won", None)
        solving.kill()


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_ctrl_c_ends_with_the_best_so_far() -> None:
    """An unknown while a line is looked for, the line while it is made shorter; the rest is not begun."""
    command = [*MEDIALUNA, "solve", "TF1-D3N-AAAAAAC", CODE, "TF1-D3N-AAAAAAC", "--shorten", "99999", "--json"]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as solving:
        assert solving.stdout is not None
        assert json.loads(solving.stdout.readline())["verdict"] == "lost"
        solving.send_signal(signal.SIGINT)
        rest, told = solving.communicate(timeout=600)
    assert (solving.returncode, b"Traceback" in told) == (130, False)
    assert len(rest.splitlines()) <= 1  # none when the search had not begun


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
@pytest.mark.parametrize("found", [True, False])
def test_ctrl_c_in_the_middle_of_a_search(found: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found is printed, be it that the line would have become shorter."""
    solve, is_done, waits = solver.solve, watching._is_done, list[float]()

    def wait(future: Any, seconds: float) -> bool:
        waits.append(seconds)
        return is_done(future, seconds)

    def slowly(rules: Any, state: Any, budget: solver.Budget, search: solver.Search) -> solver.Verdict:
        verdict = solve(rules, state, replace(budget, shorten=0)) if found else None
        while len(waits) < 2:  # for the solver to be loaded, and for the search
            sleep(0.001)
        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)  # wakes it, as a terminal does
        while not search.is_cancelled:
            sleep(0.001)
        return verdict or solve(rules, state, budget, search)

    monkeypatch.setattr(solver, "solve", slowly)
    monkeypatch.setattr(watching, "_is_done", wait)
    result = CliRunner().invoke(app, ["solve", CODE, CODE, "--json"])
    (answer,) = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 130
    assert answer["verdict"] == ("won" if found else "unknown")
    assert answer.get("why") == (None if found else "stopped")


def test_files_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    """By any command, wherever it happens."""
    (tmp_path / "file").write_text("")
    out = str(tmp_path / "file" / "study")
    result = run("study", "winnability", "--game", "thoughtful", "--deals", "1", "--out", out)
    assert result.returncode == messages.FAILED
    assert result.stderr.decode().startswith(f"medialuna: {out}")
    assert b"Traceback" not in result.stderr


def test_commands_write_in_one_way() -> None:
    """Through ``messages``, which flushes, into the streams that were prepared."""
    assert app.registered_commands
    for file in Path(sys.modules["medialuna.cli"].__file__ or "").parent.glob("*.py"):
        assert "typer.echo" not in file.read_text("utf-8"), file
        assert file.name == "messages.py" or "print(" not in file.read_text("utf-8"), file
