"""``medialuna convert``: deals from one program's format to another's."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from medialuna.cli import messages, picture, sources
from medialuna.games.thoughtful import Thoughtful
from medialuna.notation import exchange


class Face(StrEnum):
    """What of Thoughtful's columns lies face up."""

    OPEN = "open"
    CLOSED = "closed"


_NAMES = ", ".join(exchange.FORMATS)
_WRITABLE = ", ".join(name for name, format in exchange.FORMATS.items() if format.write)


def convert(
    source: Annotated[str, typer.Argument(help="A file, - for standard input, or the deal itself.")],
    reads: Annotated[str, typer.Option("--from", help=f"The format it is in: {_NAMES}.")],
    writes: Annotated[str, typer.Option("--to", help=f"The format to print: {_WRITABLE}.")],
    rules: Annotated[
        Face | None, typer.Option(help="Thoughtful with all columns face up, the usual, or as Klondike deals them.")
    ] = None,
) -> None:
    """Turn deals of one format into another.

    code: deal codes, one a line. board: a place a line, as deal --cards prints it, with an empty line between two
    boards. hand: Thoughtful, 52 cards a line in the order of dealing. piles: Crescent, 16 piles a line with | between
    them. csv: a table with a column deal or piles, and perhaps id. solvitaire: Solvitaire's JSON. klondike-solver:
    156 digits, suits in the order clubs, diamonds, hearts, spades, as Klondike-Solver and MinimalKlondike have them;
    ksolve: the same with spades before hearts.

    Nothing is printed when one of the deals is wrong; the message names the line and all its faults, and the exit
    status is 2.
    """
    for name, known in ((reads, _NAMES), (writes, _WRITABLE)):
        if name not in known.split(", "):
            messages.refuse(f"convert: {name!r} is no format here: expected {known}")
    read = sources.read(source)
    text = read.text
    if reads == "code":  # the lines keep their numbers
        text = "\n".join("" if picture.is_drawn(line) else line for line in text.splitlines())
    try:
        deals = exchange.read(reads, text, exchange.Rules(Thoughtful(closed=rules is Face.CLOSED)))
        if rules and not any(isinstance(deal.game, Thoughtful) for deal in deals):
            messages.refuse("convert: --rules goes with Thoughtful deals, and there are none")
        written = exchange.write(writes, deals)
    except exchange.BadDeal as error:
        messages.refuse(f"{read.where}{error}")
    except exchange.Unwritable as error:
        messages.refuse(f"convert: {error}")
    messages.say(written, end="")
