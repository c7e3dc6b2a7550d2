"""What the database holds: one row a player, one row a game."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

VERSION_TABLE = "medialuna_schema"
"""Names the version of the schema, and marks a database as ours."""

SCHEMA = "0001"
"""The version that this code reads and writes: the newest of the migrations."""

_Id = BigInteger().with_variant(Integer, "sqlite")

players = Table(
    "players",
    metadata,
    Column("id", _Id, primary_key=True),
    # The hash of the token in the player's cookie; who reads the database cannot play as anyone.
    Column("token", String(64), nullable=False, unique=True),
    Column("settings", Text, nullable=False),
    # Times are microseconds since 1970, UTC.
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("player", _Id, ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("code", String(40), nullable=False),
    # The record of the game on one line; everything else about the game follows from it.
    Column("record", Text, nullable=False),
    # How many actions the record holds.
    Column("step", Integer, nullable=False),
    # How long the game has been played, as the page's clock counts it.
    Column("seconds", Float, nullable=False),
    # running, won or blocked: where the record ends, kept to be asked for.
    Column("status", String(10), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Index("games_of_player", "player", "updated"),
)
