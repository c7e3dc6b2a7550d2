"""``medialuna deal``: a deal from its code."""

from __future__ import annotations

from typing import Annotated

import typer

from medialuna.cli import messages, picture, sources
from medialuna.notation.board_text import board_data, write_board


def deal(
    code: Annotated[
        str, typer.Argument(help="A deal code, such as CR1-N-AAAAAAB; a file of them, or - for standard input.")
    ],
    json: Annotated[bool, typer.Option("--json", help="Print the cards as one JSON object.")] = False,
    every_card: Annotated[bool, typer.Option("--cards", help="Print every card as text, place by place.")] = False,
) -> None:
    """Show a deal as the player sees it, or all its cards.

    With --json: {"code", "piles": 16 lists, bottom to top} for Crescent, {"code", "columns": 7 lists, bottom to top,
    "stock": the next card first} for Thoughtful.
    """
    if json and every_card:
        messages.refuse("deal: --json or --cards, not both")
    between = ""
    for where, line in picture.without_pictures(sources.read(code)):
        deal_code = messages.read_code(line, where)
        rules, state = deal_code.game, deal_code.deal()
        if json:
            dealt = {part: cards for part, cards in board_data(state).items() if part in ("piles", "columns", "stock")}
            messages.print_json({"code": str(deal_code), **dealt})
        elif every_card:
            messages.say(between + write_board(rules, state))
        else:
            messages.say(f"{between}{deal_code}\n\n{picture.of(rules, state)}")
        between = "\n"
