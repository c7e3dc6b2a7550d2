"""Every sentence by its code, in the languages of the folders here.

The catalogues are gettext files whose msgid is a code (``crescent.suit``). The page, the server and the command line
take all their words from them. Cards are named by templates of each catalogue, so that article, gender and order are
the language's own, and a sentence with a number has the plural forms that its catalogue declares.
"""

from __future__ import annotations

import gettext
import logging
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from medialuna.cards import Card
from medialuna.contract import Reason

LANGUAGES = ("es", "en", "fr")
FALLBACK = "en"

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

strict = False
"""Set by tests: a missing sentence or detail raises KeyError instead of being replaced by a neutral one."""

Words: TypeAlias = dict[str, str | list[str]]
PageWords: TypeAlias = dict[str, str | dict[str, str]]

_log = logging.getLogger(__name__)
_FOLDER = Path(__file__).parent
_NOT_THE_PAGES = ("action.", "card.", "cli.", "code.", "handbook.", "server.")
_COUNTS = ("count", "n", "limit", "score", "states")
"""Details that are amounts: written with the language's separators, and the first of them chooses the plural form."""
_LETTERS = {1: "A", 11: "J", 12: "Q", 13: "K"}
_SAMPLES = (*range(1000), 1_000_000)
"""Numbers among which every plural category of a language occurs: the last for those that have one for millions."""
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

    >>> catalogue("es")["page.undo"]
    'Deshacer'
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    return dict(_catalogue(language))


@cache
def plural_categories(language: str) -> dict[str, int]:
    """Which form of a catalogue each plural category of the language takes: what a browser's ``Intl.PluralRules`` says.

    >>> plural_categories("en")
    {'other': 1, 'one': 0}
    """
    rule, form = Locale.parse(language).plural_form, _plural_rule(language)
    return {rule(number): form(number) for number in _SAMPLES}


def for_the_page(language: str) -> PageWords:
    """The sentences that the page itself says, those with a plural by category; the others are said by the server,
    the commands and the reading pages. Raises KeyError for a language that is not ours."""
    categories = plural_categories(language) if language in LANGUAGES else {}

    def by_category(forms: list[str]) -> dict[str, str]:
        # the page falls back on "other"
        last = forms[categories.get("other", -1)]
        return {"other": last} | {name: forms[i] for name, i in categories.items() if forms[i] != last}

    return {
        code: text if isinstance(text, str) else by_category(text)
        for code, text in catalogue(language).items()
        if not code.startswith(_NOT_THE_PAGES)
    }


def sentence(language: str, code: str, /, **details: object) -> str:
    """The sentence of a code with its details in their places.

    A card is named with its article, a ``suit`` by its name; a ``rank`` and a ``colour`` together are ``{kind}``, any
    card of that rank and colour. Amounts are written as the language does, and choose the form of a plural.

    >>> sentence("es", "thoughtful.rank", on=Card(13, "C"), rank=12, colour="red")
    'Sobre el rey de tréboles va una reina roja'
    """
    template = _template(language, code, details)
    named = {name: _written(language, name, value) for name, value in details.items()}
    if "rank" in details and "colour" in details:
        named["kind"] = _of_rank(language, f"card.any.{details['colour']}", details["rank"])
    return _PLACEHOLDER.sub(lambda match: _filled(code, match[1], named), template)


def explain(language: str, reason: Reason) -> str:
    """Why an action was refused, as a sentence."""
    return sentence(language, reason.code, **reason.details)


def card_name(language: str, card: Card) -> str:
    """A card as a diagram or a list shows it.

    >>> card_name("fr", Card(13, "H"))
    'R♥'
    """
    return rank_name(language, card.rank) + SIGNS[card.suit]


def card_in_words(language: str, card: Card) -> str:
    """A card's name to be read aloud, without an article.

    >>> card_in_words("fr", Card(11, "C"))
    'valet de trèfle'
    """
    letter = _LETTERS.get(card.rank)
    rank = sentence(language, f"page.rank.{letter}") if letter else str(card.rank)
    return sentence(language, "page.card", rank=rank, suit=card.suit)


def rank_name(language: str, rank: int) -> str:
    """A rank as the language's cards show it; ``rank.letters`` are those of ace, jack, queen and king."""
    letters = str(_catalogue(language)["rank.letters"])
    return dict(zip(_LETTERS, letters, strict=True)).get(rank, str(rank))


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
            amounts = (value for name in _COUNTS if isinstance(value := details.get(name), int))
            text = text[_plural_rule(tried)(next(amounts, 0))]
        if text:
            return text
        if strict:
            raise KeyError(f"no sentence for {code} in {tried}")
        _log.error("no sentence for %s in %s", code, tried)
    return _NEUTRAL.replace("{code}", code)


def _written(language: str, name: str, value: object) -> str:
    if isinstance(value, Card):
        return _of_rank(language, "card.the", value.rank, suit=value.suit)
    if name == "suit":
        return sentence(language, f"suit.{value}")
    if name in _COUNTS and isinstance(value, int):
        return _number(language, value)
    if isinstance(value, float):
        return _number(language, value, "#,##0.00")
    return str(value)


def _number(language: str, value: float, pattern: str | None = None) -> str:
    text = format_decimal(value, pattern, locale=language if language in LANGUAGES else FALLBACK)
    # The narrow no-break space of French is in no older encoding of a terminal; the wide one is in most.
    return text.replace("\u202f", "\u00a0")


def _of_rank(language: str, code: str, rank: Any, **details: object) -> str:
    """A card by template: ace, jack, queen and king have one each, all others share one."""
    return sentence(language, f"{code}.{_LETTERS.get(rank, 'number')}", number=rank, **details)


def _filled(code: str, name: str, named: Mapping[str, str]) -> str:
    if name not in named and strict:
        raise KeyError(f"{code} needs {name}")
    return named.get(name, "…")
