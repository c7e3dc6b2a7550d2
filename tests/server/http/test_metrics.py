"""Counts and logs: what they hold, and that no player is in them."""

import json
import logging
import re

import pytest
from fastapi.testclient import TestClient
from prometheus_client import REGISTRY
from sqlalchemy.exc import OperationalError

from medialuna.server import config
from medialuna.server.config import Rate
from medialuna.server.http.metrics import JsonLines
from medialuna.server.http.rate_limits import Limits
from tests.server.support.served import Served
from tests.server.support.visitor import refusal


def counted(method: str, route: str, status: int) -> float:
    labels = {"method": method, "route": route, "status": str(status)}
    return REGISTRY.get_sample_value("medialuna_requests_total", labels) or 0.0


def test_requests_are_counted_by_route(player):
    before = [counted("GET", "/api/games/{game}", status) for status in (200, 404)]
    player.look()
    player.http.get("/api/games/nothing")
    assert [counted("GET", "/api/games/{game}", status) for status in (200, 404)] == [one + 1 for one in before]
    answer = player.http.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    assert 'medialuna_request_seconds_bucket{le="0.01",route="/api/games/{game}"}' in answer.text
    assert "medialuna_requests_open 1.0" in answer.text


def test_addresses_without_a_route_do_not_make_the_counts_grow(player):
    for at in range(5):
        player.http.get(f"/nothing/{at}/here")
        player.http.request(f"X{at}", "/healthz")
    text = player.http.get("/metrics").text
    assert "/nothing/" not in text
    assert 'method="X' not in text
    assert 'route="none"' in text


def test_nothing_of_a_player_is_counted_or_logged(player, caplog):
    caplog.set_level(logging.INFO, "medialuna")
    player.begin("TF1-D1N-AAAAAAB")
    player.act({"press": "+"})
    share = player.http.post(f"{player.path}/share").json()["link"]
    link = player.http.post("/api/device-link").json()["link"]
    player.http.get(f"/api/shared/{share.rpartition('/')[2]}")
    player.http.get(share)
    player.http.get(link)
    player.http.get("/TF1-D1N-AAAAAAB")
    written = caplog.text + player.http.get("/metrics").text
    assert "POST /api/games/{game}/actions 200" in caplog.text
    secrets = (player.http.cookies["medialuna"], player.table["id"], share, link, "AAAAAAB", "testclient")
    assert [one for one in secrets if one in written] == []


def test_a_failure_of_the_database_is_logged_without_what_players_have(player, app, caplog):
    store = app.state.playing.store
    with store.engine.connect() as connection, pytest.raises(OperationalError) as caught:
        connection.exec_driver_sql("SELECT nothing FROM players WHERE token = ?", ("secret",))
    assert "secret" not in str(caught.value)


def test_a_line_of_the_log_is_an_object():
    try:
        raise ValueError("why")
    except ValueError as error:
        record = logging.LogRecord("medialuna", logging.ERROR, "", 1, "a %s", ("fault\n",), (type(error), error, None))
    record.facts = {"status": 500}
    text = JsonLines().format(record)
    assert "\n" not in text
    line = json.loads(text)
    assert (line["level"], line["message"], line["status"]) == ("error", "a fault\n", 500)
    assert "ValueError: why" in line["error"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line["time"])


def test_the_log_of_a_server_is_json_lines_when_asked_for(database):
    with Served(database, "--log-format", "json", "--log-level", "info") as served:
        with served.client() as http:
            http.post("/api/start", json={})
            http.get("/healthz")
        assert served.stop() == 0
    lines = [json.loads(line) for line in served.errors.splitlines()]
    requests = [line for line in lines if line["logger"] == "medialuna.requests"]
    assert [(one["method"], one["route"], one["status"]) for one in requests] == [
        ("POST", "/api/start", 200),
        ("GET", "/healthz", 200),
    ]
    assert "127.0.0.1" not in "".join(line["message"] for line in requests)


# --- limits ----------------------------------------------------------------------------------------------------


def test_a_bucket_empties_and_fills():
    limits = Limits({"x": Rate(3, 0.5)})
    assert [limits.wait("x", "me", now=100.0) for _ in range(3)] == [0, 0, 0]
    assert limits.wait("x", "me", now=100.0) == 2
    assert limits.wait("x", "me", now=101.0) == 1
    assert limits.wait("x", "other", now=101.0) == 0
    assert limits.wait("x", "me", now=102.0) == 0
    assert limits.wait("x", "me", now=102.0) == 2
    assert [limits.wait("x", "me", now=1000.0) for _ in range(4)] == [0, 0, 0, 2]


def test_few_buckets_are_remembered(monkeypatch):
    monkeypatch.setattr("medialuna.server.config.RATE_BUCKETS", 5)
    limits = Limits()
    for at in range(50):
        limits.wait("import", str(at))
    assert len(limits._buckets) == 5


@pytest.fixture
def limit(app):
    """Sets the limits of the server."""

    def to(**rates: Rate) -> None:
        app.state.limits = Limits({**config.RATES, **rates})

    yield to
    app.state.limits = None


def test_who_asks_too_often_is_told_when_to_come_back(player, visit, limit):
    limit(games=Rate(2, 0.1))
    other = visit()
    other.start()
    for _ in range(2):
        player.begin("TF1-D1N-AAAAAAB")
    answer = player.http.post("/api/games", json={"code": "TF1-D1N-AAAAAAB"})
    body = refusal(answer, 429, "server.too-often")
    assert answer.headers["retry-after"] == "10"
    assert "10 s" in body["message"]
    # Others, and what is not dear, go on.
    other.begin("TF1-D1N-AAAAAAB")
    player.act({"press": "+"})
    assert player.http.get("/api/games").status_code == 200


@pytest.mark.parametrize(
    ("addresses", "allowed"),
    [
        (["203.0.113.7"] * 2, [True, False]),
        (["203.0.113.7", "203.0.113.8"], [True, True]),
        (["2001:db8:1:2::1", "2001:db8:1:2:ffff::9"], [True, False]),
        (["2001:db8:1:2::1", "2001:db8:1:3::1"], [True, True]),
        (["127.0.0.1"] * 2, [True, True]),
        (["::1"] * 2, [True, True]),
    ],
)
def test_an_address_makes_few_players(app, limit, addresses, allowed):
    limit(players=Rate(1, 0.001, of_player=False))
    found = []
    for address in addresses:
        answer = TestClient(app, client=(address, 1)).post("/api/start", json={})
        found.append(answer.status_code == 200)
        if not found[-1]:
            refusal(answer, 429, "server.too-often")
    assert found == allowed
