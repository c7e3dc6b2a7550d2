"""No notice covers a card, a count, or a button: at phones' sizes, in every language, whatever it says."""

import pytest
from playwright.sync_api import expect

from tests.browser.driving import Table, intercept, nearly, won_text
from tests.browser.test_geometry import BOXES, overlaps

PHONES = [(360, 640), (320, 568), (640, 360)]
LANGUAGES = ["es-ES", "en-GB", "fr-FR"]

# The notice, and whether its words stay inside it.
NOTICE = """(notice) => {
  const { left, top, right, bottom } = notice.getBoundingClientRect();
  const holds = notice.scrollWidth <= notice.clientWidth && notice.scrollHeight <= notice.clientHeight;
  return { box: [left, top, right, bottom], holds };
}"""

# Until the page has heard of its new size, and drawn itself anew.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def hidden_by(table: Table, selector: str) -> list[str]:
    """What lies under a notice at each size, the window having become that small while it was shown."""
    found = []
    for width, height in PHONES:
        table.page.set_viewport_size({"width": width, "height": height})
        notice = table.page.locator(selector)
        expect(notice).to_be_visible()
        table.page.wait_for_function("(width) => innerWidth === width", arg=width)
        table.page.evaluate(DRAWN)
        shown = notice.evaluate(NOTICE)
        boxes = table.page.evaluate(BOXES)
        felt = boxes.pop("table")
        left, top, right, bottom = shown["box"]
        inside = felt[0] <= left and felt[1] <= top and right <= felt[2] and bottom <= felt[3]
        if not inside or not shown["holds"]:
            found.append(f"{width}x{height}: {shown} is not whole on the table {felt}")
        found += [f"{width}x{height}: {name}" for name, box in boxes.items() if overlaps(shown["box"], box)]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["CR1-N", "TF1-D3N"])
def test_in_the_middle_of_a_game(open_table, game, language):
    record = won_text(game)
    table = open_table(language=language, size=PHONES[0], reduced_motion="reduce").lay(nearly(record, 60))
    page = table.page

    intercept(page, "**/think?*", lambda route: None)
    page.keyboard.press("h")
    assert hidden_by(table, ".thinking") == [], "a search that takes a while"
    page.locator(".thinking button").click()

    intercept(page, "**/actions", lambda route: route.abort())
    page.locator("#undo").click()
    assert hidden_by(table, ".toast") == [], "a server that does not answer"
    # it is only to be read, and goes with the next touch
    page.locator(".board").click(position={"x": 2, "y": 2})
    expect(page.locator(".toast")).to_be_hidden()

    page.locator("[data-does=menu]").click()
    page.locator("[data-way=restart]").click()
    assert hidden_by(table, ".toast") == [], "a new deal that can be taken back"
    page.locator(".toast button").click()
    expect(page.locator(".app")).not_to_have_attribute("data-step", "0")
    page.locator("#undo").click()
    expect(page.locator(".toast")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".toast")).to_be_hidden()


def test_the_offered_finish(open_table):
    table = open_table(size=PHONES[0], reduced_motion="reduce").lay(nearly(won_text("TF1-D1N"), 6))
    assert hidden_by(table, ".finish") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_leaves_the_buttons_and_its_own_cards_to_be_seen(open_table, language):
    table = open_table("CR1-N-AAAAAAB", language=language, reduced_motion="reduce")
    bubble = table.page.locator(".bubble")
    for width, height in PHONES:
        table.page.set_viewport_size({"width": width, "height": height})
        for source, target in (("6", "1"), ("1", "16"), ("16", "12"), ("12", "5")):
            table.drag(source, target)
            expect(bubble).to_be_visible()
            box = bubble.evaluate(NOTICE)["box"]
            boxes = table.page.evaluate(BOXES)
            spared = [f"card {source} ", f"card {target} ", "redeal", "act", "top"]
            hidden = [name for name in boxes if name.startswith(tuple(spared)) and overlaps(box, boxes[name])]
            assert hidden == [], f"{source} to {target} at {width}x{height}"
            table.page.keyboard.press("Escape")
