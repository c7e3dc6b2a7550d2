"""A browser that visits the server, and the one shape of errors that it may meet."""

import json
import re
import threading
from collections.abc import Callable
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response


class Visitor:
    """A browser: it keeps its cookie, and the table it looks at."""

    def __init__(self, app: FastAPI, language: str = "en", base: str = "http://testserver") -> None:
        self.http = TestClient(app, base_url=base, headers={"accept-language": language})
        self.table: dict[str, Any] = {}
        self.previous: str | None = None
        self.redo: dict[str, Any] | None = None
        self.undone: list[dict[str, Any]] = []

    def start(self, code: str | None = None) -> dict[str, Any]:
        answer: dict[str, Any] = self.http.post("/api/start", json={"code": code}).json()
        self.table = answer["game"]
        return answer

    def begin(self, code: str) -> dict[str, Any]:
        answer = self.http.post("/api/games", json={"code": code})
        assert answer.status_code == 201, answer.text
        self.table = answer.json()
        self.previous = self.table.pop("previous")
        return self.table

    @property
    def path(self) -> str:
        return f"/api/games/{self.table['id']}"

    def send(self, action: dict[str, Any], step: int | None = None, seconds: float = 0) -> Response:
        """Posts an action without looking at the answer."""
        body = {"step": self.table["step"] if step is None else step, "action": action, "seconds": seconds}
        return self.http.post(f"{self.path}/actions", json=body)

    def act(self, action: dict[str, Any], seconds: float = 0) -> dict[str, Any]:
        """An action that must be taken. After an undo, ``redo`` is what it took back; it is no part of the table."""
        answer = self.send(action, seconds=seconds)
        assert answer.status_code == 200, answer.text
        self.table = answer.json()
        self.redo = self.table.pop("redo", None)
        return self.table

    def move(self, source: str, target: str, count: int = 1) -> dict[str, Any]:
        return self.act({"move": {"source": source, "count": count, "target": target}})

    def first_legal(self) -> dict[str, Any]:
        """The first action that the view offers."""
        for source, counts in self.table["moves"].items():
            for count, targets in counts.items():
                if targets["to"]:
                    return {"move": {"source": source, "count": int(count), "target": targets["to"][0]}}
        return {"press": next(place for place, allowed in self.table["presses"].items() if allowed)}

    def look(self) -> dict[str, Any]:
        """The table as it is taken up again; ``undone``, what may be done again, is no part of it."""
        answer = self.http.get(self.path)
        assert answer.status_code == 200, answer.text
        table: dict[str, Any] = answer.json()
        self.undone = table.pop("undone", [])
        return table


def refusal(answer: Response, status: int, code: str) -> dict[str, Any]:
    """The body of an answer that must have the error shape.

    ``{"ok": false, "code": "…", "rule": "CR-5" | null, "message": "a sentence"}``, and where it says more, ``part``
    (what of the request is wrong) or ``view`` (the table as it is).
    """
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    body: dict[str, Any] = json.loads(answer.text)
    assert set(body) - {"part", "view"} == {"ok", "code", "rule", "message"}
    assert body["ok"] is False
    assert body["code"] == code
    assert body["rule"] is None or body["rule"][:3] in ("CR-", "TF-", "AP-")
    assert body["message"].strip()
    assert not re.search(r"\{\w+\}", body["message"]), "a placeholder is not filled"
    assert "Traceback" not in answer.text
    return body


def race(posts: list[Callable[[], int]]) -> list[int]:
    """What came of requests that were sent at the same moment: their statuses."""
    ready, found = threading.Barrier(len(posts)), [0] * len(posts)

    def run(i: int, post: Callable[[], int]) -> None:
        ready.wait()
        found[i] = post()

    threads = [threading.Thread(target=run, args=one) for one in enumerate(posts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found
