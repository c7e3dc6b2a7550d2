"""``medialuna convert``."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from medialuna.cli import app
from medialuna.notation.exchange import FORMATS, read


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(app, ["convert", *arguments], input=text)


def test_from_a_code_to_every_format_and_back(tmp_path: Path) -> None:
    """The deal itself, a file and standard input are all the same."""
    hand = run("TF1-D1N-AAAAAAB", "--from", "code", "--to", "hand").stdout
    assert len(hand.split()) == 52
    for name, format in FORMATS.items():
        if format.write is None or name == "piles":
            continue
        there = run("-", "--from", "hand", "--to", name, text=hand)
        assert there.exit_code == 0
        file = tmp_path / name
        file.write_text(there.stdout, "utf-8")
        assert run(str(file), "--from", name, "--to", "hand").stdout == hand
    piles = run("CR1-N-AAAAAAB", "--from", "code", "--to", "piles").stdout
    assert run("-", "--from", "piles", "--to", "csv", text=piles).stdout == f"id,piles\n1,{piles}"


def test_closed_rules_turn_cards_down() -> None:
    closed = run("TF1-D1N-AAAAAAB", "--from", "code", "--to", "board", "--rules", "closed").stdout
    assert closed.count("|") == 6
    (deal,) = read("board", closed)
    assert deal.state.face_down == tuple(range(7))


def test_a_wrong_deal_prints_nothing_but_its_fault(tmp_path: Path) -> None:
    hand = run("TF1-D1N-AAAAAAB", "--from", "code", "--to", "hand").stdout
    file = tmp_path / "deals.txt"
    file.write_text(f"{hand}\n{hand.replace('AS', '1S')}", "utf-8")
    result = run(str(file), "--from", "hand", "--to", "board")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"{file}: line 3: card ")
    assert "missing: AS" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nothing.json", "--from", "solvitaire", "--to", "hand"], "no such file; read as text: line 1"),
        (["x", "--from", "pysol", "--to", "hand"], "'pysol' is no format here: expected code, board"),
        (["x", "--from", "hand", "--to", "code"], "'code' is no format here: expected board"),
        (["CR1-N-AAAAAAB", "--from", "code", "--to", "ksolve"], "CR1-N-AAAAAAB: this format holds Thoughtful"),
        (["x", "--from", "hand"], "--to"),
    ],
)
def test_what_makes_no_sense(arguments: list[str], says: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert says in result.stderr


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "deals"
    file.write_bytes(b"\xff\xfe\xff")
    result = run(str(file), "--from", "hand", "--to", "board")
    assert result.exit_code == 2
    assert "deals" in result.stderr
