"""Nobody sees or changes what is another player's, by any operation; a link that its player made shows a record.

The operations are those of the application's own description, so that a new one is tested without being named here.
"""

import tempfile

import pytest
from httpx2 import Response
from sqlalchemy import select

from medialuna.server.app import create_app
from medialuna.server.store.schema import device_links, games, players, shares
from tests.server.support.fitting import fitting
from tests.server.support.visitor import Visitor, refusal

CODE = "TF1-D1N-WQQWQQW"


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    made = create_app(tmp_path_factory.mktemp("strangers") / "games.sqlite", limited=False)
    made.state.thinking.warm_up()
    yield made
    made.state.thinking.close()
    made.state.playing.store.close()


def pytest_generate_tests(metafunc):
    if "operation" in metafunc.fixturenames:
        metafunc.parametrize("operation", _operations(), ids=lambda one: "{} {}".format(*one))


def _operations():
    """All operations below /api, with the method in capitals."""
    with tempfile.TemporaryDirectory() as folder:
        made = create_app(f"{folder}/games.sqlite")
        paths = made.openapi()["paths"]
        made.state.playing.store.close()
    found = [(method.upper(), path) for path, methods in paths.items() for method in methods]
    return [one for one in found if one[1].startswith("/api/")]


@pytest.fixture
def owner(visit):
    """A player with a game that was played, and a link to another device."""
    one = visit()
    one.start()
    one.begin(CODE)
    one.act({"press": "+"})
    one.http.put("/api/settings", json={"theme": "dark"})
    return one


def rows(app, owner: Visitor) -> list[object]:
    """All that the database holds of a player."""
    store = app.state.playing.store
    player = store.player(owner.http.cookies["medialuna"])
    assert player is not None
    mine = games.c.player == player.id
    with store.engine.connect() as connection:
        return [
            connection.execute(query).all()
            for query in (
                select(players).where(players.c.id == player.id),
                select(games).where(mine),
                select(shares).join_from(shares, games).where(mine),
                select(device_links).where(device_links.c.player == player.id),
            )
        ]


def ask(visitor: Visitor, method: str, path: str, game: str, given: dict) -> Response:
    for name, value in {"game": game, **given.get("path_parameters", {})}.items():
        path = path.replace(f"{{{name}}}", value)
    more = {"json": given["body"]} if "body" in given else {}
    return visitor.http.request(method, path, params=given.get("query"), **more)


def test_anothers_games_settings_and_links_are_out_of_reach(owner, visit, app, operation):
    method, path = operation
    before = rows(app, owner)
    other, nobody = visit(), visit()
    other.start()
    game = owner.table["id"]
    if "{game}" in path:
        given = fitting(f"{method} {path}", owner)
        before = rows(app, owner)
        refusal(ask(other, method, path, game, given), 404, "server.no-game")
        refusal(ask(nobody, method, path, game, given), 401, "server.no-player")
        assert rows(app, owner) == before
        # The same request is a good one when it comes from its player.
        assert ask(owner, method, path, game, given).status_code in (200, 204)
        return
    given = fitting(f"{method} {path}", other)
    for one in (other, nobody):
        answer = ask(one, method, path, game, given)
        assert answer.status_code in (200, 201, 204, 401, 404), answer.text
        assert [text for text in (game, CODE, owner.http.cookies["medialuna"]) if text in answer.text] == []
    assert rows(app, owner) == before


def test_a_link_shows_the_record_and_changes_nothing(owner, visit, app):
    link = owner.http.post(f"{owner.path}/share").json()["link"]
    before = rows(app, owner)
    found = visit().http.get("/api/shared/" + link.rpartition("/")[2]).json()
    assert found["record"] == f"{CODE}: +"
    assert owner.table["id"] not in str(found)
    assert rows(app, owner) == before


@pytest.mark.parametrize("token", ["link", "cookie"])
def test_the_names_of_games_and_links_are_no_passwords(owner, visit, token):
    """Who knows a share link, or the name of a game, is not thereby its player."""
    link = owner.http.post(f"{owner.path}/share").json()["link"].rpartition("/")[2]
    forged = visit()
    forged.http.headers["cookie"] = f"medialuna={link if token == 'link' else owner.table['id']}"
    refusal(forged.http.get("/api/settings"), 401, "server.no-player")
    refusal(forged.http.get(f"/api/games/{link}"), 401, "server.no-player")
    refusal(forged.http.post("/api/device", json={"token": link}), 404, "server.no-link")
