"""The JSON that goes over the wire, in both directions, and a table's view made from a game.

The classes are the only description of these shapes: requests are checked against them, answers are encoded from them,
and ``/openapi.json`` documents them.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from medialuna.contract import Action, Press

GameName: TypeAlias = Literal["crescent", "thoughtful"]
Language: TypeAlias = Literal["es", "en", "fr"]

MOST_SECONDS = 31_536_000
"""A year: nobody plays a game for longer."""

CodeText: TypeAlias = Annotated[
    str,
    Meta(max_length=100, description="A deal code, in any case, with spaces and any dash.", examples=["CR1-N-AAAAAAB"]),
]
PlaceName: TypeAlias = Annotated[
    str,
    Meta(
        max_length=10,
        description="A place. Crescent: 1 to 16, AS AH AD AC, KS KH KD KC. Thoughtful: 1 to 7, stock, W, S, H, D, C.",
        examples=["5"],
    ),
]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=104, description="How many cards, from the top.", examples=[1])]
Seconds: TypeAlias = Annotated[
    float,
    Meta(ge=0, le=MOST_SECONDS, description="Seconds played so far; a game's time never runs back.", examples=[31.2]),
]
CardId: TypeAlias = Annotated[str, Meta(description="Rank, suit, number of the deck.", examples=["8D0"])]


# --- answers ---------------------------------------------------------------------------------------------------


class PlaceView(Struct):
    """What the player sees of one place."""

    cards: Annotated[list[CardId], Meta(description="The visible cards, bottom to top.")]
    count: Annotated[int, Meta(description="All cards that lie there.")]
    face_down: Annotated[int, Meta(description="How many of them are turned down.")]
    lift: Annotated[int, Meta(description="How many can be taken up together at most.")]
    press: Annotated[
        PlaceName | None, Meta(description="What pressing the place does, as in an action; null: nothing.")
    ]


class Targets(Struct):
    """Where cards that are taken up together may go."""

    to: Annotated[list[PlaceName], Meta(description="Every place that accepts them.")]
    tap: Annotated[PlaceName | None, Meta(description="Where a tap sends them; null: they wait for a target.")]
    double: Annotated[PlaceName | None, Meta(description="Where a double tap sends them; null: nowhere.")]
    zone: Annotated[
        PlaceName | None, Meta(description="The foundation that is meant when they are dropped among these.")
    ]


class Counters(Struct):
    """What is counted in a game."""

    moves: int
    score: Annotated[int | None, Meta(description="null in a game without score.")]
    seconds: Annotated[float, Meta(description="Seconds played.")]
    redeals_left: Annotated[int | None, Meta(description="Redistributions left; null in a game without them.")]


class View(Struct):
    """A whole table, as much of it as the player may see."""

    id: Annotated[str, Meta(description="Names the game in the other requests.")]
    game: GameName
    code: Annotated[str, Meta(description="The deal's code.", examples=["CR1-N-AAAAAAB"])]
    options: Annotated[str, Meta(description="The options in the code.", examples=["N"])]
    step: Annotated[int, Meta(description="How many actions the game's record holds; an action is sent with it.")]
    places: dict[str, PlaceView]
    moves: Annotated[
        dict[str, dict[str, Targets]],
        Meta(description="By source and number of cards: every way to take cards up, and where they may go."),
    ]
    presses: Annotated[
        dict[str, bool], Meta(description="What can be pressed in this game, and whether it is allowed now.")
    ]
    undo: Annotated[bool, Meta(description="Whether the last action can be undone.")]
    counters: Counters
    status: Literal["running", "won", "blocked"]
    assisted: Annotated[bool, Meta(description="Whether the player was helped in this game.")] = False
    grade: Annotated[int | None, Meta(description="How hard the deal is, 1 to 5; null: not known.")] = None
    redo: Annotated[
        ActionBody | UnsetType, Meta(description="After an undo: the action taken back, which may be sent again.")
    ] = UNSET
    undone: Annotated[
        list[ActionBody] | UnsetType,
        Meta(description="When a game is taken up again: what was undone and may be sent again, the next one last."),
    ] = UNSET
    previous: Annotated[
        str | UnsetType | None, Meta(description="After a new game: the game that was left; it can be resumed.")
    ] = UNSET


class Error(Struct):
    """Every refusal and every failure."""

    code: Annotated[str, Meta(description="Stable name of what is wrong.", examples=["crescent.suit"])]
    rule: Annotated[str | None, Meta(description="The rule of the game that forbids it.", examples=["CR-7"])]
    message: Annotated[
        str,
        Meta(description="A sentence in the reader's language.", examples=["It must be of the same suit"]),
    ]
    ok: bool = False
    part: Annotated[
        str | UnsetType,
        Meta(description="What of the request is wrong: a part of a deal code, a field of the body."),
    ] = UNSET
    view: Annotated[
        View | UnsetType, Meta(description="The table as it is, when the action was meant for another step.")
    ] = UNSET


class Why(Struct):
    """Whether something is allowed, and if not, the rule against it."""

    allowed: bool
    code: str | UnsetType = UNSET
    rule: str | UnsetType | None = UNSET
    message: str | UnsetType = UNSET


class Settings(Struct):
    """A player's settings."""

    language: Annotated[Language | None, Meta(description="null: as the browser asks.")] = None
    interactive_rules: Annotated[bool, Meta(description="Show the rule that forbids a refused move.")] = True
    double_click: Annotated[bool, Meta(description="Two quick taps look for a place.")] = True
    suits: Annotated[Literal["two", "four"] | None, Meta(description="Colours of the suits.")] = None
    theme: Annotated[Literal["light", "dark"] | None, Meta(description="null: as the system.")] = None
    hand: Literal["right", "left"] = "right"
    motion: bool = True
    sound: bool = False
    shortcuts: Annotated[bool, Meta(description="Keys that act alone, without Ctrl.")] = True
    clock: Annotated[bool, Meta(description="Show the time played; it is measured all the same.")] = True
    lamp: Annotated[bool, Meta(description="Show whether the position can be won.")] = False
    winnable: Annotated[bool, Meta(description="New games: only deals that can be won.")] = False
    last_game: GameName = "crescent"
    last_options: Annotated[
        dict[GameName, Annotated[str, Meta(max_length=10)]], Meta(description="The options chosen last, by game.")
    ] = {}


class DealAnswer(Struct):
    """What a deal code names."""

    code: Annotated[str, Meta(description="The code as it is written.", examples=["CR1-N-AAAAAAB"])]
    game: GameName
    options: str


class WordsAnswer(Struct):
    """All sentences of a language by code; one with a plural has a form for each of its
    language's plural categories, as `Intl.PluralRules` names them; `other` stands for those that are not there."""

    language: Language
    words: dict[str, str | dict[str, str]]


class StartAnswer(Struct):
    """All that a page needs to begin."""

    language: Language
    languages: list[Language]
    settings: Settings
    words: dict[str, str | dict[str, str]]
    game: View
    error: Annotated[Error | None, Meta(description="What was wrong with the code; the game is then the last one.")]


class Health(Struct):
    """The server and its database answer."""

    ok: bool = True


# --- requests --------------------------------------------------------------------------------------------------


class StartRequest(Struct, forbid_unknown_fields=True):
    """``code``: what stands in the page's address; null or missing: go on with the last game."""

    code: CodeText | None = None


class NewGame(Struct, forbid_unknown_fields=True):
    """Either a code, or a game (and its options) for a deal by chance."""

    code: CodeText | UnsetType = UNSET
    game: GameName | UnsetType = UNSET
    options: Annotated[str, Meta(max_length=10, examples=["D1N"])] | UnsetType = UNSET
    winnable: Annotated[bool, Meta(description="Only a deal that is proven winnable.")] | UnsetType = UNSET


class MoveBody(Struct, forbid_unknown_fields=True):
    """The top ``count`` cards of a place go to another."""

    source: PlaceName
    count: Count
    target: PlaceName


class ActionBody(Struct, forbid_unknown_fields=True):
    """Exactly one of the three."""

    move: MoveBody | UnsetType = UNSET
    press: PlaceName | UnsetType = UNSET
    undo: bool | UnsetType = UNSET


class Finish(Struct):
    """What is left to do when every card only has to be brought home."""

    actions: Annotated[
        list[ActionBody] | None, Meta(description="The moves that win, in their order; null: there is more to do.")
    ]


class ActionRequest(Struct, forbid_unknown_fields=True):
    """An action, and the step of the view it was chosen in."""

    step: Annotated[int, Meta(ge=0, le=2**31 - 1, examples=[12])]
    action: ActionBody
    seconds: Seconds = 0.0


class WhyQuery(Struct, forbid_unknown_fields=True):
    """A move (without target: taking the cards up), a press, or the undo."""

    source: Annotated[PlaceName, Meta(description="The place the cards are taken from.")] | UnsetType = UNSET
    count: Annotated[Count, Meta(description="How many cards, from the top; 1 when missing.")] | UnsetType = UNSET
    target: Annotated[PlaceName, Meta(description="Where they go; missing: may they be taken up?")] | UnsetType = UNSET
    press: Annotated[PlaceName, Meta(description="A press, as in the view.")] | UnsetType = UNSET
    undo: Annotated[Literal[1], Meta(description="The undo.")] | UnsetType = UNSET


class ClockRequest(Struct, forbid_unknown_fields=True):
    """The page's clock."""

    seconds: Seconds


class SettingsChange(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The settings to change; those that are missing stay."""

    language: Language | UnsetType | None = UNSET
    interactive_rules: bool | UnsetType = UNSET
    double_click: bool | UnsetType = UNSET
    suits: Literal["two", "four"] | UnsetType | None = UNSET
    theme: Literal["light", "dark"] | UnsetType | None = UNSET
    hand: Literal["right", "left"] | UnsetType = UNSET
    motion: bool | UnsetType = UNSET
    sound: bool | UnsetType = UNSET
    shortcuts: bool | UnsetType = UNSET
    clock: bool | UnsetType = UNSET
    lamp: bool | UnsetType = UNSET
    winnable: bool | UnsetType = UNSET
    last_game: GameName | UnsetType = UNSET
    last_options: dict[GameName, Annotated[str, Meta(max_length=10)]] | UnsetType = UNSET


encode = msgspec.json.Encoder().encode


def action_body(action: Action) -> ActionBody:
    """An action as a page sends it."""
    return ActionBody(press=action.place) if isinstance(action, Press) else ActionBody(move=MoveBody(*action))
