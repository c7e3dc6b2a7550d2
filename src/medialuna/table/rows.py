"""Players and games as they are stored, and what a store of them does.

A server keeps them in a database, for many players; a browser that plays without one keeps its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

GAMES_PER_PLAYER = 10_000


class Player(NamedTuple):
    """A player: the row's number, and the settings as JSON."""

    id: int
    settings: str


class GameRow(NamedTuple):
    """A game as it is stored.

    ``seconds`` is the time played, ``step`` the number of actions in ``record``; ``status``, ``moves`` and ``score``
    are what the record comes to; ``assisted``: the player was helped.
    """

    id: str
    player: int
    code: str
    record: str
    step: int
    seconds: float
    status: str
    moves: int = 0
    score: int | None = None
    assisted: bool = False


class Listed(NamedTuple):
    """A game in a list, with its times and the token of the link that shows it."""

    row: GameRow
    created: int
    updated: int
    share: str | None


class Played(NamedTuple):
    """What is counted of a game in which something was done."""

    code: str
    status: str
    moves: int
    score: int | None
    seconds: float
    assisted: bool


class Kept(NamedTuple):
    """A game as it is taken along to another server: without its name and its player."""

    code: str
    record: str
    step: int
    seconds: float
    status: str
    moves: int
    score: int | None
    assisted: bool
    created: int
    updated: int


class Taken(NamedTuple):
    """How many games of a file are new here, go on, and were there; ``won``: name and record of those that go on to
    their win."""

    added: int
    continued: int
    known: int
    won: list[tuple[str, str]]


class TooManyGames(Exception):
    """A player has as many games as one may have."""


class TableStore(Protocol):
    """Each method is done as a whole or not at all; what it has answered is kept."""

    def change_settings(self, player: int, change: Callable[[str], str]) -> str:
        """Replaces the settings by what ``change`` makes of them; answers them."""

    def new_game(self, player: int, code: str, record: str, score: int | None = None) -> GameRow:
        """A game at its first position. Raises :class:`TooManyGames`."""

    def latest_game(self, player: int, code: str | None = None) -> GameRow | None:
        """The player's game that was made or played last; with ``code``, the latest of that code that is not won."""

    def current(self, row: GameRow) -> GameRow | None:
        """A game as it is stored by now; None when it was deleted."""

    def touch(self, game: str) -> None:
        """Makes a game the player's latest, if that can be noted."""

    def append(self, before: GameRow, after: GameRow) -> bool:
        """Keeps a game with one more action; False when the stored game is no longer at the step of ``before``."""

    def set_seconds(self, game: str, seconds: float) -> None:
        """Notes the time played; it never runs back, and it stands still when the game is over."""


class LibraryStore(Protocol):
    """The same for a player's games after and between the playing."""

    def page(self, player: int, status: str | None, before: tuple[int, str] | None, limit: int) -> list[Listed]:
        """Games of a player, the one played last first, from after ``before`` (time and name) on.

        Games in which nothing was done are left out, except the one at the table.
        """

    def resume(self, player: int, game: str) -> None:
        """Makes a game the player's latest; the one that is left is deleted when nothing was done in it."""

    def delete_game(self, player: int, game: str) -> None:
        """Deletes a game."""

    def played(self, player: int) -> list[Played]:
        """The games in which something was done, in the order in which they were begun."""

    def everything(self, player: int) -> list[Kept]:
        """All games in which something was done, in an order that depends on nothing but them."""

    def take_in(self, player: int, settings: str, taken: Sequence[Kept]) -> Taken:
        """Adds the games that are not there yet, and the settings; a game that goes on in ``taken`` goes on.

        Raises :class:`TooManyGames`.
        """
