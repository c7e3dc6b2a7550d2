"""The rooms of the page, and who may import whom."""

import posixpath
import re

import pytest

from tests.test_page_holds_no_rules import MODULES, PAGE, code

LAYERS = (("app",), ("dialogs", "solver"), ("ui",), ("board",), ("model", "api", "i18n", "art"))
"""From the top down. A room imports from itself and from lower layers, never from its neighbour."""

DEPTH = {room: depth for depth, rooms in enumerate(LAYERS) for room in rooms}
NAMES = [path.relative_to(PAGE).as_posix() for path in MODULES]

IMPORT = re.compile(r"""(?:(?<![\w/.])from|(?<![\w/])import)\s*\(?\s*["'`]([^"'`]+)["'`]""")
DOM = re.compile(
    r"\b(?:document|window|navigator|location|localStorage|matchMedia|getComputedStyle|(?<!\.)addEventListener"
    r"|requestAnimationFrame|inner(?:Width|Height|HTML)|\w*Element|querySelector(?:All)?)\b"
)


def wrong(name: str, text: str) -> list[str]:
    """What a module imports and may not."""
    room = name.partition("/")[0]
    found = []
    for asked in IMPORT.findall(text):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), asked))
        other = target.partition("/")[0]
        exists = asked.startswith(".") and target in NAMES
        if not exists or (other != room and DEPTH[other] <= DEPTH[room]):
            found.append(asked)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_module_imports_only_from_its_room_and_from_lower_ones(name):
    text = code(PAGE / name)
    assert wrong(name, text) == []
    # an import that is written in a way this test cannot read would go unseen
    assert len(IMPORT.findall(text)) == len(re.findall(r"(?<![\w/])import\b|\bexport\b[^;=(]*?\bfrom\b", text))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("model/table.js", 'import { draw } from "../board/render.js";'),
        ("model/table.js", "import * as words from '../i18n/words.js';"),
        ("board/render.js", 'import {\n  openDialog,\n} from "../ui/dialog.js";'),
        ("board/layouts/crescent.js", 'import "../../ui/dialog.js";'),
        ("dialogs/menu.js", 'const hints = () => import("../solver/hints.js");'),
        ("solver/hints.js", 'export { openMenu } from "../dialogs/menu.js";'),
        ("ui/dialog.js", 'export * from "../app/main.js";'),
        ("ui/dialog.js", 'import { t } from "../i18n/no-such-file.js";'),
        ("ui/dialog.js", 'import { html } from "some-package";'),
        ("ui/dialog.js", 'import { t } from "/page/i18n/words.js";'),
    ],
)
def test_a_wrong_import_is_found(name, text):
    assert len(wrong(name, text)) == 1


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(("model/", "api/", "i18n/"))])
def test_state_requests_and_words_know_nothing_of_the_document(name):
    assert DOM.findall(code(PAGE / name)) == []


def test_every_room_is_known_and_used():
    assert {name.partition("/")[0] for name in NAMES} == set(DEPTH)
