"""The route with which every visit begins."""

from __future__ import annotations

from typing import cast

from fastapi import APIRouter, Request
from starlette.responses import Response

from medialuna import words
from medialuna.notation.deal_code import BadCode, DealCode
from medialuna.server.errors import Refusal, as_refusal, language_of
from medialuna.server.http.body import decoded
from medialuna.server.http.compression import packed_answer
from medialuna.server.http.dependencies import (
    Body,
    keep_cookie,
    playing_of,
    remember_language,
    settings_of,
    token_of,
)
from medialuna.server.http.openapi import answers, takes
from medialuna.server.http.rate_limits import check_limit
from medialuna.server.playing import Playing, chance_deal, first_game
from medialuna.server.store.games import GameRow, Player
from medialuna.table import wire

router = APIRouter(prefix="/api")


@router.post(
    "/start",
    responses=answers(
        wire.StartAnswer, 200, "All that a page needs to begin; sets the cookie.", 400, 408, 413, 415, 429
    ),
    openapi_extra=takes(wire.StartRequest),
    tags=["player"],
)
def start(request: Request, body: Body) -> Response:
    """Begins a visit.

    Goes on with the player's latest game; with a code, with the latest game of that code that is not won yet, or deals
    it. A new visitor becomes a player and finds a Crescent dealt by chance.
    """
    playing, asked = playing_of(request), decoded(body, wire.StartRequest)
    store, token = playing.store, token_of(request)
    player = store.player(token)
    if player is None:
        check_limit(request, "players")
        player, token = store.new_player()
    else:
        store.seen(player.id)
    remember_language(request, player)
    language, error = language_of(request), None
    row: GameRow | None = None
    try:
        if asked.code is not None and asked.code.strip():
            row = _deal_of_address(playing, player, DealCode.parse(asked.code, offered=True))
            table = playing.view(row)
    except (BadCode, Refusal) as refused:
        row, error = None, as_refusal(refused).body(language)
    if row is None:
        try:
            row = store.latest_game(player.id) or playing.begin(player.id, chance_deal(first_game()))
            table = playing.view(row)
        except Refusal as refused:
            error = error or refused.body(language)
            table = playing.view(playing.begin(player.id, chance_deal(first_game())))
    begun = wire.StartAnswer(
        cast(wire.Language, language),
        cast(list[wire.Language], list(words.LANGUAGES)),
        settings_of(player.settings),
        words.for_the_page(language),
        table,
        error,
    )
    response = packed_answer(request, wire.encode(begun))
    keep_cookie(request, response, token or "")
    return response


def _deal_of_address(playing: Playing, player: Player, code: DealCode) -> GameRow:
    row = playing.store.latest_game(player.id, str(code))
    if row is None:
        return playing.begin(player.id, code)
    playing.store.touch(row.id)
    return row
