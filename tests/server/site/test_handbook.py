"""AP-3: the rules, the examples, the questions and the whole games, as a browser without scripts gets them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError

from medialuna import words
from medialuna.notation.deal_code import DealCode
from medialuna.server.site import illustrations
from medialuna.server.site.markdown import GAME_PAGES, PAGES
from medialuna.server.site.pages import PAGE

EVERY = [(language, name) for language in words.LANGUAGES for name in (*PAGES, *GAME_PAGES)]
RULES = {"crescent": [f"CR-{n}" for n in range(1, 20)], "thoughtful": [f"TF-{n}" for n in range(1, 16)]}
VOID = {"meta", "link", "br", "img", "hr", "input"}


class Read(HTMLParser):
    """What the tests look at in a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, name: str) -> list[str]:
        """Every value of an attribute."""
        return [value or "" for _, attributes in self.tags for key, value in attributes.items() if key == name]


@pytest.fixture
def reader(app: FastAPI) -> TestClient:
    """Someone who reads in English and goes where no redirect leads by itself."""
    return TestClient(app, headers={"accept-language": "en"}, follow_redirects=False)


@pytest.fixture
def player(reader: TestClient) -> TestClient:
    """A reader who has played."""
    assert reader.post("/api/start", json={}).status_code == 200
    return reader


@pytest.fixture(scope="module")
def get(app: FastAPI) -> Callable[[str], str]:
    """A page's text, each asked for once."""
    client = TestClient(app, follow_redirects=False)

    @cache
    def text(path: str) -> str:
        answer = client.get(path)
        assert answer.status_code == 200, path
        return answer.text

    return text


# --- every page in every language -------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "name"), EVERY)
def test_ap_3_a_page_stands_in_its_language(get: Callable[[str], str], language: str, name: str) -> None:
    html = get(f"/{language}/{name}")
    page = Read(html)
    assert page.open == []
    assert ("html", {"lang": language}) in page.tags
    assert html.count("<h1>") == 1
    assert not re.search(r"[{}]|\bhandbook\.|\bpage\.[a-z]|Sorry, there are no words", page.text)
    assert "…" not in re.sub(r"(\w|^)…|… ", "", page.text)


@pytest.mark.parametrize(("language", "name"), EVERY)
def test_a_page_needs_nothing_that_the_security_policy_forbids(
    get: Callable[[str], str], language: str, name: str
) -> None:
    page = Read(get(f"/{language}/{name}"))
    names = {tag for tag, _ in page.tags}
    assert not names & {"script", "style", "form", "iframe", "img", "object"}
    assert not [key for _, attributes in page.tags for key in attributes if key == "style" or key.startswith("on")]


@pytest.mark.parametrize(("language", "name"), EVERY)
def test_no_page_names_another_host(get: Callable[[str], str], language: str, name: str) -> None:
    html = get(f"/{language}/{name}")
    assert "//" not in re.sub(r"<!doctype.*?>", "", html)
    assert all(not urlsplit(href).netloc for href in Read(html).all("href"))


@pytest.mark.parametrize(("language", "name"), EVERY)
def test_anchors_are_unique(get: Callable[[str], str], language: str, name: str) -> None:
    found = Read(get(f"/{language}/{name}")).all("id")
    assert sorted(found) == sorted(set(found))


@pytest.mark.parametrize("name", [*PAGES, *GAME_PAGES])
def test_the_languages_have_the_same_sections_rules_and_boards(get: Callable[[str], str], name: str) -> None:
    def shape(language: str) -> list[tuple[str, str | None]]:
        tags = Read(get(f"/{language}/{name}")).tags
        wanted = {"h1", "h2", "h3", "figure", "table", "tr", "pre", "code", "svg"}
        rules = [("a", a.get("href", "").partition("#")[2]) for tag, a in tags if a.get("class") == "rule"]
        return [(tag, attributes.get("id")) for tag, attributes in tags if tag in wanted] + rules

    assert shape("es") == shape("en") == shape("fr")


@pytest.mark.parametrize(("language", "name"), EVERY)
def test_every_link_leads_somewhere(get: Callable[[str], str], language: str, name: str) -> None:
    here = f"/{language}/{name}"
    for href in set(Read(get(here)).all("href")):
        if href.startswith("#suit-"):
            assert f'id="{href[1:]}"' in get(here)
            continue
        target = urlsplit(urljoin(here, href))
        if target.path == "/" or target.path[1:] in (*PAGES, *GAME_PAGES):
            continue
        if target.path.startswith("/page/"):
            assert PAGE.root.joinpath(target.path.removeprefix("/page/")).is_file()
        elif target.path.count("/") == 1:
            assert str(DealCode.parse(target.path[1:])) == target.path[1:]
        else:
            html = get(target.path + (f"?{target.query}" if target.query else ""))
            assert not target.fragment or f'id="{target.fragment}"' in html, href


# --- the rules --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("game", RULES)
def test_ap_3_every_rule_has_its_place_on_the_rules_page(get: Callable[[str], str], language: str, game: str) -> None:
    """CR-1 to CR-19, TF-1 to TF-15: what a message may cite can be linked to."""
    anchors = set(Read(get(f"/{language}/rules/{game}")).all("id"))
    assert set(RULES[game]) <= anchors


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_interface_messages_stand_as_the_table_says_them(get: Callable[[str], str], language: str) -> None:
    """CR-5, CR-6, CR-7, CR-11, CR-12: taken from the catalogue, not typed again."""
    text = Read(get(f"/{language}/rules/crescent")).text
    for code in ("pile-full", "pile-empty", "suit", "rank", "base-locked", "no-redistribution-left"):
        assert words.sentence(language, f"crescent.{code}") in text


# --- the reader's language --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*PAGES, *GAME_PAGES])
def test_without_a_language_the_browsers_is_taken(reader: TestClient, name: str) -> None:
    answer = reader.get(f"/{name}?step=3", headers={"accept-language": "de, fr;q=0.8"})
    assert (answer.status_code, answer.headers["location"]) == (302, f"/fr/{name}?step=3")
    assert "Accept-Language" in answer.headers["vary"]


def test_a_player_is_sent_to_the_language_of_the_settings(player: TestClient) -> None:
    assert player.put("/api/settings", json={"language": "es"}).status_code == 200
    assert player.get("/faq").headers["location"] == "/es/faq"


def test_a_page_wears_the_players_theme_and_suits(player: TestClient) -> None:
    player.put("/api/settings", json={"theme": "dark", "suits": "two"})
    assert '<html lang="en" data-theme="dark" data-suits="two">' in player.get("/en/faq").text


def test_a_page_is_read_without_a_database(player: TestClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(token: str | None) -> None:
        raise OperationalError("select", {}, Exception("gone"))

    monkeypatch.setattr(app.state.playing.store, "player", broken)
    assert player.get("/en/faq").status_code == 200


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_start_of_a_language_leads_to_a_page(reader: TestClient, language: str) -> None:
    assert reader.get(f"/{language}").headers["location"] == f"/{language}/about"


def test_each_page_names_its_other_languages(get: Callable[[str], str]) -> None:
    html = get("/fr/examples/crescent/game?step=27")
    for language, prefix in (("es", "/es"), ("en", "/en"), ("fr", "/fr"), ("x-default", "")):
        address = f"{prefix}/examples/crescent/game?step=27"
        assert f'<link rel="alternate" hreflang="{language}" href="{address}">' in html


@pytest.mark.parametrize("path", ["/es/foo", "/de/faq", "/es/rules", "/es/rules/chess", "/rules/chess", "/es/faq/x"])
def test_an_unknown_page_is_404(reader: TestClient, path: str) -> None:
    assert reader.get(path).status_code == 404


# --- the whole games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", RULES)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_ap_3_the_whole_game_ends_in_a_win(get: Callable[[str], str], language: str, game: str) -> None:
    total = len(illustrations.records()[game].actions)
    assert illustrations.at(illustrations.records()[game], total).played.is_won
    assert words.sentence(language, "cli.won") in get(f"/{language}/examples/{game}/game?step={total}")
    assert str(illustrations.records()[game]) in get(f"/{language}/examples/{game}/game")


@pytest.mark.parametrize("game", RULES)
def test_every_step_of_a_whole_game_can_be_seen_and_links_to_the_next(get: Callable[[str], str], game: str) -> None:
    total = len(illustrations.records()[game].actions)
    for step in range(total + 1):
        page = Read(get(f"/es/examples/{game}/game?step={step}"))
        links = {link for link in page.all("href") if link.startswith("?step=")}
        assert (f"?step={step + 1}#board" in links) == (step < total)
        assert f"?step={total + 1}#board" not in links
        assert page.text.count(str(DealCode.parse(str(illustrations.records()[game].code)))) >= 1


@pytest.mark.parametrize("step", ["-1", "190", "99999999999999999999", "x", "", "1.5", "²", "1e2", " 1"])
def test_a_step_that_is_none_is_404(reader: TestClient, step: str) -> None:
    assert reader.get("/en/examples/crescent/game", params={"step": step}).status_code == 404


# --- sending ----------------------------------------------------------------------------------------------------


def test_a_page_is_not_sent_again_to_whoever_has_it(reader: TestClient) -> None:
    first = reader.get("/en/rules/crescent", headers={"accept-encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip"
    again = reader.get("/en/rules/crescent", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")


@pytest.mark.parametrize("accepts", ["identity", "gzip;q=0", "gzip;q=0.0", "br"])
def test_a_page_is_sent_plain_to_whoever_does_not_take_gzip(reader: TestClient, accepts: str) -> None:
    answer = reader.get("/en/faq", headers={"accept-encoding": accepts})
    assert "content-encoding" not in answer.headers
    assert len(answer.content) == int(answer.headers["content-length"])


def test_a_page_can_be_asked_for_without_its_body(reader: TestClient) -> None:
    answer = reader.request("HEAD", "/en/faq", headers={"accept-encoding": "identity"})
    assert (answer.status_code, answer.content) == (200, b"")
    assert int(answer.headers["content-length"]) > 1000


def test_the_dark_colours_are_those_of_the_tokens() -> None:
    """handbook.css repeats them for pages that no script darkens."""

    def values(css: str, start: str) -> dict[str, str]:
        block = css[css.index(start) :].split("{", 1)[1].split("}", 1)[0]
        return {name: value.strip() for name, value in re.findall(r"(--[\w-]+):\s*([^;]+);", block)}

    tokens = (PAGE.root / "styles" / "tokens.css").read_text("utf-8")
    here = (PAGE.root / "styles" / "handbook.css").read_text("utf-8")
    dark, repeated = values(tokens, ":root[data-theme=dark]"), values(here, ":root:not([data-theme=light])")
    assert repeated
    assert {name: dark.get(name) for name in repeated} == repeated
    used = set(re.findall(r"var\((--[\w-]+)\)", here))
    assert {name for name in used & dark.keys() if name not in repeated} == set()
