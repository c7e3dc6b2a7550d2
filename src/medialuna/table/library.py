"""A player's games in lists, and one of them as it is shown to others."""

from __future__ import annotations

from typing import cast

from medialuna.notation.deal_code import DealCode
from medialuna.table import wire
from medialuna.table.rows import GameRow, LibraryStore, Listed
from medialuna.table.wire_library import GamesAnswer, GamesQuery, GameSummary, SharedAnswer, Status, as_time


def listed(store: LibraryStore, player: int, asked: GamesQuery) -> GamesAnswer:
    """A page of the list of games, the one played last first."""
    at, _, name = asked.before.partition(".") if isinstance(asked.before, str) else ("", "", "")
    found = store.page(
        player, None if asked.status == "all" else asked.status, (int(at), name) if at else None, asked.limit + 1
    )
    more = len(found) > asked.limit
    found = found[: asked.limit]
    after = f"{found[-1].updated}.{found[-1].row.id}" if more else None
    return GamesAnswer([_summary(one) for one in found], after)


def _summary(listed: Listed) -> GameSummary:
    row, code = listed.row, DealCode.parse(listed.row.code)
    return GameSummary(
        row.id,
        cast(wire.GameName, code.game.name),
        row.code,
        code.game.options,
        cast(Status, row.status),
        row.moves,
        row.score,
        round(row.seconds, 1),
        row.step,
        row.assisted,
        as_time(listed.created),
        as_time(listed.updated),
        None if listed.share is None else link_of(listed.share),
    )


def link_of(token: str) -> str:
    """Where a game that is shown may be seen."""
    return f"/replay/{token}"


def shared(row: GameRow) -> SharedAnswer:
    """A game as a link shows it."""
    game = DealCode.parse(row.code).game
    return SharedAnswer(
        row.record,
        row.code,
        cast(wire.GameName, game.name),
        game.options,
        row.step,
        cast(Status, row.status),
        row.moves,
        row.score,
        round(row.seconds, 1),
    )
