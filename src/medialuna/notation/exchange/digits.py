"""Thoughtful deals as 156 digits, the format of Klondike-Solver and its relatives.

The cards stand in the order of dealing, as in *hand*: the columns row by row, then the stock, the card that is drawn
first at the front. Each takes three digits: the rank from 01 to 13, then the suit. Two orders of the suits are in use:

- Klondike-Solver and MinimalKlondike (both by ShootMe): 1 clubs, 2 diamonds, **3 hearts, 4 spades**;
- KSolve (by Jonathan Fry), which grew out of Klondike-Solver: 1 clubs, 2 diamonds, **3 spades, 4 hearts** is what its
  program reads, although its manual has kept the sentence with hearts before spades.

Nothing in a string tells which order it follows, and the two readings are different deals: whoever reads has to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from medialuna.cards import ACE, KING, Card
from medialuna.notation.exchange.deals import Format, NamedDeal, Rules, dealt_pack, lines_of, no_card
from medialuna.notation.exchange.strings import hand_of

_LENGTH = 156


def _read(text: str, rules: Rules, suits: str) -> Iterator[NamedDeal]:
    for number, (line, digits) in enumerate(lines_of(text), start=1):
        cards, faults = [], []
        if len(digits) != _LENGTH:
            faults.append(f"expected {_LENGTH} digits, found {len(digits)} characters")
        for place in range(0, len(digits), 3):
            if card := _card(digits[place : place + 3], suits):
                cards.append(card)
            elif place < _LENGTH:
                faults.append(no_card(digits[place : place + 3], f"card {place // 3 + 1}"))
        yield hand_of(line, cards, faults, str(number), rules.thoughtful)


def _card(digits: str, suits: str) -> Card | None:
    if len(digits) != 3 or not (digits.isascii() and digits.isdigit()):
        return None
    rank, suit = int(digits[:2]), int(digits[2])
    return Card(rank, suits[suit - 1]) if ACE <= rank <= KING and 1 <= suit <= len(suits) else None


def _write(deals: Sequence[NamedDeal], suits: str) -> str:
    return "".join(
        "".join(f"{card.rank:02}{suits.index(card.suit) + 1}" for card in dealt_pack(deal)) + "\n" for deal in deals
    )


KLONDIKE_SOLVER = Format(
    "klondike-solver",
    "Thoughtful: 156 digits a line, suits 1 clubs 2 diamonds 3 hearts 4 spades (also MinimalKlondike)",
    lambda text, rules: _read(text, rules, "CDHS"),
    lambda deals: _write(deals, "CDHS"),
)
KSOLVE = Format(
    "ksolve",
    "Thoughtful: 156 digits a line, suits 1 clubs 2 diamonds 3 spades 4 hearts",
    lambda text, rules: _read(text, rules, "CDSH"),
    lambda deals: _write(deals, "CDSH"),
)
