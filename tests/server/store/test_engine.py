"""The database: made when missing, brought up to date, and left alone when it is not ours."""

import sqlite3
import threading
from contextlib import closing

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, select

from medialuna import words
from medialuna.notation.deal_code import DealCode
from medialuna.server import config
from medialuna.server.store import games as store_module
from medialuna.server.store import migrations
from medialuna.server.store.engine import DatabaseRefused, default_database, open_database
from medialuna.server.store.games import Store
from medialuna.server.store.schema import SCHEMA, VERSION_TABLE, games, metadata, players
from medialuna.table.play import Playing
from medialuna.table.refusals import Impossible
from medialuna.table.rows import TooManyGames


def refused(database) -> DatabaseRefused:
    """Why a database is refused; its file is then as it was, and nothing was put beside it."""
    before = database.read_bytes()
    with pytest.raises(DatabaseRefused) as caught:
        open_database(database)
    assert database.read_bytes() == before
    assert [path.name for path in database.parent.iterdir()] == [database.name]
    for language in words.LANGUAGES:
        assert database.name in words.sentence(language, caught.value.code, **caught.value.details)
    return caught.value


def execute(database, *statements):
    with closing(sqlite3.connect(database)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def test_a_missing_or_empty_file_becomes_a_database(tmp_path):
    for path in (tmp_path / "deep" / "folders" / "games.sqlite", tmp_path / "empty.sqlite"):
        if path.name == "empty.sqlite":
            path.touch()
        store = Store(open_database(path))
        player, token = store.new_player()
        assert store.player(token) == player
        store.close()
        again = Store(open_database(path))
        assert again.player(token) == player
        again.close()


def test_processes_that_start_together_make_one_schema(database):
    engines = []
    threads = [threading.Thread(target=lambda: engines.append(open_database(database))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(engines) == 4
    for engine in engines:
        engine.dispose()


def test_the_migrations_lead_to_the_tables_that_the_code_uses(database):
    """Must agree: ``tables.SCHEMA`` and the newest migration, the migrations and ``tables``."""
    assert ScriptDirectory.from_config(migrations.config()).get_heads() == [SCHEMA]
    engine = open_database(database)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert context.get_current_revision() == SCHEMA
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_an_older_database_keeps_its_games_and_learns_what_they_came_to(database):
    """From the first schema on, which did not hold moves and scores."""
    engine = create_engine(f"sqlite:///{database}")
    with engine.begin() as connection:
        made = migrations.config()
        made.attributes["connection"] = connection
        command.upgrade(made, "0001")
        connection.exec_driver_sql("INSERT INTO players VALUES (1, 'x', '{}', 0, 0)")
        for name, record in (
            ("played", "TF1-D1N-AAAAAAB: + + U W-F"),
            ("crescent", "CR1-N-AAAAAAB: R R"),
            ("untouched", "TF1-D1N-AAAAAAB:"),
            ("broken", "nonsense: 1"),
        ):
            row = (name, 1, record.partition(":")[0], record, len(record.split()) - 1, 5.0, "running", 7, 8)
            connection.exec_driver_sql("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    engine.dispose()
    engine = open_database(database)
    with engine.connect() as connection:
        rows = connection.execute(select(games.c.id, games.c.moves, games.c.score, games.c.assisted)).all()
        assert sorted(map(tuple, rows)) == [
            ("broken", 0, None, False),
            ("crescent", 0, None, False),
            ("played", 2, 0, False),
            ("untouched", 0, 0, False),
        ]
    engine.dispose()


def test_writes_are_logged_ahead(database):
    engine = open_database(database)
    with engine.connect() as connection:
        wanted = {"journal_mode": "wal", "synchronous": 1, "busy_timeout": 10_000, "foreign_keys": 1}
        assert {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in wanted} == wanted
    engine.dispose()


def test_a_file_that_is_no_database(database):
    for content in (b"Dear diary, \n" * 50, b"\0" * 5000, b"SQLite format 2", b"x"):
        database.write_bytes(content)
        assert refused(database).code == "server.database-no-sqlite"


def test_a_database_of_another_program(database):
    execute(database, "CREATE TABLE recipes (id INTEGER)", "INSERT INTO recipes VALUES (1)")
    error = refused(database)
    assert error.code == "server.database-foreign"
    assert error.details["tables"] == "recipes"


def test_a_database_of_another_program_with_tables_named_like_ours(database):
    execute(database, "CREATE TABLE games (id INTEGER)", "CREATE TABLE alembic_version (version_num TEXT)")
    assert refused(database).code == "server.database-foreign"


def test_a_database_of_a_newer_medialuna(database):
    open_database(database).dispose()
    execute(database, f"UPDATE {VERSION_TABLE} SET version_num = '0999'", "PRAGMA journal_mode = DELETE")
    error = refused(database)
    assert error.code == "server.database-newer"
    assert error.details["found"] == "0999"


def test_a_damaged_database(database):
    store = Store(open_database(database))
    player, _ = store.new_player()
    for _ in range(300):
        store.new_game(player.id, "CR1-N-AAAAAAB", "CR1-N-AAAAAAB:" + " R" * 300)
    store.close()
    execute(database, "PRAGMA journal_mode = DELETE")
    whole = database.read_bytes()
    for damaged in (
        whole[: len(whole) // 2],
        whole[:100] + b"\xff" * 4000 + whole[4100:],
        whole[:20_000] + bytes(range(256)) * 80 + whole[40_480:],
    ):
        database.write_bytes(damaged)
        assert refused(database).code == "server.database-damaged"


def test_a_folder_in_the_files_place(database):
    database.mkdir()
    with pytest.raises(DatabaseRefused) as caught:
        open_database(database)
    assert caught.value.code == "server.database-unreachable"


@pytest.mark.parametrize(
    "text", ["mysql://host/name", "sqlite://", "://", "http://[", ":memory:", "postgresql://host:port/x"]
)
def test_an_address_that_is_none(text):
    with pytest.raises(DatabaseRefused) as caught:
        open_database(text)
    assert caught.value.code == "server.database-url"


def test_a_database_that_does_not_answer():
    with pytest.raises(DatabaseRefused) as caught:
        open_database("postgresql://me:secret@127.0.0.1:1/medialuna?connect_timeout=2")
    assert caught.value.code == "server.database-unreachable"
    assert "secret" not in str(caught.value)


def test_the_usual_place_is_the_users_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert default_database().name == "games.sqlite"
    assert "medialuna" in default_database().parts


# --- the store -------------------------------------------------------------------------------------------------


@pytest.fixture
def store(database):
    made = Store(open_database(database))
    yield made
    made.close()


def test_the_token_itself_is_not_stored(store, database):
    _, token = store.new_player()
    store.close()
    files = [path.read_bytes() for path in database.parent.iterdir()]
    assert all(token.encode() not in content for content in files)


def test_an_action_is_stored_at_its_step_alone(store):
    player, token = store.new_player()
    row = store.new_game(player.id, "CR1-N-AAAAAAB", "CR1-N-AAAAAAB:")
    after = row._replace(record=row.record + " R", step=1, seconds=2.5)
    assert store.append(row, after)
    assert not store.append(row, after)
    assert store.game(token, row.id)[1] == after


def test_a_player_with_too_many_games_loses_old_untouched_ones_first(store, monkeypatch):
    monkeypatch.setattr(store_module, "GAMES_PER_PLAYER", 3)
    player, token = store.new_player()
    played, *untouched = [store.new_game(player.id, "CR1-N-AAAAAAB", "CR1-N-AAAAAAB:") for _ in range(3)]
    store.append(played, played._replace(record="CR1-N-AAAAAAB: R", step=1))
    with pytest.raises(TooManyGames):
        store.new_game(player.id, "CR1-N-AAAAAAC", "CR1-N-AAAAAAC:")
    with pytest.raises(Impossible) as caught:
        Playing(store).begin(player.id, DealCode.parse("CR1-N-AAAAAAC"))
    assert caught.value.code == "server.too-many-games"
    monkeypatch.setattr(config, "UNTOUCHED_MICROSECONDS", -1_000_000)
    new = store.new_game(player.id, "CR1-N-AAAAAAC", "CR1-N-AAAAAAC:")
    assert store.game(token, new.id)
    assert store.game(token, played.id)
    assert not any(store.game(token, one.id) for one in untouched)


def test_settings_that_change_at_once_are_all_kept(store):
    player, token = store.new_player()
    changes = [lambda old, i=i: old + str(i) for i in range(8)]
    threads = [threading.Thread(target=store.change_settings, args=(player.id, change)) for change in changes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(store.player(token).settings) == sorted("{}01234567")


def test_a_deleted_player_takes_the_games_along(store):
    player, _ = store.new_player()
    store.new_game(player.id, "CR1-N-AAAAAAB", "CR1-N-AAAAAAB:")
    with store.engine.begin() as connection:
        connection.execute(players.delete())
        assert connection.execute(select(games)).all() == []
