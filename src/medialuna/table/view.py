"""The view of a table, made from the game that is played there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from medialuna.contract import Action, Move, Pile
from medialuna.record import Game, Status
from medialuna.table.rows import GameRow
from medialuna.table.wire import Counters, PlaceView, Targets, View


def view(row: GameRow, played: Game, legal: Sequence[Action] | None = None) -> View:
    """The table of a stored game as the player sees it, with all that can be done next.

    ``legal``: the legal actions, where they are known already.
    """
    game, state = played.rules, played.state
    seen = game.view(state)
    if legal is None:
        legal = game.legal_actions_unchecked(state)
    targets: dict[tuple[str, int], list[str]] = {}
    presses = dict.fromkeys(game.presses, False)
    for action in legal:
        if isinstance(action, Move):
            targets.setdefault((action.source, action.count), []).append(action.target)
        else:
            presses[action.place] = True
    moves: dict[str, dict[str, Targets]] = {}
    for place, pile in seen.items():
        if pile.lift:
            moves[place] = {
                str(count): Targets(
                    to := targets.get((place, count), []),
                    game.tap_unchecked(state, place, count, to),
                    game.double_tap_unchecked(state, place, count, to),
                    game.zone_unchecked(state, place, count, to),
                )
                for count in range(1, pile.lift + 1)
            }
    name: Any = game.name
    return View(
        row.id,
        name,
        row.code,
        game.options,
        row.step,
        places(seen),
        moves,
        presses,
        played.why_not_undo() is None,
        counters(played, row.seconds),
        status(played, legal),
        assisted=row.assisted,
    )


def places(seen: Mapping[str, Pile]) -> dict[str, PlaceView]:
    """What the player sees of every place."""
    return {
        place: PlaceView([card.id for card in pile.cards], pile.count, pile.face_down, pile.lift, pile.press)
        for place, pile in seen.items()
    }


def counters(played: Game, seconds: float) -> Counters:
    """What is counted in a game."""
    return Counters(played.moves, score(played), round(seconds, 1), played.rules.redeals_left(played.state))


def score(played: Game) -> int | None:
    """The score, None in a game without one."""
    return played.score if played.rules.has_score else None


def status(played: Game, legal: Sequence[Action]) -> Status:
    """Where a game stands. Where something can be done, nothing is blocked; to ask would be dear."""
    return "running" if legal and not played.is_won else played.status
