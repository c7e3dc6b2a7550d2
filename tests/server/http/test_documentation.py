"""The interface is described: shapes, examples and errors in /openapi.json, and a page that shows them offline."""

import json
import re
from html.parser import HTMLParser

import msgspec
import pytest

from medialuna.server.http.openapi_examples import EXAMPLES
from medialuna.table import wire, wire_library


@pytest.fixture(scope="module")
def described(app):
    return app.openapi()


def operations(described):
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def test_every_answer_and_body_has_a_shape(described):
    for method, path, operation in operations(described):
        assert operation["summary"]
        for status, answer in operation["responses"].items():
            assert answer["description"]
            if status != "204" and "text/event-stream" not in answer["content"]:
                schema = answer["content"]["application/json"]["schema"]
                shapes = [one["$ref"].removeprefix("#/components/schemas/") for one in schema.get("anyOf", [schema])]
                assert set(shapes) <= set(described["components"]["schemas"])
                if int(status) >= 400:
                    assert shapes == ["Error"]
        assert "422" not in operation["responses"], f"{method} {path}"
        if "requestBody" in operation:
            content = operation["requestBody"]["content"]["application/json"]
            assert content["examples"] or path == "/api/games/{game}"
            assert {"400", "408", "413", "415"} <= set(operation["responses"])


def test_every_reference_leads_somewhere(described):
    def references(value):
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                yield value["$ref"]
            value = list(value.values())
        if isinstance(value, list):
            for one in value:
                yield from references(one)

    shapes = described["components"]["schemas"]
    found = set(references(described))
    assert found
    assert {one.removeprefix("#/components/schemas/") for one in found} <= set(shapes)
    assert {"View", "Error", "ActionRequest", "PlaceView"} <= set(shapes)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_have_their_shapes(name):
    shape = next(
        getattr(module, found)
        for module in (wire, wire_library)
        for found in [re.sub(r"\d+$", "", name)]
        if hasattr(module, found)
    )
    for value in EXAMPLES[name].values():
        msgspec.json.decode(json.dumps(value), type=shape)
        if "ok" in value:
            assert value["ok"] is False


def test_the_documentation_needs_no_other_host_and_no_inline_script(player):
    page = player.http.get("/docs")
    assert page.status_code == 200
    assert "unsafe" not in page.headers["content-security-policy"]
    links, inline = [], []

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attributes):
            given = dict(attributes)
            links.extend(value for name, value in given.items() if name in ("src", "href"))
            assert not any(name.startswith("on") or name == "style" for name in given)
            if tag == "style" or (tag == "script" and "src" not in given):
                inline.append(tag)

    Reader().feed(page.text)
    assert inline == []
    assert len(links) == 4
    for link in links:
        assert link.startswith("/")
        assert player.http.get(link).status_code == 200
    assert player.http.get("/openapi.json").json()["info"]["title"] == "Medialuna"


def test_the_documentation_works_in_a_browser(page, database):
    from tests.server.support.served import Served

    with Served(database) as served:
        problems = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: request.url.startswith(served.address) or problems.append(request.url))
        page.goto(served.address + "docs")
        page.get_by_text("/api/games/{game}/actions").first.wait_for()
        assert [one for one in problems if not one.startswith("data:")] == []
