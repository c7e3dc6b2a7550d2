"""Reads JSON into the shapes of the wire, with an error that names the wrong field and what was expected there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal, NoReturn, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct, UnsetType

from medialuna.table.refusals import Misunderstood

T = TypeVar("T", bound=Struct)


def decoded(body: bytes, kind: type[T]) -> T:
    """A body as the struct it should be. Raises :class:`Misunderstood`."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        _refuse(error, kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Misunderstood("server.json") from None


def converted(given: Mapping[str, str], kind: type[T]) -> T:
    """Texts by name, as an address holds them, as the struct they should be. Raises :class:`Misunderstood`."""
    try:
        return msgspec.convert(given, type=kind, strict=False)
    except msgspec.ValidationError as error:
        _refuse(error, kind)


def expected(part: str, *choices: str) -> Misunderstood:
    """A refusal of a value that is none of the choices."""
    return Misunderstood("server.expected", part=part, field=part, expected=" | ".join(choices))


def _refuse(error: msgspec.ValidationError, kind: type[Struct]) -> NoReturn:
    # msgspec says where: "… - at `$.action.move`", for a key of an object "… - at `key` in `$.last_options`".
    text, _, path = str(error).partition(" - at `")
    keys = path.startswith("key` in `")
    part = path.removeprefix("key` in `").rstrip("`").removeprefix("$").lstrip(".").replace("[...]", ".*")
    if keys:
        part = _joined(part, _KEYS)
    if match := re.fullmatch(r"Object contains unknown field `(.*)`", text, re.DOTALL):
        raise Misunderstood("server.unknown-field", part=_joined(part, match[1]), field=_joined(part, match[1]))
    if match := re.fullmatch(r"Object missing required field `(.*)`", text):
        part = _joined(part, match[1])
        raise Misunderstood("server.missing-field", part=part, field=part, expected=_described(kind, part))
    raise Misunderstood("server.expected", part=part or "body", field=part or "body", expected=_described(kind, part))


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
