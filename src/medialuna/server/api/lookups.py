"""The routes that need no player: the sentences of a language, and what a deal code names."""

from __future__ import annotations

from typing import cast

from fastapi import APIRouter, Request
from starlette.responses import Response

from medialuna import words
from medialuna.notation.deal_code import DealCode
from medialuna.server.errors import Refusal
from medialuna.server.http.compression import packed_answer
from medialuna.server.http.dependencies import (
    json_answer,
)
from medialuna.server.http.openapi import answers
from medialuna.table import wire

router = APIRouter(prefix="/api")


@router.get("/words/{language}", responses=answers(wire.WordsAnswer, 200, "The sentences.", 404), tags=["words"])
def see_words(request: Request, language: str) -> Response:
    """The sentences of the table's page in a language."""
    if language not in words.LANGUAGES:
        raise Refusal(404, "server.no-language", part="language", expected=", ".join(words.LANGUAGES))
    answer = wire.WordsAnswer(cast(wire.Language, language), words.for_the_page(language))
    return packed_answer(request, wire.encode(answer))


@router.get("/deals/{code}", responses=answers(wire.DealAnswer, 200, "What the code names.", 400), tags=["words"])
def see_deal(code: str) -> Response:
    """Whether a text is a deal code, and of what."""
    found = DealCode.parse(code[:200], offered=True)
    return json_answer(wire.DealAnswer(str(found), cast(wire.GameName, found.game.name), found.game.options))
