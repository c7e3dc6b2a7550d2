"""The steps from an empty database to the newest schema, for Alembic."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

# Alembic is imported where it is needed: a server on a database that is up to date starts without it.


def config() -> Config:
    """Alembic's configuration: the steps lie in this folder."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return made


def known() -> set[str]:
    """The versions of the schema that this code knows."""
    from alembic.script import ScriptDirectory

    return {step.revision for step in ScriptDirectory.from_config(config()).walk_revisions()}


def upgrade(connection: Connection) -> None:
    """Brings a database to the newest schema, within the transaction of the connection."""
    from alembic import command

    made = config()
    made.attributes["connection"] = connection
    command.upgrade(made, "head")
