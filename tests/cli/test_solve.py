"""``medialuna solve``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from medialuna.cli import app
from medialuna.notation.exchange import BadDeal, read_deals
from medialuna.record import GameRecord, replay
from tests.thoughtful_decks import DATA, known_deals, numbered_pack

CODE = "TF1-D1N-AAAAAAB"
LOST = "TF1-D3N-AAAAAAC"


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["solve", *arguments])


def answers(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def deal_file(folder: Path, text: str) -> str:
    path = folder / "deals.csv"
    path.write_text(text, "utf-8")
    return str(path)


def test_codes_as_json() -> None:
    won, lost = answers(run(CODE.lower(), LOST, "--json"))
    assert won.keys() == {"code", "verdict", "record", "length", "states", "seconds"}
    assert (won["code"], won["verdict"]) == (CODE, "won")
    replayed = replay(GameRecord.parse(won["record"]))
    assert replayed.ok
    assert replayed.played.is_won
    assert replayed.done == won["length"] < 170
    assert lost.keys() == {"code", "verdict", "why", "states", "seconds"}
    assert (lost["code"], lost["verdict"]) == (LOST, "lost")


def test_after_some_actions_the_record_is_whole() -> None:
    before = "+ + U + + +"
    (won,) = answers(run(CODE, "--after", before, "--json"))
    assert won["record"].startswith(f"{CODE}: {before} ")
    assert replay(GameRecord.parse(won["record"])).played.is_won


def test_after_an_action_that_breaks_a_rule() -> None:
    refused = run(CODE, "--after", "+ R")
    assert refused.exit_code == 1
    assert "action 2 (R) is refused" in refused.stderr
    nonsense = run(CODE, "--after", "+ X")
    assert nonsense.exit_code == 2


def test_a_win_in_words_names_the_cards_and_ends_with_the_record() -> None:
    lines = run(CODE, "--shorten", "0").stdout.splitlines()
    assert lines[0].startswith(f"{CODE}: won in ")
    assert len(lines) == int(lines[0].split()[3]) + 2
    assert all(any(sign in line for sign in "♠♥♦♣") or line.endswith("R") for line in lines[1:-1])
    assert replay(GameRecord.parse(lines[-1])).played.is_won


def test_a_loss_and_a_verdict_that_was_not_reached_in_words() -> None:
    assert run(LOST).stdout.startswith(f"{LOST}: cannot be won")
    assert run(CODE, "--seconds", "1e-9", "--prune", "none").stdout.startswith(f"{CODE}: undecided: out of time (")


def test_a_file_of_deals(tmp_path: Path) -> None:
    deals = known_deals(last=12)
    rows = [f"{deal.number},{' '.join(map(str, deal.pack))}" for deal in deals]
    path = deal_file(tmp_path, "\n".join(["id,deal", *rows]))
    for closed, draw in ((True, 3), (False, 1)):
        rules = "closed" if closed else "open"
        found = answers(run("--deals", path, "--rules", rules, "--draw", str(draw), "--json", "--shorten", "0"))
        assert [answer["id"] for answer in found] == [str(deal.number) for deal in deals]
        verdicts = [answer["verdict"][0].upper() for answer in found]
        assert verdicts == [deal.verdicts[closed, draw] for deal in deals]
        assert all(len(answer["actions"].split()) == answer["length"] for answer in found if "actions" in answer)


def test_a_file_of_crescent_deals_is_read() -> None:
    piles = " | ".join(["TC 3H 9S JS 2H 5H"] * 16)
    with pytest.raises(BadDeal, match=r"line 2: .*too often: .*TC ×14"):
        list(read_deals(["id,piles", f"1,{piles}"]))
    with pytest.raises(BadDeal, match="line 2: expected 16 piles, found 1"):
        list(read_deals(["id,piles", "1,TC 3H"]))


GOOD = " ".join(map(str, numbered_pack(1)))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: expected a header"),
        ("id,cards\n1,AS\n", "line 1: expected a header"),
        ("id,deal,piles\n", "line 1: expected a header"),
        (f"id,deal\n1,{GOOD}\n2,{GOOD[:-3]}\n", "line 3: missing: 7S"),
        (f"id,deal\n1,{GOOD[:-2]}XX\n", "XX"),
        (f"id,deal\n1,{GOOD[:-2]}{GOOD[:2]}\n", f"line 2: too often: {GOOD[:2]}"),
        (f"id,deal\n1,{GOOD},2\n", "line 2: expected 2 columns, as in the header"),
        ("id,deal\n1\n", "line 2: expected 2 columns, as in the header"),
    ],
)
def test_a_malformed_file_is_refused_with_line_and_fault(tmp_path: Path, text: str, says: str) -> None:
    result = run("--deals", deal_file(tmp_path, text), "--json")
    assert result.exit_code == 2
    assert says in result.stderr


def test_requests_that_make_no_sense() -> None:
    special = str(DATA / "thoughtful-special.csv")
    for arguments, says in [
        ([CODE, "--deals", special], "expected deal codes, or --deals"),
        (["--deals", special, "--after", "+"], "--after goes with a deal code"),
        (["--deals", special, "--draw", "2"], "draw is 2: expected 1 or 3"),
        (["--deals", "/nowhere/at/all.csv"], "/nowhere/at/all.csv"),
        ([CODE, "--prune", "fast"], "'fast' is no pruning"),
        (["TF1-D2N-AAAAAAB"], "D1N, D3N"),
    ]:
        result = run(*arguments)
        assert result.exit_code == 2, arguments
        assert says in result.stderr
