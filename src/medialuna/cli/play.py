"""``medialuna play``: a game in the terminal."""

from __future__ import annotations

import secrets
from typing import Annotated

import typer

from medialuna import words
from medialuna.cli import messages, picture, sources
from medialuna.contract import IllegalAction
from medialuna.games import GAMES
from medialuna.notation.actions import BadAction, format_action
from medialuna.notation.deal_code import NUMBERS, BadCode, DealCode
from medialuna.outside import cleaned
from medialuna.record import UNDO, Game, GameRecord, IllegalUndo
from medialuna.record import replay as replay_record


def play(
    start: Annotated[
        str,
        typer.Argument(help="A game (crescent, thoughtful), a deal code, a record to go on with, or a file of one."),
    ] = "thoughtful",
) -> None:
    """Play in the terminal: type actions as records write them.

    5-2 moves from column or pile 5 to 2, 5-F or 10-A to a foundation, W-3 from the waste, + draws, R recycles or
    redistributes, U undoes, ? lists what can be done, Q ends and prints the record.
    """
    record = _start(start)
    result = replay_record(record)
    if result.fault:
        messages.refuse(messages.refused(result.fault))
    played, actions = result.played, list(record.actions)
    while True:
        messages.say(f"\n{record.code}  {_counters(played)}\n{picture.of(played.rules, played.state)}")
        if played.is_won or played.is_blocked:
            messages.say(messages.sentence("cli.won" if played.is_won else "cli.blocked"))
        try:
            text = cleaned(input("> ")).strip().upper()
        except (EOFError, KeyboardInterrupt):
            text = "Q"
        if text == "Q":
            break
        if text == "?":
            legal = played.rules.legal_actions(played.state)
            messages.say(" ".join(format_action(played.rules, action) for action in legal))
        elif text:
            try:
                played = played.after_text(text)
                actions.append(text)
            except (IllegalAction, IllegalUndo) as error:
                messages.say(f"{words.explain(messages.language(), error.reason)} ({error.reason.rule})")
            except BadAction as error:
                messages.say(str(error))
    messages.say(str(GameRecord(record.code, tuple(actions))))


def _start(text: str) -> GameRecord:
    if kind := GAMES.get(text.strip().lower()):
        usual = next(iter(kind.variants().values()))
        return GameRecord(DealCode(usual, secrets.randbelow(NUMBERS)))
    if text == "-":
        messages.refuse("play: standard input is for the actions; expected a game, a code, a record or a file of one")
    where, line = next(picture.without_pictures(sources.read(text)), (f"{text}: ", ""))
    try:
        return GameRecord.parse(line)
    except BadCode as error:
        messages.refuse(where + messages.bad_code(error))


def _counters(played: Game) -> str:
    counters = [messages.sentence("cli.moves", count=played.moves)]
    if played.rules.has_score:
        counters.append(messages.sentence("cli.score", score=played.score))
    left = played.rules.redeals_left(played.state)
    if left is not None:
        counters.append(messages.sentence("cli.redeals", count=left))
    if played.history:
        counters.append(f"{UNDO}: {len(played.history)}")
    return ", ".join(counters)
