"""What a browser shows: the page, its files, the documentation of the interface."""

from __future__ import annotations

import importlib.resources
import re
from html import escape
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

import medialuna
from medialuna import words
from medialuna.server.errors import language_of
from medialuna.server.http.openapi import answers
from medialuna.server.site.static_files import Folder
from medialuna.server.store.games import is_name
from medialuna.table import wire

router = APIRouter()

PAGE = Folder(Path(medialuna.__file__).parent / "page", "/page/")
_SWAGGER = Folder(Path(str(importlib.resources.files("fastapi_offline"))) / "static")

_CODE_LIKE = re.compile(r"[\w\s]{1,30}([-‐-―−﹘﹣－][\w\s]{0,30}){1,5}")
"""A deal code, or what might have been meant as one: the page says what is wrong with it."""

_DOCS = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Medialuna: the interface</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="/docs/favicon.png">
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
"""
_DOCS_SCRIPT = 'SwaggerUIBundle({ url: "/openapi.json", dom_id: "#docs", deepLinking: true });\n'

_NOT_FOUND = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Medialuna</title>
<h1>{message}</h1>
<p><a href="/">{back}</a></p>
"""

_READ = ["GET", "HEAD"]


@router.head("/healthz", include_in_schema=False)
@router.get("/healthz", responses=answers(wire.Health, 200, "All is well."), tags=["server"])
def health(request: Request) -> Response:
    """Whether the server and its database answer."""
    request.app.state.playing.store.is_alive()
    return Response(wire.encode(wire.Health()), media_type="application/json")


@router.api_route("/page/{path:path}", methods=_READ, include_in_schema=False)
def page_file(request: Request, path: str) -> Response:
    name, for_ever = PAGE.named(path)
    return _file(PAGE, request, name, for_ever)


@router.api_route("/docs", methods=_READ, include_in_schema=False)
def docs() -> Response:
    return Response(_DOCS, media_type="text/html")


@router.api_route("/docs/start.js", methods=_READ, include_in_schema=False)
def docs_script() -> Response:
    return Response(_DOCS_SCRIPT, media_type="text/javascript")


@router.api_route("/docs/{path:path}", methods=_READ, include_in_schema=False)
def docs_file(request: Request, path: str) -> Response:
    return _file(_SWAGGER, request, path)


@router.api_route("/replay", methods=_READ, include_in_schema=False)
@router.api_route("/replay/{token}", methods=_READ, include_in_schema=False)
@router.api_route("/device/{token}", methods=_READ, include_in_schema=False)
def page_of_link(request: Request, token: str = "") -> Response:
    """The table; what the link leads to, the page asks for itself."""
    if token and not is_name(token):
        raise HTTPException(404)
    return _file(PAGE, request, "index.html")


@router.api_route("/", methods=_READ, include_in_schema=False)
@router.api_route("/{code}", methods=_READ, include_in_schema=False)
def page(request: Request, code: str = "") -> Response:
    """The table. The address may name a deal."""
    if code and not _CODE_LIKE.fullmatch(code):
        raise HTTPException(404)
    return _file(PAGE, request, "index.html")


def _file(folder: Folder, request: Request, name: str, for_ever: bool = False) -> Response:
    response = folder.response(request, name, for_ever=for_ever)
    if response is None:
        raise HTTPException(404)
    return response


def not_found(request: Request, error: Exception) -> Response | None:
    """A small page for someone who followed a wrong address; None when a program asked, or for another error."""
    asks = request.headers.get("accept", "")
    if not isinstance(error, HTTPException) or error.status_code != 404 or "text/html" not in asks:
        return None
    if request.url.path.startswith("/api/"):
        return None
    language = language_of(request)
    said = {name: escape(words.sentence(language, f"server.{name}")) for name in ("not-found", "to-the-table")}
    text = _NOT_FOUND.format(language=language, message=said["not-found"], back=said["to-the-table"])
    return Response(text, 404, media_type="text/html")
