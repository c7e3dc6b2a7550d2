"""Files of deals: CSV with a header line, a deal a row.

A column ``deal`` holds Thoughtful deals: all cards in the order of dealing by hand, row by row, then the
stock, the card that is drawn first at the front. A column ``piles`` holds Crescent deals: piles 1 to 16,
each bottom to top, with a bar between them. Cards are written as in ``TH``, with spaces between them.
Another column, ``id``, names the deals; without it they are numbered from 1.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from medialuna.cards import BadCard, Card
from medialuna.contract import AnyGame
from medialuna.games.crescent import Crescent
from medialuna.games.thoughtful import Thoughtful
from medialuna.notation.board_text import BadBoard, read_board


class NamedDeal(NamedTuple):
    """A deal of a file: its name there, the game, and the first position."""

    id: str
    game: AnyGame
    state: Any


class BadDealFile(ValueError):
    """A line that holds no deal; ``line`` counts from 1, ``fault`` says what is wrong with it."""

    def __init__(self, line: int, fault: str) -> None:
        super().__init__(f"line {line}: {fault}")
        self.line, self.fault = line, fault


def read_deals(lines: Iterable[str], closed: bool = False, draw: int = 1) -> Iterator[NamedDeal]:
    """The deals of a file; ``closed`` and ``draw`` are the rules of Thoughtful to take. Raises
    :class:`BadDealFile` where a row holds none, ValueError for a draw that there is not.

    >>> rows = ["id,deal", "sorted," + " ".join(map(str, Thoughtful().pack()))]
    >>> [(deal.id, len(deal.state.stock)) for deal in read_deals(rows)]
    [('sorted', 24)]
    """
    thoughtful, crescent = Thoughtful(draw=draw, closed=closed), Crescent()
    rows = csv.DictReader(lines)
    columns = [column for column in ("deal", "piles") if column in (rows.fieldnames or ())]
    if len(columns) != 1:
        raise BadDealFile(1, "expected a header that names one column deal (Thoughtful) or piles (Crescent)")
    for number, row in enumerate(rows, 1):
        text = row[columns[0]]
        try:
            game: AnyGame
            if text is None or None in row:
                raise ValueError(f"expected {len(rows.fieldnames or ())} columns, as in the header")
            if columns[0] == "deal":
                game = thoughtful
                state: Any = game.deal([Card.parse(name) for name in text.split()])
            else:
                game = crescent
                state = _crescent_piles(crescent, text)
            if defects := game.defects(state):
                raise ValueError("; ".join(defects))
        except (BadCard, BadBoard, ValueError) as error:
            raise BadDealFile(rows.line_num, str(error)) from None
        yield NamedDeal(row.get("id") or str(number), game, state)


def _crescent_piles(game: Crescent, text: str) -> Any:
    piles = text.split("|")
    if len(piles) != game.pile_count:
        raise ValueError(f"expected {game.pile_count} piles, found {len(piles)}")
    return read_board(game, "\n".join(f"{number}: {pile}" for number, pile in enumerate(piles, 1)))
