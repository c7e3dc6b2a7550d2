"""``medialuna solve``: whether games can be won, and how."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from medialuna import solver, words
from medialuna.cli import messages, picture
from medialuna.contract import Action, AnyRules, Press
from medialuna.notation.actions import format_action
from medialuna.notation.exchange import BadDeal, read_deals
from medialuna.record import GameRecord
from medialuna.record import replay as replay_record

_PATIENCE = 1.0
"""Seconds before a search shows how far it is."""


class Rules(StrEnum):
    """Thoughtful with all columns face up, or as Klondike deals them."""

    OPEN = "open"
    CLOSED = "closed"


class _Question(NamedTuple):
    """A position to decide; ``before`` is the record that led to it, None for a deal of a file."""

    name: str
    game: AnyRules
    state: Any
    before: GameRecord | None


def solve(
    codes: Annotated[list[str] | None, typer.Argument(help="Deal codes, such as TF1-D3N-AAAAAAB.")] = None,
    after: Annotated[
        str | None, typer.Option(help="Decide the position after these actions, as a record writes them.")
    ] = None,
    deals: Annotated[
        Path | None, typer.Option(help="A CSV file with a column deal (Thoughtful) or piles (Crescent).")
    ] = None,
    rules: Annotated[Rules, typer.Option(help="Rules of Thoughtful for the deals of a file.")] = Rules.OPEN,
    draw: Annotated[int, typer.Option(help="Cards drawn at once, 1 or 3, for the deals of a file.")] = 1,
    seconds: Annotated[float | None, typer.Option(min=0, help="Give up on a deal after so long.")] = None,
    memory: Annotated[int, typer.Option(min=1, help="Megabytes that the tables may take.")] = 1024,
    shorten: Annotated[float, typer.Option(min=0, help="Seconds spent on making a winning line shorter.")] = 0.2,
    prune: Annotated[str, typer.Option(help="Prunings to use, by name, with commas; or all, or none.")] = "all",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object a deal.")] = False,
) -> None:
    """Find out whether deals can be won, and print how.

    With --json, one object a deal: {"code", "verdict": "won", "lost" or "unknown", "record" (won: all
    actions from the deal), "length" (of the record), "states" (visited), "seconds", "why" (not won)}. For a
    file of deals "id" stands for "code", and "actions" for "record".
    """
    if bool(codes) == bool(deals):
        messages.refuse("solve: expected deal codes, or --deals FILE")
    if deals and after is not None:
        messages.refuse("solve: --after goes with a deal code, not with --deals")
    questions = _from_file(deals, rules is Rules.CLOSED, draw) if deals else _from_codes(codes or [], after)
    for question in questions:
        budget = solver.Budget(seconds=seconds, memory=memory << 20, shorten=shorten, prune=prune)
        try:
            verdict = _watched(question, budget, show=not json)
        except (solver.BadPruning, solver.NoSolver) as error:
            messages.refuse(f"solve: {error}")
        if json:
            messages.print_json(_as_data(question, verdict))
        else:
            _show(question, verdict)


def _from_codes(codes: list[str], after: str | None) -> Iterator[_Question]:
    for text in codes:
        code = messages.read_code(text)
        record = GameRecord(code, tuple((after or "").upper().split()))
        played = replay_record(record)
        if played.fault:
            fault = played.fault
            why = words.explain(messages.language(), fault.reason) if fault.reason else fault.message
            messages.tell(f"{messages.sentence('cli.refused', at=fault.at, action=fault.action[:40])}: {why}")
            raise typer.Exit(messages.NO if fault.reason else messages.NONSENSE)
        yield _Question(str(code), code.game, played.played.state, record)


def _from_file(path: Path, closed: bool, draw: int) -> Iterator[_Question]:
    try:
        with path.open(encoding="utf-8", newline="") as lines:
            for deal in read_deals(lines, closed, draw):
                yield _Question(deal.id, deal.game, deal.state, None)
    except BadDeal as error:
        messages.refuse(f"{path}: {error}")
    except (OSError, ValueError) as error:
        messages.refuse(f"solve: {error}")


def _watched(question: _Question, budget: solver.Budget, show: bool) -> solver.Verdict:
    """Solves in a thread of its own, so that progress can be shown meanwhile and Ctrl-C ends the search."""
    watch = solver.Search()
    answers: list[solver.Verdict | BaseException] = []

    def work() -> None:
        try:
            answers.append(solver.solve(question.game, question.state, budget, watch))
        except BaseException as error:
            answers.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(_PATIENCE)
    try:
        if thread.is_alive() and show:
            _show_progress(question.name, thread, watch)
        thread.join()
    except KeyboardInterrupt:
        watch.cancel()
        thread.join()
    answer = answers[0]
    if isinstance(answer, BaseException):
        raise answer
    return answer


def _show_progress(name: str, thread: threading.Thread, watch: solver.Search) -> None:
    # only a search that takes long pays for loading these
    from rich.console import Console
    from rich.status import Status

    console = Console(stderr=True)
    if not console.is_terminal:
        return
    with Status(name, console=console) as status:
        while thread.is_alive():
            visited = watch.progress.visited
            status.update(f"{name}: {messages.sentence('cli.solve.states', states=visited)}")
            thread.join(0.2)


def _as_data(question: _Question, verdict: solver.Verdict) -> dict[str, Any]:
    data: dict[str, Any] = {"id" if question.before is None else "code": question.name}
    data["verdict"] = type(verdict).__name__.lower()
    if isinstance(verdict, solver.Won):
        texts = _texts(question, verdict.actions)
        if question.before is None:
            data |= {"actions": " ".join(texts), "length": len(texts)}
        else:
            record = GameRecord(question.before.code, (*question.before.actions, *texts))
            data |= {"record": str(record), "length": len(record.actions)}
    elif isinstance(verdict, solver.Lost):
        data["why"] = verdict.evidence
    else:
        data["why"] = verdict.why
    return data | {"states": verdict.effort.visited, "seconds": round(verdict.effort.seconds, 6)}


def _texts(question: _Question, actions: tuple[Action, ...]) -> list[str]:
    return [format_action(question.game, action) for action in actions]


def _show(question: _Question, verdict: solver.Verdict) -> None:
    effort = verdict.effort
    took = messages.sentence("cli.solve.took", states=effort.visited, seconds=effort.seconds)
    if isinstance(verdict, solver.Won):
        answer = messages.sentence("cli.solve.won", count=len(verdict.actions))
    elif isinstance(verdict, solver.Lost):
        answer = messages.sentence("cli.solve.lost")
    else:
        answer = messages.sentence("cli.solve.unknown", why=messages.sentence(f"cli.why.{verdict.why}"))
    typer.echo(f"{question.name}: {answer} ({took})")
    if isinstance(verdict, solver.Won):
        state, game = question.state, question.game
        for number, action in enumerate(verdict.actions, 1):
            text = format_action(game, action)
            after = game.apply(state, action)
            typer.echo(f"{number:4}  {text:6} {_cards_named(game, state, after, action)}".rstrip())
            state = after
        if question.before is not None:
            typer.echo(GameRecord(question.before.code, (*question.before.actions, *_texts(question, verdict.actions))))


def _cards_named(game: AnyRules, before: Any, after: Any, action: Action) -> str:
    """The cards that an action moves, and the card they come to lie on."""
    if isinstance(action, Press):
        drawn = game.layout(after).get("W", ())[len(game.layout(before).get("W", ())) :]
        return " ".join(map(picture.card_text, drawn))
    moved = game.layout(before)[action.source][-action.count :]
    target = game.layout(before)[action.target]
    onto = picture.card_text(target[-1]) if target else words.SIGNS.get(action.target, action.target)
    return " ".join([*map(picture.card_text, moved), "→", onto])
