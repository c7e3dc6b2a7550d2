"""Opens the database: its engine, the check that it is ours, and the newest schema.

Nothing is written into a database that is not Medialuna's, or that a newer Medialuna has changed.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import platformdirs
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError, SQLAlchemyError

from medialuna.errors import Picklable
from medialuna.server import config
from medialuna.server.store import migrations
from medialuna.server.store.schema import SCHEMA, VERSION_TABLE

_HEADER = b"SQLite format 3\x00"


class DatabaseRefused(Picklable):
    """The database cannot be used; ``code`` is that of the sentence which says why, with ``details``."""

    def __init__(self, code: str, **details: str) -> None:
        super().__init__(f"{code} {details}")
        self.code, self.details = code, details


def default_database() -> Path:
    """The file in the user's data folder."""
    return Path(platformdirs.user_data_dir("medialuna", appauthor=False)) / "games.sqlite"


def open_database(database: str | Path | None = None) -> Engine:
    """The engine of a database with the newest schema, made when it is not there.

    ``database`` is a file, or a URL such as ``postgresql://user@host/name``; without it the file in the user's data
    folder is opened. Raises :class:`DatabaseRefused`.
    """
    url = _url(database)
    if url.get_backend_name() == "sqlite":
        _prepare_file(url.database or "")
    elif url.drivername == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    shown = url.database or "" if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)
    try:
        engine = _engine(url)
        try:
            _bring_up_to_date(engine, shown)
        except BaseException:
            engine.dispose()
            raise
    except (SQLAlchemyError, ImportError) as error:
        # The driver's plain DatabaseError: a file that SQLite cannot make sense of.
        damaged = type(getattr(error, "orig", None)) is sqlite3.DatabaseError
        code = "server.database-damaged" if damaged else "server.database-unreachable"
        raise DatabaseRefused(code, database=shown, why=_plain(error)) from error
    return engine


def _url(database: str | Path | None) -> URL:
    if database is None:
        return URL.create("sqlite", database=str(default_database()))
    if "://" not in str(database):
        return URL.create("sqlite", database=str(database))
    try:
        url = make_url(str(database))
        url.get_backend_name()
    except (ArgumentError, SQLAlchemyError, ValueError) as error:
        raise DatabaseRefused("server.database-url", database=str(database)[:200]) from error
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise DatabaseRefused("server.database-url", database=url.render_as_string(hide_password=True)[:200])
    return url


# --- SQLite ----------------------------------------------------------------------------------------------------


def _prepare_file(name: str) -> None:
    """Makes the folder, and refuses what is there but is no SQLite file, before SQLite opens it."""
    if name in ("", ":memory:"):
        raise DatabaseRefused("server.database-url", database=name)
    path = Path(name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size:
            with open(path, "rb") as file:
                if file.read(len(_HEADER)) != _HEADER:
                    raise DatabaseRefused("server.database-no-sqlite", database=name)
    except OSError as error:
        raise DatabaseRefused("server.database-unreachable", database=name, why=_plain(error)) from error


def _engine(url: URL) -> Engine:
    if url.get_backend_name() != "sqlite":
        return _postgresql(url)
    engine = create_engine(
        url,
        pool_size=config.THREADS,
        max_overflow=2,
        # What is logged of a failure must not hold what players have.
        hide_parameters=True,
        connect_args={"timeout": config.BUSY_SECONDS, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _: Any) -> None:
        # Transactions begin where `writing` says, not where the driver guesses; a statement outside is one of its own.
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")
        # With a write-ahead log this survives the end of the process at any moment.
        connection.execute("PRAGMA synchronous = NORMAL")

    return engine


def _postgresql(url: URL) -> Engine:
    given = {} if "connect_timeout" in url.query else {"connect_timeout": config.CONNECT_SECONDS}
    engine = create_engine(
        url, pool_size=config.THREADS, max_overflow=2, pool_pre_ping=True, hide_parameters=True, connect_args=given
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: Any) -> None:
        # As on SQLite, nobody waits for another's lock for ever.
        connection.execute(f"SET lock_timeout = '{config.BUSY_SECONDS}s'")
        connection.commit()

    return engine


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction of several statements, committed at the end."""
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            # The lock is taken at once: one taken later could find that another writer was quicker.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection


def _check_file(connection: Connection, shown: str) -> None:
    """Refuses a damaged file. Raises :class:`DatabaseRefused`."""
    try:
        whole = os.path.getsize(shown) <= config.CHECKED_BYTES
        found = connection.exec_driver_sql("PRAGMA quick_check(1)" if whole else "PRAGMA schema_version").scalar()
    except (DatabaseError, OSError) as error:
        raise DatabaseRefused("server.database-damaged", database=shown, why=_plain(error)) from error
    if whole and found != "ok":
        raise DatabaseRefused("server.database-damaged", database=shown, why=str(found)[:200])


# --- the schema ------------------------------------------------------------------------------------------------


def _bring_up_to_date(engine: Engine, shown: str) -> None:
    sqlite = engine.dialect.name == "sqlite"
    with engine.connect() as connection:
        if sqlite:
            _check_file(connection, shown)
        if _version(connection, shown) == SCHEMA:
            return
        if sqlite:
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")
    with writing(engine) as connection:
        if not sqlite:
            # Processes that start together wait for the first, as on SQLite they do anyway.
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": 0x4D4C554E41})
        if _version(connection, shown) != SCHEMA:
            migrations.upgrade(connection)


def _version(connection: Connection, shown: str) -> str | None:
    """The version of the schema, None for an empty database.

    Raises :class:`DatabaseRefused` for a foreign or newer one.
    """
    names = set(inspect(connection).get_table_names())
    if not names:
        return None
    if VERSION_TABLE not in names:
        raise DatabaseRefused("server.database-foreign", database=shown, tables=", ".join(sorted(names))[:200])
    found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    if found is None:
        return None
    if found != SCHEMA and found not in migrations.known():
        raise DatabaseRefused("server.database-newer", database=shown, found=str(found)[:40], known=SCHEMA)
    return str(found)


def _plain(error: BaseException) -> str:
    """What the driver says, without SQLAlchemy's additions."""
    cause = getattr(error, "orig", None) or error
    return (str(cause).strip().splitlines() or [type(cause).__name__])[0][:200]
