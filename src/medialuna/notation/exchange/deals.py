"""What all formats of exchange share: a deal with its name, what may be wrong with one, the faults of its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from medialuna.cards import BadCard, Card
from medialuna.contract import AnyRules, Cards
from medialuna.errors import MedialunaError
from medialuna.games.crescent import Crescent
from medialuna.games.thoughtful import Thoughtful


class NamedDeal(NamedTuple):
    """A deal of a file: its name there, the game, and the position."""

    id: str
    game: AnyRules
    state: Any


class Rules(NamedTuple):
    """The rules under which deals are read; the cards do not depend on them, what lies face down does."""

    thoughtful: Thoughtful = Thoughtful()
    crescent: Crescent = Crescent()


class BadDeal(MedialunaError):
    """A text that holds no deal; ``line`` counts from 1, ``fault`` says all that is wrong with the deal there."""

    def __init__(self, line: int, fault: str) -> None:
        super().__init__(f"line {line}: {fault}")
        self.line, self.fault = line, fault


class Unwritable(MedialunaError):
    """A deal that a format has no words for; the message says why."""

    def __init__(self, deal: NamedDeal, why: str) -> None:
        super().__init__(f"{deal.id}: {why}")
        self.deal = deal


class Format(NamedTuple):
    """A way to write deals down. ``read`` raises :class:`BadDeal`, ``write`` :class:`Unwritable`; ``write`` is None
    for a format that can only be read."""

    name: str
    about: str
    read: Callable[[str, Rules], Iterator[NamedDeal]]
    write: Callable[[Sequence[NamedDeal]], str] | None


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines that hold a deal, by number: neither empty nor a remark after ``#``."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line.strip()


def read_cards(names: Iterable[str], place: str = "card") -> tuple[Cards, list[str]]:
    """The cards that are named, and a fault for every name that is none.

    >>> read_cards(["7D", "1S"])
    ((Card(rank=7, suit='D', deck=0),), ["card 2: '1S' is no card"])
    """
    cards, faults = [], []
    for number, name in enumerate(names, start=1):
        try:
            cards.append(Card.parse(name))
        except BadCard:
            faults.append(no_card(name, f"{place} {number}"))
    return tuple(cards), faults


def no_card(name: object, place: str) -> str:
    """The fault of a name that is no card."""
    shown = repr(name)
    return f"{place}: {shown if len(shown) <= 20 else shown[:18] + '…'} is no card"


def pack_faults(game: AnyRules, cards: Iterable[Card]) -> list[str]:
    """Which cards of the game stand too often, and which are missing, every one by its name.

    >>> pack_faults(Thoughtful(ranks=1), map(Card.parse, ["AS", "AH", "AS", "AH", "AH"]))
    ['too often: AS, AH ×2', 'missing: AD, AC']
    """
    found, wanted = (Counter(map(str, some)) for some in (cards, game.all_cards()))
    more, less = found - wanted, wanted - found
    return [f"{what}: {_listed(names)}" for what, names in (("too often", more), ("missing", less)) if names]


def _listed(names: Counter[str]) -> str:
    return ", ".join(name if times == 1 else f"{name} ×{times}" for name, times in names.items())


def dealt_pack(deal: NamedDeal) -> Cards:
    """The cards of a fresh Thoughtful deal in the order of dealing. Raises :class:`Unwritable` for any other."""
    game, state = deal.game, deal.state
    if not isinstance(game, Thoughtful):
        raise Unwritable(deal, "this format holds Thoughtful deals only")
    rows = range(game.column_count)
    pack: Cards = tuple(c[row] for row in rows for c in state.columns[row:] if row < len(c)) + state.stock
    if len(pack) != len(game.pack()) or game.deal(pack) != state:
        raise Unwritable(deal, "this format holds fresh deals only, no later position")
    return pack
