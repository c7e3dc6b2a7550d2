"""For every operation of the interface, what makes it succeed."""

from __future__ import annotations

from typing import Any

from tests.server.support.visitor import Visitor

RECORD = "TF1-D1N-AAAAAAB: + + U"


def fitting(label: str, player: Visitor) -> dict[str, Any]:
    """What makes an operation succeed at this table."""
    step = player.table["step"]
    if label == "POST /api/start":
        return {"body": {}}
    if label == "PUT /api/settings":
        return {"body": {"theme": "light"}}
    if label == "PUT /api/games/{game}/clock":
        return {"body": {"seconds": 5}}
    if label == "POST /api/games":
        return {"body": {"game": "thoughtful", "options": "D1N"}}
    if label == "POST /api/games/{game}/actions":
        return {"body": {"step": step, "action": player.first_legal(), "seconds": 1.5}}
    if label == "GET /api/games/{game}/why":
        return {"query": {"undo": "1"}}
    if label == "GET /api/games/{game}/think":
        return {"query": {"step": str(step), "seconds": "0.1", "line": "1"}}
    if label == "GET /api/words/{language}":
        return {"path_parameters": {"language": "fr"}}
    if label == "GET /api/deals/{code}":
        return {"path_parameters": {"code": player.table["code"]}}
    if label == "GET /api/shared/{token}":
        return {"path_parameters": {"token": player.http.post(f"{player.path}/share").json()["link"][8:]}}
    if label == "POST /api/device":
        return {"body": {"token": player.http.post("/api/device-link").json()["link"][8:]}}
    if label == "POST /api/replay":
        return {"body": {"record": RECORD}}
    if label == "POST /api/replay/view":
        return {"body": {"record": RECORD, "from": 0, "to": 3}}
    if label == "POST /api/import":
        return {"body": player.http.get("/api/export").json()}
    return {}
