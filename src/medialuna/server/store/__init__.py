"""The database: its schema, and all that is read from it and written to it."""
