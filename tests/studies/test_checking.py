"""Studies checked: a wrong verdict is found wherever it stands, and proving goes on where it was stopped."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from medialuna.cli import app
from medialuna.solver import Effort, Lost, Unknown, Verdict
from medialuna.studies import checking
from medialuna.studies.checking import contradictions, read_claims, won_as_well
from medialuna.studies.engines import in_this_process
from medialuna.studies.folder import Folder
from medialuna.studies.verdicts import write_verdicts
from medialuna.studies.winnability import Row, Study, decide_chunk

STUDY = Study("thoughtful", draw=3, seconds=None, states=20000)
LOST = 2
"""A deal that is lost when three cards are drawn, and proved so at once."""
WON = 3


def verify(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["study", "verify", *map(str, arguments)])


def verdict_file(path: Path, verdicts: dict[int, str], study: Study = STUDY) -> Path:
    write_verdicts(path, study.as_data(), verdicts)
    return path


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    """Forty deals."""
    (rows,) = in_this_process(partial(decide_chunk, STUDY), [range(40)])
    assert (rows[WON].verdict, rows[LOST].verdict) == ("won", "lost")
    return rows


def test_losses_of_a_file_are_proved_again(tmp_path: Path, rows: list[Row]) -> None:
    file = verdict_file(tmp_path / "a.2bit", {row.number: row.verdict for row in rows})
    lost = sum(row.verdict == "lost" for row in rows)
    result = verify(file, "--losses", "all", "--workers", "2", "--states", "0", "--prune", "all")
    assert (result.exit_code, result.stdout) == (
        0,
        f"{file}: of {lost} losses tried again {lost} proved, 0 not decided\n",
    )
    assert verify(file, "--losses", "1").stdout == f"{file}: of 1 losses tried again 1 proved, 0 not decided\n"


def test_a_loss_that_is_none_is_named(tmp_path: Path) -> None:
    file = verdict_file(tmp_path / "a.2bit", {WON: "lost", LOST: "lost"})
    result = verify(file, "--prune", "all")
    assert result.exit_code == 1
    assert f"{file}: deal {WON} is not lost: " in result.stderr
    assert "of 2 losses tried again 1 proved, 0 not decided" in result.stdout


def test_what_is_not_decided_is_named_apart(tmp_path: Path) -> None:
    """Deal 39 takes the plainest search nine million positions."""
    file = verdict_file(tmp_path / "a.2bit", {LOST: "lost", 39: "lost"})
    result = verify(file, "--prune", "none")
    assert result.exit_code == 0
    assert "of 2 losses tried again 1 proved, 1 not decided (39)" in result.stdout


def test_proving_goes_on_where_it_was_stopped(tmp_path: Path, rows: list[Row]) -> None:
    """A line that was cut off is decided again, whole ones are believed; another check is refused."""
    file = verdict_file(tmp_path / "a.2bit", {row.number: row.verdict for row in rows})
    options = [file, "--losses", "all", "--prune", "all", "--keep", tmp_path / "kept"]
    whole = verify(*options)
    kept = tmp_path / "kept" / "a.jsonl"
    first, *lines = kept.read_text("utf-8").splitlines(keepends=True)
    believed = {**json.loads(lines[0]), "verdict": "unknown"}
    kept.write_text("".join([first, json.dumps(believed) + "\n", *lines[1:-1], lines[-1][:20]]), "utf-8")
    again = verify(*options)
    assert f"{len(lines)} proved, 0 not decided" in whole.stdout
    assert f"{len(lines) - 1} proved, 1 not decided ({believed['number']})" in again.stdout
    stored = [json.loads(line)["number"] for line in kept.read_text("utf-8").splitlines()[1:]]
    assert sorted(stored) == sorted(json.loads(line)["number"] for line in lines)
    other = verify(*options, "--seed", "7")
    assert (other.exit_code, "holds another check" in other.stderr) == (2, True)


def test_studies_that_contradict_each_other(tmp_path: Path, rows: list[Row]) -> None:
    """A deal won in a folder, and lost in a file about the same game, or about one that is easier."""
    folder = Folder(tmp_path / "study", STUDY)
    folder.store(rows)
    for other in (STUDY, replace(STUDY, draw=1), replace(STUDY, states=9, chunk=7)):
        file = verdict_file(tmp_path / "a.2bit", {WON: "lost", LOST: "lost"}, other)
        result = verify(folder.path, file, "--losses", "0")
        assert result.exit_code == 1
        assert f"{file}: deal {WON} is lost, but {folder.path} has it won" in result.stderr
        assert f"deal {LOST}" not in result.stderr
    harder = verdict_file(tmp_path / "a.2bit", {WON: "lost"}, replace(STUDY, closed=True))
    assert verify(folder.path, harder, "--losses", "0").exit_code == 0


def test_a_position_of_a_won_game_that_is_called_lost(
    tmp_path: Path, rows: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each position but the last is shown to the solver; the first that it calls lost is told, with its record."""
    folder = Folder(tmp_path / "study", STUDY)
    folder.store([rows[WON], rows[LOST]])
    assert verify(folder.path, "--losses", "0", "--lines", "1").exit_code == 0
    shown = list[object]()

    def wrong(rules: object, state: object, budget: object) -> Verdict:
        shown.append(state)
        return Lost("a wrong proof", Effort()) if len(shown) == 4 else Unknown("states", Effort())

    monkeypatch.setattr(checking, "solve", wrong)
    result = verify(folder.path, "--losses", "0", "--lines", "1")
    assert result.exit_code == 1
    before = " ".join(rows[WON].actions.split()[:3])
    assert f"deal {WON} is won, but called lost after {rows[WON].letters}: {before}\n" in result.stderr
    assert checking.called_lost(STUDY, rows[WON]) == ""
    assert len(shown) == 4 + len(rows[WON].actions.split())
    assert checking.called_lost(STUDY, replace(rows[WON], actions="R")) == ""
    assert verify(folder.path, "--losses", "0", "--lines", "0").exit_code == 0


def test_which_games_are_easier() -> None:
    thoughtful, crescent = Study("thoughtful"), Study("crescent")
    for harder, easier in (
        (replace(thoughtful, draw=3), thoughtful),
        (replace(thoughtful, closed=True), thoughtful),
        (replace(thoughtful, closed=True, draw=3), thoughtful),
        (replace(crescent, redistributions=0), crescent),
        (replace(crescent, cap=12), crescent),
        (replace(crescent, cap=12, redistributions=0), crescent),
    ):
        assert won_as_well(harder, easier)
        assert won_as_well(easier, easier)
        assert not won_as_well(easier, harder)
    assert not won_as_well(thoughtful, crescent)
    assert not won_as_well(replace(crescent, cap=12), replace(crescent, redistributions=2))
    assert not won_as_well(replace(thoughtful, draw=3), replace(thoughtful, closed=True))


def test_the_verdicts_we_publish_do_not_contradict_each_other() -> None:
    files = sorted((Path(__file__).parents[2] / "docs" / "verdicts").glob("*.2bit"))
    assert len(files) == 14
    assert list(contradictions([read_claims(file) for file in files])) == []


@pytest.mark.parametrize(
    ("head", "says"),
    [
        ({"shuffle": 0}, "is about shuffle version 0; expected 1"),
        ({"rules": None}, "is about rules version None; expected 1"),
    ],
)
def test_deals_of_other_rules_are_not_judged(tmp_path: Path, head: dict[str, int], says: str) -> None:
    data = STUDY.as_data()
    write_verdicts(tmp_path / "a", {**data, "versions": {**data["versions"], **head}}, {LOST: "lost"})
    result = verify(tmp_path / "a")
    assert (result.exit_code, says in result.stderr) == (2, True)


def test_what_cannot_be_checked(tmp_path: Path) -> None:
    file = verdict_file(tmp_path / "a.2bit", {LOST: "lost"})
    write_verdicts(tmp_path / "b", {"game": "bridge", "versions": {}}, {LOST: "lost"})
    for arguments, says in [
        ([file, "--losses", "many"], "--losses many: expected a number, or all"),
        ([file, "--prune", "fast"], "'fast' is no pruning"),
        ([tmp_path / "none"], "none is no study's folder and no file of verdicts"),
        ([tmp_path / "b"], "b is damaged: game bridge"),
        ([tmp_path], "holds no study"),
    ]:
        result = verify(*arguments)
        assert (result.exit_code, says in result.stderr) == (2, True), (arguments, result.stderr)
