"""Several processes behind one address: they share the games, are replaced when they end, and end together."""

import json
import os
import signal
from http.client import HTTPResponse
from pathlib import Path

import pytest
from httpx2 import TransportError

from tests.server.support.files import entry, file
from tests.server.support.served import PATIENCE, Served, head, raw, until

if not Path("/proc/self/stat").exists():
    pytest.skip("the processes are found in /proc", allow_module_level=True)

CODE = "TF1-D1N-AAAAAAB"


def workers_of(served: Served) -> list[int]:
    """The processes that answer, by their numbers."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if parent == served.process.pid and b"spawn_main" in command:
            found.append(int(folder.name))
    return found


def test_a_game_is_played_through_all_workers_and_one_that_is_killed_is_replaced(database):
    with Served(database, "--workers", "2") as served, served.client() as http:
        until(lambda: len(workers_of(served)) == 2)
        http.post("/api/start", json={})
        view = http.post("/api/games", json={"code": CODE}).json()
        killed = workers_of(served)[0]
        os.kill(killed, signal.SIGKILL)
        step = 0
        while step < 20:
            # A connection of its own for each, so that any worker may get it.
            with served.client(http.cookies["medialuna"]) as other:
                try:
                    answer = other.post(
                        f"/api/games/{view['id']}/actions", json={"step": step, "action": {"press": "+"}}
                    )
                except TransportError:
                    continue
            assert answer.status_code == 200
            step += 1
        until(lambda: len(workers_of(served)) == 2 and killed not in workers_of(served))
        with served.client() as other:
            text = other.get("/metrics").text
        assert "medialuna_requests_total{" in text
        ended = workers_of(served)
        assert served.stop() == 0
        until(lambda: not any(Path(f"/proc/{one}").exists() for one in ended))
    assert "Traceback" not in served.errors


def test_workers_whose_keeper_is_killed_end_too(database):
    with Served(database, "--workers", "2") as served:
        until(lambda: len(workers_of(served)) == 2)
        left = workers_of(served)
        served.kill()
        until(lambda: not any(Path(f"/proc/{one}").exists() for one in left))


@pytest.mark.parametrize("options", [(), ("--workers", "2")])
def test_what_has_begun_is_finished_before_the_end(database, options):
    long = [entry(f"{CODE}: " + "+ U " * 4000, created=f"2026-11-01T10:00:{second:02}Z") for second in range(20)]
    body = file(*long)
    more = ("Content-Type: application/json", f"Content-Length: {len(body)}", "Expect: 100-continue")
    with Served(database, *options) as served, served.client() as http:
        http.post("/api/start", json={})
        with raw(served, head(http, "POST", "/api/import", *more)) as connection:
            # the server says so when it begins to read
            assert connection.recv(100).startswith(b"HTTP/1.1 100 ")
            served.process.send_signal(signal.SIGTERM)
            connection.sendall(body)
            answer = HTTPResponse(connection)
            answer.begin()
            assert (answer.status, json.load(answer)) == (200, {"added": 20, "continued": 0, "known": 0})
        _, errors = served.process.communicate(timeout=PATIENCE)
    assert "Traceback" not in errors
