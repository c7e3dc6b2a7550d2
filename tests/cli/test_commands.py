"""The command line, as other programs rely on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from medialuna.cli import app

RUNNER = CliRunner()
DATA = Path(__file__).parent.parent / "data"
RECORDS = [line.split("\t") for line in (DATA / "won-records.tsv").read_text("utf-8").splitlines()[1:]]
VECTORS = json.loads((DATA / "deal-vectors.json").read_text("utf-8"))


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def run(*arguments: str, text: str | None = None) -> Result:
    return RUNNER.invoke(app, arguments, input=text)


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("vector", [*VECTORS["crescent"][:3], *VECTORS["thoughtful"][:3]], ids=lambda v: v["code"])
def test_ap_1_deal_as_json(vector: dict[str, Any]) -> None:
    """AP-1: one object, the code canonical, every card in its place."""
    result = run("deal", vector["code"].lower(), "--json")
    assert result.exit_code == 0
    expected = {part: cards for part, cards in vector.items() if part != "number"}
    assert answers(result) == [expected]


@pytest.mark.parametrize("code", ["CR1-N-AAAAAAB", "TF1-D3N-AAAAAAB"])
def test_deal_as_a_picture(code: str) -> None:
    """CR-2, TF-1: what the player sees: not one card more."""
    picture = run("deal", code).stdout
    assert code in picture
    cards = [word for word in picture.split() if word[-1] in "♠♥♦♣"]
    assert len(cards) == (16 + 8 if code.startswith("CR") else 28)
    whole = run("deal", code, "--cards").stdout
    assert sum(len(word) == 2 and word[-1] in "SHDC" for word in whole.split()) >= 52


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("CR1-X-AAAAAAB", "N, 4N, B, 4B"),
        ("XX1-N-AAAAAAB", "CR, TF"),
        ("CR9-N-AAAAAAB", "version"),
        ("foo", "CR1-N-AAAAAAB"),
    ]
    + [("CR1-N-AAA", "seven letters")],
)
def test_wrong_codes(code: str, says: str) -> None:
    """Exit status 2, a message that names the part and what was expected, nothing on standard output."""
    for command in (["deal", code, "--json"], ["replay", code + ": R", "--json"], ["play", code]):
        result = run(*command)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert says in result.stderr


@pytest.mark.parametrize("record", [RECORDS[0], RECORDS[40], RECORDS[-1]], ids=lambda r: r[0][:15])
def test_replay_of_won_games(record: list[str]) -> None:
    text, moves, score = record
    result = run("replay", text, "--json")
    assert result.exit_code == 0
    (answer,) = answers(result)
    crescent = text.startswith("CR")
    assert answer["ok"] is True
    assert answer["won"] is True
    assert answer["moves"] == int(moves)
    assert answer["score"] == (None if crescent else int(score))
    assert answer["actions"] == len(text.split()) - 1
    assert answer["blocked"] is (False if crescent else None)
    assert (answer["redeals_left"] is None) is not crescent
    if crescent:
        assert set(answer["state"]) == {"piles", "ace", "king"}
        assert answer["state"]["ace"] == {"S": "K", "H": "K", "D": "K", "C": "K"}
    else:
        assert answer["state"]["foundations"] == {"S": "K", "H": "K", "D": "K", "C": "K"}


def test_replay_of_a_broken_rule() -> None:
    """Exit status 1; the action's place, the rule, the message; counters and state before it."""
    result = run("replay", "TF1-D1N-AAAAAAB: + + R +", "--json")
    assert result.exit_code == 1
    (answer,) = answers(result)
    assert (answer["ok"], answer["at"], answer["action"], answer["rule"]) == (False, 2, "R", "TF-8")
    assert answer["message"] == "Recycle when the stock is empty"
    assert (answer["moves"], answer["actions"], len(answer["state"]["waste"])) == (2, 2, 2)


def test_replay_of_nonsense() -> None:
    result = run("replay", "TF1-D1N-AAAAAAB: + hello", "--json")
    assert result.exit_code == 2
    (answer,) = answers(result)
    assert (answer["at"], answer["action"], answer["rule"]) == (1, "HELLO", None)
    assert "HELLO" in answer["message"]


def test_replay_of_many_records(tmp_path: Path) -> None:
    """A file or standard input, a record a line; each is judged, the worst decides the exit status."""
    text = f"{RECORDS[0][0]}\n\n# a remark\nTF1-D1N-AAAAAAB: R\nnonsense\n{RECORDS[-1][0]}\n"
    file = tmp_path / "records.txt"
    file.write_text(text, "utf-8")
    for result in (run("replay", str(file), "--json"), run("replay", "-", "--json", text=text)):
        assert result.exit_code == 2
        assert [answer["ok"] for answer in answers(result)] == [True, False, True]
        assert "line 5" in result.stderr


def test_replay_in_words() -> None:
    result = run("replay", "CR1-N-AAAAAAB: R 1-1")
    assert result.exit_code == 1
    assert "0 moves" in result.stdout
    assert "action 2 (1-1) is refused" in result.stderr
    assert "CR-3" in result.stderr


def test_messages_in_spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    result = run("replay", "CR1-N-AAAAAAB: R R R R")
    assert "Sin redistribuciones" in result.stderr


def test_play_a_game_to_its_end() -> None:
    """Wrong input is explained, undo and help work, the record comes out at the end and replays."""
    record, moves, _ = RECORDS[0]
    code, *actions = record.split()
    script = ["?", "hello", "R", *actions[:3], "u", actions[2], *actions[3:], "q"]
    result = run("play", code.rstrip(":"), text="\n".join(script) + "\n")
    assert result.exit_code == 0
    assert "TF-8" in result.stdout
    assert "won" in result.stdout
    last = result.stdout.splitlines()[-1].removeprefix("> ")
    (answer,) = answers(run("replay", last, "--json"))
    assert answer["won"] is True
    assert answer["moves"] == int(moves) + 1


def test_play_goes_on_with_a_record_and_ends_with_the_input() -> None:
    result = run("play", "TF1-D1N-AAAAAAB: + +", text="+\n")
    assert result.stdout.splitlines()[-1].endswith("TF1-D1N-AAAAAAB: + + +")
    assert run("play", "TF1-D1N-AAAAAAB: + R").exit_code == 2
    assert run("play", "crescent", text="q\n").stdout.splitlines()[-1].removeprefix("> ").startswith("CR1-N-")


def test_help_and_version() -> None:
    help_text = run("--help").stdout
    for command in ("deal", "replay", "play", "solve", "serve"):
        assert command in help_text
        own = run(command, "--help")
        assert own.exit_code == 0
        assert len(own.stdout) > 200
    assert run("--version").stdout.startswith("medialuna ")


def test_unknown_options_make_no_sense() -> None:
    assert run("deal", "CR1-N-AAAAAAB", "--jsn").exit_code == 2
    assert run("nothing").exit_code == 2
