"""The page draws and speaks; what is allowed, the server says. And nothing in it needs a weaker content policy."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "src" / "medialuna" / "page"
MODULES = sorted(PAGE.rglob("*.js"))
# These may know suits and ranks: they draw them, or name them aloud. A layout names its foundations by suit.
DRAWS = {"cards.js", "render.js", "speech.js", "crescent.js", "thoughtful.js"}

SUIT_OR_RANK = re.compile(
    r"""["'](?:SHDC|A23456789TJQK|AJQK|JQK)["']   # the list of suits or ranks
    |[=!]==?\s*["'][SHDCATJQK]["']               # a comparison with one of them
    |\b(?:rank|suit|colour|red|black)\s*(?:[=!<>]==?|[<>]|[-+]\s*1)  # a comparison of such a thing
    """,
    re.VERBOSE,
)


def code(path: Path) -> str:
    """A module without its comments."""
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_no_suit_or_rank_is_compared_except_to_draw_and_to_speak(path):
    found = SUIT_OR_RANK.findall(code(path))
    assert path.name in DRAWS or found == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_only_layouts_know_which_game_is_played(path):
    named = re.findall(r"crescent|thoughtful", code(path), flags=re.IGNORECASE)
    assert path.parent.name == "layouts" or named == []


@pytest.mark.parametrize("path", [*MODULES, PAGE / "index.html"], ids=lambda path: path.name)
def test_nothing_is_written_that_the_content_policy_forbids(path):
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"""\sstyle=["'\\]|\son[a-z]+=["']|javascript:|\beval\(|new Function""", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)
    assert not re.search(r"""(?:src|href)=["']https?:""", text)


@pytest.mark.parametrize("path", sorted(PAGE.rglob("*.css")), ids=lambda path: path.name)
def test_every_container_query_has_a_condition(path):
    """Most browsers that are in use drop one that has none, with all that is in it."""
    assert re.findall(r"@container\b[^{(]*\{", path.read_text(encoding="utf-8")) == []


def needed(path: Path) -> set[Path]:
    """What a module imports before it runs, and what that imports."""
    found, new = {path}, [path]
    while new:
        module = new.pop()
        for name in re.findall(r"""^(?:import|export)\b[^;"]*?["'](\.[^"']+)["'];""", code(module), re.MULTILINE):
            other = (module.parent / name).resolve()
            if other not in found:
                found.add(other)
                new.append(other)
    return found


def test_index_preloads_what_the_first_view_needs_and_nothing_else():
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    preloaded = set(re.findall(r'modulepreload" href="/page/([^"]+)"', html))
    assert preloaded == {path.relative_to(PAGE).as_posix() for path in needed(PAGE / "app" / "main.js")}


def test_every_other_module_is_loaded_when_its_window_is_opened():
    first = needed(PAGE / "app" / "main.js")
    later = {
        (path.parent / name).resolve()
        for path in MODULES
        for name in re.findall(r"""\bimport\(["'](\.[^"']+)["']\)""", code(path))
    }
    assert later & first == set()
    reached = set().union(first, *(needed(path) for path in later))
    assert set(MODULES) - reached == {PAGE / "app" / "theme.js"}


def test_every_file_is_short_enough_to_read():
    longest = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in PAGE.rglob("*.*s")}
    assert {name: lines for name, lines in longest.items() if lines > 400} == {}
