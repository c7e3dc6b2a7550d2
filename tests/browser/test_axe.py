"""axe-core looks at every view of the page in every state, by day and by night, and finds nothing to complain of."""

import json
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.driving import Table, intercept, nearly, next_answer, won_text

CRESCENT, THOUGHTFUL = "CR1-N-AAAAAAB", "TF1-D1N-AAAAAAB"
READING = ("rules/crescent", "rules/thoughtful", "examples/crescent", "examples/crescent/game", "faq", "about")
# What changes with the colours; all else is the same by night.
COLOURS = ["color-contrast", "link-in-text-block"]


def findings(page: Page, part: str | None = None, **options: object) -> dict[str, list[str]]:
    """What axe complains of in a page, or a part of it: rule, and the places. `options` are axe's own."""
    found = Axe().run(page, context=part, options={"resultTypes": ["violations"], **options}).response["violations"]
    return {one["id"]: [str(node["target"]) for node in one["nodes"]] for one in found}


def by_day_and_by_night(page: Page, states: Iterator[tuple[str, str | None]]) -> dict[str, dict[str, list[str]]]:
    """What axe complains of in each of these states, in both themes."""
    found = {}
    for state, part in states:
        found[state] = findings(page, part)
        page.emulate_media(color_scheme="dark")
        found[f"{state}, by night"] = findings(page, part, runOnly=COLOURS)
        page.emulate_media(color_scheme="light")
    return {state: faults for state, faults in found.items() if faults}


def verdict(page: Page, **said: object) -> None:
    """The solver's answer from now on."""
    full = {"step": 0, "said": "…", "why": None, "action": None, "left": None, "undos": None, "line": None, **said}
    body = f"event: verdict\ndata: {json.dumps(full)}\n\n"
    page.unroute("**/think?*")
    intercept(page, "**/think?*", lambda route: route.fulfill(content_type="text/event-stream", body=body))


def choose(page: Page, **settings: object) -> None:
    """Settings, as chosen before; the page is loaded again."""
    assert page.request.put("/api/settings", data=settings).ok
    page.reload()
    page.wait_for_selector(".app[aria-busy=false]")


def hold(table: Table, place: str, count: int) -> None:
    """Lifts cards and keeps them in the hand, over the cloth."""
    x, y = table.spot(place, count)
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x + 8, y + 30, steps=2)
    expect(table.page.locator(".held")).to_be_visible()


def states_of_crescent(table: Table) -> Iterator[tuple[str, str | None]]:
    page = table.page
    yield "the table", None
    table.drag("6", "5")
    expect(page.locator(".bubble")).to_be_visible()
    yield "a refusal", ".bubble"
    table.click("6")
    expect(page.locator(".picked")).to_be_visible()
    yield "a card picked up", ".board"
    page.keyboard.press("Escape")
    hold(table, "10", 1)
    yield "a card in the hand", ".board"
    page.keyboard.press("Escape")
    page.mouse.up()
    verdict(page, verdict="won", action={"move": {"source": "10", "count": 1, "target": "AS"}})
    page.keyboard.press("h")
    expect(page.locator(".hinted")).not_to_have_count(0)
    yield "a hint, in a game with help", None
    for said in ("won", "lost", "unknown"):
        verdict(page, verdict=said)
        choose(page, lamp=True)
        expect(page.locator("#lamp")).to_have_attribute("data-verdict", said)
        yield f"the lamp: {said}", ".top"
    choose(page, lamp=False, suits="two", clock=False)
    yield "two colours, and no clock", None
    next_answer(page, "blocked")
    table.click("10")
    page.locator("dialog").wait_for()
    yield "blocked", "dialog"
    page.keyboard.press("Escape")
    page.locator("[data-does=menu]").click()
    page.locator("[data-way=restart]").click()
    page.locator(".toast button").wait_for()
    yield "a deal that can be taken back", ".toast"


def states_of_thoughtful(table: Table) -> Iterator[tuple[str, str | None]]:
    page = table.page
    yield "the table", None
    groups = {place: max(map(int, counts)) for place, counts in table.view()["moves"].items()}
    place = max(groups, key=lambda one: groups[one])
    assert groups[place] > 1
    hold(table, place, groups[place])
    yield "a group in the hand", ".board"
    page.keyboard.press("Escape")
    page.mouse.up()
    page.locator(f".cell[data-place='{place}'] .tip").focus()
    page.keyboard.press("c")
    yield "a column, larger", "dialog"
    page.keyboard.press("Escape")
    choose(page, suits="four", hand="left")
    yield "four colours, left-handed", None
    intercept(page, "**/think?*", lambda route: None)
    page.keyboard.press("h")
    page.locator(".thinking").wait_for()
    yield "a search", ".thinking"
    page.locator(".thinking button").click()
    table.lay(nearly(won_text("TF1-D1N"), 6))
    page.locator(".finish").wait_for()
    yield "the offered finish", None
    page.locator(".finish").click()
    page.locator("dialog .figures").wait_for()
    yield "won", "dialog"
    page.keyboard.press("Escape")
    yield "the won table", None


def test_crescent(open_table):
    table = open_table(CRESCENT, reduced_motion="reduce")
    assert by_day_and_by_night(table.page, states_of_crescent(table)) == {}


def test_thoughtful(open_table):
    table = open_table(reduced_motion="reduce").lay(nearly(won_text("TF1-D3N"), 60))
    assert by_day_and_by_night(table.page, states_of_thoughtful(table)) == {}


def states_of_windows(table: Table) -> Iterator[tuple[str, str | None]]:
    """All windows but those that a game brings about by itself."""
    page = table.page
    for does in ("fresh", "menu", "pause"):
        page.locator(f"[data-does={does}]").last.click()
        yield does, "dialog"
        page.keyboard.press("Escape")
    page.locator("[data-does=fresh]").last.click()
    page.locator("dialog input").fill("CR1-N-?")
    page.keyboard.press("Enter")
    page.locator("dialog [aria-invalid=true]").wait_for()
    yield "a wrong code", "dialog"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    yield "help", "dialog"
    page.keyboard.press("Escape")
    for said in ("lost", "unknown"):
        verdict(page, verdict=said, why="seconds", undos=1)
        page.keyboard.press("h")
        page.locator("dialog [data-do]").first.wait_for()
        yield f"a hint that is none: {said}", "dialog"
        page.keyboard.press("Escape")
    for way, ready in (
        ("games", ".entry"),
        ("statistics", "table"),
        ("share", ".along"),
        ("data", ".danger"),
        ("replay", ".said:not(:empty)"),
    ):
        page.locator("[data-does=menu]").click()
        page.locator(f"[data-way={way}]").click()
        page.locator(f"dialog {ready}").first.wait_for()
        yield way, "dialog"
        page.locator("dialog .close").click()
    page.goto("/device/none")
    page.locator("dialog .main").wait_for()
    yield "device", "dialog"


@pytest.mark.parametrize("language", ["es-ES", "fr-FR"])
def test_the_windows(open_table, language):
    table = open_table(THOUGHTFUL, language=language, reduced_motion="reduce")
    table.click("stock")
    table.wait_step(1)
    assert by_day_and_by_night(table.page, states_of_windows(table)) == {}


def few_states(table: Table) -> Iterator[tuple[str, str | None]]:
    page = table.page
    yield "the table", None
    table.click("6")
    yield "a card picked up", ".board"
    page.keyboard.press("Escape")
    page.locator("[data-does=menu]").click()
    yield "the menu", "dialog"
    page.keyboard.press("Escape")
    page.locator("[data-does=fresh]").last.click()
    yield "a new game", "dialog"
    page.keyboard.press("Escape")
    table.drag("6", "5")
    page.locator(".bubble").wait_for()
    yield "a refusal", ".bubble"


def test_strong_contrast(open_table):
    table = open_table(CRESCENT, reduced_motion="reduce", contrast="more")
    assert by_day_and_by_night(table.page, few_states(table)) == {}


# axe reads the colour of text where the system's does not show.
BLIND = {"color-contrast": {"enabled": False}}


def test_the_few_colours_of_the_system(open_table):
    table = open_table(CRESCENT, reduced_motion="reduce", forced_colors="active")
    for state, part in few_states(table):
        assert findings(table.page, part, rules=BLIND) == {}, state


def test_the_reading_pages_by_day(open_table):
    page = open_table(CRESCENT, color_scheme="light").page
    for name in READING:
        page.goto(f"/es/{name}")
        assert findings(page) == {}, name


def test_the_reading_pages_by_night(open_table):
    page = open_table(CRESCENT, color_scheme="dark").page
    for name in ("examples/crescent/game", "faq"):
        page.goto(f"/fr/{name}")
        assert findings(page, runOnly=COLOURS) == {}, name


def test_axe_does_look(open_table):
    page = open_table(CRESCENT).page
    page.locator("#code").evaluate("(code) => (code.style.color = 'rgb(30, 60, 50)')")
    page.locator("#undo").evaluate("(button) => button.removeAttribute('aria-label') || (button.textContent = '')")
    assert set(findings(page, ".app")) == {"color-contrast", "button-name"}
