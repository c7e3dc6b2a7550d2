"""What a state of a game is made of, and what is wrong with an object that is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from medialuna.cards import Card


class Row(NamedTuple):
    """A field that holds so many piles of ``least`` cards or more each; with ``piles`` 0 the field is a pile itself."""

    piles: int
    least: int = 0


@dataclass(frozen=True)
class Shape:
    """The fields of a game's states: ``rows`` hold the cards, ``numbers`` whole numbers from 0; ``face_down`` tells how
    many of the lowest cards of each pile of the first row are turned down. ``cards`` are all there are."""

    kind: type[Any]
    rows: Mapping[str, Row]
    numbers: tuple[str, ...]
    cards: frozenset[Card]

    def fits(self, state: Any) -> bool:
        """Whether :meth:`faults` finds nothing; quickly for a state with each of its cards once."""
        return self._is_plain(state) or not self.faults(state)[1]

    def _is_plain(self, state: Any) -> bool:
        if type(state) is not self.kind:
            return False
        piles: list[tuple[Card, ...]] = []
        try:
            for field, (count, least) in self.rows.items():
                row = getattr(state, field)
                if not count:
                    piles.append(row)
                    continue
                if type(row) is not tuple or len(row) != count or (least and min(map(len, row)) < least):
                    return False
                piles += row
            if {*map(type, piles)} != {tuple}:
                return False
            cards = list(chain.from_iterable(piles))
            if {*map(type, cards)} > {Card} or not self.cards.issuperset(cards):
                return False
            turned, first = state.face_down, next(iter(self.rows.values())).piles
            numbers = [getattr(state, name) for name in self.numbers]
            return (
                type(turned) is tuple
                and len(turned) == first
                and {*map(type, turned), *map(type, numbers)} == {int}
                and min(turned, default=0) >= 0
                and not any(n > len(pile) for n, pile in zip(turned, piles, strict=False) if n)
                and min(numbers, default=0) >= 0
            )
        except (TypeError, AttributeError):
            return False

    def faults(self, state: Any) -> tuple[list[tuple[Card, ...]], list[str]]:
        """The piles that could be read, as far as they hold cards of the game, and all that is wrong with the fields,
        in plain words."""
        if type(state) is not self.kind:
            wanted = f"{self.kind.__module__}.{self.kind.__qualname__}"
            return [], [f"expected a {wanted}, found {shown(state)}"]
        piles: list[tuple[Card, ...]] = []
        faults: list[str] = []
        for field, (count, least) in self.rows.items():
            row: Any = getattr(state, field, None)
            if count and type(row) is not tuple:
                faults.append(f"{field}: expected a tuple of {count} piles, found {shown(row)}")
                continue
            if count and len(row) != count:
                faults.append(f"{field}: expected {count} piles, found {len(row)}")
            for number, pile in enumerate(row if count else (row,), start=1):
                name = f"{field} {number}" if count else field
                cards, wrong = self._read(name, pile, least)
                piles.append(cards)
                faults += wrong
        return piles, faults + self._wrong_numbers(state)

    def _read(self, name: str, pile: Any, least: int) -> tuple[tuple[Card, ...], list[str]]:
        if type(pile) is not tuple:
            return (), [f"{name}: expected a tuple of cards, found {shown(pile)}"]
        cards: list[Card] = []
        faults = [] if len(pile) >= least else [f"{name}: expected {least} card at least"]
        for card in pile:
            if type(card) is Card and self._is_ours(card):
                cards.append(card)
            else:
                faults.append(f"{name}: {shown(card)} is no card of this game")
        return tuple(cards), faults

    def _is_ours(self, card: Card) -> bool:
        """Whether it is a card of the game, or one more copy of such a card: how many there are is no matter of
        shape."""
        rank, suit, deck = card
        if type(rank) is not int or type(suit) is not str or type(deck) is not int:
            return False
        return deck >= 0 and any((c.rank, c.suit) == (rank, suit) for c in self.cards)

    def _wrong_numbers(self, state: Any) -> list[str]:
        faults = []
        for name in self.numbers:
            number = getattr(state, name, None)
            if type(number) is not int or number < 0:
                faults.append(f"{name}: expected a whole number from 0, found {shown(number)}")
        (field, (count, _)), *_ = self.rows.items()
        row, turned = getattr(state, field, None), getattr(state, "face_down", None)
        if type(turned) is not tuple or len(turned) != count:
            return faults + [f"face_down: expected a tuple of {count} numbers, found {shown(turned)}"]
        for number, n in enumerate(turned, start=1):
            if type(n) is not int or n < 0:
                faults.append(f"face_down {number}: expected a whole number from 0, found {shown(n)}")
            elif type(row) is tuple and number <= len(row) and type(row[number - 1]) is tuple:
                if n > len(row[number - 1]):
                    faults.append(f"face_down {number}: {n} of {len(row[number - 1])} cards")
        return faults


def shown(found: object) -> str:
    """Whatever was found, fit for a message."""
    try:
        text = repr(found)
    except Exception:
        text = f"a {type(found).__name__}"
    return text if len(text) <= 40 else text[:39] + "…"
