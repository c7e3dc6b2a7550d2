"""What lies around a game: its moves and score, help, links, and deals known to be winnable."""

import sqlalchemy as sa
from alembic import op

from medialuna.notation.deal_code import BadCode
from medialuna.record import GameRecord, replay

revision = "0002"
down_revision = "0001"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("games", sa.Column("moves", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("games", sa.Column("score", sa.Integer(), nullable=True))
    op.add_column("games", sa.Column("assisted", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("line", sa.Text(), nullable=True))
    _count_what_is_there()
    op.create_table(
        "shares",
        sa.Column("token", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False, unique=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "device_links",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("player", _ID, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, unique=True),
        sa.Column("sealed", sa.String(200), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "proven",
        sa.Column("code", sa.String(40), primary_key=True),
        sa.Column("variant", sa.String(20), nullable=False),
        sa.Column("grade", sa.Integer(), nullable=False),
    )
    op.create_index("proven_of_variant", "proven", ["variant", "grade"])


def _count_what_is_there() -> None:
    """Fills in the moves and the score of the games that were played before they were kept."""
    games = sa.table("games", *(sa.column(name) for name in ("id", "record", "moves", "score")))
    connection = op.get_bind()
    for game, text in connection.execute(sa.select(games.c.id, games.c.record)).all():
        try:
            record = GameRecord.parse(text)
        except BadCode:
            continue
        played = replay(record).played
        score = played.score if played.rules.has_score else None
        changed = sa.update(games).where(games.c.id == game).values(moves=played.moves, score=score)
        connection.execute(changed)
