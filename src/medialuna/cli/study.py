"""``medialuna study``: winnability of many deals."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from medialuna.cli import messages, streams, watching
from medialuna.cli.sources import path_option
from medialuna.notation.deal_code import NUMBERS
from medialuna.solver import BadPruning, SolverUnavailable, solver_of
from medialuna.studies import checking, engines
from medialuna.studies.folder import Folder
from medialuna.studies.report import Tally, write_report
from medialuna.studies.running import decide_and_store
from medialuna.studies.verdicts import join_verdicts, write_verdicts
from medialuna.studies.winnability import BadStudy, Study

app = typer.Typer(help="Studies of winnability: many deals decided, resumable, checkable.", no_args_is_help=True)


class Rules(StrEnum):
    """Thoughtful's rule sets."""

    OPEN = "open"
    CLOSED = "closed"


Out = Annotated[
    Path, typer.Option("--out", parser=path_option, help="The study's folder; an existing one is gone on with.")
]


@app.command(no_args_is_help=True)
def winnability(
    out: Out,
    game: Annotated[str, typer.Option(help="crescent or thoughtful.")],
    deals: Annotated[int, typer.Option(min=1, help="How many deals.")],
    rules: Annotated[
        Rules | None, typer.Option(help="Thoughtful: open (all columns face up), the usual, or closed.")
    ] = None,
    draw: Annotated[int | None, typer.Option(help="Thoughtful: 1, the usual, or 3.")] = None,
    redistributions: Annotated[int | None, typer.Option(help="Crescent: 0 to 4; usual: 3.")] = None,
    cap: Annotated[
        int | None, typer.Option(help="Crescent: cards a pile holds at most; usual: 13; 96 is no cap.")
    ] = None,
    first: Annotated[int, typer.Option("--from", min=0, help="Number of the first deal.")] = 0,
    seconds: Annotated[float, typer.Option(min=0, help="Seconds a deal; 0 is no limit.")] = 10,
    states: Annotated[int, typer.Option(min=0, help="States visited a deal; 0 is no limit.")] = 0,
    memory: Annotated[int, typer.Option(min=1, help="Megabytes that the tables of a deal may take.")] = 1024,
    chunk: Annotated[int, typer.Option(min=1, help="Deals decided and stored together.")] = 100,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes on this machine; usual: 1.")] = None,
    scheduler: Annotated[str, typer.Option(help="A Dask scheduler that runs, such as tcp://host:8786.")] = "",
) -> None:
    """Decide many deals and store the verdicts.

    Can be killed and started again with the same options at any time: chunks that are stored are not decided again.
    Only with --seconds 0, and a limit of --states or --memory, do two machines come to the same unknowns.
    """
    thoughtful = {"closed": rules and rules is Rules.CLOSED, "draw": draw}
    crescent = {"redistributions": redistributions, "cap": cap}
    foreign = crescent if game == "thoughtful" else thoughtful
    if any(value is not None for value in foreign.values()):
        options = "--redistributions and --cap" if foreign is crescent else "--rules and --draw"
        messages.refuse(f"study winnability: {options} do not belong to {game}")
    if scheduler and workers is not None:
        messages.refuse("study winnability: --workers are processes here, --scheduler has workers of its own")
    chosen: dict[str, Any] = {name: value for name, value in (thoughtful | crescent).items() if value is not None}
    study = Study(game, **chosen, seconds=seconds or None, states=states or None, memory=memory, chunk=chunk)
    if first + deals > NUMBERS:
        messages.refuse(f"study winnability: expected deals from 0 to {NUMBERS - 1}")
    tally = Tally()
    try:
        solver_of(study.rules().name)  # told before a folder is made, where there is none
        engine = engines.dask(scheduler) if scheduler else engines.local(workers or 1)
        folder = Folder(out, study)
        tally.add(list(folder.rows()))
        chunks = folder.missing(first, deals)
        with _progress() as progress:
            bar = progress.add_task("", total=sum(map(len, chunks)), interval=_interval(tally), rate="")
            for rows in watching.each(decide_and_store(folder, chunks, engine)):
                tally.add(rows)
                rate = f"{progress.tasks[0].speed or 0:.1f} deals/s"
                progress.update(bar, advance=len(rows), interval=_interval(tally), rate=rate)
    except BadStudy as error:
        messages.refuse(str(error))
    except SolverUnavailable as error:
        messages.give_up(f"study: {error}")
    except KeyboardInterrupt:
        messages.say(_counted(tally))
        streams.leave(messages.INTERRUPTED)
    messages.say(_counted(tally))


def _counted(tally: Tally) -> str:
    return f"{tally.deals} deals: {_interval(tally)}; {dict(tally.verdicts)}"


def _progress() -> Progress:
    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[interval]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )


def _interval(tally: Tally) -> str:
    low, high = tally.interval
    return f"winnable {low:.2%} – {high:.2%}" if tally.deals else "nothing decided yet"


@app.command(no_args_is_help=True)
def report(
    folder: Annotated[Path, typer.Argument(parser=path_option, metavar="FOLDER", help="A study's folder.")],
) -> None:
    """Write a study's table, plots and hardest deals into its folder, and its verdicts in two bits a deal."""
    try:
        study = Folder(folder)
        path = write_report(study)
        verdicts = {row.number: row.verdict for row in study.rows()}
        write_verdicts(folder / "verdicts.2bit", study.data, verdicts)
    except BadStudy as error:
        messages.refuse(str(error))
    messages.say(str(path))


@app.command(no_args_is_help=True)
def count(
    files: Annotated[
        list[Path],
        typer.Argument(
            parser=path_option, metavar="FILES", help="Files of verdicts in two bits a deal, all of one game."
        ),
    ],
    out: Annotated[
        Path | None, typer.Option("--out", parser=path_option, help="Writes all their verdicts into one file.")
    ] = None,
) -> None:
    """Count the verdicts of one or more files: of a study, and of what was decided later or elsewhere.

    A deal in several files counts once; files that contradict each other are refused.
    """
    try:
        options, verdicts = join_verdicts(files)
        if out is not None:
            write_verdicts(out, options, verdicts)
    except (BadStudy, OSError) as error:
        messages.refuse(str(error))
    tally = Tally(Counter(verdicts.values()))
    messages.say(_counted(tally))


@app.command(no_args_is_help=True)
def verify(
    studies: Annotated[
        list[Path],
        typer.Argument(
            parser=path_option, metavar="STUDIES", help="Folders of studies, or files of verdicts in two bits."
        ),
    ],
    losses: Annotated[str, typer.Option(help="How many losses of each to prove again, or all.")] = "100",
    lines: Annotated[
        int, typer.Option(min=0, help="How many won games of each to look at: is a position of theirs called lost?")
    ] = 10,
    prune: Annotated[
        str | None,
        typer.Option(
            help="Prunings for proving again. Usual for Thoughtful: none, the plainest search; Crescent: all."
        ),
    ] = None,
    states: Annotated[
        int | None, typer.Option(min=0, help="States visited to prove a loss again; 0 is no limit; else as it was.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes on this machine.")] = 1,
    keep: Annotated[
        Path | None,
        typer.Option(parser=path_option, help="A folder for the losses proved again; a later run goes on with them."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Chooses the losses and the searches' random choices.")] = 1,
) -> None:
    """Replay every win of studies by the rules, prove losses again with other settings, and hold studies of the same
    deals against each other.

    Exit status 1 when a win does not replay, a position on the way to one is called lost, a loss turns out to be won,
    or a deal is lost in one study and won in another whose rules are as strict or stricter.
    """
    if losses != "all" and not losses.isdecimal():
        messages.refuse(f"study verify: --losses {losses}: expected a number, or all")
    faults = 0

    def fault(message: str) -> None:
        nonlocal faults
        faults += 1
        messages.tell(message)

    try:
        all_claims = [checking.with_limits(checking.read_claims(path), states) for path in studies]
        for sentence in checking.contradictions(all_claims):
            fault(sentence)
        for claims in all_claims:
            path = claims.path
            for deal in claims.wrong_wins():
                fault(f"{path}: deal {deal}: the won game does not replay")
            for row in claims.lines(lines, seed):
                if before := checking.called_lost(claims.study, row):
                    fault(f"{path}: deal {row.number} is won, but called lost after {before}")
            deals = claims.losses(None if losses == "all" else int(losses), seed)
            again = checking.decide_again(
                claims,
                deals,
                engines.local(workers),
                seed=seed,
                prune=prune or ("all" if claims.study.game == "crescent" else "none"),
                keep=keep / f"{path.stem}.jsonl" if keep else None,
            )
            proved, undecided = 0, list[int]()
            with _progress() as progress:
                bar = progress.add_task("", total=len(deals), interval=str(path), rate="")
                for row in watching.each(again):
                    progress.update(bar, advance=1)
                    proved += row.verdict == "lost"
                    if row.verdict == "won":
                        fault(f"{path}: deal {row.number} is not lost: {row.actions}")
                    elif row.verdict == "unknown":
                        undecided.append(row.number)
            wins = sum(row.verdict == "won" for row in claims.rows)
            replayed = f"{wins} wins replayed; " if claims.rows else ""
            open_ones = f" ({_listed(undecided)})" if undecided else ""
            messages.say(
                f"{path}: {replayed}of {len(deals)} losses tried again {proved} proved, "
                f"{len(undecided)} not decided{open_ones}"
            )
    except (BadStudy, BadPruning) as error:
        messages.refuse(str(error))
    except SolverUnavailable as error:
        messages.give_up(f"study: {error}")
    except KeyboardInterrupt:
        streams.leave(messages.INTERRUPTED)
    if faults:
        raise typer.Exit(messages.NO)


def _listed(deals: list[int], most: int = 20) -> str:
    rest = f" and {len(deals) - most} more" if len(deals) > most else ""
    return ", ".join(map(str, sorted(deals)[:most])) + rest
