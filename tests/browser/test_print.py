"""On paper: the table with its code and counters, or the window that is read; no bars, no buttons, no cloth."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import nearly, won_text

# What is seen on the page of all that could be pressed, and of what is there to be read.
SEEN = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).length"""
BUTTONS = ".acts, .redeal, .finish, .toast, dialog :is(.close, .go, .keys-row, input)"
CLOTH = """() => getComputedStyle(document.querySelector('.app')).backgroundImage"""


def sheets(page: Page, *, landscape: bool = False) -> int:
    """How many sheets of paper the page fills."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", landscape=landscape)))


@pytest.mark.parametrize("game", ["CR1-N", "TF1-D3N"])
def test_the_table_fills_one_sheet(open_table, game):
    table = open_table(color_scheme="dark", reduced_motion="reduce").lay(nearly(won_text(game), 60))
    page = table.page
    counts = [page.locator("#code").inner_text(), page.locator("#moves").inner_text()]
    page.set_viewport_size({"width": 700, "height": 1000})
    page.emulate_media(media="print")
    assert page.evaluate(CLOTH) == "none"
    assert page.evaluate(SEEN, BUTTONS) == 0
    assert [page.locator("#code").inner_text(), page.locator("#moves").inner_text()] == counts
    for selector in ("#code", "#moves", "#name"):
        expect(page.locator(selector)).to_have_css("color", re.compile(r"rgb\((0, 0, 0|51, 51, 51)\)"))
    # all that lies on the table lies on the sheet, too
    inside = page.evaluate("""() => [...document.querySelectorAll('.cell > :is(.card, .place):not([hidden])')]
      .every((card) => card.getBoundingClientRect().right <= 700 && card.getBoundingClientRect().bottom <= 1000)""")
    assert inside
    assert [sheets(page), sheets(page, landscape=True)] == [1, 1]


@pytest.mark.parametrize(
    ("way", "ready"), [("statistics", "tbody tr"), ("replay", ".said:not(:empty)"), ("games", "li")]
)
def test_a_window_that_is_read_has_the_sheet_for_itself(open_table, way, ready):
    table = open_table("TF1-D1N-AAAAAAB", reduced_motion="reduce")
    page = table.page
    table.click("stock")
    table.wait_step(1)
    page.locator("[data-does=menu]").click()
    page.locator(f"[data-way={way}]").click()
    page.locator(f"dialog {ready}").first.wait_for()
    page.emulate_media(media="print")
    for selector in (".app > .table", ".top"):
        expect(page.locator(selector)).to_be_hidden()
    assert page.evaluate(SEEN, BUTTONS) == 0
    expect(page.locator(f"dialog {ready}").first).to_be_visible()
    assert sheets(page) == 1


def test_other_windows_are_not_printed(open_table):
    page = open_table("TF1-D1N-AAAAAAB", reduced_motion="reduce").page
    page.locator("[data-does=menu]").click()
    page.emulate_media(media="print")
    expect(page.locator("dialog")).to_be_hidden()
    expect(page.locator(".board")).to_be_visible()
