"""The JSON of hints and verdicts, and of the deals of the day.

As in ``wire``, the classes are the only description of these shapes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from medialuna.table.wire import ActionBody, GameName

LONGEST = 60
"""Seconds that a question may take."""


class ThinkQuery(Struct, forbid_unknown_fields=True):
    """What is to be found out, and how long that may take."""

    step: Annotated[int, Meta(ge=0, le=2**31 - 1, description="The step of the view that is asked about.")]
    seconds: Annotated[float, Meta(ge=0.1, le=LONGEST, description="How long the search may take.")] = 5.0
    line: Annotated[Literal[0, 1], Meta(description="1: the whole line, too.")] = 0


class ThinkProgress(Struct):
    """How far the search is: event ``progress``."""

    visited: Annotated[int, Meta(description="Positions visited.")]
    stored: Annotated[int, Meta(description="Positions remembered.")]
    stage: Annotated[int, Meta(description="Which part of its plan the search is in; 0: it has not begun.")]
    seconds: Annotated[float, Meta(description="Since the question was asked.")]
    lost: Annotated[
        bool, Meta(description="It is proven already; the last position that can be won is being looked for.")
    ]


class ThinkVerdict(Struct):
    """What was found out: event ``verdict``, the last one."""

    verdict: Annotated[
        Literal["won", "lost", "unknown"],
        Meta(description="won: there is a line behind it; lost: it is proven; unknown: neither was found."),
    ]
    step: Annotated[int, Meta(description="The step of the game that it is about.")]
    said: Annotated[str, Meta(description="The verdict, or the hint, as a sentence in the reader's language.")]
    why: Annotated[
        str | None,
        Meta(description="What ended the search: seconds, memory, states, stopped, busy, no-solver, fault."),
    ] = None
    action: Annotated[ActionBody | None, Meta(description="won: the next action of the line.")] = None
    left: Annotated[int | None, Meta(description="won: how many actions the line has from here.")] = None
    undos: Annotated[
        int | None,
        Meta(description="lost: how many undos lead back to the last position known to be winnable; null: none is."),
    ] = None
    line: Annotated[list[ActionBody] | UnsetType, Meta(description="won, when it was asked for: the line.")] = UNSET


class DayDeal(Struct):
    """A game's deal of the day; it can be won."""

    code: Annotated[str, Meta(examples=["CR1-N-AAAAAAB"])]
    grade: Annotated[int, Meta(ge=1, le=5, description="How hard it is for the solver, from 1 to 5.")]


class Daily(Struct):
    """The deals of the day."""

    date: Annotated[str, Meta(description="The day by universal time.", examples=["2026-11-30"])]
    games: dict[GameName, DayDeal]
