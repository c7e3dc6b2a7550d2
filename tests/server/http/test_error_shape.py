"""Every refusal of every route has one shape.

``{"ok": false, "code": "server.expected", "rule": "CR-5" | null, "message": "a sentence in the reader's language"}``,
with ``part`` where one part of the request is wrong and ``view`` where the game is at another step; see
``visitor.refusal``, which asserts it.
"""

import asyncio
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import OperationalError
from starlette.requests import Request

from medialuna.server import config
from medialuna.server.errors import HttpRefusal
from medialuna.server.http.body import json_body
from tests.server.support.visitor import refusal

BODIES = [
    ("POST", "/api/start"),
    ("POST", "/api/games"),
    ("POST", "/api/games/{id}/actions"),
    ("PUT", "/api/games/{id}/clock"),
    ("PUT", "/api/settings"),
    ("POST", "/api/import"),
    ("POST", "/api/device"),
    ("POST", "/api/replay"),
    ("POST", "/api/replay/view"),
]
# They ask for no player.
PUBLIC = ("/api/start", "/api/device", "/api/replay", "/api/replay/view")
PLAYERS = [
    *(one for one in BODIES if one[1] not in PUBLIC),
    ("GET", "/api/games/{id}"),
    ("GET", "/api/games/{id}/why?undo=1"),
    ("GET", "/api/settings"),
    ("GET", "/api/games"),
    ("GET", "/api/games/{id}/finish"),
    ("GET", "/api/games/{id}/think?step=0"),
    ("GET", "/api/games/{id}/record"),
    ("POST", "/api/games/{id}/resume"),
    ("POST", "/api/games/{id}/share"),
    ("DELETE", "/api/games/{id}/share"),
    ("DELETE", "/api/games/{id}"),
    ("GET", "/api/statistics"),
    ("GET", "/api/export"),
    ("POST", "/api/device-link"),
    ("DELETE", "/api/player"),
]
FITTING = {
    "/api/start": {},
    "/api/games": {"game": "crescent"},
    "/api/games/{id}/actions": {"step": 0, "action": {"undo": True}},
    "/api/games/{id}/clock": {"seconds": 1},
    "/api/settings": {},
    "/api/import": {"medialuna": 1, "settings": {}, "games": []},
    "/api/device": {"token": "nothing"},
    "/api/replay": {"record": "TF1-D1N-AAAAAAB: +"},
    "/api/replay/view": {"record": "TF1-D1N-AAAAAAB: +", "step": 0},
}
LIMITS = {
    "/api/import": config.FILE_BYTES,
    "/api/replay": config.RECORD_BYTES,
    "/api/replay/view": config.RECORD_BYTES,
}
JSON = {"content-type": "application/json"}


def ask(player, method, path, **more):
    path = path.replace("{id}", player.table.get("id", "none"))
    return player.http.request(method, path, **more)


def test_all_routes_are_in_these_lists(app):
    listed = {(method, path.partition("?")[0].replace("{id}", "{game}")) for method, path in [*BODIES, *PLAYERS]}
    described = {
        (method.upper(), path)
        for path, operations in app.openapi()["paths"].items()
        for method in operations
        if path.startswith("/api/")
    }
    assert described - listed == {
        ("GET", "/api/words/{language}"),
        ("GET", "/api/deals/{code}"),
        ("GET", "/api/shared/{token}"),
        ("GET", "/api/daily"),
    }
    assert listed <= described


@pytest.mark.parametrize(("method", "path"), PLAYERS)
def test_without_a_player(visit, method, path):
    answer = ask(visit(), method, path, json=FITTING.get(path))
    refusal(answer, 401, "server.no-player")


@pytest.mark.parametrize(("method", "path"), [one for one in PLAYERS if "{id}" in one[1]])
def test_no_such_game(player, method, path):
    player.table = {"id": "nothing"}
    refusal(ask(player, method, path, json=FITTING.get(path)), 404, "server.no-game")


@pytest.mark.parametrize(("method", "path"), BODIES)
@pytest.mark.parametrize("body", [b"", b"{", b"nonsense", b"\xff\xfe", b'"\\ud800"'])
def test_a_body_that_is_no_json(player, method, path, body):
    refusal(ask(player, method, path, content=body, headers=JSON), 400, "server.json")


@pytest.mark.parametrize(("method", "path"), BODIES)
def test_a_body_of_the_wrong_kind(player, method, path):
    for body in (b"[]", b"1", b"null", b'"text"'):
        answer = ask(player, method, path, content=body, headers=JSON)
        assert refusal(answer, 400, "server.expected")["part"] == "body"
    for body in (b"[" * 5000, b'{"step":' * 2000, b'{"code": NaN, "seconds": NaN}'):
        answer = ask(player, method, path, content=body, headers=JSON)
        refusal(answer, 400, answer.json()["code"])
    unknown = {**FITTING[path], "nonsense": 1}
    assert refusal(ask(player, method, path, json=unknown), 400, "server.unknown-field")["part"] == "nonsense"
    form = {"content-type": "application/x-www-form-urlencoded"}
    for headers in (form, {"content-type": "text/plain"}, {"content-type": ""}):
        refusal(ask(player, method, path, content=b"{}", headers=headers), 415, "server.content-type")


@pytest.mark.parametrize(("method", "path"), BODIES)
def test_a_body_that_is_too_large(player, method, path):
    limit = LIMITS.get(path, config.BODY_BYTES)
    long = json.dumps({"code": "x" * limit}).encode()
    answer = ask(player, method, path, content=long, headers=JSON)
    assert f"{limit:,} bytes" in refusal(answer, 413, "server.too-large")["message"]
    assert answer.headers["connection"] == "close"
    # Its length is not announced.
    chunks = (long[i : i + limit // 16] for i in range(0, len(long), limit // 16))
    refusal(ask(player, method, path, content=chunks, headers=JSON), 413, "server.too-large")


@pytest.mark.parametrize(("method", "path"), [*BODIES, *PLAYERS, ("GET", "/api/words/en"), ("GET", "/healthz")])
def test_a_database_that_fails(player, app, monkeypatch, method, path):
    def fail(*_):
        raise OperationalError("SELECT", {}, Exception("disk I/O error at /secret/path"))

    for name in ("player", "game", "is_alive"):
        monkeypatch.setattr(app.state.store, name, fail)
    answer = ask(player, method, path, json=FITTING.get(path))
    if path in ("/api/words/en", "/api/replay", "/api/replay/view"):
        assert answer.status_code == 200
    else:
        refusal(answer, 503, "server.database")
    assert "secret" not in answer.text


def test_a_fault_of_our_own_shows_nothing_of_itself(player, app, monkeypatch, caplog):
    def fail(*_):
        raise RuntimeError("the secret cause")

    monkeypatch.setattr(app.state.playing, "view", fail)
    answer = player.http.get(player.path)
    refusal(answer, 500, "server.fault")
    assert "secret" not in answer.text
    assert "the secret cause" in caplog.text
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api", 404, "server.not-found"),
        ("GET", "/api/", 404, "server.not-found"),
        ("GET", "/api/nothing", 404, "server.not-found"),
        ("GET", "/page/nothing.js", 404, "server.not-found"),
        ("GET", "/docs/nothing.js", 404, "server.not-found"),
        ("GET", "/robots.txt", 404, "server.not-found"),
        ("GET", "/api/words/de", 404, "server.no-language"),
        ("GET", "/api/start", 405, "server.method"),
        ("DELETE", "/api/games", 405, "server.method"),
        ("PATCH", "/api/settings", 405, "server.method"),
        ("POST", "/", 405, "server.method"),
        ("POST", "/page/app/main.js", 405, "server.method"),
        ("GET", "/api/deals/nonsense", 400, "code.shape"),
    ],
)
def test_a_wrong_address_or_method(player, method, path, status, code):
    answer = ask(player, method, path)
    refusal(answer, status, code)
    assert status != 405 or answer.headers["allow"]


ACTION = {"undo": True}
MOVE = {"source": "1", "count": 1, "target": "2"}


@pytest.mark.parametrize(
    ("body", "part", "expected"),
    [
        ({"action": ACTION}, "step", "0 … 2147483647"),
        ({"step": -1, "action": ACTION}, "step", "0 … 2147483647"),
        ({"step": 2**31, "action": ACTION}, "step", "0 … 2147483647"),
        ({"step": 10**400, "action": ACTION}, "step", "0 … 2147483647"),
        ({"step": 0.5, "action": ACTION}, "step", "0 … 2147483647"),
        ({"step": "0", "action": ACTION}, "step", "0 … 2147483647"),
        ({"step": True, "action": ACTION}, "step", "0 … 2147483647"),
        ({"step": None, "action": ACTION}, "step", "0 … 2147483647"),
        ({"step": 0}, "action", "{…}"),
        ({"step": 0, "action": "U"}, "action", "{…}"),
        ({"step": 0, "action": {}}, "action", '{"undo": true}'),
        ({"step": 0, "action": {"undo": False}}, "action", '{"undo": true}'),
        ({"step": 0, "action": {"undo": 1}}, "action.undo", "true"),
        ({"step": 0, "action": {"undo": True, "press": "R"}}, "action", '{"press": "…"}'),
        ({"step": 0, "action": {"press": "+"}}, "action.press", '"R"'),
        ({"step": 0, "action": {"press": "R" * 11}}, "action.press", "10"),
        ({"step": 0, "action": {"press": None}}, "action.press", "10"),
        ({"step": 0, "action": {"jump": "R"}}, "action.jump", ""),
        ({"step": 0, "action": {"move": {"source": "1", "target": "2"}}}, "action.move.count", "1 … 104"),
        ({"step": 0, "action": {"move": {**MOVE, "count": 0}}}, "action.move.count", "1 … 104"),
        ({"step": 0, "action": {"move": {**MOVE, "count": -1}}}, "action.move.count", "1 … 104"),
        ({"step": 0, "action": {"move": {**MOVE, "count": 10**30}}}, "action.move.count", "1 … 104"),
        ({"step": 0, "action": {"move": {**MOVE, "count": "1"}}}, "action.move.count", "1 … 104"),
        ({"step": 0, "action": {"move": {**MOVE, "source": "17"}}}, "action.move.source", '"16"'),
        ({"step": 0, "action": {"move": {**MOVE, "source": 1}}}, "action.move.source", "10"),
        ({"step": 0, "action": {"move": {**MOVE, "source": ""}}}, "action.move.source", '"16"'),
        ({"step": 0, "action": {"move": {**MOVE, "target": "W"}}}, "action.move.target", '"KC"'),
        ({"step": 0, "action": {"move": {**MOVE, "target": "²"}}}, "action.move.target", '"KC"'),
        ({"step": 0, "action": {"move": {**MOVE, "x": 1}}}, "action.move.x", ""),
        ({"step": 0, "action": ACTION, "seconds": -0.1}, "seconds", "0 … 31536000"),
        ({"step": 0, "action": ACTION, "seconds": 1e300}, "seconds", "0 … 31536000"),
        ({"step": 0, "action": ACTION, "seconds": "1"}, "seconds", "0 … 31536000"),
        ({"step": 0, "action": ACTION, "seconds": None}, "seconds", "0 … 31536000"),
    ],
)
def test_a_wrong_action_names_the_field_and_what_was_expected(player, body, part, expected):
    before = player.table
    answer = ask(player, "POST", "/api/games/{id}/actions", json=body)
    refused = refusal(answer, 400, answer.json()["code"])
    assert refused["part"] == part
    assert part in refused["message"]
    assert expected in refused["message"]
    assert player.look() == before


@pytest.mark.parametrize("number", ["1e999", "-1e999", "1e-9999", "NaN", "Infinity", "-0", "0x1", "00", "1" * 4000])
def test_hostile_numbers(player, number):
    for field in ("step", "seconds"):
        body = {"step": "0", "seconds": "0", field: number}
        text = f'{{"step": {body["step"]}, "action": {{"undo": true}}, "seconds": {body["seconds"]}}}'
        answer = ask(player, "POST", "/api/games/{id}/actions", content=text, headers=JSON)
        refusal(answer, answer.status_code, answer.json()["code"])
        assert 400 <= answer.status_code < 500


@pytest.mark.parametrize(
    ("path", "body", "part"),
    [
        ("/api/start", {"code": 5}, "code"),
        ("/api/start", {"code": "C" * 101}, "code"),
        ("/api/games", {}, "body"),
        ("/api/games", {"game": "chess"}, "game"),
        ("/api/games", {"game": "crescent", "options": "D1N"}, "options"),
        ("/api/games", {"game": "crescent", "code": "CR1-N-AAAAAAB"}, "body"),
        ("/api/games", {"code": "CR1-N-AAAAAA"}, "number"),
        ("/api/games", {"code": None}, "code"),
        ("/api/games", {"options": "N"}, "body"),
        ("/api/settings", {"theme": "sepia"}, "theme"),
        ("/api/settings", {"motion": None}, "motion"),
        ("/api/settings", {"language": "de"}, "language"),
        ("/api/settings", {"last_options": {"chess": "N"}}, "last_options.{}"),
        ("/api/settings", {"last_options": {"crescent": 4}}, "last_options.*"),
        ("/api/settings", {"last_options": {"crescent": "D1N"}}, "last_options.crescent"),
        ("/api/games/{id}/clock", {}, "seconds"),
        ("/api/games/{id}/clock", {"seconds": []}, "seconds"),
    ],
)
def test_a_wrong_field_of_another_body(player, path, body, part):
    method = next(method for method, one in BODIES if one == path)
    answer = ask(player, method, path, json=body)
    assert refusal(answer, 400, answer.json()["code"])["part"] == part


@pytest.mark.parametrize(
    ("query", "part"),
    [
        ("", "query"),
        ("source=1&press=R", "query"),
        ("count=1", "query"),
        ("source=99", "source"),
        ("source=1&target=99", "target"),
        ("source=1&count=0", "count"),
        ("source=1&count=x", "count"),
        ("source=1&count=1e9", "count"),
        ("source=1&count=" + "9" * 5000, "count"),
        ("source=1&source=2", "source"),
        ("source=%FF%00", "source"),
        ("press=%2B", "press"),
        ("undo=yes", "undo"),
        ("nonsense=1", "nonsense"),
    ],
)
def test_a_wrong_question(player, query, part):
    answer = ask(player, "GET", "/api/games/{id}/why?" + query)
    assert refusal(answer, 400, answer.json()["code"])["part"] == part


@pytest.mark.parametrize(
    ("header", "start"), [("es-MX", "step: se"), ("fr;q=0.9,de", "step\xa0: 0"), ("de", "step: exp")]
)
def test_messages_are_in_the_browsers_language_or_the_one_chosen(visit, header, start):
    player = visit(language=header)
    player.start()

    def message():
        return player.send({"undo": True}, step=-1).json()["message"]

    assert message().startswith(start)
    player.http.put("/api/settings", json={"language": "fr"})
    assert message().startswith("step\xa0: 0")
    assert player.start()["language"] == "fr"
    assert player.send({"undo": True}).json()["message"] == "Il n’y a rien à annuler"


names = st.sampled_from(
    ["step", "action", "seconds", "move", "press", "undo", "source", "count", "target", "code", "game", "theme"]
) | st.text(max_size=8)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=150)
@given(route=st.sampled_from(BODIES), body=st.binary(max_size=60) | json_values.map(lambda v: json.dumps(v).encode()))
def test_no_body_whatever_makes_the_server_fail(player, route, body):
    answer = ask(player, *route, content=body, headers=JSON)
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        refusal(answer, answer.status_code, answer.json()["code"])


@settings(max_examples=60)
@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_no_text_whatever_in_an_address_makes_the_server_fail(player, text):
    for path in ("/", "/api/deals/", "/api/words/", "/api/games/", "/page/", "/docs/"):
        quoted = "".join(f"%{byte:02X}" for byte in text.encode())
        assert player.http.get(path + quoted).status_code < 500
    assert player.http.get(player.path + "/why", params={"source": text}).status_code < 500
    assert player.http.post("/api/start", json={"code": text}).status_code == 200


@pytest.mark.parametrize(
    ("chunks", "read"),
    [(config.DROPPED_BYTES // config.BODY_BYTES, "all"), (2 * config.DROPPED_BYTES // config.BODY_BYTES, "some")],
)
def test_of_a_body_that_is_too_long_a_part_is_read_off_so_that_the_refusal_arrives(chunks, read):
    left = [{"type": "http.request", "body": bytes(config.BODY_BYTES), "more_body": n > 0} for n in range(chunks)]

    async def receive():
        return left.pop()

    scope = {"type": "http", "method": "POST", "headers": [(b"content-type", b"application/json")]}
    with pytest.raises(HttpRefusal) as refused:
        asyncio.run(json_body(Request(scope, receive)))
    assert (refused.value.status, refused.value.headers["Connection"]) == (413, "close")
    assert len(left) == (0 if read == "all" else chunks - config.DROPPED_BYTES // config.BODY_BYTES - 2)
