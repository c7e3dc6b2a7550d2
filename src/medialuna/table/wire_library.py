"""The JSON of what lies around a table: the list of games, replays, statistics, the file with everything, devices.

As in ``wire``, the classes are the only description of these shapes.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

from medialuna.table.wire import ActionBody, Counters, Error, GameName, PlaceView, Seconds, Settings

Status: TypeAlias = Literal["running", "won", "blocked"]
Time: TypeAlias = Annotated[datetime, Meta(tz=True, examples=["2026-11-30T05:25:36.120945Z"])]
RecordText: TypeAlias = Annotated[
    str, Meta(max_length=80_000, description="A record: code and actions.", examples=["TF1-D1N-AAAAAAB: + + U"])
]
LinkToken: TypeAlias = Annotated[str, Meta(max_length=64, description="What stands at the end of the link.")]

WINDOW = 50
"""How many steps of a replay are shown at once."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def as_time(microseconds: int) -> datetime:
    """A time as the database keeps it, as the wire shows it.

    >>> as_time(1_500_000).isoformat()
    '1970-01-01T00:00:01.500000+00:00'
    """
    return _EPOCH + microseconds * _MICROSECOND


def as_microseconds(time: datetime) -> int:
    """The inverse of :func:`as_time`."""
    return (time - _EPOCH) // _MICROSECOND


# --- the list --------------------------------------------------------------------------------------------------


class GameSummary(Struct):
    """A game in the list."""

    id: str
    game: GameName
    code: Annotated[str, Meta(examples=["CR1-N-AAAAAAB"])]
    options: str
    status: Status
    moves: int
    score: Annotated[int | None, Meta(description="null in a game without score.")]
    seconds: float
    step: int
    assisted: bool
    created: Time
    updated: Annotated[Time, Meta(description="When it was last played or taken up again.")]
    link: Annotated[str | None, Meta(description="The link that shows its record to everyone; null: none was made.")]


class GamesAnswer(Struct):
    """The player's games, the one played last first; untouched ones are left out, except the table's own."""

    games: list[GameSummary]
    next: Annotated[str | None, Meta(description="`before` of the next page; null: these were the last.")]


# The dollar sign alone would let a line feed follow.
_AFTER = r"^-?[0-9]{1,17}\.[A-Za-z0-9_-]{1,32}(?!\n)$"


class GamesQuery(Struct, forbid_unknown_fields=True):
    """Which games."""

    status: Annotated[Literal["running", "won", "blocked", "all"], Meta(description="Only those.")] = "all"
    before: Annotated[str, Meta(max_length=60, pattern=_AFTER, description="The `next` of a page.")] | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=100, description="At most so many.")] = 50


class RecordAnswer(Struct):
    """A game as its record, which is all there is to it."""

    record: Annotated[str, Meta(examples=["TF1-D1N-AAAAAAB: + + U"])]
    code: str
    actions: int


class LinkAnswer(Struct):
    """A link on this server, without its host."""

    link: Annotated[str, Meta(examples=["/replay/0kYv2Zr7Qm1nXw3b"])]


class SharedAnswer(Struct):
    """A game that its player shows."""

    record: str
    code: str
    game: GameName
    options: str
    actions: int
    status: Status
    moves: int
    score: int | None
    seconds: float


class StatisticsRow(Struct):
    """The games of one kind in which something was done. Bests, means and streaks are those of won games."""

    game: GameName
    options: str
    assisted: Annotated[bool, Meta(description="Whether these are the games in which the player was helped.")]
    played: Annotated[int, Meta(description="Games with at least one action.")]
    won: Annotated[int, Meta(description="Those that are won now; never more than were played.")]
    blocked: int
    best_moves: int | None
    best_seconds: Annotated[float | None, Meta(description="Of games whose time was kept.")]
    best_score: int | None
    mean_moves: float | None
    mean_seconds: float | None
    mean_score: float | None
    streak: Annotated[int, Meta(description="Games won in a row up to now, in the order in which they were begun.")]
    best_streak: int


class StatisticsAnswer(Struct):
    """One row for each game, options, and with or without help."""

    rows: list[StatisticsRow]


# --- replays ---------------------------------------------------------------------------------------------------


class ReplayRequest(Struct, forbid_unknown_fields=True):
    """A record to be checked."""

    record: RecordText


class RecordFault(Error, kw_only=True):
    """The first action of a record that cannot be done."""

    at: Annotated[int, Meta(description="Its index in the record, from 0.")]
    action: Annotated[str, Meta(description="Its text.")]


class ReplayAnswer(Struct):
    """What a record comes to, as far as it follows the rules."""

    ok: bool
    code: str
    game: GameName
    options: str
    steps: Annotated[int, Meta(description="How many actions can be done: views 0 to this one can be asked for.")]
    status: Status
    moves: int
    score: int | None
    fault: RecordFault | None


class ReplayViewRequest(Struct, forbid_unknown_fields=True):
    """One step of a record, or those from one to another."""

    record: RecordText
    step: Annotated[int, Meta(ge=0, le=1_000_000)] | UnsetType = UNSET
    first: Annotated[int, Meta(ge=0, le=1_000_000)] | UnsetType = field(name="from", default=UNSET)
    last: Annotated[int, Meta(ge=0, le=1_000_000)] | UnsetType = field(name="to", default=UNSET)


class ReplayView(Struct):
    """A table at a step of a record: a view in which nothing can be done."""

    game: GameName
    code: str
    options: str
    step: int
    places: dict[str, PlaceView]
    counters: Counters
    status: Status
    action: Annotated[ActionBody | None, Meta(description="What was done to come here; null at the deal.")]
    text: Annotated[str | None, Meta(description="The same as the record writes it.", examples=["W-F"])]
    id: None = None
    moves: dict[str, dict[str, str]] = {}
    presses: dict[str, bool] = {}
    undo: bool = False


class ReplayViews(Struct):
    """Some steps of a record, in their order."""

    views: list[ReplayView]


# --- everything ------------------------------------------------------------------------------------------------


class GameEntry(Struct, forbid_unknown_fields=True):
    """A game in the file with everything."""

    record: RecordText
    seconds: Seconds
    status: Status
    created: Time
    updated: Time
    assisted: bool


class ImportedSettings(Settings, forbid_unknown_fields=True):
    """Settings in the file with everything."""


class Export(Struct):
    """Everything of a player: the file that moves to another server."""

    medialuna: Annotated[Literal[1], Meta(description="The version of this file's shape.")]
    settings: Settings
    games: list[GameEntry]


class Import(Struct, forbid_unknown_fields=True):
    """The file with everything, its games not yet looked at."""

    medialuna: Literal[1]
    settings: ImportedSettings
    games: list[Raw]


class ImportAnswer(Struct):
    """What came of a file."""

    added: Annotated[int, Meta(description="Games that are new here.")]
    continued: Annotated[int, Meta(description="Games that were here, and go on further in the file.")]
    known: Annotated[int, Meta(description="Games that were here as they are in the file, or have gone on since.")]


class DeviceLink(Struct):
    """A link that makes the browser which opens it first this player."""

    link: Annotated[str, Meta(examples=["/device/Zm9vYmFyYmF6cXV4"])]
    expires: Time


class DeviceRequest(Struct, forbid_unknown_fields=True):
    """What the link carries."""

    token: LinkToken


class DeviceAnswer(Struct):
    """The browser is the player of the link now."""

    joined: Annotated[int, Meta(description="Games that were this browser's before and now are the player's too.")]
    ok: bool = True


SHAPES: tuple[type[Struct], ...] = (
    GamesAnswer,
    RecordAnswer,
    LinkAnswer,
    SharedAnswer,
    StatisticsAnswer,
    ReplayRequest,
    ReplayAnswer,
    ReplayViewRequest,
    ReplayView,
    ReplayViews,
    GameEntry,
    Export,
    Import,
    ImportAnswer,
    DeviceLink,
    DeviceRequest,
    DeviceAnswer,
)
"""What ``/openapi.json`` describes."""
