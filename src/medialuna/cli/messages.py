"""How commands speak: in the reader's language, and with an end that says what went wrong."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, NoReturn

import typer

from medialuna import words
from medialuna.notation.deal_code import BadCode, DealCode
from medialuna.record import Fault

NO, NONSENSE, FAILED, INTERRUPTED = 1, 2, 3, 130
"""Exit status: the answer is no; the request makes no sense; it could not be done here; Ctrl+C, as shells have it."""


def language() -> str:
    """The language of messages, from the environment as other commands take it."""
    named = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return words.best_language(named.partition(".")[0].replace("_", "-"))


def sentence(code: str, **details: Any) -> str:
    """A sentence in the reader's language."""
    return words.sentence(language(), code, **details)


def say(answer: object, end: str = "\n") -> None:
    """To standard output, at once."""
    print(answer, end=end, flush=True)


def tell(message: str) -> None:
    """To standard error, so that standard output holds the answer alone."""
    print(message, file=sys.stderr, flush=True)


def refuse(message: str) -> NoReturn:
    """Ends a command whose request makes no sense."""
    tell(message)
    raise typer.Exit(NONSENSE)


def give_up(message: str) -> NoReturn:
    """Ends a command that cannot do here what it was asked for."""
    tell(message)
    raise typer.Exit(FAILED)


def print_json(data: dict[str, Any]) -> None:
    """One object a line, in UTF-8 or else in ASCII, at once."""
    plain = not (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
    say(json.dumps(data, ensure_ascii=plain))


def bad_code(error: BadCode) -> str:
    """What is wrong with a deal code, as a sentence."""
    return sentence(error.code, **error.details)


def read_code(text: str, where: str = "") -> DealCode:
    """A code from the command line; ends the command when it is wrong."""
    try:
        return DealCode.parse(text)
    except BadCode as error:
        refuse(where + bad_code(error))


def why(fault: Fault) -> str:
    """Why an action of a record is refused, or what was expected when it is none."""
    return words.explain(language(), fault.reason) if fault.reason else fault.message


def refused(fault: Fault) -> str:
    """Which action of a record is refused, counted from 1 as players count, and why."""
    rule = f" ({fault.reason.rule})" if fault.reason else ""
    return f"{sentence('cli.refused', at=fault.at + 1, action=fault.action[:40])}: {why(fault)}{rule}"


def status(fault: Fault) -> int:
    """The exit status that an action deserves which is refused, or is none."""
    return NO if fault.reason else NONSENSE
