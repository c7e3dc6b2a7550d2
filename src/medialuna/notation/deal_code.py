"""Deal codes: ``CR1-N-AAAAAAB`` brings a deal back for ever."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from medialuna import shuffle
from medialuna.contract import AnyRules
from medialuna.errors import MedialunaError
from medialuna.games import GAMES
from medialuna.outside import cleaned

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = 7
NUMBERS = len(LETTERS) ** DIGITS
"""Deals are numbered from 0 to ``NUMBERS`` - 1."""

_EXAMPLE = "CR1-N-AAAAAAB"


class BadCode(MedialunaError):
    """A text that is no deal code.

    ``part`` names what is wrong with it: ``shape``, ``game``, ``version``, ``options`` or ``number``; ``code`` is that
    of the sentence in ``words``, ``details`` what the sentence names.
    """

    def __init__(self, text: str, part: str, found: str, expected: str, game: str = "") -> None:
        super().__init__(f"{_shown(text)} is no deal code: its {part} is {_shown(found)}, expected {expected}")
        self.text, self.part, self.code = text, part, f"code.{part}"
        self.details: Mapping[str, str] = {"part": _shown(found), "expected": expected, "game": game}


@dataclass(frozen=True)
class DealCode:
    """A game with its options, and the number of a deal.

    >>> str(DealCode.parse("  tf1–d1n–aaaaaab "))
    'TF1-D1N-AAAAAAB'
    """

    game: AnyRules
    number: int

    def __post_init__(self) -> None:
        if not 0 <= self.number < NUMBERS:
            raise ValueError(f"deal number {self.number}: expected 0 to {NUMBERS - 1}")

    def __str__(self) -> str:
        return f"{self.game.letters}{shuffle.VERSION}-{self.game.options}-{number_letters(self.number)}"

    def deal(self) -> Any:
        """The first position of the deal."""
        return self.game.deal(shuffle.shuffled(self.game.pack(), self.number))

    @classmethod
    def parse(cls, text: str, offered: bool = False) -> Self:
        """Reads a code in lower case, with spaces around its parts, with any dash; with ``offered`` only one of a
        variant that a table offers. Raises :class:`BadCode`."""
        parts = _parts(text)
        if len(parts) != 3 or not re.fullmatch(r"[^\W\d_]+\d+", parts[0]):
            raise BadCode(text, "shape", text, _EXAMPLE)
        head, options, number = parts
        letters, version = head.rstrip("0123456789"), head.lstrip(LETTERS)
        kind = next((game for game in GAMES.values() if game.letters == letters), None)
        if kind is None:
            raise BadCode(text, "game", letters, ", ".join(game.letters for game in GAMES.values()))
        if version != str(shuffle.VERSION):
            raise BadCode(text, "version", version, str(shuffle.VERSION))
        variants = kind.variants() if offered else kind.coded()
        if options not in variants:
            raise BadCode(text, "options", options, ", ".join(variants), kind.name.capitalize())
        if len(number) != DIGITS or any(c not in LETTERS for c in number):
            raise BadCode(text, "number", number, f"{DIGITS} letters A-Z")
        return cls(variants[options], letters_number(number))


def number_letters(number: int) -> str:
    """The seven letters of a deal's number, base 26, most significant first.

    >>> number_letters(0), number_letters(8_031_810_175)
    ('AAAAAAA', 'ZZZZZZZ')
    """
    letters = ""
    for _ in range(DIGITS):
        number, digit = divmod(number, len(LETTERS))
        letters = LETTERS[digit] + letters
    return letters


def letters_number(letters: str) -> int:
    """The inverse of :func:`number_letters`."""
    number = 0
    for letter in letters:
        number = number * len(LETTERS) + LETTERS.index(letter)
    return number


def _parts(text: str) -> list[str]:
    dashed = "".join("-" if unicodedata.category(c) == "Pd" or c == "−" else c for c in cleaned(text))
    return [part.strip().upper() for part in dashed.split("-")]


def _shown(part: str) -> str:
    """A part of hostile length or content, fit for a message."""
    return f"«{part[:20]}…»" if len(part) > 20 else f"«{part}»"
