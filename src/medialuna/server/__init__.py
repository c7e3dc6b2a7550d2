"""The server: tables to play at, kept in a database, shown to a browser."""
