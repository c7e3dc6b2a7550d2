"""The shorter way of a move, through the server and to the database, differs from the usual one in nothing but time."""

import pytest
from fastapi.routing import APIRoute
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError, OperationalError

from medialuna.server.api import table
from medialuna.server.app import create_app
from medialuna.server.store.engine import open_database
from medialuna.server.store.raw_statements import Direct
from medialuna.server.store.schema import games
from tests.server.support.visitor import Visitor, refusal

CODE = "TF1-D1N-AAAAAAB"
DRAW = {"step": 0, "action": {"press": "+"}}


@pytest.fixture
def usual(database):
    """A player of a server without the route of the moves."""
    made = create_app(database, limited=False)
    made.router.routes.remove(table.MOVES)
    player = Visitor(made)
    player.start()
    yield player
    made.state.playing.store.close()


@pytest.mark.parametrize(
    "how",
    [
        {"json": DRAW},
        {"json": {**DRAW, "step": 7}},
        {"json": {"step": 0, "action": {"press": "R"}}},
        {"json": {"step": 0, "action": {}}},
        {"content": b"{", "headers": {"content-type": "application/json"}},
        {"content": b"{}", "headers": {"content-type": "text/plain"}},
        {"content": b" " * 20_000, "headers": {"content-type": "application/json"}},
        {"json": DRAW, "params": {"nothing": "1"}},
    ],
)
def test_both_ways_answer_the_same(player, usual, how):
    found = []
    for one in (player, usual):
        one.begin(CODE)
        answer = one.http.post(f"{one.path}/actions", **how)
        found.append((answer.status_code, dict(answer.headers), answer.text.replace(one.table["id"], "id")))
    assert found[0] == found[1]


@pytest.mark.parametrize("tail", ["/actions/", "/actions/x", "/x/actions", "//actions", "/actions%2F"])
def test_other_addresses_are_not_taken_for_a_move(player, usual, tail):
    found = []
    for one in (player, usual):
        one.begin(CODE)
        answer = one.http.post(f"{one.path}{tail}", json=DRAW)
        refusal(answer, answer.status_code, answer.json()["code"])
        found.append(answer.status_code)
        assert one.look()["step"] == 0
    assert found[0] == found[1]


def test_the_route_of_moves_comes_first_and_is_described(app):
    assert app.routes[0] is table.MOVES
    described = next(one for one in table.router.routes if isinstance(one, APIRoute) and one.endpoint is table.act)
    assert described.path == table.MOVES.path
    assert "post" in app.openapi()["paths"][table.MOVES.path]


def test_what_the_driver_refuses_is_raised_as_by_sqlalchemy(database):
    engine = open_database(database)
    statement = Direct(engine, select(games.c.id).where(games.c.id == "nothing"))
    assert statement.row({}) is None
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE games RENAME TO others"))
    with pytest.raises(OperationalError, match="no such table") as caught:
        statement.row({})
    assert isinstance(caught.value, DBAPIError)
    assert engine.pool.checkedout() == 0
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE others RENAME TO games"))
    assert statement.row({}) is None
    engine.dispose()


def test_connections_are_given_back(player, app):
    pool = app.state.playing.store.engine.pool
    player.begin(CODE)
    for _ in range(30):
        player.act({"press": "+"} if player.table["presses"]["+"] else {"press": "R"})
    assert pool.checkedout() == 0
