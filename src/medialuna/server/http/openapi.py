"""What ``/openapi.json`` says about bodies and answers, taken from the classes of ``wire``."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from msgspec import Struct

from medialuna.server.http.openapi_examples import EXAMPLES
from medialuna.table import wire, wire_library
from medialuna.table.wire_solver import Daily, ThinkProgress, ThinkVerdict

DESCRIPTION = """
Two solitaires, Crescent and Thoughtful: tables, actions, and the rules that refuse other actions.

1. `POST /api/start` makes you a player: it sets a cookie, without which the other routes answer 401.
2. `POST /api/games` deals a game, by its code or by chance. The answer is the whole *view* of the table: what lies
   where, what can be taken up, and where it may go. `GET /api/games/{game}` gives it again.
3. `POST /api/games/{game}/actions` does what the view offers, and answers the next view. Send the view's `step` along:
   if the game has gone on elsewhere, nothing is done, and the answer (409, `server.other-step`) holds the view.
4. What the rules refuse is answered by 409 with the rule and a sentence in your language (`Accept-Language`, or the
   player's setting); `GET /api/games/{game}/why` asks for it without trying.

Bodies are JSON (`Content-Type: application/json`), unknown fields are errors, and every error has the shape `Error`.
"""

_REFERENCE = "#/components/schemas/{name}"

_SHAPES: tuple[type[Struct], ...] = (
    wire.View,
    wire.Error,
    wire.Why,
    wire.Settings,
    wire.DealAnswer,
    wire.WordsAnswer,
    wire.StartAnswer,
    wire.Health,
    wire.StartRequest,
    wire.NewGame,
    wire.ActionRequest,
    wire.Finish,
    wire.ClockRequest,
    wire.SettingsChange,
    ThinkProgress,
    ThinkVerdict,
    Daily,
    *wire_library.SHAPES,
)

_ONE_OF = {
    "ActionBody": (("move",), ("press",), ("undo",)),
    "NewGame": (("code",), ("game",)),
    "ReplayViewRequest": (("step",), ("from", "to")),
}
"""Shapes of which exactly one of several groups of fields has to be there, which the classes cannot say."""

_ERRORS = {
    400: "Not understood: `message` names the part and what was expected there.",
    401: "No player: the cookie is missing or unknown. `POST /api/start` gives one.",
    404: "There is no such thing, or it is not the player's.",
    409: "Refused: by a rule of the game (`rule`), or because the game is at another step (`view`).",
    408: "The body did not arrive in time.",
    413: "The body is too large.",
    415: "The body is not announced as `application/json`.",
    429: "Too many requests of this kind; `Retry-After` says when to try again.",
    503: "The database does not answer, or the solver is busy or not ready yet.",
}


def answers(
    shape: type[Struct] | tuple[type[Struct], ...] | None, status: int, said: str, *errors: int
) -> dict[int | str, dict[str, Any]]:
    """The ``responses`` of a route: its answer, which may have several shapes, and the errors it may give."""
    found: dict[int | str, dict[str, Any]] = {status: {"description": said}}
    if shape is not None:
        found[status] |= _content(*shape if isinstance(shape, tuple) else (shape,))
    for error in (*errors, 503):
        found[error] = {"description": _ERRORS[error], **_content(wire.Error, example=str(error))}
    return found


def streams(events: dict[str, type[Struct]], *errors: int) -> dict[int | str, dict[str, Any]]:
    """The ``responses`` of a route that answers with server-sent events: their data by name, and its errors."""
    found = answers(
        None, 200, "Events: " + ", ".join(f"`{name}` ({events[name].__name__})" for name in events), *errors
    )
    shapes = [{"$ref": _REFERENCE.format(name=shape.__name__)} for shape in events.values()]
    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": {"anyOf": shapes}}
    # One event, as OpenAPI describes a stream of them.
    event = {"event": {"type": "string", "enum": list(events)}, "data": data}
    schema = {"type": "object", "required": list(event), "properties": event}
    found[200]["content"] = {"text/event-stream": {"schema": schema}}
    return found


def takes(shape: type[Struct]) -> dict[str, Any]:
    """The ``openapi_extra`` of a route with a body."""
    return {"requestBody": {"required": True, **_content(shape)}}


def asks(shape: type[Struct]) -> dict[str, Any]:
    """The ``openapi_extra`` of a route with a query, whose fields are the parameters."""
    _, found = msgspec.json.schema_components([shape], ref_template=_REFERENCE)
    described = found[shape.__name__]
    parameters = []
    for name, schema in described["properties"].items():
        parameter = {"name": name, "in": "query", "required": name in described.get("required", ()), "schema": schema}
        parameters.append(parameter | ({"description": said} if (said := schema.pop("description", None)) else {}))
    return {"parameters": parameters}


def _content(*shapes: type[Struct], example: str = "") -> dict[str, Any]:
    references = [{"$ref": _REFERENCE.format(name=shape.__name__)} for shape in shapes]
    content: dict[str, Any] = {"schema": references[0] if len(references) == 1 else {"anyOf": references}}
    named = EXAMPLES.get(shapes[0].__name__ + example)
    if named:
        content["examples"] = {title: {"value": value} for title, value in named.items()}
    return {"content": {"application/json": content}}


def describe(app: FastAPI) -> None:
    """Replaces FastAPI's description by one that holds our shapes."""

    def schema() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(
                title=app.title,
                version=app.version,
                description=app.description,
                routes=app.routes,
                tags=app.openapi_tags,
            )
            _, shapes = msgspec.json.schema_components(_SHAPES, ref_template=_REFERENCE)
            for name, choices in _ONE_OF.items():
                shapes[name]["oneOf"] = [{"required": list(fields)} for fields in choices]
            # They are decoded one by one, so that a wrong one can be named.
            shapes["Import"]["properties"]["games"]["items"] = {"$ref": _REFERENCE.format(name="GameEntry")}
            made["components"] = {
                "schemas": shapes,
                "securitySchemes": {"player": {"type": "apiKey", "in": "cookie", "name": "medialuna"}},
            }
            for path in made["paths"].values():
                for operation in path.values():
                    # FastAPI's own shape of errors, which no route of ours has.
                    operation["responses"].pop("422", None)
                    if "401" in operation["responses"]:
                        operation["security"] = [{"player": []}]
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = schema  # type: ignore[method-assign]
