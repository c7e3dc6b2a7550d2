"""A picture of the table in text, as the player sees it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any

from medialuna import words
from medialuna.cards import SUITS, Card
from medialuna.cli import messages
from medialuna.cli.sources import Source
from medialuna.contract import AnyRules, Pile, Place

_CELL = 7


def of(game: AnyRules, state: Any) -> str:
    """The table of either game."""
    return _TABLES[game.name](game.view(state))


def card_text(card: Card) -> str:
    """A card as the reader's language writes it: ``10♥``."""
    return words.card_name(messages.language(), card)


def _crescent(view: dict[Place, Pile]) -> str:
    """CR-2: the horseshoe, ten wide; under each pile its number and count."""
    rows = [
        ["4", *map(str, range(5, 13)), "13"],
        ["3", "", "", *("A" + s for s in SUITS), "", "", "14"],
        ["2", "", "", *("K" + s for s in SUITS), "", "", "15"],
        ["1", *[""] * 8, "16"],
    ]
    lines = []
    for row in rows:
        lines.append(_line(_top(view[place]) if place else "" for place in row))
        lines.append(_line(_tag(place, view) for place in row))
    return "\n".join(lines)


def _tag(place: Place, view: dict[Place, Pile]) -> str:
    if not place:
        return ""
    way = {"A": "cli.up", "K": "cli.down"}.get(place[0])
    return messages.sentence(way) if way else f"{place}×{view[place].count}"


def _thoughtful(view: dict[Place, Pile]) -> str:
    """TF-1: stock, waste and foundations above, the seven columns below."""
    waste = " ".join(card_text(card) for card in view["W"].cards) or "–"
    founds = "  ".join(_top(view[suit], words.SIGNS[suit] + "–") for suit in SUITS)
    columns = [place for place in view if place.isdecimal()]
    height = max(view[place].count for place in columns)
    above = [
        messages.sentence("cli.stock", n=view["stock"].count),
        messages.sentence("cli.waste", cards=waste, n=view["W"].count),
        messages.sentence("cli.foundations", cards=founds),
    ]
    lines = ["   ".join(above), ""]
    lines.append(_line(columns))
    for row in range(height):
        lines.append(_line(_card_at(view[place], row) for place in columns))
    return "\n".join(lines)


def _card_at(pile: Pile, row: int) -> str:
    if row >= pile.count:
        return ""
    return "▒▒" if row < pile.face_down else card_text(pile.cards[row - pile.face_down])


def _top(pile: Pile, empty: str = "–") -> str:
    return card_text(pile.cards[-1]) if pile.cards else empty


def _line(cells: Any) -> str:
    return "".join(f"{cell:<{_CELL}}" for cell in cells).rstrip()


def without_pictures(source: Source) -> Iterator[tuple[str, str]]:
    """The lines of a text that hold something, but for those of tables drawn here: so that the commands can read what
    ``deal`` prints, of which the code is all that counts."""
    return ((where, line) for where, line in source.lines() if not is_drawn(line))


def is_drawn(line: str) -> bool:
    """Whether a line is part of a table drawn here, in any language, and be it in the plain letters of an encoding
    without suit signs."""
    return all(_DRAWN.fullmatch(word) or word in _names() for word in line.split())


@cache
def _names() -> set[str]:
    parts = ("cli.stock", "cli.waste", "cli.foundations", "cli.up", "cli.down")
    sentences = [words.sentence(language, part, n=0, cards="") for language in words.LANGUAGES for part in parts]
    names = {word for sentence in sentences for word in sentence.split() if any(map(str.isalpha, word))}
    return names | {unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode() for name in names}


_DRAWN = re.compile(r"\d+([×x]\d+)?|(10|\w)[♠♥♦♣SHDC]|\(\d+\)|[♠♥♦♣SHDC]?[–-]|[↑↓^v]|▒▒|##")

_TABLES = {"crescent": _crescent, "thoughtful": _thoughtful}
