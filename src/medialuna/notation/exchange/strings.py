"""Deals as strings of cards, one a line, and tables of them.

*hand*: a Thoughtful deal, 52 cards such as ``TH`` with spaces between them, in the order of dealing by hand: the
columns row by row, then the stock, the card that is drawn first at the front.

*piles*: a Crescent deal, piles 1 to 16, each bottom to top, with a bar between them; the bases are not named.

*csv*: a table with a header line; its column ``deal`` holds hands, or its column ``piles`` the piles. Another column,
``id``, names the deals; without it they are numbered from 1.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from medialuna.cards import Card
from medialuna.contract import AnyRules
from medialuna.games.crescent import Crescent
from medialuna.games.thoughtful import Thoughtful
from medialuna.notation.board_text import read_board
from medialuna.notation.exchange.deals import (
    BadDeal,
    Format,
    NamedDeal,
    Rules,
    Unwritable,
    dealt_pack,
    lines_of,
    pack_faults,
    read_cards,
)
from medialuna.outside import cleaned


def read_deals(lines: Iterable[str], closed: bool = False, draw: int = 1) -> Iterator[NamedDeal]:
    """The deals of a table; ``closed`` and ``draw`` are the rules of Thoughtful to take. Raises :class:`BadDeal` where
    a row holds none, ValueError for a draw that there is not.

    >>> rows = ["id,deal", "sorted," + " ".join(map(str, Thoughtful().pack()))]
    >>> [(deal.id, len(deal.state.stock)) for deal in read_deals(rows)]
    [('sorted', 24)]
    """
    yield from _table(map(cleaned, lines), Rules(Thoughtful(draw=draw, closed=closed)))


def _table(lines: Iterable[str], rules: Rules) -> Iterator[NamedDeal]:
    rows = csv.DictReader(lines)
    try:
        header = rows.fieldnames or ()
        columns = [column for column in ("deal", "piles") if column in header]
        if len(columns) != 1:
            raise BadDeal(1, "expected a header that names one column deal (Thoughtful) or piles (Crescent)")
        for number, row in enumerate(rows, start=1):
            if None in row or None in row.values():
                raise BadDeal(rows.line_num, f"expected {len(header)} columns, as in the header")
            read = _hand if columns[0] == "deal" else _piles
            yield read(rows.line_num, row[columns[0]], row.get("id") or str(number), rules)
    except csv.Error as error:
        raise BadDeal(rows.line_num, str(error)) from None


def _hand(line: int, text: str, name: str, rules: Rules) -> NamedDeal:
    return hand_of(line, *read_cards(text.split()), name, rules.thoughtful)


def hand_of(line: int, cards: Sequence[Card], faults: list[str], name: str, game: Thoughtful) -> NamedDeal:
    """The deal of a pack in the order of dealing. Raises :class:`BadDeal` with ``faults`` and those of the pack."""
    if faults := faults + pack_faults(game, cards):
        raise BadDeal(line, "; ".join(faults))
    return NamedDeal(name, game, game.deal(cards))


def _piles(line: int, text: str, name: str, rules: Rules) -> NamedDeal:
    game = rules.crescent
    piles = text.split("|")
    faults = [] if len(piles) == game.pile_count else [f"expected {game.pile_count} piles, found {len(piles)}"]
    bare = game.assemble({}, {})
    cards = [card for bases in (*bare.aces, *bare.kings) for card in bases]
    height = len(game.pack()) // game.pile_count
    for number, pile in enumerate(piles, start=1):
        found, unknown = read_cards(pile.split(), f"pile {number}, card")
        if len(found) + len(unknown) != height:
            faults.append(f"pile {number}: expected {height} cards, found {len(found) + len(unknown)}")
        cards += found
        faults += unknown
    if wrong := pack_faults(game, cards):
        faults += _where_doubled(game, piles) + wrong
    if faults:
        raise BadDeal(line, "; ".join(faults))
    state = read_board(game, "\n".join(f"{number}: {pile}" for number, pile in enumerate(piles, start=1)))
    if game.face_down:
        state = replace(state, face_down=tuple(max(len(pile) - 1, 0) for pile in state.piles))
    if defects := game.defects(state):
        raise BadDeal(line, "; ".join(defects))
    return NamedDeal(name, game, state)


def _where_doubled(game: Crescent, piles: list[str]) -> list[str]:
    """For every card that the deal has too often, the piles it is in."""
    places: dict[str, list[str]] = {}
    for number, pile in enumerate(piles, start=1):
        for card in read_cards(pile.split())[0]:
            places.setdefault(str(card), []).append(str(number))
    wanted = Counter(map(str, game.pack()))
    return [f"{name} in piles {', '.join(held)}" for name, held in places.items() if len(held) > wanted[name] > 0]


def _write_hand(deal: NamedDeal) -> str:
    return " ".join(map(str, dealt_pack(deal)))


def _write_piles(deal: NamedDeal) -> str:
    game, state = deal.game, deal.state
    if not isinstance(game, Crescent):
        raise Unwritable(deal, "this format holds Crescent deals only")
    fresh = game.assemble({}, {})
    if (state.aces, state.kings, state.redistributions_left) != (fresh.aces, fresh.kings, game.redistributions):
        raise Unwritable(deal, "this format holds fresh deals only, no later position")
    return " | ".join(" ".join(map(str, pile)) for pile in state.piles)


def _write_table(deals: Sequence[NamedDeal]) -> str:
    games: set[type[AnyRules]] = {type(deal.game) for deal in deals}
    if len(games) > 1:
        other = next(deal for deal in deals if type(deal.game) is not type(deals[0].game))
        raise Unwritable(other, f"a table holds the deals of one game, and this one began with {deals[0].game.name}")
    crescent = games == {Crescent}
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(["id", "piles" if crescent else "deal"])
    writer.writerows([deal.id, _write_piles(deal) if crescent else _write_hand(deal)] for deal in deals)
    return table.getvalue()


HAND = Format(
    "hand",
    "Thoughtful: 52 cards a line in the order of dealing, row by row, then the stock",
    lambda text, rules: (_hand(n, line, str(i), rules) for i, (n, line) in enumerate(lines_of(text), start=1)),
    lambda deals: "".join(_write_hand(deal) + "\n" for deal in deals),
)
PILES = Format(
    "piles",
    "Crescent: 16 piles a line, bottom to top, with bars between them",
    lambda text, rules: (_piles(n, line, str(i), rules) for i, (n, line) in enumerate(lines_of(text), start=1)),
    lambda deals: "".join(_write_piles(deal) + "\n" for deal in deals),
)
CSV = Format(
    "csv",
    "a table with a column deal (as hand) or piles, and perhaps id",
    lambda text, rules: _table(io.StringIO(text, newline=""), rules),
    _write_table,
)
