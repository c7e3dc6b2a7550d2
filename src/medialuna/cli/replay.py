"""``medialuna replay``: what records come to."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from medialuna.cli import messages, picture, sources
from medialuna.notation.board_text import board_data
from medialuna.notation.deal_code import BadCode
from medialuna.record import GameRecord, Replay
from medialuna.record import replay as replay_record


def replay(
    record: Annotated[str, typer.Argument(help="A record 'CODE: ACTIONS', a file of them, or - for standard input.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object a record.")] = False,
) -> None:
    """Check records by the rules and show where they end.

    A file holds one record a line. With --json, one object a record: {"code", "ok", "actions" (how many were done),
    "moves", "score", "won", "blocked", "redeals_left", "state"}; a record that breaks a rule has "ok": false and "at"
    (the refused action's index, from 0), "action", "rule", "message", with counters and state as they were before it.
    Exit status 1 when a record breaks a rule, 2 when one cannot be read.
    """
    status = 0
    for line, text in picture.without_pictures(sources.read(record)):
        try:
            parsed = GameRecord.parse(text)
        except BadCode as error:
            messages.tell(f"{line}{messages.bad_code(error)}")
            status = messages.NONSENSE
            continue
        result = replay_record(parsed)
        if result.fault:
            status = max(status, messages.status(result.fault))
        if json:
            messages.print_json(_as_data(parsed, result))
        else:
            _show(line, parsed, result)
    raise typer.Exit(status)


def _as_data(record: GameRecord, result: Replay) -> dict[str, Any]:
    played, game, fault = result.played, record.code.game, result.fault
    data: dict[str, Any] = {"code": str(record.code), "ok": result.ok}
    if fault:
        rule = fault.reason.rule if fault.reason else None
        data |= {"at": fault.at, "action": fault.action, "rule": rule, "message": messages.why(fault)}
    return data | {
        "actions": result.done,
        "moves": played.moves,
        "score": played.score if game.has_score else None,
        "won": played.is_won,
        "blocked": played.is_blocked,
        "redeals_left": game.redeals_left(played.state),
        "state": board_data(played.state),
    }


def _show(line: str, record: GameRecord, result: Replay) -> None:
    played, game, fault = result.played, record.code.game, result.fault
    counters = [messages.sentence("cli.moves", count=played.moves)]
    if game.has_score:
        counters.append(messages.sentence("cli.score", score=played.score))
    if played.is_won:
        counters.append(messages.sentence("cli.won"))
    elif played.is_blocked:
        counters.append(messages.sentence("cli.blocked"))
    messages.say(f"{line}{record.code}: {', '.join(counters)}")
    if fault:
        messages.tell(f"{line}{messages.refused(fault)}")
    messages.say(f"\n{picture.of(game, played.state)}\n")
