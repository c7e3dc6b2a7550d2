"""Alembic's entry: runs the steps on the connection that ``migrations.upgrade`` hands over."""

from alembic import context

from medialuna.server.store.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    # The caller's transaction holds all steps, on SQLite too.
    transactional_ddl=True,
)
context.run_migrations()
