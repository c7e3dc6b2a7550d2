"""``medialuna solve``: whether games can be won, and how."""

from __future__ import annotations

import io
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any, NamedTuple

import typer

from medialuna import solver, words
from medialuna.cli import messages, picture, sources, watching
from medialuna.contract import Action, AnyRules, Press
from medialuna.games.thoughtful import Thoughtful
from medialuna.notation.actions import format_action
from medialuna.notation.deal_code import BadCode
from medialuna.notation.exchange import BadDeal, read_deals
from medialuna.outside import cleaned
from medialuna.record import GameRecord
from medialuna.record import replay as replay_record

_REASONS = ("seconds", "states", "memory", "stopped")
"""Why a search may end without a verdict; another reason is a sentence."""


class Rules(StrEnum):
    """Thoughtful with all columns face up, or as Klondike deals them."""

    OPEN = "open"
    CLOSED = "closed"


class _Question(NamedTuple):
    """A position to decide; ``before`` is the record that led to it, None for a deal of a file."""

    name: str
    rules: AnyRules
    state: Any
    before: GameRecord | None


def solve(
    codes: Annotated[
        list[str] | None,
        typer.Argument(help="Deal codes, such as TF1-D3N-AAAAAAB, records, files of them, or - for standard input."),
    ] = None,
    after: Annotated[
        str | None, typer.Option(help="Decide the position after these actions, as a record writes them.")
    ] = None,
    deals: Annotated[
        str | None,
        typer.Option(help="A CSV file, or - for standard input, with a column deal (Thoughtful) or piles (Crescent)."),
    ] = None,
    rules: Annotated[
        Rules | None, typer.Option(help="Rules of Thoughtful for the deals of a file; usual: open.")
    ] = None,
    draw: Annotated[
        int | None, typer.Option(help="Cards drawn at once, 1 or 3, for the deals of a file; usual: 1.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="Give up on a deal after so long; 0: never.")] = None,
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
    if not deals and (rules or draw is not None):
        messages.refuse("solve: --rules and --draw go with --deals; a code says itself how its deal is played")
    questions = _from_file(deals, rules, draw) if deals else _from_records(codes or [], after)
    budget = solver.Budget(seconds=seconds or None, memory=memory << 20, shorten=shorten, prune=prune)
    for question in questions:
        try:
            watching.load(question.rules.name)
            verdict, interrupted = watching.solve(question.name, question.rules, question.state, budget, show=not json)
        except (solver.BadPruning, solver.NoSolver) as error:
            messages.refuse(f"solve: {error}")
        except solver.SolverUnavailable as error:
            messages.give_up(f"solve: {error}")
        if json:
            messages.print_json(_as_data(question, verdict))
        else:
            _show(question, verdict)
        if interrupted:
            raise typer.Exit(messages.INTERRUPTED)


def _from_records(arguments: list[str], after: str | None) -> Iterator[_Question]:
    more = tuple(cleaned(after or "").upper().split())
    for where, line in (found for text in arguments for found in picture.without_pictures(sources.read(text))):
        try:
            parsed = GameRecord.parse(line)
        except BadCode as error:
            messages.refuse(where + messages.bad_code(error))
        record = GameRecord(parsed.code, parsed.actions + more)
        played = replay_record(record)
        if played.fault:
            messages.tell(where + messages.refused(played.fault))
            raise typer.Exit(messages.status(played.fault))
        yield _Question(str(record.code), record.code.game, played.played.state, record)


def _from_file(name: str, rules: Rules | None, draw: int | None) -> Iterator[_Question]:
    file = sources.read_file(name)
    try:
        lines = io.StringIO(file.text, newline="")
        for number, deal in enumerate(read_deals(lines, rules is Rules.CLOSED, 1 if draw is None else draw)):
            if not number and not isinstance(deal.game, Thoughtful) and (rules or draw is not None):
                messages.refuse("solve: --rules and --draw go with Thoughtful deals, and these are Crescent's")
            yield _Question(deal.id, deal.game, deal.state, None)
    except BadDeal as error:
        messages.refuse(f"{file.where}{error}")
    except ValueError as error:
        messages.refuse(f"solve: {error}")


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
    return [format_action(question.rules, action) for action in actions]


def _show(question: _Question, verdict: solver.Verdict) -> None:
    effort = verdict.effort
    took = messages.sentence("cli.solve.took", states=effort.visited, seconds=effort.seconds)
    if isinstance(verdict, solver.Won):
        answer = messages.sentence("cli.solve.won", count=len(verdict.actions))
    elif isinstance(verdict, solver.Lost):
        answer = messages.sentence("cli.solve.lost")
    else:
        why = messages.sentence(f"cli.why.{verdict.why}") if verdict.why in _REASONS else verdict.why
        answer = messages.sentence("cli.solve.unknown", why=why)
    messages.say(f"{question.name}: {answer} ({took})")
    if isinstance(verdict, solver.Won):
        state, rules = question.state, question.rules
        for number, action in enumerate(verdict.actions, 1):
            text = format_action(rules, action)
            after = rules.apply(state, action)
            messages.say(f"{number:4}  {text:6} {_cards_named(rules, state, after, action)}".rstrip())
            state = after
        if question.before is not None:
            messages.say(
                GameRecord(question.before.code, (*question.before.actions, *_texts(question, verdict.actions)))
            )


def _cards_named(rules: AnyRules, before: Any, after: Any, action: Action) -> str:
    """The cards that an action moves, and the card they come to lie on."""
    if isinstance(action, Press):
        drawn = rules.layout(after).get("W", ())[len(rules.layout(before).get("W", ())) :]
        return " ".join(map(picture.card_text, drawn))
    moved = rules.layout(before)[action.source][-action.count :]
    target = rules.layout(before)[action.target]
    onto = picture.card_text(target[-1]) if target else words.SIGNS.get(action.target, action.target)
    return " ".join([*map(picture.card_text, moved), "→", onto])
