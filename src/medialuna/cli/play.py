"""``medialuna play``: a game in the terminal."""

from __future__ import annotations

import secrets
from typing import Annotated

import typer

from medialuna import words
from medialuna.cli import messages, picture
from medialuna.contract import IllegalAction
from medialuna.games import GAMES
from medialuna.notation.actions import BadAction, format_action
from medialuna.notation.deal_code import NUMBERS, DealCode
from medialuna.record import UNDO, GameRecord, IllegalUndo, Standing
from medialuna.record import replay as replay_record


def play(
    start: Annotated[
        str, typer.Argument(help="A game (crescent, thoughtful), a deal code, or a record to go on with.")
    ] = "thoughtful",
) -> None:
    """Play in the terminal: type actions as records write them.

    5-2 moves from column or pile 5 to 2, 5-F or 10-A to a foundation, W-3 from the waste, + draws, R recycles or
    redistributes, U undoes, ? lists what can be done, Q ends and prints the record.
    """
    record = _start(start)
    result = replay_record(record)
    if result.fault:
        messages.refuse(messages.sentence("cli.refused", at=result.fault.at, action=result.fault.action[:40]))
    standing, actions = result.standing, list(record.actions)
    while True:
        typer.echo(f"\n{record.code}  {_counters(standing)}\n{picture.of(standing.game, standing.state)}")
        if standing.is_won or standing.is_blocked:
            typer.echo(messages.sentence("cli.won" if standing.is_won else "cli.blocked"))
        try:
            text = input("> ").strip().upper()
        except (EOFError, KeyboardInterrupt):
            text = "Q"
        if text == "Q":
            break
        if text == "?":
            legal = standing.game.legal_actions(standing.state)
            typer.echo(" ".join(format_action(standing.game, action) for action in legal))
        elif text:
            try:
                standing = standing.after_text(text)
                actions.append(text)
            except (IllegalAction, IllegalUndo) as error:
                typer.echo(f"{words.explain(messages.language(), error.reason)} ({error.reason.rule})")
            except BadAction as error:
                typer.echo(str(error))
    typer.echo(str(GameRecord(record.code, tuple(actions))))


def _start(text: str) -> GameRecord:
    if kind := GAMES.get(text.strip().lower()):
        usual = next(iter(kind.variants().values()))
        return GameRecord(DealCode(usual, secrets.randbelow(NUMBERS)))
    code, colon, actions = text.partition(":")
    return GameRecord(messages.read_code(code), tuple(actions.upper().split()) if colon else ())


def _counters(standing: Standing) -> str:
    counters = [messages.sentence("cli.moves", count=standing.moves)]
    if standing.game.has_score:
        counters.append(messages.sentence("cli.score", score=standing.score))
    left = standing.game.redeals_left(standing.state)
    if left is not None:
        counters.append(messages.sentence("cli.redeals", count=left))
    if standing.history:
        counters.append(f"{UNDO}: {len(standing.history)}")
    return ", ".join(counters)
