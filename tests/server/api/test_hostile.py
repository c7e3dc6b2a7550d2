"""What no page would send: strange texts, cookies that are none, methods that do not exist, more games than fit."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event, insert

from medialuna.server.store import games as store_module
from medialuna.server.store.games import now
from medialuna.server.store.schema import games
from tests.server.http.test_error_shape import BODIES, FITTING, PLAYERS, ask
from tests.server.support.files import JSON, entry, file
from tests.server.support.visitor import refusal

PATIENT = settings(max_examples=80)

# --- records and codes ------------------------------------------------------------------------------------------

codes = st.sampled_from(["TF1-D1N-AAAAAAB", "TF1-D3N-ZZZZZZZ", "CR1-N-AAAAAAB", "CR1-4B-AAAAAAC", "cr1 b aaaaaab"])
actions = st.sampled_from(
    ["+", "R", "U", "1-2", "W-F", "W-1", "S-3", "7-F", "1-A", "16-K", "AS-K", "99-1", "-", "é", ":"]
)
records = st.builds(
    lambda code, colon, texts: f"{code}{colon} {' '.join(texts)}",
    codes | st.text(max_size=20),
    st.sampled_from([":", "", "::", "\0", "："]),
    st.lists(actions | st.text(max_size=6), max_size=12),
)


def taken_or_refused(answer) -> None:
    if answer.status_code != 200:
        refusal(answer, 400, answer.json()["code"])


@PATIENT
@given(record=records, step=st.integers(-2, 2**31) | st.floats() | st.booleans() | st.text(max_size=3))
def test_no_record_whatever_makes_the_server_fail(player, record, step):
    whole = player.http.post("/api/replay", json={"record": record})
    taken_or_refused(whole)
    content = json.dumps({"record": record, "step": step})
    answer = player.http.post("/api/replay/view", content=content, headers=JSON)
    taken_or_refused(answer)
    if answer.status_code == 200:
        assert whole.status_code == 200
        assert answer.json()["step"] == step <= whole.json()["steps"]


@PATIENT
@given(
    record=records,
    more=st.fixed_dictionaries(
        {},
        optional={
            "seconds": st.floats() | st.integers() | st.text(max_size=3),
            "status": st.sampled_from(["running", "won", "blocked", "lost"]) | st.none(),
            "created": st.datetimes().map(lambda one: one.isoformat() + "Z") | st.text(max_size=30),
            "updated": st.datetimes().map(lambda one: one.isoformat() + "+14:00") | st.integers(),
            "assisted": st.booleans() | st.integers(),
            "player": st.text(max_size=3),
        },
    ),
)
def test_no_game_of_a_file_makes_the_server_fail(player, record, more):
    before = player.http.get("/api/export").content
    answer = player.http.post("/api/import", content=file(entry(record, **more)), headers=JSON)
    if answer.status_code != 200:
        refusal(answer, 400, answer.json()["code"])
        assert player.http.get("/api/export").content == before


@PATIENT
@given(code=codes | st.text(max_size=40) | codes.flatmap(lambda one: st.permutations(one).map("".join)))
def test_a_text_is_a_code_everywhere_or_nowhere(player, code):
    found = player.http.post("/api/replay", json={"record": f"{code}:"})
    dealt = player.http.post("/api/games", json={"code": code})
    begun = player.http.post("/api/start", json={"code": code}).json()
    if dealt.status_code == 201:
        assert found.json()["code"] == dealt.json()["code"] == begun["game"]["code"]
    else:
        refusal(dealt, 400, dealt.json()["code"])
        assert found.status_code == 400 or ":" in code
        assert begun["error"] is not None or not code.strip()


# --- characters -------------------------------------------------------------------------------------------------

TEXTS = ["\0", "CR1-N-AAAAAAB\0", "\ud800", "\x7f\x80", "‮", "a\r\nSet-Cookie: x=1", "𝟏", "'; DROP TABLE games; --"]


def with_texts(value, text):
    """The same JSON with another text in the place of every text."""
    if isinstance(value, dict):
        return {name: with_texts(inner, text) for name, inner in value.items()}
    return text if isinstance(value, str) else value


@pytest.mark.parametrize(("method", "path"), BODIES)
@pytest.mark.parametrize("text", TEXTS)
def test_strange_characters_in_a_body(player, method, path, text):
    body = {"/api/settings": {"last_options": {"crescent": ""}}, "/api/start": {"code": ""}}.get(path, FITTING[path])
    answer = ask(player, method, path, content=json.dumps(with_texts(body, text)), headers=JSON)
    assert answer.status_code < 500
    if answer.status_code >= 400:
        refusal(answer, answer.status_code, answer.json()["code"])
    assert "set-cookie" not in answer.headers or path == "/api/start"


@pytest.mark.parametrize(("method", "path"), BODIES)
def test_bytes_that_are_no_utf8_within_json(player, method, path):
    content = json.dumps(FITTING[path] | {"nonsense": "TEXT"}).encode().replace(b"TEXT", b"\xc3\x28\xed\xa0\x80")
    answer = ask(player, method, path, content=content, headers=JSON)
    refusal(answer, 400, answer.json()["code"])


@pytest.mark.parametrize("depth", [1_000, 100_000, 2_000_000])
def test_a_file_of_boxes_in_boxes(player, depth):
    for opened, closed in ((b"[", b"]"), (b'{"a":', b"}")):
        boxes = opened * depth + b"1" + closed * depth
        content = b'{"medialuna":1,"settings":{},"games":[' + boxes[: 7 * 2**20] + b"]}"
        answer = player.http.post("/api/import", content=content, headers=JSON)
        refusal(answer, 400, answer.json()["code"])


@pytest.mark.parametrize("cookie", [b"medialuna=\xff\xfe", b"medialuna=\0", b"medialuna=" + b"a" * 60_000, b";;;==;"])
@pytest.mark.parametrize(("method", "path"), PLAYERS)
def test_a_cookie_of_any_bytes_is_no_player(visit, cookie, method, path):
    answer = ask(visit(), method, path, json=FITTING.get(path), headers=[(b"cookie", cookie)])
    refusal(answer, 401, "server.no-player")


def test_of_two_cookies_one_counts_and_nothing_fails(player, visit):
    one, token = visit(), player.http.cookies["medialuna"]
    for cookie in (f"medialuna=x; medialuna={token}", f"medialuna={token}; medialuna=x"):
        one.http.headers["cookie"] = cookie
        assert one.http.get("/api/settings").status_code in (200, 401)


# --- methods ----------------------------------------------------------------------------------------------------


def test_methods_that_an_address_does_not_have(player, app):
    for path, operations in app.openapi()["paths"].items():
        address = path.replace("{game}", player.table["id"]).replace("{language}", "en")
        for method in ("GET", "POST", "PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "PROPFIND"):
            if method.lower() in operations:
                continue
            answer = player.http.request(method, address, content=b"{}", headers=JSON)
            refusal(answer, 405, "server.method")
            assert answer.headers["allow"]


# --- very many games --------------------------------------------------------------------------------------------


@pytest.fixture
def collector(visit, app):
    """A player who has as many games as one may have."""
    one = visit()
    one.start()
    one.begin("TF1-D1N-AAAAAAB")
    one.act({"press": "+"})
    store, at = app.state.playing.store, now()
    player = store.player(one.http.cookies["medialuna"]).id
    left = store_module.GAMES_PER_PLAYER - 2
    common = {"player": player, "code": "TF1-D1N-AAAAAAB", "record": "TF1-D1N-AAAAAAB: +", "step": 1, "seconds": 1.0}
    common |= {"status": "running", "moves": 1, "score": 0, "assisted": False}
    # Many of them at the same moment, so that pages have to be told apart by name.
    times = [at - 10_000_000 + i // 50 for i in range(left)]
    with store.writing() as connection:
        connection.execute(
            insert(games),
            [{**common, "id": f"many-{i:06}", "created": when, "updated": when} for i, when in enumerate(times)],
        )
    return one


def test_ten_thousand_games_are_listed_and_counted_and_one_more_is_refused(collector, app):
    most = store_module.GAMES_PER_PLAYER
    body = refusal(collector.http.post("/api/games", json={"game": "crescent"}), 409, "server.too-many-games")
    assert f"{most:,}"[:2] in body["message"]
    collector.act({"press": "+"})
    seen, after, asked = [], None, []
    engine = app.state.playing.store.engine
    event.listen(engine, "before_cursor_execute", lambda _, __, query, values, *___: asked.append((query, values)))
    while True:
        query = {"limit": 100} | ({"before": after} if after else {})
        answer = collector.http.get("/api/games", params=query).json()
        seen += [one["id"] for one in answer["games"]]
        after = answer["next"]
        if after is None:
            break
    # The untouched game of the first visit is not listed.
    assert len(seen) == len(set(seen)) == most - 1
    # The last page costs no more than the second: the index leads to where it begins.
    query, values = next(one for one in reversed(asked) if "shares" in one[0])
    with engine.connect() as connection:
        plan = [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", values)]
    assert any("INDEX games_of_player (player=? AND updated<?)" in step for step in plan)
    assert sum(row["played"] for row in collector.http.get("/api/statistics").json()["rows"]) == most - 1
    taken = collector.http.get("/api/export").json()["games"]
    assert len(taken) == most - 1
    assert collector.http.post("/api/import", json={"medialuna": 1, "settings": {}, "games": taken[:5]}).json() == {
        "added": 0,
        "continued": 0,
        "known": 5,
    }
    collector.http.delete(f"/api/games/{seen[-1]}")
    assert collector.http.post("/api/games", json={"game": "crescent"}).status_code == 201
