"""A player's games after and between the playing: lists, links, statistics, everything at once.

It works on the same database as ``store``, and as there every method is one transaction.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, insert, or_, select, update

from medialuna.server import config
from medialuna.server.store.games import ROW, Store, count_games, hashed, is_name, now
from medialuna.server.store.schema import device_links, games, players, shares
from medialuna.table.rows import GAMES_PER_PLAYER, GameRow, Kept, Listed, Played, Taken, TooManyGames
from medialuna.table.transfer import Here, is_one_game, merge

_KEPT = [games.c[name] for name in Kept._fields]


class Library:
    """The queries of one server process."""

    def __init__(self, store: Store) -> None:
        self.store, self.engine = store, store.engine

    # --- the list ----------------------------------------------------------------------------------------------

    def page(self, player: int, status: str | None, before: tuple[int, str] | None, limit: int) -> list[Listed]:
        """Games of a player, the one played last first, from after ``before`` (time and name) on.

        Games in which nothing was done are left out, except the one at the table.
        """
        latest = select(games.c.id).where(games.c.player == player).order_by(games.c.updated.desc()).limit(1)
        query = (
            select(*ROW, games.c.created, games.c.updated, shares.c.token)
            .join_from(games, shares, games.c.id == shares.c.game, isouter=True)
            .where(games.c.player == player, or_(games.c.step > 0, games.c.id == latest.scalar_subquery()))
            .order_by(games.c.updated.desc(), games.c.id.desc())
            .limit(limit)
        )
        if status is not None:
            query = query.where(games.c.status == status)
        if before is not None:
            at, name = before
            # said in two parts, so that the index leads to the first of them
            query = query.where(games.c.updated <= at, or_(games.c.updated < at, games.c.id < name))
        with self.engine.connect() as connection:
            return [Listed(GameRow(*found[:-3]), *found[-3:]) for found in connection.execute(query).all()]

    def resume(self, player: int, game: str) -> None:
        """Makes a game the player's latest; the one that is left is deleted when nothing was done in it."""
        mine = games.c.player == player
        with self.store.writing() as connection:
            latest = select(games.c.id).where(mine).order_by(games.c.updated.desc()).limit(1)
            left = connection.execute(latest).scalar_one_or_none()
            connection.execute(update(games).where(mine, games.c.id == game).values(updated=now()))
            if left is not None and left != game:
                shown = exists().where(shares.c.game == games.c.id)
                connection.execute(delete(games).where(games.c.id == left, games.c.step == 0, ~shown))

    def delete_game(self, player: int, game: str) -> None:
        """Deletes a game, and the link that shows it."""
        with self.store.writing() as connection:
            connection.execute(delete(games).where(games.c.player == player, games.c.id == game))

    # --- links to a record -------------------------------------------------------------------------------------

    def share(self, game: str) -> str:
        """The token of the link that shows a game; always the same until it is taken back."""
        with self.store.writing() as connection:
            # Of two that ask at once the second waits here, and then finds the first one's.
            connection.execute(select(games.c.id).where(games.c.id == game).with_for_update())
            found = connection.execute(select(shares.c.token).where(shares.c.game == game)).scalar_one_or_none()
            if found is not None:
                return str(found)
            token = secrets.token_urlsafe(12)
            connection.execute(insert(shares).values(token=token, game=game, created=now()))
        return token

    def unshare(self, game: str) -> None:
        """Takes the link back."""
        with self.store.writing() as connection:
            connection.execute(delete(shares).where(shares.c.game == game))

    def shared(self, token: str) -> GameRow | None:
        """The game that a link shows."""
        if not is_name(token):
            return None
        query = select(*ROW).join_from(games, shares, games.c.id == shares.c.game).where(shares.c.token == token)
        with self.engine.connect() as connection:
            found = connection.execute(query).one_or_none()
        return None if found is None else GameRow(*found)

    # --- statistics --------------------------------------------------------------------------------------------

    def played(self, player: int) -> list[Played]:
        """The games in which something was done, in the order in which they were begun."""
        query = select(*(games.c[name] for name in Played._fields)).where(_played_by(player))
        with self.engine.connect() as connection:
            return [Played(*found) for found in connection.execute(query.order_by(games.c.created, games.c.id))]

    # --- everything --------------------------------------------------------------------------------------------

    def everything(self, player: int) -> list[Kept]:
        """All games in which something was done, in an order that depends on nothing but them."""
        with self.engine.connect() as connection:
            found = [Kept(*row) for row in connection.execute(select(*_KEPT).where(_played_by(player)))]
        return sorted(found, key=lambda one: (one.created, one.updated, one.record, one))

    def take_in(self, player: int, settings: str, taken: Sequence[Kept]) -> Taken:
        """Adds the games that are not there yet, and the settings; all or nothing.

        A game that is there, and goes on in ``taken``, goes on. Raises :class:`TooManyGames`.
        """
        with self.store.writing() as connection:
            # The player's row is locked: two files at once are taken in one after the other.
            connection.execute(select(players.c.id).where(players.c.id == player).with_for_update())
            here: dict[tuple[str, int], list[Here]] = {}
            rows = select(games.c.code, games.c.created, *_HERE).where(games.c.player == player)
            for code, created, *found in connection.execute(rows):
                here.setdefault((code, created), []).append(Here(*found))
            merged = merge(here, taken)
            continued, won = 0, list[tuple[str, str]]()
            for mine, one in merged.longer:
                # Only if it has not gone on meanwhile, here at the table.
                unchanged = and_(games.c.id == mine.id, games.c.record == mine.record)
                values = {**one._asdict(), "assisted": mine.assisted or one.assisted}
                if connection.execute(update(games).where(unchanged).values(**values)).rowcount:
                    continued += 1
                    if one.status == "won":
                        won.append((mine.id, one.record))
            new = merged.new
            if new and count_games(connection, player) + len(new) > GAMES_PER_PLAYER:
                raise TooManyGames
            if new:
                rows_to_add = [{**one._asdict(), "id": secrets.token_urlsafe(12), "player": player} for one in new]
                connection.execute(insert(games), rows_to_add)
            connection.execute(update(players).where(players.c.id == player).values(settings=settings))
        return Taken(len(new), continued, len(taken) - len(new) - continued, won)

    def delete_player(self, player: int) -> None:
        """Deletes a player, the games and the links."""
        with self.store.writing() as connection:
            connection.execute(delete(players).where(players.c.id == player))

    # --- another device ----------------------------------------------------------------------------------------

    def device_link(self, player: int, token: str) -> tuple[str, int]:
        """A secret that brings the player's token to another browser, once, and the time until when.

        An older one of the player's is dead then. The database holds neither the secret nor the token as they are.
        """
        secret, at = secrets.token_urlsafe(24), now()
        expires = at + config.DEVICE_LINK_SECONDS * 1_000_000
        with self.store.writing() as connection:
            connection.execute(select(players.c.id).where(players.c.id == player).with_for_update())
            stale = or_(device_links.c.player == player, device_links.c.expires <= at)
            connection.execute(delete(device_links).where(stale))
            row = {"token": hashed(secret), "player": player, "sealed": _sealed(secret, token), "expires": expires}
            connection.execute(insert(device_links).values(row))
        return secret, expires

    def open_device_link(self, secret: str, browser: int | None) -> tuple[str, int] | None:
        """The player's token, and how many games of the browser's former player became this player's.

        None when the link is unknown, was opened before or has expired.
        """
        if not is_name(secret):
            return None
        with self.store.writing() as connection:
            opened = delete(device_links).where(device_links.c.token == hashed(secret), device_links.c.expires > now())
            found = connection.execute(opened.returning(device_links.c.player, device_links.c.sealed)).one_or_none()
            if found is None:
                return None
            player, sealed = found
            joined = 0 if browser in (None, player) else _join(connection, browser or 0, player)
        return _unsealed(secret, sealed), joined


def _played_by(player: int) -> ColumnElement[bool]:
    return and_(games.c.player == player, games.c.step > 0)


_HERE = [games.c[name] for name in Here._fields]


def _join(connection: Connection, left: int, player: int) -> int:
    """Gives one player's games to another, who then is the only one; of a game that both have, the longer stays."""
    query = select(*_KEPT, games.c.id)
    theirs: dict[tuple[str, int], list[Here]] = {}
    for *found, name in connection.execute(query.where(games.c.player == player)):
        kept = Kept(*found)
        theirs.setdefault((kept.code, kept.created), []).append(Here(name, kept.record, kept.assisted))
    joined = 0
    for *found, name in connection.execute(query.where(_played_by(left))).all():
        kept = Kept(*found)
        same = [one for one in theirs.get((kept.code, kept.created), []) if is_one_game(one, kept)]
        if any(len(one.record) >= len(kept.record) for one in same):
            continue
        connection.execute(delete(games).where(games.c.id.in_([one.id for one in same])))
        connection.execute(update(games).where(games.c.id == name).values(player=player))
        joined += 1
    connection.execute(delete(players).where(players.c.id == left))
    return joined


def _sealed(secret: str, token: str) -> str:
    plain = token.encode()
    return bytes(a ^ b for a, b in zip(plain, _pad(secret, len(plain)), strict=True)).hex()


def _unsealed(secret: str, sealed: str) -> str:
    plain = bytes.fromhex(sealed)
    return bytes(a ^ b for a, b in zip(plain, _pad(secret, len(plain)), strict=True)).decode()


def _pad(secret: str, length: int) -> bytes:
    """As many bytes as are needed, which follow from the secret alone; it is used for one token only."""
    return hashlib.shake_256(b"medialuna device link " + secret.encode()).digest(length)
