"""The routes that need no player: the sentences of a language, and what a deal code names."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from medialuna.server.http.compression import packed_answer
from medialuna.server.http.dependencies import (
    json_answer,
)
from medialuna.server.http.openapi import answers
from medialuna.table import wire
from medialuna.table.lookups import deal_of, words_of

router = APIRouter(prefix="/api")


@router.get("/words/{language}", responses=answers(wire.WordsAnswer, 200, "The sentences.", 404), tags=["words"])
def see_words(request: Request, language: str) -> Response:
    """The sentences of the table's page in a language."""
    return packed_answer(request, wire.encode(words_of(language)))


@router.get("/deals/{code}", responses=answers(wire.DealAnswer, 200, "What the code names.", 400), tags=["words"])
def see_deal(code: str) -> Response:
    """Whether a text is a deal code, and of what."""
    return json_answer(deal_of(code))
