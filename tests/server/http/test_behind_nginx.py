"""Behind nginx, set up with the very server blocks of the page for hosts: nothing is lost, doubled or held back."""

import gzip
import json
import re
import socket
import ssl
import threading
import time
from urllib.parse import urlsplit

import pytest
import uvicorn
from httpx2 import Client

from medialuna.server.app import create_app
from medialuna.server.solver import pool
from medialuna.solver import Effort, Unknown
from tests.server.support import nginx
from tests.server.support.files import JSON, entry, file
from tests.server.support.served import Served

nginx.needed()

CODE = "TF1-D1N-AAAAAAB"
LARGEST = 8 * 1024 * 1024


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with Served(tmp_path_factory.mktemp("behind") / "games.sqlite", "--workers", "2") as running:
        yield running


@pytest.fixture(scope="module")
def proxy(served):
    with nginx.Proxy(urlsplit(served.address).port) as running:
        yield running
        trouble = [line for line in running.stop().splitlines() if re.search(r"\[(error|crit|alert|emerg)]", line)]
        expected = ("access forbidden by rule", "client intended to send too large body")
        assert [line for line in trouble if not any(part in line for part in expected)] == []


@pytest.fixture
def http(proxy):
    with proxy.client() as client:
        yield client


def begin(http: Client) -> dict:
    assert http.post("/api/start", json={}).status_code == 200
    return http.post("/api/games", json={"code": CODE}).json()


def test_a_game_is_played_through_it_and_all_workers(proxy, http):
    view = begin(http)
    for step in range(12):
        # A connection of its own for each, so that any worker may get it.
        with proxy.client(cookies={"medialuna": http.cookies["medialuna"]}) as other:
            action = {"step": step, "action": {"press": "+"}}
            answer = other.post(f"/api/games/{view['id']}/actions", json=action)
        assert answer.status_code == 200, answer.text
        assert answer.json()["step"] == step + 1


def test_the_cookie_is_for_encrypted_connections_alone(http):
    attributes = http.post("/api/start", json={}).headers["set-cookie"].lower()
    assert {"secure", "httponly", "samesite=lax"} <= {part.strip() for part in attributes.split(";")}


def test_who_comes_unencrypted_is_sent_on(proxy):
    with Client(base_url=f"http://127.0.0.1:{proxy.plain}", headers={"host": nginx.HOST}) as plain:
        answer = plain.post("/api/start?a=b", json={})
    assert (answer.status_code, answer.headers["location"]) == (308, f"https://{nginx.HOST}/api/start?a=b")


def connection(proxy: nginx.Proxy, trust: ssl.SSLContext) -> ssl.SSLSocket:
    bare = socket.create_connection(("127.0.0.1", proxy.port), 10)
    try:
        return trust.wrap_socket(bare, server_hostname=nginx.HOST)
    except ssl.SSLError:
        bare.close()
        raise


def test_browsers_are_offered_one_connection_for_all_files(proxy):
    trust = proxy.trust()
    trust.set_alpn_protocols(["h2", "http/1.1"])
    with connection(proxy, trust) as encrypted:
        assert encrypted.selected_alpn_protocol() == "h2"


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion:DeprecationWarning")
def test_an_old_encryption_is_refused(proxy):
    trust = proxy.trust()
    # As old clients are, which this machine's own rules would forbid to be played.
    trust.set_ciphers("DEFAULT:@SECLEVEL=0")
    trust.minimum_version = trust.maximum_version = ssl.TLSVersion.TLSv1_1
    with pytest.raises(ssl.SSLError, match="PROTOCOL_VERSION"):
        connection(proxy, trust)


def test_files_arrive_as_they_were_sent(served, http):
    """Compressed once, with the headers that let a browser keep them, and not sent again to whoever has them."""
    script = re.search(r'src="(/page/~[^"]+\.js)"', http.get("/").text)[1]
    with Client(base_url=served.address) as direct:
        for path in ("/", script, "/page/art/icon.svg", "/page/art/icon-192.png"):
            answers = [one.get(path, headers={"accept-encoding": "gzip"}) for one in (http, direct)]
            behind, straight = ({**answer.headers} for answer in answers)
            for name in ("server", "date", "connection", "transfer-encoding", "content-length"):
                behind.pop(name, None)
                straight.pop(name, None)
            assert behind == straight, path
            assert answers[0].content == answers[1].content
    with http.stream("GET", script, headers={"accept-encoding": "gzip"}) as answer:
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers.get_list("content-encoding") == ["gzip"]
        assert gzip.decompress(b"".join(answer.iter_raw())).lstrip().startswith(b"(() => {")
        tag = answer.headers["etag"]
    assert http.get(script, headers={"if-none-match": tag}).status_code == 304


def padded(size: int) -> bytes:
    """A file with one game, blown up with spaces."""
    return file(entry(f"{CODE}: + +")).ljust(size)


def test_the_largest_file_that_may_be_imported_comes_through(http):
    http.post("/api/start", json={})
    answer = http.post("/api/import", content=padded(LARGEST), headers=JSON, timeout=60)
    assert (answer.status_code, answer.json()["added"]) == (200, 1)


def test_a_larger_one_is_refused_before_it_reaches_us(http):
    http.post("/api/start", json={})
    answer = http.post("/api/import", content=padded(LARGEST + 1), headers=JSON, timeout=60)
    assert (answer.status_code, "nginx" in answer.text) == (413, True)


def test_the_counts_are_for_the_host_alone(served, http):
    assert http.get("/metrics").status_code == 403
    with Client(base_url=served.address) as direct:
        assert "medialuna_requests_total" in direct.get("/metrics").text


def test_nobody_can_pass_for_another_address(served, proxy):
    """Visitors are counted by the address that nginx sees, whatever they claim."""
    claim = {"x-forwarded-for": "203.0.113.9"}
    with Client(base_url=served.address) as direct, proxy.client() as behind:
        for http, refused in ((direct, True), (behind, False)):
            statuses = set()
            # In a row, so many new players of an address are refused in either worker.
            for _ in range(140):
                http.cookies.clear()
                statuses.add(http.post("/api/start", json={}, headers=claim).status_code)
            assert (429 in statuses) == refused


def test_nothing_is_noted_about_players(proxy, http):
    begin(http)
    assert not proxy.log.exists() or proxy.log.read_text() == ""


# --- the stream ------------------------------------------------------------------------------------------------


@pytest.fixture
def waiting(database, monkeypatch):
    """A server whose solver searches until it is stopped or let go, in a thread; with its port."""
    let_go, stopped = threading.Event(), threading.Event()

    def solve(game, state, budget, search):
        while not let_go.is_set():
            if search.is_cancelled:
                stopped.set()
                break
            time.sleep(0.002)
        return Unknown("stopped", Effort())

    monkeypatch.setattr(pool, "solve", solve)
    monkeypatch.setattr(pool.Thinking, "start", lambda self: None)
    app = create_app(database, limited=False)
    let_go.set()
    app.state.thinking.warm_up()
    let_go.clear()
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=5))
    running = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    running.start()
    yield listening.getsockname()[1], let_go, stopped
    let_go.set()
    server.should_exit = True
    running.join(20)
    listening.close()
    assert not running.is_alive()


def test_what_the_solver_says_meanwhile_arrives_meanwhile(waiting):
    port, let_go, _ = waiting
    with nginx.Proxy(port) as proxy, proxy.client(timeout=20) as http:
        view = begin(http)
        with http.stream("GET", f"/api/games/{view['id']}/think?step=0&seconds=60") as answer:
            lines = answer.iter_lines()
            # Held back, it would not come before the search has ended, which waits for this.
            assert next(lines) == "event: progress"
            let_go.set()
            assert "event: verdict" in lines
            assert json.loads(next(lines).removeprefix("data: "))["verdict"] == "unknown"


def test_who_goes_away_ends_the_search(waiting):
    port, _, stopped = waiting
    with nginx.Proxy(port) as proxy, proxy.client(timeout=20) as http:
        view = begin(http)
        with http.stream("GET", f"/api/games/{view['id']}/think?step=0&seconds=60") as answer:
            assert next(answer.iter_lines()) == "event: progress"
        assert stopped.wait(20)
