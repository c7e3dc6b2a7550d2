"""What the database holds: one row a player, one row a game; links that lead to them; deals known to be winnable."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

VERSION_TABLE = "medialuna_schema"
"""Names the version of the schema, and marks a database as ours."""

SCHEMA = "0003"
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
    # The counters where the record ends, kept to be asked for; score is null in a game without one.
    Column("moves", Integer, nullable=False, server_default="0"),
    Column("score", Integer),
    # Whether the player was helped (a hint, a verdict, a solution); such games are counted apart.
    Column("assisted", Boolean, nullable=False, server_default=false()),
    # A way to the win from some step on, once it has been found; replayed before it is believed.
    Column("line", Text),
    Index("games_of_player", "player", "updated"),
)

shares = Table(
    "shares",
    metadata,
    # A link with this token shows the record of the game to everyone.
    Column("token", String(32), primary_key=True),
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
)

device_links = Table(
    "device_links",
    metadata,
    # The hash of the token in the link, which opens once, until ``expires``.
    Column("token", String(64), primary_key=True),
    Column("player", _Id, ForeignKey("players.id", ondelete="CASCADE"), nullable=False, unique=True),
    # The player's own token, which only who holds the link can read.
    Column("sealed", String(200), nullable=False),
    Column("expires", BigInteger, nullable=False),
)

losses = Table(
    "losses",
    metadata,
    # Positions that a version of the solver has called lost. Nobody believes them later; a win that contradicts one is
    # a fault of that version.
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    # How many actions of the record lead to the position.
    Column("step", Integer, primary_key=True),
    Column("version", Integer, primary_key=True),
    # What proved it.
    Column("evidence", Text, nullable=False),
)

proven = Table(
    "proven",
    metadata,
    # Deals that are known to be winnable, and how hard they are, to be dealt when a player asks for one.
    Column("code", String(40), primary_key=True),
    Column("variant", String(20), nullable=False),
    Column("grade", Integer, nullable=False),
    Index("proven_of_variant", "variant", "grade"),
)
