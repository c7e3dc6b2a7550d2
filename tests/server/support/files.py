"""Files with everything, as players import them."""

import json
from typing import Any

from httpx2 import Response

from tests.server.support.visitor import Visitor

JSON = {"content-type": "application/json"}


def entry(record: str, **more: Any) -> dict[str, Any]:
    """A game of such a file."""
    made = {
        "record": record,
        "seconds": 10.0,
        "status": "running",
        "created": "2026-11-01T10:00:00Z",
        "assisted": False,
        **more,
    }
    return {**made, "updated": more.get("updated", made["created"])}


def file(*entries: Any, **more: Any) -> bytes:
    return json.dumps({"medialuna": 1, "settings": {}, "games": list(entries), **more}).encode()


def take_in(player: Visitor, *entries: Any) -> Response:
    return player.http.post("/api/import", content=file(*entries), headers=JSON)


def export(player: Visitor) -> bytes:
    answer = player.http.get("/api/export")
    assert answer.status_code == 200
    return answer.content
