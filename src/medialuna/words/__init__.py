"""Every sentence by its code, in the languages of the folders here.

The catalogues are gettext files whose msgid is a code (``crescent.suit``). The page, the server and the command line
take all their words from them; a sentence may name cards, ranks, suits and colours, which are written as the reader's
language does.
"""

from __future__ import annotations

import gettext
import logging
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from medialuna.cards import Card
from medialuna.contract import Reason

LANGUAGES = ("es", "en", "fr")
FALLBACK = "en"

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

strict = False
"""Set by tests: a missing sentence or detail raises KeyError instead of being replaced by a neutral one."""

Words: TypeAlias = dict[str, str | list[str]]

_log = logging.getLogger(__name__)
_FOLDER = Path(__file__).parent
_NOT_THE_PAGES = ("cli.", "code.", "handbook.", "server.")
_NEUTRAL = "Sorry, there are no words for this ({code})."
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@cache
def _read(language: str) -> Catalog:
    with open(_FOLDER / language / "medialuna.po", "rb") as file:
        return read_po(file, locale=language)


@cache
def _plural_rule(language: str) -> Callable[[int], int]:
    return gettext.c2py(_read(language).plural_expr)


@cache
def _catalogue(language: str) -> Words:
    words: Words = {}
    for message in _read(language):
        if not message.id:
            continue
        if isinstance(message.id, (list, tuple)):
            words[message.id[0]] = [str(form) for form in message.string or ()]
        else:
            words[message.id] = str(message.string)
    return words


def catalogue(language: str) -> Words:
    """All sentences of a language by code; one with a plural is the list of its forms.

    Raises KeyError for a language that is not ours.

    >>> catalogue("es")["colour.red"]
    'rojo'
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    return dict(_catalogue(language))


def for_the_page(language: str) -> Words:
    """The sentences that the table's page itself says; the others are told by the server, the commands and the
    reading pages. Raises KeyError for another language."""
    return {code: text for code, text in catalogue(language).items() if not code.startswith(_NOT_THE_PAGES)}


def sentence(language: str, code: str, /, **details: object) -> str:
    """The sentence of a code with its details in their places.

    A card becomes its rank letter and suit sign; a number called ``rank`` the rank's letter; ``colour`` and ``suit``
    their names; of a sentence with a plural, ``count`` picks the form.

    >>> sentence("es", "thoughtful.rank", on=Card(10, "C"), rank=9, colour="red")
    'Sobre 10♣ va un 9 rojo'
    """
    template = _template(language, code, details)
    named = {name: _written(language, name, value) for name, value in details.items()}
    return _PLACEHOLDER.sub(lambda match: _filled(code, match[1], named), template)


def explain(language: str, reason: Reason) -> str:
    """Why an action was refused, as a sentence."""
    return sentence(language, reason.code, **reason.details)


def card_name(language: str, card: Card) -> str:
    """
    >>> card_name("fr", Card(13, "H"))
    'R♥'
    """
    return rank_name(language, card.rank) + SIGNS[card.suit]


def rank_name(language: str, rank: int) -> str:
    """A rank as the language's cards show it; ``rank.letters`` are those of ace, jack, queen and king."""
    letters = str(_catalogue(language)["rank.letters"])
    return {1: letters[0], 11: letters[1], 12: letters[2], 13: letters[3]}.get(rank, str(rank))


def best_language(accept: str | None) -> str:
    """The language of ours that an ``Accept-Language`` header likes best; English when it names none.

    >>> best_language("de, fr-CH;q=0.9, es;q=0.95"), best_language("*"), best_language(None)
    ('es', 'en', 'en')
    """
    best, likes = FALLBACK, 0.0
    for item in (accept or "")[:1000].split(","):
        match = re.fullmatch(r"\s*([A-Za-z]{1,8})(?:-[\w-]*)?\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?", item)
        if match and match[1].lower() in LANGUAGES:
            quality = float(match[2] or 1)
            if quality > likes:
                best, likes = match[1].lower(), quality
    return best


def _template(language: str, code: str, details: Mapping[str, object]) -> str:
    for tried in dict.fromkeys((language, FALLBACK)):
        text = _catalogue(tried).get(code) if tried in LANGUAGES else None
        if isinstance(text, list):
            count = details.get("count")
            text = text[_plural_rule(tried)(count if isinstance(count, int) else 0)]
        if text:
            return text
        if strict:
            raise KeyError(f"no sentence for {code} in {tried}")
        _log.error("no sentence for %s in %s", code, tried)
    return _NEUTRAL.replace("{code}", code)


def _written(language: str, name: str, value: object) -> str:
    if isinstance(value, Card):
        return card_name(language, value)
    if name == "rank" and isinstance(value, int):
        return rank_name(language, value)
    if name in ("colour", "suit"):
        return sentence(language, f"{name}.{value}")
    return str(value)


def _filled(code: str, name: str, named: Mapping[str, str]) -> str:
    if name not in named and strict:
        raise KeyError(f"{code} needs {name}")
    return named.get(name, "…")
