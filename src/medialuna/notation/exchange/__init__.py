"""Deals from and to the formats of other programs, and the tables and boards of this one.

>>> digits = (
...     "042041044124023073111012123081104093031052051121094074061091083102043071132134113114"
...     "131022103013062032101011014034054021112064092082133033072053084063024122"
... )
>>> deals = read("klondike-solver", digits)
>>> write("hand", deals)[:20]
'4D 4C 4S QS 2H 7H JC'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from medialuna.notation.exchange import boards, digits, solvitaire, strings
from medialuna.notation.exchange.deals import BadDeal, Format, NamedDeal, Rules, Unwritable
from medialuna.notation.exchange.strings import read_deals
from medialuna.outside import cleaned

__all__ = ["FORMATS", "BadDeal", "Format", "NamedDeal", "Rules", "Unwritable", "read", "read_deals", "write"]

FORMATS: Mapping[str, Format] = {
    format.name: format
    for format in (
        boards.CODE,
        boards.BOARD,
        strings.HAND,
        strings.PILES,
        strings.CSV,
        solvitaire.SOLVITAIRE,
        digits.KLONDIKE_SOLVER,
        digits.KSOLVE,
    )
}
"""Every format by its name."""


def read(name: str, text: str, rules: Rules | None = None) -> list[NamedDeal]:
    """The deals of a text in a format. Raises :class:`BadDeal`, KeyError for a format that there is not."""
    return list(FORMATS[name].read(cleaned(text), rules or Rules()))


def write(name: str, deals: Sequence[NamedDeal]) -> str:
    """Deals in a format. Raises :class:`Unwritable` for a deal it has no words for, KeyError for a format that there is
    not, ValueError for one that can only be read.
    """
    format = FORMATS[name]
    if format.write is None:
        raise ValueError(f"{name} can only be read")
    return format.write(deals)
