"""How commands speak: in the reader's language, and with an end that says what went wrong."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, NoReturn

import typer

from medialuna import words
from medialuna.notation.deal_code import BadCode, DealCode

NO, NONSENSE = 1, 2
"""Exit status: the answer is no; the request makes no sense."""


def language() -> str:
    """The language of messages, from the environment as other commands take it."""
    named = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return words.best_language(named.partition(".")[0].replace("_", "-"))


def sentence(code: str, **details: Any) -> str:
    """A sentence in the reader's language."""
    return words.sentence(language(), code, **details)


def tell(message: str) -> None:
    """To standard error, so that standard output holds the answer alone."""
    typer.echo(message, err=True)


def refuse(message: str) -> NoReturn:
    """Ends a command whose request makes no sense."""
    tell(message)
    raise typer.Exit(NONSENSE)


def print_json(data: dict[str, Any]) -> None:
    """One JSON object as a line of standard output."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")


def bad_code(error: BadCode) -> str:
    """What is wrong with a deal code, as a sentence."""
    return sentence(error.code, **error.details)


def read_code(text: str) -> DealCode:
    """A code from the command line; ends the command when it is wrong."""
    try:
        return DealCode.parse(text)
    except BadCode as error:
        refuse(bad_code(error))
