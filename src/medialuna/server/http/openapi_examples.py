"""Examples of bodies and answers for ``/docs``; a test checks each against its shape."""

from __future__ import annotations

from typing import Any

_VIEW = {
    "id": "3uYpXcQkT2mVwZ0a",
    "game": "thoughtful",
    "code": "TF1-D1N-AAAAAAB",
    "options": "D1N",
    "step": 1,
    "places": {
        "1": {"cards": ["5S0"], "count": 1, "face_down": 0, "lift": 1, "press": None},
        "stock": {"cards": [], "count": 23, "face_down": 23, "lift": 0, "press": "+"},
        "W": {"cards": ["8D0"], "count": 1, "face_down": 0, "lift": 1, "press": None},
    },
    "moves": {
        "1": {"1": {"to": ["4"], "tap": None, "double": "4", "zone": "S"}},
        "W": {"1": {"to": [], "tap": None, "double": None, "zone": "D"}},
    },
    "presses": {"+": True, "R": False},
    "undo": True,
    "counters": {"moves": 1, "score": 0, "seconds": 4.2, "redeals_left": None},
    "status": "running",
}


def _error(code: str, message: str, rule: str | None = None, **more: Any) -> dict[str, Any]:
    return {"ok": False, "code": code, "rule": rule, "message": message, **more}


EXAMPLES: dict[str, dict[str, Any]] = {
    "View": {"shortened": _VIEW},
    "Why": {
        "allowed": {"allowed": True},
        "refused": {
            "allowed": False,
            "code": "crescent.suit",
            "rule": "CR-7",
            "message": "It must be of the same suit",
        },
    },
    "DealAnswer": {"deal": {"code": "CR1-N-AAAAAAB", "game": "crescent", "options": "N"}},
    "StartRequest": {"go on": {"code": None}, "a deal": {"code": "CR1-N-AAAAAAB"}},
    "NewGame": {
        "a deal": {"code": "TF1-D3N-AAAAAAB"},
        "by chance": {"game": "thoughtful", "options": "D1N"},
    },
    "ActionRequest": {
        "move": {"step": 12, "action": {"move": {"source": "5", "count": 1, "target": "2"}}, "seconds": 31.2},
        "press": {"step": 12, "action": {"press": "+"}, "seconds": 31.2},
        "undo": {"step": 12, "action": {"undo": True}, "seconds": 31.2},
    },
    "ReplayRequest": {"a record": {"record": "TF1-D1N-AAAAAAB: + + U"}},
    "ReplayViewRequest": {
        "a step": {"record": "TF1-D1N-AAAAAAB: + + U", "step": 2},
        "some steps": {"record": "TF1-D1N-AAAAAAB: + + U", "from": 0, "to": 3},
    },
    "Import": {
        "a game": {
            "medialuna": 1,
            "settings": {"theme": "dark"},
            "games": [
                {
                    "record": "TF1-D1N-AAAAAAB: + + U",
                    "seconds": 12.5,
                    "status": "running",
                    "created": "2026-11-30T05:25:36.120945Z",
                    "updated": "2026-11-30T05:25:49.000271Z",
                    "assisted": False,
                }
            ],
        }
    },
    "DeviceRequest": {"a link's end": {"token": "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4"}},
    "ClockRequest": {"clock": {"seconds": 40.1}},
    "SettingsChange": {"dark": {"theme": "dark"}},
    "Error400": {
        "a value": _error("server.expected", "step: expected 0 … 2147483647", part="step"),
        "a code": _error("code.number", "«AAA» is no deal number: expected seven letters A to Z", part="number"),
    },
    "Error401": {
        "no player": _error("server.no-player", "You have no saved games in this browser: open the table again")
    },
    "Error404": {"no game": _error("server.no-game", "You have no such game")},
    "Error409": {
        "a rule": _error("crescent.suit", "It must be of the same suit", "CR-7"),
        "another step": _error(
            "server.other-step", "The game has moved on in another window; this is how it stands now", view=_VIEW
        ),
    },
    "Error408": {"too slow": _error("server.too-slow", "The request took too long to arrive")},
    "Error413": {"too large": _error("server.too-large", "The request is too long: the limit is 16,384 bytes")},
    "Error415": {"no JSON": _error("server.content-type", "The body must be JSON (Content-Type: application/json)")},
    "Error429": {"too many": _error("server.too-often", "Too many requests: try again in 5 s")},
    "Error503": {"database": _error("server.database", "The games cannot be reached right now; try again")},
}
