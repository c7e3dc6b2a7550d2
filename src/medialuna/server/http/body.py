"""Reads requests: their bodies, within a limit, and their fields, with an error that names the wrong one."""

from __future__ import annotations

import asyncio
import re
from datetime import datetime
from typing import Annotated, Any, Literal, NoReturn, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from fastapi import Request
from msgspec import Meta, Struct, UnsetType

from medialuna.server.errors import Refusal

MOST_BYTES = 16 * 1024
"""The longest body that is taken."""

READ_OFF = 1024 * 1024
"""How much more of a body that is too long is read and dropped: a proxy still sending it would miss the answer."""

MOST_SECONDS = 60.0
"""How long a body may take to arrive."""

T = TypeVar("T", bound=Struct)


async def json_body(request: Request) -> bytes:
    """The body of a request. Raises :class:`Refusal` when it is no JSON or too long; one that is far too long is not
    read to its end."""
    return await body_up_to(MOST_BYTES, request)


async def body_up_to(limit: int, request: Request) -> bytes:
    """The same for a route with a limit of its own."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        # A form or a text could be sent by a foreign page without asking; JSON cannot.
        raise Refusal(415, "server.content-type")
    told = request.headers.get("content-length", "0")
    if not told.isdecimal() or int(told[:20]) > limit + READ_OFF:
        raise _too_large(limit)
    body, length = bytearray(), 0
    try:
        async with asyncio.timeout(MOST_SECONDS):
            async for chunk in request.stream():
                length += len(chunk)
                if length <= limit:
                    body += chunk
                elif length > limit + READ_OFF:
                    break
    except TimeoutError:
        refusal = Refusal(408, "server.too-slow")
        refusal.headers["Connection"] = "close"
        raise refusal from None
    if length > limit:
        raise _too_large(limit)
    return bytes(body)


def _too_large(limit: int) -> Refusal:
    refusal = Refusal(413, "server.too-large", limit=limit)
    # The rest of the body may not have been read, so nothing else can follow on this connection.
    refusal.headers["Connection"] = "close"
    return refusal


def decoded(body: bytes, kind: type[T]) -> T:
    """A body as the struct it should be. Raises :class:`Refusal` that names the field and what was expected there."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        _refuse(error, kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refusal(400, "server.json") from None


def queried(request: Request, kind: type[T]) -> T:
    """The query of a request as the struct it should be. Raises :class:`Refusal`, as :func:`decoded`."""
    names = [name for name, _ in request.query_params.multi_items()]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise expected(twice[:40], "1 ×")
    try:
        return msgspec.convert(dict(request.query_params), type=kind, strict=False)
    except msgspec.ValidationError as error:
        _refuse(error, kind)


def expected(part: str, *choices: str) -> Refusal:
    """A refusal of a value that is none of the choices."""
    return Refusal(400, "server.expected", part=part, field=part, expected=" | ".join(choices))


def _refuse(error: msgspec.ValidationError, kind: type[Struct]) -> NoReturn:
    # msgspec says where: "… - at `$.action.move`", for a key of an object "… - at `key` in `$.last_options`".
    text, _, path = str(error).partition(" - at `")
    keys = path.startswith("key` in `")
    part = path.removeprefix("key` in `").rstrip("`").removeprefix("$").lstrip(".").replace("[...]", ".*")
    if keys:
        part = _joined(part, _KEYS)
    if match := re.fullmatch(r"Object contains unknown field `(.*)`", text, re.DOTALL):
        raise Refusal(400, "server.unknown-field", part=_joined(part, match[1]), field=_joined(part, match[1]))
    if match := re.fullmatch(r"Object missing required field `(.*)`", text):
        part = _joined(part, match[1])
        raise Refusal(400, "server.missing-field", part=part, field=part, expected=_described(kind, part))
    raise Refusal(400, "server.expected", part=part or "body", field=part or "body", expected=_described(kind, part))


def _joined(part: str, name: str) -> str:
    name = name if len(name) <= 40 else name[:40] + "…"
    return f"{part}.{name}" if part else name


# --- what was expected -----------------------------------------------------------------------------------------


def _described(kind: Any, part: str) -> str:
    """What a field should hold, without words, so that it needs no translation: ``0 … 104``, ``"light" | null``."""
    for name in part.split(".") if part else ():
        kind = _member(kind, name)
    return " | ".join(dict.fromkeys(_kinds(kind)))


_KEYS = "{}"
"""Stands for the keys of an object in the path of a field, as ``*`` does for any of its values."""


def _member(kind: Any, name: str) -> Any:
    for one in _alternatives(kind):
        if isinstance(one, type) and issubclass(one, Struct):
            hints = get_type_hints(one, include_extras=True)
            names = {field.encode_name: field.name for field in msgspec.structs.fields(one)}
            return hints.get(names.get(name, name), object)
        if get_origin(one) is dict:
            return get_args(one)[0 if name == _KEYS else 1]
    return object


def _alternatives(kind: Any) -> list[Any]:
    if get_origin(kind) is Annotated:
        return _alternatives(get_args(kind)[0])
    parts = get_args(kind) if "Union" in type(kind).__name__ or "Union" in str(get_origin(kind)) else ()
    return [one for part in parts for one in _alternatives(part)] or [kind]


def _kinds(kind: Any) -> list[str]:
    if get_origin(kind) is Annotated:
        base, *metas = get_args(kind)
        bounds = [meta for meta in metas if isinstance(meta, Meta)]
        if base in (int, float) and bounds:
            return [f"{bounds[0].ge} … {bounds[0].le}"]
        if base is str and bounds:
            return [f'"…" (≤ {bounds[0].max_length})']
        return _kinds(base)
    if get_origin(kind) is Literal:
        return [f'"{one}"' if isinstance(one, str) else str(one) for one in get_args(kind)]
    alternatives = _alternatives(kind)
    if len(alternatives) > 1 or alternatives[0] is not kind:
        parts = get_args(kind)
        return [text for part in parts if part is not UnsetType for text in _kinds(part)]
    names = {
        bool: "true | false",
        str: '"…"',
        type(None): "null",
        int: "1, 2, 3 …",
        float: "1.5",
        datetime: '"2026-11-30T05:25:36Z"',
    }
    return [names.get(kind, "{…}")]
