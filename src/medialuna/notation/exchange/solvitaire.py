"""Thoughtful deals as Solvitaire's JSON.

An object a deal: ``"tableau piles"`` holds seven lists, each bottom to top; ``"stock"`` ends with the card that is
drawn next; ``"waste"`` and ``"foundations"`` may be missing when they are empty. A card is a rank (A, 2 to 10, J, Q, K,
or 1, 11, 12, 13) and a suit; in a column a suit in lower case marks a card that lies face down, which only the closed
game knows. The foundations are one list of cards, each above the lower ones of its suit; older files have a list for
each foundation.

Solvitaire reads one object from a file, so of several deals each has to be put into a file of its own. It has no words
for Crescent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from medialuna.cards import RANKS, SUITS, Card
from medialuna.contract import Cards
from medialuna.errors import MedialunaError
from medialuna.games.thoughtful import Thoughtful
from medialuna.notation.exchange.deals import BadDeal, Format, NamedDeal, Rules, Unwritable, no_card, pack_faults

_CARD = re.compile(r"(?P<rank>[AJQK]|1[0-3]?|[2-9])(?P<suit>[SHDC])", re.IGNORECASE)
_LISTS = ("stock", "waste", "foundations")


class _Seen(NamedTuple):
    card: Card
    down: bool


def _read(text: str, rules: Rules) -> Iterator[NamedDeal]:
    at, number = _skip_blank(text, 0), 0
    if at == len(text):
        raise BadDeal(1, "expected an object with the piles of a deal")
    decoder = json.JSONDecoder(object_pairs_hook=_once)
    while at < len(text):
        line, number = text.count("\n", 0, at) + 1, number + 1
        try:
            data, end = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise BadDeal(error.lineno, f"column {error.colno}: no JSON: {error.msg}") from None
        except (ValueError, RecursionError) as error:
            raise BadDeal(line, f"no JSON of a deal: {error}") from None
        try:
            yield NamedDeal(str(number), rules.thoughtful, _state(rules.thoughtful, data))
        except _Faulty as error:
            raise BadDeal(line, str(error)) from None
        at = _skip_blank(text, end)


class _Faulty(MedialunaError):
    """All faults of one object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice in an object")
    return found


def _skip_blank(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _state(game: Thoughtful, data: Any) -> Any:
    if not isinstance(data, dict):
        raise _Faulty("expected an object with the piles of a deal")
    faults = [
        f"{str(name)[:20]!r} is no part of such a deal" for name in data if name not in ("tableau piles", *_LISTS)
    ]
    piles = data.get("tableau piles")
    if not isinstance(piles, list) or len(piles) != game.column_count:
        faults.append(f"expected {game.column_count} tableau piles")
        piles = piles if isinstance(piles, list) else []
    columns = [_cards(pile, f"tableau pile {n}", faults) for n, pile in enumerate(piles, start=1)]
    stock, waste = (_plain(data.get(name, []), name, faults) for name in ("stock", "waste"))
    foundations = _foundations(data.get("foundations", []), faults)
    seen = [seen.card for column in columns for seen in column]
    if faults := faults + pack_faults(game, [*seen, *stock, *waste, *foundations]):
        raise _Faulty("; ".join(faults))
    layout: dict[str, Cards] = {str(n): tuple(s.card for s in column) for n, column in enumerate(columns, start=1)}
    layout |= {"stock": stock[::-1], "W": waste}
    layout |= {suit: tuple(card for card in foundations if card.suit == suit) for suit in SUITS}
    hidden = {}
    if game.closed:
        for n, column in enumerate(columns, start=1):
            hidden[str(n)] = down = sum(card.down for card in column)
            if any(card.down for card in column[down:]):
                faults.append(f"tableau pile {n}: a card face down lies above one face up")
    state = game.assemble(layout, hidden)
    if faults := faults + game.defects(state):
        raise _Faulty("; ".join(faults))
    return state


def _cards(names: Any, place: str, faults: list[str]) -> list[_Seen]:
    if not isinstance(names, list):
        faults.append(f"{place}: expected a list of cards")
        return []
    cards = []
    for number, name in enumerate(names, start=1):
        found = _CARD.fullmatch(name) if isinstance(name, str) else None
        if found:
            rank, suit = found["rank"].upper(), found["suit"]
            cards.append(
                _Seen(Card(int(rank) if rank.isdigit() else RANKS.index(rank) + 1, suit.upper()), suit.islower())
            )
        else:
            faults.append(no_card(name, f"{place}, card {number}"))
    return cards


def _plain(names: Any, place: str, faults: list[str]) -> Cards:
    return tuple(seen.card for seen in _cards(names, place, faults))


def _foundations(names: Any, faults: list[str]) -> Cards:
    """One list of cards, or one for each foundation."""
    if isinstance(names, list) and names and all(isinstance(part, list) for part in names):
        return tuple(c for n, part in enumerate(names, start=1) for c in _plain(part, f"foundation {n}", faults))
    return _plain(names, "foundations", faults)


def _write(deals: Sequence[NamedDeal]) -> str:
    return "".join(json.dumps(_data(deal)) + "\n" for deal in deals)


def _data(deal: NamedDeal) -> dict[str, Any]:
    game, state = deal.game, deal.state
    if not isinstance(game, Thoughtful):
        raise Unwritable(deal, "Solvitaire's files hold Thoughtful deals only")
    piles = [
        [_name(card, down=i < hidden) for i, card in enumerate(column)]
        for column, hidden in zip(state.columns, state.face_down, strict=True)
    ]
    data: dict[str, Any] = {"tableau piles": piles, "stock": [_name(card) for card in reversed(state.stock)]}
    if state.waste:
        data["waste"] = [_name(card) for card in state.waste]
    if built := [_name(card) for foundation in state.foundations for card in foundation]:
        data["foundations"] = built
    return data


def _name(card: Card, down: bool = False) -> str:
    rank = "10" if card.rank == 10 else RANKS[card.rank - 1]
    return rank + (card.suit.lower() if down else card.suit)


SOLVITAIRE = Format("solvitaire", "Thoughtful: Solvitaire's JSON, an object a deal; later positions too", _read, _write)
