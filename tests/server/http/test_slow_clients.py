"""Clients that send slowly, read slowly or go away: a real server goes on, holds little for them, and says nothing.

Its memory and its threads are looked up in /proc.
"""

import asyncio
import json
import re
import time
from contextlib import ExitStack
from http.client import HTTPResponse
from pathlib import Path

import pytest
import uvicorn
from httpx2 import Response
from uvicorn.server import ServerState

from medialuna.server import config
from medialuna.server.http import protocol
from tests.server.http.test_error_shape import BODIES
from tests.server.support.files import JSON
from tests.server.support.questions import HARD
from tests.server.support.served import Served, head, raw, until
from tests.server.support.visitor import refusal

CODE = "TF1-D1N-AAAAAAB"
DRAW = {"step": 0, "action": {"press": "+"}}


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with Served(tmp_path_factory.mktemp("slow") / "games.sqlite", "--no-limits") as server:
        yield server
        if server.process.poll() is None:
            assert server.stop() == 0
        assert "Traceback" not in server.errors
        assert "ERROR" not in server.errors


@pytest.fixture
def http(served):
    with served.client() as client:
        client.post("/api/start", json={})
        yield client


def status_of(served: Served, name: str) -> int:
    """A line of the server's status: memory in KiB, or the number of its threads."""
    found = re.search(rf"^{name}:\s+(\d+)", Path(f"/proc/{served.process.pid}/status").read_text(), re.MULTILINE)
    assert found
    return int(found[1])


needs_proc = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is looked up in /proc")

# --- sending ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("announced", ["Content-Length: 100", "Transfer-Encoding: chunked"])
@pytest.mark.parametrize("path", ["/api/games", "/api/games/{id}/actions", "/api/import", "/api/replay"])
def test_who_goes_away_in_the_middle_of_a_body_is_no_fault(served, http, announced, path):
    view = http.post("/api/games", json={"code": CODE}).json()
    first = b'5\r\n{"a":\r\n' if "chunked" in announced else b'{"a":'
    for _ in range(3):
        asked = head(http, "POST", path.replace("{id}", view["id"]), "Content-Type: application/json", announced)
        with raw(served, asked, first):
            time.sleep(0.05)
    assert http.post(f"/api/games/{view['id']}/actions", json=DRAW).status_code == 200


@needs_proc
def test_many_bodies_that_trickle_hold_up_nobody(served, http):
    view = http.post("/api/games", json={"code": CODE}).json()
    path = f"/api/games/{view['id']}/actions"
    memory, threads = status_of(served, "VmRSS"), status_of(served, "Threads")
    with ExitStack() as open_ones:
        announced = head(http, "POST", path, "Content-Type: application/json", "Content-Length: 16000")
        slow = [open_ones.enter_context(raw(served, announced)) for _ in range(300)]
        for _ in range(3):
            for one in slow:
                one.sendall(b" " * 10)
        start = time.monotonic()
        for step in range(20):
            assert http.post(path, json=DRAW | {"step": step}).status_code == 200
        assert time.monotonic() - start < 20
        assert status_of(served, "Threads") <= threads + 8
        assert status_of(served, "VmRSS") < memory + 40_000


@pytest.mark.parametrize(("method", "path"), BODIES)
def test_a_body_that_does_not_end_is_given_up(player, app, monkeypatch, method, path):
    monkeypatch.setattr(config, "BODY_SECONDS", 0.2)
    path = path.replace("{id}", player.table["id"])
    cookie = f"medialuna={player.http.cookies['medialuna']}"
    headers = [(b"content-type", b"application/json"), (b"cookie", cookie.encode())]
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": headers}
    sent = []

    async def trickle():
        await asyncio.sleep(0.05)
        return {"type": "http.request", "body": b" ", "more_body": True}

    async def send(message):
        sent.append(message)

    asyncio.run(app(scope, trickle, send))
    answer = Response(sent[0]["status"], headers=sent[0]["headers"], content=sent[1]["body"])
    refusal(answer, 408, "server.too-slow")
    assert answer.headers["connection"] == "close"


@needs_proc
def test_an_endless_body_is_cut_off(served, http):
    """Sent in pieces without an announced length, and much longer than may be read."""
    memory = status_of(served, "VmRSS")
    for path in ("/api/games", "/api/import"):
        announced = head(http, "POST", path, "Content-Type: application/json", "Transfer-Encoding: chunked")
        piece = b"10000\r\n" + b" " * 65536 + b"\r\n"
        with raw(served, announced) as connection:
            connection.settimeout(20)
            try:
                for _ in range(1_000):
                    connection.sendall(piece)
            except OSError:
                # The server has closed the connection.
                continue
            pytest.fail("64 MB were taken in")
    assert status_of(served, "VmRSS") < memory + 60_000
    assert http.get("/healthz").status_code == 200


@needs_proc
@pytest.mark.parametrize("begun", [b"GET /", b"GET / HTTP/1.1\r\nHost: x\r\nX: ", b"GET / HTTP/1.1\r\n"])
def test_an_endless_head_is_cut_off(served, http, begun):
    memory = status_of(served, "VmRSS")
    line = b"X-More: " + b"a" * 1000 + b"\r\n" if begun.endswith(b"1.1\r\n") else b"a" * 1000
    with raw(served, begun) as connection, pytest.raises(OSError, match=r"reset|pipe"):
        connection.sendall(line * 64_000)
    assert status_of(served, "VmRSS") < memory + 20_000
    assert http.get("/healthz").status_code == 200


def test_a_long_head_is_answered(served):
    with raw(served, b"GET / HTTP/1.1\r\nX: ") as connection:
        for _ in range(4):
            time.sleep(0.05)
            connection.sendall(b"a" * 20_000)
        assert connection.recv(100).startswith(b"HTTP/1.1 431 ")


def test_a_head_of_a_usual_length_in_pieces_and_a_long_body_are_read(served, http):
    record = {"record": f"{CODE}: " + "+ U " * 10_000}
    with raw(served) as connection:
        for _ in range(2):
            body = json.dumps(record).encode()
            length = f"Content-Length: {len(body)}"
            asked = head(http, "POST", "/api/replay", "Content-Type: application/json", length, "X: " + "a" * 20_000)
            for at in range(0, len(asked), 5_000):
                connection.sendall(asked[at : at + 5_000])
                time.sleep(0.01)
            connection.sendall(body)
            answer = HTTPResponse(connection)
            answer.begin()
            assert answer.status == 400
            assert json.loads(answer.read())["code"] == "server.record-full"


@pytest.mark.parametrize("said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n"])
@pytest.mark.parametrize("before", [b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"])
def test_who_does_not_say_what_he_wants_is_not_waited_for(app, monkeypatch, said, before):
    monkeypatch.setattr(config, "HEAD_SECONDS", 0.3)

    async def visit() -> bytes:
        config = uvicorn.Config(app, http=protocol.Connection, lifespan="off", timeout_keep_alive=1)
        config.load()
        state, loop = ServerState(), asyncio.get_running_loop()
        server = await loop.create_server(lambda: protocol.Connection(config, state, {}), "127.0.0.1", 0)
        async with server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer.write(before + said)
            found = await asyncio.wait_for(reader.read(), 10)
            writer.close()
        return found

    answer = asyncio.run(visit())
    assert answer.startswith(b"HTTP/1.1 200 ") if before else answer == b""


# --- reading ----------------------------------------------------------------------------------------------------


@needs_proc
def test_streams_that_are_never_read_are_few_and_end(served, http):
    # Positions of their own, so that the answer to one is none to the others.
    asked = []
    for step in range(9):
        path = f"/api/games/{http.post('/api/games', json={'code': HARD}).json()['id']}"
        for at in range(step):
            assert http.post(f"{path}/actions", json=DRAW | {"step": at}).status_code == 200
        asked.append(f"{path}/think?step={step}&seconds=")
    # While the kernels load, questions are refused.
    until(lambda: http.get(f"{asked[0]}0.1").status_code == 200, 120)
    memory, threads = status_of(served, "VmRSS"), status_of(served, "Threads")
    with ExitStack() as open_ones:
        streams = [open_ones.enter_context(raw(served, head(http, "GET", f"{one}60"))) for one in asked]
        statuses = [int(one.recv(12).split()[1]) for one in streams]
        assert set(statuses) == {200, 503}
        # Moves, lists and everything else go on.
        assert http.get("/api/games").status_code == 200
        assert http.post("/api/games", json={"code": CODE}).status_code == 201
        assert status_of(served, "Threads") <= threads + 8
        assert status_of(served, "VmRSS") < memory + 256 * 1024 * config.QUESTIONS_PER_PLAYER
    # When they are closed there is room again.
    until(lambda: http.get(f"{asked[-1]}0.1").status_code == 200)


def test_an_answer_that_is_not_read_holds_up_nobody(served, http):
    records = [f"{CODE}: " + "+ U " * 400 + "+ " * (1 + at % 20) for at in range(60)]
    games = [
        {"record": one.strip(), "seconds": at, "status": "running", "assisted": False}
        | dict.fromkeys(("created", "updated"), f"2026-11-01T10:{at:02}:00Z")
        for at, one in enumerate(records)
    ]
    file = json.dumps({"medialuna": 1, "settings": {}, "games": games})
    assert http.post("/api/import", content=file, headers=JSON, timeout=60).status_code == 200
    with ExitStack() as open_ones:
        for _ in range(50):
            open_ones.enter_context(raw(served, head(http, "GET", "/api/export")))
        start = time.monotonic()
        for _ in range(20):
            assert http.get("/api/settings").status_code == 200
        assert time.monotonic() - start < 20
