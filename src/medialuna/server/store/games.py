"""Players and games as the database keeps them.

Every method is one transaction. What a method has returned from is on disk, and survives the end of the process.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from threading import Lock

from sqlalchemy import (
    Connection,
    Engine,
    Integer,
    Update,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from medialuna.server import config
from medialuna.server.store.engine import writing
from medialuna.server.store.raw_statements import Direct
from medialuna.server.store.schema import games, players
from medialuna.table.rows import GAMES_PER_PLAYER, GameRow, Player, TooManyGames

ROW = [games.c[name] for name in GameRow._fields]

# The two statements of every move.
_GAME_OF_TOKEN = (
    select(players.c.settings, *ROW)
    .join_from(games, players, games.c.player == players.c.id)
    .where(games.c.id == bindparam("game"), players.c.token == bindparam("token"))
)
# The step is checked by the statement that changes it: of two writers one meets no row.
_APPEND = (
    update(games)
    .where(games.c.id == bindparam("game"), games.c.step == bindparam("at"))
    .values(
        record=bindparam("record"),
        step=bindparam("at", type_=Integer) + 1,
        seconds=case((games.c.seconds > bindparam("time"), games.c.seconds), else_=bindparam("time")),
        status=bindparam("status"),
        moves=bindparam("moves"),
        score=bindparam("score"),
        updated=bindparam("now"),
    )
)


class Store:
    """The database of one server process; any number of processes may share one."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        # SQLite lets one write at a time and makes the others poll; within a process they queue here instead.
        self._turn: Lock | nullcontext[None] = Lock() if engine.dialect.name == "sqlite" else nullcontext()
        self._game_of_token, self._append = Direct(engine, _GAME_OF_TOKEN), Direct(engine, _APPEND)

    def close(self) -> None:
        self.engine.dispose()

    def is_alive(self) -> bool:
        """Whether the database answers. Raises SQLAlchemyError otherwise."""
        with self.engine.connect() as connection:
            return connection.execute(select(literal(1))).scalar() == 1

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes, committed at the end."""
        with self._turn, writing(self.engine) as connection:
            yield connection

    def _write(self, statement: Update) -> None:
        """Executes one statement and commits."""
        with self._turn, self.engine.begin() as connection:
            connection.execute(statement)

    # --- players -----------------------------------------------------------------------------------------------

    def new_player(self) -> tuple[Player, str]:
        """A new player, and the token that only the cookie will know."""
        token, at = secrets.token_urlsafe(32), now()
        row = {"token": hashed(token), "settings": "{}", "created": at, "seen": at}
        with self.writing() as connection:
            key = connection.execute(insert(players).values(row)).inserted_primary_key
        assert key is not None
        return Player(key[0], "{}"), token

    def player(self, token: str | None) -> Player | None:
        """The player with this token."""
        if not token or len(token) > 100:
            return None
        query = select(players.c.id, players.c.settings).where(players.c.token == hashed(token))
        with self.engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else Player(*row)

    def seen(self, player: int) -> None:
        """Notes that the player came back, if it can be noted."""
        with _if_possible():
            self._write(update(players).where(players.c.id == player).values(seen=now()))

    def change_settings(self, player: int, change: Callable[[str], str]) -> str:
        """Replaces the settings by what ``change`` makes of them; two changes at once are made one after the other."""
        where = players.c.id == player
        with self.writing() as connection:
            query = select(players.c.settings).where(where).with_for_update()
            changed = change(connection.execute(query).scalar_one())
            connection.execute(update(players).where(where).values(settings=changed))
        return changed

    # --- games -------------------------------------------------------------------------------------------------

    def new_game(self, player: int, code: str, record: str, score: int | None = None) -> GameRow:
        """A game at its first position. Raises :class:`TooManyGames`."""
        at = now()
        row = GameRow(secrets.token_urlsafe(12), player, code, record, 0, 0.0, "running", score=score)
        with self.writing() as connection:
            if count_games(connection, player) >= GAMES_PER_PLAYER:
                self._make_room(connection, player, at)
            connection.execute(insert(games).values(**row._asdict(), created=at, updated=at))
        return row

    def _make_room(self, connection: Connection, player: int, at: int) -> None:
        """Deletes the player's old games in which nothing was ever done."""
        untouched = (games.c.step == 0) & (games.c.updated < at - config.UNTOUCHED_MICROSECONDS)
        connection.execute(delete(games).where((games.c.player == player) & untouched))
        if count_games(connection, player) >= GAMES_PER_PLAYER:
            raise TooManyGames

    def game(self, token: str | None, game: str) -> tuple[Player, GameRow] | None:
        """A game of the player with this token; None when there is no such player or game, or it is another's."""
        if not token or len(token) > 100 or not is_name(game):
            return None
        row = self._game_of_token.row({"game": game, "token": hashed(token)})
        if row is None:
            return None
        settings, *rest = row
        # `assisted`: SQLite has no booleans.
        rest[-1] = bool(rest[-1])
        found = GameRow(*rest)
        return Player(found.player, settings), found

    def current(self, row: GameRow) -> GameRow | None:
        """A game as it is stored by now; None when it was deleted."""
        query = select(*ROW).where(games.c.id == row.id, games.c.player == row.player)
        with self.engine.connect() as connection:
            found = connection.execute(query).one_or_none()
        return None if found is None else GameRow(*found)

    def latest_game(self, player: int, code: str | None = None) -> GameRow | None:
        """The player's game that was made or played last; with ``code``, the latest of that code that is not won."""
        query = select(*ROW).where(games.c.player == player)
        if code is not None:
            query = query.where(games.c.code == code, games.c.status != "won")
        with self.engine.connect() as connection:
            row = connection.execute(query.order_by(games.c.updated.desc()).limit(1)).one_or_none()
        return None if row is None else GameRow(*row)

    def touch(self, game: str) -> None:
        """Makes a game the player's latest, if that can be noted."""
        with _if_possible():
            self._write(update(games).where(games.c.id == game).values(updated=now()))

    def append(self, before: GameRow, after: GameRow) -> bool:
        """Commits a game with one more action; False when the stored game is no longer at the step of ``before``."""
        values = {
            "game": before.id,
            "at": before.step,
            "record": after.record,
            "time": after.seconds,
            "status": after.status,
            "moves": after.moves,
            "score": after.score,
            "now": now(),
        }
        with self._turn:
            return self._append.count(values) == 1

    def set_seconds(self, game: str, seconds: float) -> None:
        """Notes the time played; it never runs back, and it stands still when the game is over."""
        self._write(
            update(games)
            .where(games.c.id == game, games.c.seconds < seconds, games.c.status == "running")
            .values(seconds=seconds)
        )


def _if_possible() -> AbstractContextManager[None]:
    """A database that cannot be written to can still be looked at."""
    return suppress(SQLAlchemyError)


def is_name(text: str) -> bool:
    """Whether a text could name a game or a link; PostgreSQL would choke on some of the others."""
    return re.fullmatch(r"[\w-]{1,64}", text, re.ASCII) is not None


def count_games(connection: Connection, player: int) -> int:
    """How many games a player has."""
    return connection.execute(select(func.count()).select_from(games).where(games.c.player == player)).scalar_one()


def now() -> int:
    """The time as the database keeps it: microseconds since 1970, UTC."""
    return time.time_ns() // 1000


def hashed(token: str) -> str:
    """What the database keeps of a secret."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
