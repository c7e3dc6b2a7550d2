"""What the solver has found, as the database keeps it: winning lines with their games, and winnable deals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import NamedTuple

from sqlalchemy import delete, exists, func, insert, literal, select, update

from medialuna.server.store.games import Store
from medialuna.server.store.schema import games, losses, proven


class WinnableDeal(NamedTuple):
    """A deal in stock, and how many others a player has not had."""

    code: str
    grade: int
    others: int


class Loss(NamedTuple):
    """A position that a version of the solver has called lost: where the first ``step`` actions of a record end."""

    step: int
    version: int
    evidence: str


_LOSS = [losses.c[name] for name in Loss._fields]


class Ended(Exception):
    """The server has ended, and nothing is read or written any more."""


class Findings:
    """The findings in the database of one server process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock, self._ended = Lock(), False

    def close(self) -> None:
        """Waits for what is being read or written; nothing is any more after that."""
        with self._lock:
            self._ended = True

    @contextmanager
    def _gate(self) -> Iterator[None]:
        # Threads in the background may come late; they must not open the database again.
        with self._lock:
            if self._ended:
                raise Ended
            yield

    # --- games -------------------------------------------------------------------------------------------------

    def mark_assisted(self, game: str) -> None:
        """Notes that the player was helped in a game; this is never taken back."""
        with self._gate(), self._store.writing() as connection:
            connection.execute(update(games).where(games.c.id == game).values(assisted=True))

    def keep_line(self, game: str, line: str) -> None:
        """Keeps a way to the win: the step it begins at, and its actions as a record writes them."""
        with self._gate(), self._store.writing() as connection:
            connection.execute(update(games).where(games.c.id == game).values(line=line))

    def line(self, game: str) -> str | None:
        """The way to the win that was kept last."""
        with self._gate(), self._store.engine.connect() as connection:
            return connection.execute(select(games.c.line).where(games.c.id == game)).scalar()

    def keep_loss(self, game: str, loss: Loss) -> str | None:
        """Keeps that a position of a game was called lost. Answers the game's record if it has been won meanwhile."""
        kept = exists().where(losses.c.game == game, losses.c.step == loss.step, losses.c.version == loss.version)
        columns = [games.c.id, *(literal(value) for value in loss)]
        row = select(*columns).where(games.c.id == game, ~kept)
        won = select(games.c.record).where(games.c.id == game, games.c.status == "won")
        with self._gate(), self._store.writing() as connection:
            connection.execute(insert(losses).from_select(["game", *Loss._fields], row))
            return connection.execute(won).scalar()

    def losses(self, game: str) -> list[Loss]:
        """What was kept of a game by :meth:`keep_loss`."""
        query = select(*_LOSS).where(losses.c.game == game).order_by(*_LOSS)
        with self._gate(), self._store.engine.connect() as connection:
            return [Loss(*row) for row in connection.execute(query)]

    def take_loss(self, game: str, loss: Loss) -> bool:
        """Deletes one of them; False when another process was quicker."""
        one = (losses.c.game == game, losses.c.step == loss.step, losses.c.version == loss.version)
        with self._gate(), self._store.writing() as connection:
            return connection.execute(delete(losses).where(*one)).rowcount == 1

    # --- winnable deals ----------------------------------------------------------------------------------------

    def keep_deal(self, code: str, variant: str, grade: int) -> None:
        """Lays a deal in; one that is there already stays as it is."""
        with self._gate(), self._store.writing() as connection:
            if not connection.execute(select(exists().where(proven.c.code == code))).scalar():
                connection.execute(insert(proven).values(code=code, variant=variant, grade=grade))

    def count(self, variant: str) -> int:
        """How many deals of a variant are in stock."""
        query = select(func.count()).select_from(proven).where(proven.c.variant == variant)
        with self._gate(), self._store.engine.connect() as connection:
            return connection.execute(query).scalar_one()

    def deal(self, variant: str, player: int) -> WinnableDeal | None:
        """A deal of a variant that the player has not had, by chance; None when there is none."""
        had = exists().where(games.c.player == player, games.c.code == proven.c.code)
        query = select(proven.c.code, proven.c.grade).where(proven.c.variant == variant, ~had)
        with self._gate(), self._store.engine.connect() as connection:
            rows = connection.execute(query.order_by(func.random()).limit(_LOOKED_AT)).all()
        return WinnableDeal(*rows[0], len(rows) - 1) if rows else None

    def grade(self, code: str) -> int | None:
        """The grade of a deal that was once in stock."""
        with self._gate(), self._store.engine.connect() as connection:
            return connection.execute(select(proven.c.grade).where(proven.c.code == code)).scalar()


_LOOKED_AT = 20
"""Rows that are counted at most: whether there are few is all that matters."""
