"""`medialuna serve` as it is typed."""

import json
import subprocess
import sys

import pytest
from httpx2 import Client
from typer.testing import CliRunner

from medialuna.cli import app
from medialuna.server import config
from medialuna.server.run import CannotServe, address_of, listen
from tests.server.support.served import Served, raw


def test_the_help_says_what_there_is():
    said = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "100"}).stdout
    for word in ("--host", "--port", "--database", "--open", "8000", "postgresql://", "/docs", "Ctrl+C"):
        assert word in said


def test_a_server_starts_answers_and_ends_in_order(database):
    with Served(database) as served, Client(base_url=served.address) as http:
        assert served.said.startswith("Medialuna is running at http://127.0.0.1:")
        assert http.get("/healthz").json() == {"ok": True}
        assert http.post("/api/start", json={}).json()["game"]["game"] == "crescent"
        assert "server" not in http.get("/").headers
        # A body that is too large is refused before it has been read; the connection ends there.
        long = http.post("/api/start", content=b" " * 5_000_000, headers={"content-type": "application/json"})
        assert long.status_code == 413
        assert long.json()["code"] == "server.too-large"
        assert served.stop() == 0
    assert "Traceback" not in served.errors
    assert not database.with_name("games.sqlite-wal").exists(), "the log ahead is put away"


@pytest.mark.parametrize(
    ("request_line", "status"),
    [("GET /%ZZ HTTP/1.1", b"404"), ("GET / HTTP/9.9", b"400"), ("\0\0\0", b"400"), ("GET  / HTTP/1.1", b"200")],
)
def test_what_is_no_http_does_not_end_the_server(database_server, request_line, status):
    with raw(database_server, f"{request_line}\r\nHost: x\r\nConnection: close\r\n\r\n".encode()) as connection:
        assert connection.recv(4096).split()[1] == status
    with database_server.client() as http:
        assert http.get("/healthz").json() == {"ok": True}


@pytest.fixture(scope="module")
def database_server(tmp_path_factory):
    with Served(tmp_path_factory.mktemp("served") / "games.sqlite") as served:
        yield served


def test_a_port_that_is_taken_is_refused_or_passed_over(monkeypatch):
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe) as caught:
            listen("127.0.0.1", port)
        assert caught.value.code == "server.port-taken"
        monkeypatch.setattr(config, "FIRST_PORT", port)
        with listen("127.0.0.1", None) as found:
            assert found.getsockname()[1] > port
        monkeypatch.setattr(config, "PORTS_TRIED", 1)
        with pytest.raises(CannotServe) as caught:
            listen("127.0.0.1", None)
        assert caught.value.code == "server.no-port"


@pytest.mark.parametrize("host", ["no.such.host.invalid", "300.0.0.1", "203.0.113.1", "x" * 300, "a..b"])
def test_a_host_that_is_none_is_refused(host):
    with pytest.raises(CannotServe) as caught:
        listen(host, 0)
    assert caught.value.code == "server.port-taken"
    assert caught.value.details["why"]


def test_the_address_is_one_that_can_be_opened():
    assert address_of("0.0.0.0", 80) == "http://127.0.0.1:80/"
    assert address_of("::1", 80) == "http://[::1]:80/"
    assert address_of("localhost", 80) == "http://localhost:80/"


def test_a_database_that_is_none_of_ours_is_refused_in_plain_words(database):
    database.write_text("Dear diary")
    done = subprocess.run(
        [sys.executable, "-m", "medialuna", "serve", "--port", "0", "--database", str(database)],
        capture_output=True,
        text=True,
        env={"LC_ALL": "es_ES.UTF-8", "PATH": ""},
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.strip() == f"{database} no es un archivo de SQLite y no se ha tocado; elige otro con --database"
    assert database.read_text() == "Dear diary"


def test_a_game_is_played_over_the_wire_as_a_program_would(database_server):
    with database_server.client() as http:
        http.post("/api/start", json={})
        view = http.post("/api/games", json={"code": "TF1-D3N-AAAAAAB"}).json()
        for _ in range(8):
            body = {"step": view["step"], "action": {"press": "+"}, "seconds": 1}
            view = http.post(
                f"/api/games/{view['id']}/actions",
                content=json.dumps(body),
                headers={"content-type": "application/json"},
            ).json()
        assert view["counters"]["moves"] == 8
        assert view["presses"] == {"+": False, "R": True}
