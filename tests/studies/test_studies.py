"""Studies of winnability: the same rows however the work is split, killed or checked."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from medialuna.cli import app
from medialuna.studies import engines
from medialuna.studies.folder import Folder
from medialuna.studies.report import Tally, title, write_report
from medialuna.studies.verdicts import read_verdicts, write_verdicts
from medialuna.studies.winnability import BadStudy, Row, Study, decide, decide_chunk, replays

STUDY = Study("thoughtful", draw=3, seconds=None, states=3000, chunk=10)
TASK = partial(decide_chunk, STUDY)
RUNNER = CliRunner()


def plain(rows: Iterable[Row]) -> list[Row]:
    """Rows without the times, the only things that may differ from run to run."""
    return sorted((replace(row, seconds=0.0, cpu=None) for row in rows), key=lambda row: row.number)


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    """Forty deals, decided in this process."""
    return plain(row for chunk in engines.in_this_process(TASK, [range(20), range(20, 40)]) for row in chunk)


def test_the_sample_has_every_verdict(rows: list[Row]) -> None:
    assert {row.verdict for row in rows} == {"won", "lost", "unknown"}
    for row in rows:
        assert bool(row.actions) == (row.verdict == "won")
        assert bool(row.why) == (row.verdict != "won")
        if row.actions:
            assert replays(STUDY, row)
            assert not replays(STUDY, replace(row, actions=row.actions + " +"))
            assert not replays(STUDY, replace(row, number=row.number + 1))


def test_two_processes_give_the_same_rows(rows: list[Row]) -> None:
    chunks = [range(n, n + 10) for n in range(0, 40, 10)]
    assert plain(row for chunk in engines.local(2)(TASK, chunks) for row in chunk) == rows


def test_a_dask_cluster_gives_the_same_rows(rows: list[Row]) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        engine = engines.dask(cluster.scheduler_address)
        assert plain(row for chunk in engine(TASK, [range(20), range(20, 40)]) for row in chunk) == rows


def test_nobody_answers_for_the_scheduler() -> None:
    with pytest.raises(BadStudy, match="scheduler"):
        list(engines.dask("nonsense://127.0.0.1:1")(TASK, [range(10)]))


def test_a_killed_study_resumes_to_the_same_table(tmp_path: Path, rows: list[Row]) -> None:
    """What was stored stays, half-written files do not count, nothing is counted twice."""
    folder = Folder(tmp_path / "study", STUDY)
    first = next(iter(engines.in_this_process(TASK, folder.missing(0, 40))))
    folder.store(first)
    (tmp_path / "study" / "rows" / "0000000010.tmp").write_text('{"number": 10, "verd')
    again = Folder(tmp_path / "study", STUDY)
    missing = again.missing(0, 40)
    assert missing == [range(10, 20), range(20, 30), range(30, 40)]
    for chunk in engines.in_this_process(TASK, missing):
        again.store(chunk)
    assert again.missing(0, 40) == []
    assert plain(again.rows()) == rows
    # chunks end where they always do, and hold no deal that was not asked for
    assert again.missing(35, 22) == [range(40, 50), range(50, 57)]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked up in /proc")
def test_a_study_that_is_killed_takes_its_workers_with_it(tmp_path: Path, rows: list[Row]) -> None:
    options = ["study", "winnability", "--game", "thoughtful", "--draw", "3", "--seconds", "0", "--states", "3000"]
    options += ["--chunk", "10", "--workers", "2", "--out", str(tmp_path / "study"), "--deals"]
    command = [sys.executable, "-m", "medialuna", *options, "1000000"]

    def processes() -> list[Path]:
        """The processes of the study, by a name in their environment."""
        marked = f"MEDIALUNA_STUDY={tmp_path}".encode()
        return [p for p in Path("/proc").glob("[0-9]*") if marked in _bytes(p / "environ").split(b"\0")]

    environment = {**os.environ, "MEDIALUNA_STUDY": str(tmp_path)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as study:
        until(lambda: any((tmp_path / "study" / "rows").glob("*.jsonl")))
        number = len(processes())
        study.kill()
    assert number > 2
    until(lambda: not processes())
    assert RUNNER.invoke(app, [*options, "40"]).exit_code == 0
    assert [row for row in plain(Folder(tmp_path / "study").rows()) if row.number < 40] == rows


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_a_study_at_once(tmp_path: Path, workers: str) -> None:
    """With what is stored by then; workers hear it too, and say nothing."""
    options = ["study", "winnability", "--game", "thoughtful", "--draw", "3", "--seconds", "0", "--states", "3000"]
    options += ["--chunk", "10", "--workers", workers, "--deals", "1000000", "--out", str(tmp_path / "study")]
    with subprocess.Popen(
        [sys.executable, "-m", "medialuna", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as study:
        until(lambda: any((tmp_path / "study" / "rows").glob("*.jsonl")))
        os.killpg(study.pid, signal.SIGINT)
        said, told = study.communicate(timeout=600)
    assert (study.returncode, b"Traceback" in told) == (130, False)
    assert b" deals: winnable " in said


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def until(holds: Callable[[], bool]) -> None:
    deadline = monotonic() + 120
    while not holds():
        assert monotonic() < deadline
        sleep(0.01)


def test_a_folder_of_another_study_is_refused(tmp_path: Path) -> None:
    Folder(tmp_path / "study", STUDY)
    with pytest.raises(BadStudy, match=r"another study: draw is 3 there, expected 1$"):
        Folder(tmp_path / "study", replace(STUDY, draw=1))
    older = (tmp_path / "study" / "study.json").read_text()
    (tmp_path / "study" / "study.json").write_text(older.replace('"memory": 1024,', ""))
    assert Folder(tmp_path / "study", STUDY).study == STUDY, "an option that came later has its usual value"
    older = older.replace('"solver": 1', '"solver": 0')
    (tmp_path / "study" / "study.json").write_text(older)
    with pytest.raises(BadStudy, match=r"another study: version of solver is 0 there, expected 1$"):
        Folder(tmp_path / "study", STUDY)
    with pytest.raises(BadStudy, match="seconds is not limited there, expected 9; version of solver"):
        Folder(tmp_path / "study", replace(STUDY, seconds=9))
    report = write_report(Folder(tmp_path / "study")).read_text("utf-8")
    assert "solver 0" in report, "the versions that decided the deals, not those that write the report"
    with pytest.raises(BadStudy, match="holds no study"):
        Folder(tmp_path)
    with pytest.raises(BadStudy, match="holds other files"):
        Folder(tmp_path, STUDY)
    (tmp_path / "study" / "study.json").write_text("{}")
    with pytest.raises(BadStudy, match="damaged"):
        Folder(tmp_path / "study")


def test_a_study_of_another_package_version_is_resumed(tmp_path: Path, rows: list[Row]) -> None:
    """Only rules, solver and shuffle decide what comes out."""
    Folder(tmp_path / "study", STUDY).store(rows[:10])
    options = tmp_path / "study" / "study.json"
    data = json.loads(options.read_text())
    options.write_text(json.dumps({**data, "versions": {**data["versions"], "medialuna": "0.0.1"}}))
    folder = Folder(tmp_path / "study", STUDY)
    assert folder.missing(0, 12) == [range(10, 12)]
    assert folder.data["versions"]["medialuna"] == "0.0.1"


def test_just_the_deals_that_are_asked_for(tmp_path: Path) -> None:
    """However they are cut into chunks, in whatever order they are asked for, each once."""
    options = ["study", "winnability", "--game", "thoughtful", "--states", "100", "--out", str(tmp_path / "study")]
    asked = set[int]()
    for first, deals in (5, 3), (0, 12), (20, 1), (3, 30):
        done = RUNNER.invoke(app, [*options, "--chunk", "10", "--from", str(first), "--deals", str(deals)])
        asked |= {*range(first, first + deals)}
        assert done.exit_code == 0, done.output
        assert done.stdout.startswith(f"{len(asked)} deals: ")
        assert {row.number for row in Folder(tmp_path / "study").rows()} == asked


def test_a_file_without_rows_is_no_chunk(tmp_path: Path, rows: list[Row]) -> None:
    """As a full disk or a copy that was broken off leaves it; and a file that lost its end misses what it lost."""
    folder = Folder(tmp_path / "study", STUDY)
    for begin in (0, 10, 20):
        folder.store(rows[begin : begin + 10])
    files = sorted((tmp_path / "study" / "rows").iterdir())
    files[1].write_text("")
    files[2].write_text("".join(files[2].read_text().splitlines(keepends=True)[:4]))
    assert folder.missing(0, 40) == [range(10, 20), range(24, 30), range(30, 40)]
    for chunk in folder.missing(0, 40):
        folder.store(rows[chunk.start : chunk.stop])
    assert plain(folder.rows()) == rows


def test_a_deal_counts_once(tmp_path: Path, rows: list[Row]) -> None:
    """Two runs at once may have decided it; they must not contradict each other."""
    folder = Folder(tmp_path / "study", STUDY)
    folder.store(rows[:10])
    folder.store(rows[5:15])
    assert plain(folder.rows()) == rows[:15]
    lost = next(row for row in rows[5:10] if row.verdict == "won")
    folder.store([replace(lost, verdict="lost"), *rows[10:15]])
    with pytest.raises(BadStudy, match=f"deal {lost.number} is lost, and won before"):
        list(folder.rows())


def test_options_of_the_other_game_are_refused(tmp_path: Path) -> None:
    for game, *more in [
        ("crescent", "--draw", "1"),
        ("crescent", "--rules", "open"),
        ("thoughtful", "--cap", "13"),
        ("thoughtful", "--redistributions", "3"),
        ("thoughtful", "--workers", "1", "--scheduler", "tcp://127.0.0.1:1"),
        ("thoughtful", "--from", "8031810175", "--deals", "2"),
    ]:
        options = ["study", "winnability", "--deals", "1", "--out", str(tmp_path / "study"), "--game", game, *more]
        done = RUNNER.invoke(app, options)
        assert (done.exit_code, done.stdout, (tmp_path / "study").exists()) == (2, "", False)
        assert done.stderr


def test_cpu_hours_are_the_processors(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "study", STUDY)
    folder.store([Row(0, "lost", 5, 7200.0, cpu=3600.0), Row(1, "lost", 5, 7200.0, cpu=1800.0)])
    assert "| 1.50 |" in write_report(folder).read_text("utf-8")
    folder.store([Row(2, "lost", 5, 1.0)])
    assert "| not measured |" in write_report(folder).read_text("utf-8")
    row = decide(STUDY, 3)
    assert row.cpu is not None
    assert row.cpu > 0


def test_a_damaged_row_is_named(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "study", STUDY)
    (tmp_path / "study" / "rows" / "0000000000.jsonl").write_text('{"number": 0}\n')
    with pytest.raises(BadStudy, match="line 1"):
        list(folder.rows())


def test_verdicts_in_two_bits(tmp_path: Path, rows: list[Row]) -> None:
    path = tmp_path / "verdicts.2bit"
    some = {row.number: row.verdict for row in rows if row.number not in (5, 6)}
    assert write_verdicts(path, STUDY.as_data(), some) == 40
    options, verdicts = read_verdicts(path)
    assert verdicts == some
    assert options["draw"] == 3
    assert path.stat().st_size < 400
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(BadStudy, match="is cut"):
        read_verdicts(path)
    path.write_bytes(b"hello\nworld")
    with pytest.raises(BadStudy, match="no file of verdicts"):
        read_verdicts(path)
    with pytest.raises(BadStudy, match="no deal"):
        write_verdicts(path, {}, {})


def test_files_of_verdicts_are_joined(tmp_path: Path) -> None:
    first, second, out = tmp_path / "first", tmp_path / "second", tmp_path / "all"
    write_verdicts(first, STUDY.as_data(), {0: "won", 1: "unknown", 2: "lost"})
    write_verdicts(second, replace(STUDY, states=9).as_data(), {1: "won", 2: "unknown", 7: "lost"})
    done = RUNNER.invoke(app, ["study", "count", str(first), str(second), "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith("4 deals: winnable ")
    assert read_verdicts(out)[1] == {0: "won", 1: "won", 2: "lost", 7: "lost"}
    write_verdicts(second, STUDY.as_data(), {0: "lost"})
    done = RUNNER.invoke(app, ["study", "count", str(first), str(second)])
    assert (done.exit_code, "deal 0 is lost, but won" in done.stderr) == (2, True)
    write_verdicts(second, replace(STUDY, draw=1).as_data(), {5: "lost"})
    done = RUNNER.invoke(app, ["study", "count", str(first), str(second)])
    assert (done.exit_code, "'draw': 1" in done.stderr) == (2, True)
    assert RUNNER.invoke(app, ["study", "count", str(tmp_path / "none")]).exit_code == 2


def test_report(tmp_path: Path, rows: list[Row]) -> None:
    folder = Folder(tmp_path / "study", STUDY)
    folder.store(rows)
    text = write_report(folder).read_text("utf-8")
    tally = Tally()
    tally.add(rows)
    assert text.startswith("# Thoughtful, open, draw 3\n")
    assert f"| 40 | {tally.verdicts['won']} | {tally.verdicts['lost']} | {tally.verdicts['unknown']} |" in text
    assert "3000 states" in text
    hardest = max(rows, key=lambda row: row.states)
    assert f"| {hardest.number} | {hardest.letters} |" in text
    for name in ("winnability", "effort", "hardest"):
        assert f"({name}.svg)" in text
        ElementTree.fromstring((tmp_path / "study" / f"{name}.svg").read_text("utf-8"))
    assert title(Study("crescent", cap=96, redistributions=0)) == "Crescent, 0 redistributions, no cap"


@pytest.mark.parametrize(
    ("study", "says"),
    [
        (Study("bridge"), "expected crescent or thoughtful"),
        (Study("thoughtful", draw=2), "expected 1 or 3"),
        (Study("crescent", redistributions=5), "expected 0 to 4"),
        (Study("crescent", cap=5), "expected 6 to 96"),
        (Study("crescent", chunk=0), "chunk 0: expected 1 or more"),
        (Study("crescent", memory=0), "memory 0: expected 1 or more"),
    ],
)
def test_options_that_make_no_study(study: Study, says: str) -> None:
    with pytest.raises(BadStudy, match=says):
        study.rules()


def test_a_deal_may_take_so_much_memory_and_no_more() -> None:
    study = Study("thoughtful", closed=True, draw=3, seconds=None)
    assert decide(study, 1).verdict == "lost"
    row = decide(replace(study, memory=1), 1)
    assert (row.verdict, row.why) == ("unknown", "memory")


def test_a_deal_number_out_of_range() -> None:
    with pytest.raises(BadStudy, match="expected 0 to"):
        decide(STUDY, -1)
    with pytest.raises(BadStudy, match="expected 1 or more"):
        engines.local(0)


def test_the_commands(tmp_path: Path, rows: list[Row]) -> None:
    """Run, run again, report, verify; exit status 1 for a wrong verdict, 2 when the request makes no sense."""
    out = str(tmp_path / "study")
    options = ["--game", "thoughtful", "--draw", "3", "--seconds", "0", "--states", "3000", "--chunk", "10", "--out"]
    for deals in ("20", "40"):
        done = RUNNER.invoke(app, ["study", "winnability", *options, out, "--deals", deals])
        assert done.exit_code == 0, done.output
        assert f"{deals} deals" in done.stdout
    assert plain(Folder(Path(out)).rows()) == rows
    report = RUNNER.invoke(app, ["study", "report", out])
    assert report.exit_code == 0
    assert Path(report.stdout.strip()).is_file()
    assert len(read_verdicts(Path(out) / "verdicts.2bit")[1]) == 40
    verified = RUNNER.invoke(app, ["study", "verify", out, "--prune", "all"])
    assert verified.exit_code == 0
    assert f"{sum(row.verdict == 'won' for row in rows)} wins replayed" in verified.stdout
    file = sorted(Path(out, "rows").iterdir())[0]
    stored = [json.loads(line) for line in file.read_text().splitlines()]
    won = next(row for row in stored if row["verdict"] == "won")
    won["actions"] = won["actions"].replace(" +", "", 1)
    file.write_text("\n".join(map(json.dumps, stored)) + "\n")
    wrong = RUNNER.invoke(app, ["study", "verify", out, "--prune", "all"])
    assert wrong.exit_code == 1
    assert str(won["number"]) in wrong.stderr
    assert RUNNER.invoke(app, ["study", "report", str(tmp_path / "none")]).exit_code == 2
    assert RUNNER.invoke(app, ["study", "winnability", *options, out, "--deals", "5", "--draw", "7"]).exit_code == 2
