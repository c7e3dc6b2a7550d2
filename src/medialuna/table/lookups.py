"""What can be looked up without playing."""

from __future__ import annotations

from typing import cast

from medialuna import words
from medialuna.notation.deal_code import DealCode
from medialuna.table import wire
from medialuna.table.refusals import NotFound


def words_of(language: str) -> wire.WordsAnswer:
    """The sentences of the table's page in a language. Raises :class:`NotFound`."""
    if language not in words.LANGUAGES:
        raise NotFound("server.no-language", part="language", expected=", ".join(words.LANGUAGES))
    return wire.WordsAnswer(cast(wire.Language, language), words.for_the_page(language))


def deal_of(code: str) -> wire.DealAnswer:
    """What a deal code names. Raises BadCode."""
    found = DealCode.parse(code[:200], offered=True)
    return wire.DealAnswer(str(found), cast(wire.GameName, found.game.name), found.game.options)
