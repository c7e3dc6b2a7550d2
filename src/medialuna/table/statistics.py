"""Counts a player's games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from medialuna.games import GAMES
from medialuna.table.rows import Played
from medialuna.table.wire_library import StatisticsRow


def counted(games: Iterable[Played]) -> list[StatisticsRow]:
    """The rows of some games, which come in the order in which they were begun."""
    groups: dict[tuple[str, str, bool], list[Played]] = {}
    for one in games:
        letters, options, _ = one.code.split("-")
        groups.setdefault((letters[:2], options, one.assisted), []).append(one)
    return [
        _row(name, options, assisted, groups[letters, options, assisted])
        for name, kind in GAMES.items()
        for letters in [kind.letters]
        for options in kind.variants()
        for assisted in (False, True)
        if (letters, options, assisted) in groups
    ]


def _row(name: Any, options: str, assisted: bool, games: list[Played]) -> StatisticsRow:
    won = [one for one in games if one.status == "won"]
    moves = [one.moves for one in won]
    scores = [one.score for one in won if one.score is not None]
    # A program may play without a clock; such a game has no time that could be the best.
    times = [one.seconds for one in won if one.seconds > 0]
    streak, best_streak = _streaks(games)
    return StatisticsRow(
        name,
        options,
        assisted,
        played=len(games),
        won=len(won),
        blocked=sum(one.status == "blocked" for one in games),
        best_moves=min(moves, default=None),
        best_seconds=min(times, default=None),
        best_score=max(scores, default=None),
        mean_moves=_mean(moves),
        mean_seconds=_mean(times),
        mean_score=_mean(scores),
        streak=streak,
        best_streak=best_streak,
    )


def _streaks(games: list[Played]) -> tuple[int, int]:
    """Games won in a row, up to the last and at best.

    What was left without a win ends a row; only the game begun last, while it still runs, may become part of it.
    """
    streak = best = 0
    for at, one in enumerate(games):
        if one.status == "won":
            streak += 1
            best = max(best, streak)
        elif one.status == "blocked" or at < len(games) - 1:
            streak = 0
    return streak, best


def _mean(values: list[int] | list[float]) -> float | None:
    return round(sum(values) / len(values), 1) if values else None
