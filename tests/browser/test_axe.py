"""axe-core looks at every view of the page, by day and by night, and finds nothing to complain of."""

import pytest
from axe_playwright_python.sync_playwright import Axe

CRESCENT, THOUGHTFUL = "CR1-N-AAAAAAB", "TF1-D1N-AAAAAAB"
READING = ("rules/crescent", "rules/thoughtful", "examples/crescent", "examples/crescent/game", "faq", "about")


def findings(page, part=None, rules=None):
    """What axe complains of in a page, or a part of it: rule, and the places. `rules`: only these are looked at."""
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = Axe().run(page, context=part, options=options).response["violations"]
    return {one["id"]: [str(node["target"]) for node in one["nodes"]] for one in found}


@pytest.fixture(params=["light", "dark"])
def open_in(request, open_table):
    """Opens the page in one of the two themes."""
    return lambda path: open_table(path, color_scheme=request.param, reduced_motion="reduce")


@pytest.mark.parametrize("code", [CRESCENT, THOUGHTFUL])
def test_the_tables(open_in, code):
    table = open_in(code)
    assert findings(table.page) == {}


def test_the_windows_of_the_bars(open_in):
    table = open_in(THOUGHTFUL)
    page = table.page
    for does in ("fresh", "menu", "pause"):
        page.locator(f"[data-does={does}]").last.click()
        assert findings(page, "dialog") == {}, does
        page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert findings(page, "dialog") == {}


def test_the_windows_around_the_game(open_in):
    table = open_in(THOUGHTFUL)
    page = table.page
    table.click("stock")
    table.wait_step(1)
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
        assert findings(page, "dialog") == {}, way
        page.locator("dialog .close").click()
    page.goto("/device/none")
    page.locator("dialog .main").wait_for()
    assert findings(page, "dialog") == {}


def test_the_reading_pages_by_day(open_table):
    page = open_table(CRESCENT, color_scheme="light").page
    for name in READING:
        page.goto(f"/es/{name}")
        assert findings(page) == {}, name


def test_the_reading_pages_by_night(open_table):
    page = open_table(CRESCENT, color_scheme="dark").page
    for name in ("examples/crescent/game", "faq"):
        page.goto(f"/fr/{name}")
        assert findings(page, rules=["color-contrast"]) == {}, name


def test_axe_does_look(open_table):
    page = open_table(CRESCENT).page
    page.locator("#code").evaluate("(code) => (code.style.color = 'rgb(30, 60, 50)')")
    page.locator("#undo").evaluate("(button) => button.removeAttribute('aria-label') || (button.textContent = '')")
    assert set(findings(page, ".app")) == {"color-contrast", "button-name"}
