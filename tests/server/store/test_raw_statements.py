"""The two statements of every move go to the driver directly; they do what SQLAlchemy would do with them."""

import shutil
from collections.abc import Iterator

import pytest
from sqlalchemy import select

from medialuna.server.store import games as module
from medialuna.server.store.engine import open_database
from medialuna.server.store.games import Store, hashed
from medialuna.server.store.schema import games
from tests.server.support.postgresql import Postgres

CODE = "TF1-D1N-AAAAAAB"


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def store(request, tmp_path_factory) -> Iterator[Store]:
    if request.param == "sqlite":
        made = Store(open_database(tmp_path_factory.mktemp("raw") / "games.sqlite"))
        yield made
        made.close()
        return
    pytest.importorskip("psycopg")
    if shutil.which("initdb") is None or shutil.which("pg_ctl") is None:
        pytest.skip("PostgreSQL is not installed")
    with Postgres() as server:
        made = Store(open_database(server.url))
        yield made
        made.close()


@pytest.fixture
def played(store):
    """Games of all sorts, each with its player's token."""
    player, token = store.new_player()
    other, others_token = store.new_player()
    found = []
    for score, assisted, seconds in ((None, False, 0.0), (0, True, 1.5), (-20, False, 1e6), (745, True, 0.1)):
        row = store.new_game(player.id, CODE, f"{CODE}:", score)
        with store.writing() as connection:
            values = {"assisted": assisted, "seconds": seconds, "status": "won" if assisted else "running"}
            connection.execute(games.update().where(games.c.id == row.id).values(values))
        found.append((row.id, token))
    own = store.new_game(other.id, CODE, f"{CODE}: + U", 0)
    return [*found, (own.id, others_token), (own.id, token), ("nothing", token), (own.id, "nobody")]


def test_a_game_is_found_as_by_sqlalchemy(store, played):
    hits = 0
    for game, token in played:
        values = {"game": game, "token": hashed(token)}
        with store.engine.connect() as connection:
            usual = connection.execute(module._GAME_OF_TOKEN, values).one_or_none()
        raw = store._game_of_token.row(values)
        assert (raw is None) == (usual is None)
        if usual is not None:
            hits += 1
            assert tuple(raw) == tuple(usual)
            assert store.game(token, game)[1] == module.GameRow(*usual[1:])
    assert hits == 5


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"score": None},
        {"at": 1},
        {"game": "nothing"},
        {"time": 0.05},
        {"status": "blocked", "moves": 10_000, "record": f"{CODE}: " + "+ U " * 5_000},
    ],
)
def test_an_action_is_stored_as_by_sqlalchemy(store, change):
    player, _ = store.new_player()
    given = {
        "at": 0,
        "record": f"{CODE}: +",
        "time": 2.25,
        "status": "running",
        "moves": 1,
        "score": 5,
        "now": 1_700_000_000_000_000,
        **change,
    }
    found = []
    for raw in (True, False):
        row = store.new_game(player.id, CODE, f"{CODE}:", 0)
        store.set_seconds(row.id, 0.1)
        values = {"game": row.id, **given}
        if raw:
            changed = store._append.count(values)
        else:
            with store.engine.begin() as connection:
                changed = connection.execute(module._APPEND, values).rowcount
        columns = [column for column in games.c if column.name not in ("id", "created")]
        with store.engine.connect() as connection:
            stored = dict(connection.execute(select(*columns).where(games.c.id == row.id)).mappings().one())
        if not changed:
            # When it was begun: its own time.
            del stored["updated"]
        found.append((changed, stored))
    assert found[0] == found[1]
    assert found[0][0] == (0 if "at" in change or "game" in change else 1)
