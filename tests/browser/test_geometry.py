"""At every size: nothing leaves the window, nothing overlaps that should not, nothing scrolls."""

import json
from itertools import combinations

import pytest
from playwright.sync_api import Route, expect

from tests.browser.driving import Table, intercept, nearly, won_record, won_text

SIZES = [
    (320, 568),
    (360, 640),
    (390, 844),
    (640, 360),
    (844, 390),
    (640, 500),
    (720, 450),
    (768, 1024),
    (1024, 768),
    (1440, 900),
    (2560, 1440),
    (3840, 2160),
]

# Every box that can be seen: bars and their buttons, the table, cards, labels, the button on the table.
BOXES = """() => {
  const all = {};
  const put = (name, element) => {
    const box = element.getBoundingClientRect();
    if (box.width && box.height) all[name] = [box.left, box.top, box.right, box.bottom];
  };
  for (const selector of ['.top > *', '.act', '.num', '.redeal', '.tag', '.sign']) {
    const name = selector.match(/[a-z]+/)[0];
    document.querySelectorAll(selector).forEach((element, i) => put(`${name} ${i}`, element));
  }
  for (const cell of document.querySelectorAll('.cell')) {
    const cards = [...cell.querySelectorAll('.card:not([hidden]), .place:not([hidden])')];
    cards.forEach((card, i) => put(`card ${cell.dataset.place} ${i}`, card));
  }
  put('table', document.querySelector('.table'));
  return all;
}"""


def on_the_table(boxes: dict[str, list[float]]) -> dict[str, list[float]]:
    """Where the cards are, from the table's left edge."""
    edge = boxes["table"][0]
    return {name: [box[0] - edge, *box[1:2]] for name, box in boxes.items() if name.startswith("card")}


# What does not hold its own words.
TOO_WIDE = """() => {
  const with_words = 'dialog, .seg button, .go button, .row, .pick span, .opt > span, dialog code';
  return [...document.querySelectorAll(with_words)]
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth)
    .map((element) => element.outerHTML.slice(0, 80));
}"""


def overlaps(a: list[float], b: list[float]) -> bool:
    return a[0] < b[2] - 0.5 and b[0] < a[2] - 0.5 and a[1] < b[3] - 0.5 and b[1] < a[3] - 0.5


def faults(table: Table, width: int, height: int) -> list[str]:
    boxes = table.page.evaluate(BOXES)
    felt = boxes.pop("table")
    found = []
    for name, (left, top, right, bottom) in boxes.items():
        if left < -0.5 or top < -0.5 or right > width + 0.5 or bottom > height + 0.5:
            found.append(f"{name} leaves the window")
        on_table = name.split()[0] in ("card", "tag", "redeal", "sign")
        outside = left < felt[0] - 0.5 or top < felt[1] - 0.5 or right > felt[2] + 0.5 or bottom > felt[3] + 0.5
        if on_table and outside:
            found.append(f"{name} leaves the table")
        if name.split()[0] in ("act", "redeal") and (right - left < 44 or bottom - top < 40):
            found.append(f"{name} is too small for a finger")
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        kinds = one.split()[0], other.split()[0]
        same_place = kinds == ("card", "card") and one.split()[1] == other.split()[1]
        if not same_place and kinds != ("top", "num") and overlaps(a, b):
            found.append(f"{one} overlaps {other}")
    scrolls = table.page.evaluate(
        "document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"
    )
    return [*found, *(["the page scrolls"] if scrolls else [])]


# A long game: the counters need the most room that they ever do.
LONG_GAME = """() => {
  for (const [id, text] of Object.entries({ clock: '1:02:03', moves: '1234', score: '1085' }))
    document.getElementById(id).textContent = text;
}"""

# Which places the arrow keys reach from the first one.
REACHED = """async () => {
  const { nearest } = await import('/page/board/keyboard.js');
  const rects = {};
  for (const cell of document.querySelectorAll('.cell'))
    rects[cell.dataset.place] = cell.getBoundingClientRect();
  const reached = new Set([Object.keys(rects)[0]]);
  for (const place of reached) {
    const { [place]: from, ...others } = rects;
    for (const way of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const next = nearest(from, others, way);
      if (next) reached.add(next);
    }
  }
  return Object.keys(rects).filter((place) => !reached.has(place));
}"""


@pytest.mark.parametrize("game", ["CR1-N", "TF1-D3N"])
def test_every_size(open_table, game):
    code, steps, _, _ = won_record(game)
    table = open_table(code, reduced_motion="reduce").advance([step.action for step in steps[: len(steps) // 2]])
    for hand in ("right", "left"):
        table.page.request.put("/api/settings", data={"hand": hand})
        table.open(code)
        for width, height in SIZES:
            table.page.set_viewport_size({"width": width, "height": height})
            table.page.wait_for_timeout(50)
            table.page.evaluate(LONG_GAME)
            assert faults(table, width, height) == [], f"{width}x{height}, {hand}"
            assert table.page.evaluate(REACHED) == [], f"arrow keys at {width}x{height}, {hand}"


@pytest.mark.parametrize("language", ["es-ES", "en-GB", "fr-FR"])
def test_windows_fit(open_table, language):
    """The windows may scroll down inside, never sideways, and no words run out of their buttons."""
    table = open_table("CR1-N-AAAAAAB", language=language, reduced_motion="reduce")
    page = table.page
    for width, height in ((320, 568), (360, 640), (640, 360), (768, 1024), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for does in ("fresh", "menu"):
            page.locator(f".act[data-does={does}]").click()
            wide = page.evaluate(TOO_WIDE)
            assert wide == [], f"{does} at {width}x{height}"
            page.keyboard.press("Escape")


@pytest.mark.parametrize("code", ["CR1-N-AAAAAAB", "TF1-D3N-AAAAAAB"])
def test_where_one_reads_from_the_right_the_bars_are_mirrored_and_the_table_is_as_for_the_left_hand(open_table, code):
    table = open_table(code, reduced_motion="reduce")
    page = table.page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.documentElement.dir = 'rtl'")
        assert faults(table, width, height) == [], f"{width}x{height}"
        mirrored = on_the_table(page.evaluate(BOXES))
        page.evaluate("document.documentElement.dir = 'ltr'; document.documentElement.dataset.hand = 'left'")
        assert mirrored == on_the_table(page.evaluate(BOXES)), f"{width}x{height}"
        page.evaluate("delete document.documentElement.dataset.hand")


# --- long columns ----------------------------------------------------------------------------------------------------

BURIED = ["6S0", "QD0", "2C0", "9H0", "4S0", "JH0"]
RUN = ["KS0", "QH0", "JS0", "TH0", "9S0", "8H0", "7S0", "6H0", "5S0", "4H0", "3S0", "2H0", "AS0"]

# How much is seen of each card of column 7, and the last card's lower edge.
STRIPS = """() => {
  const cards = [...document.querySelectorAll('.cell[data-place="7"] > .card[data-card]')];
  const boxes = cards.map((card) => card.getBoundingClientRect());
  const table = document.querySelector('.table').getBoundingClientRect();
  return [boxes.slice(1).map((box, i) => box.top - boxes[i].top), boxes.at(-1).bottom, table.bottom];
}"""


def long_column(table: Table, run: int) -> None:
    """Lets column 7 hold six cards that cannot be taken up, and a run upon them; the other columns are empty."""

    def change(route: Route) -> None:
        answer = route.fetch()
        whole = answer.json()
        view = whole["game"]
        for number in range(1, 8):
            cards = [*BURIED, *RUN[:run]] if number == 7 else []
            view["places"][str(number)].update(cards=cards, count=len(cards), lift=run if cards else 0)
        view["moves"] = {
            "7": {str(n): {"to": [], "tap": None, "double": None, "zone": None} for n in range(1, run + 1)}
        }
        route.fulfill(response=answer, body=json.dumps(whole))

    intercept(table.page, "**/api/start", change)
    table.page.reload()
    table.page.wait_for_selector(".app[aria-busy=false]")
    table.page.unroute("**/api/start")


@pytest.mark.parametrize(("run", "widest", "least"), [(7, 24, 13.9), (13, 14.5, 13.9)])
def test_what_can_be_taken_up_keeps_a_finger_s_size_as_long_as_it_can(open_table, run, widest, least):
    """Where a column is squeezed, the cards that cannot be taken up anyway give way first, and stay legible."""
    table = open_table("TF1-D1N-AAAAAAB", reduced_motion="reduce")
    for width, height in ((320, 568), (360, 640), (640, 360), (390, 844), (1440, 900)):
        table.page.set_viewport_size({"width": width, "height": height})
        long_column(table, run)
        strips, bottom, edge = table.page.evaluate(STRIPS)
        size = f"{width}x{height}"
        assert bottom <= edge, size
        assert min(strips[len(BURIED) :]) >= widest, size
        assert min(strips[: len(BURIED)]) >= least, size
        assert max(strips[: len(BURIED)]) <= min(strips[len(BURIED) :]) + 0.1, size
    table.open("TF1-D1N-AAAAAAB")


# --- the won table ---------------------------------------------------------------------------------------------------

GOLD = """([selector, pseudo]) => {
  const style = getComputedStyle(document.querySelector(selector), pseudo);
  return { mark: style.display !== 'none' && style.content !== 'none' && style.backgroundImage.includes('svg'),
    line: style.borderTopColor, ring: getComputedStyle(document.querySelector('.founds .tip, .found .tip')).boxShadow };
}"""


@pytest.mark.parametrize(("game", "pseudo"), [("CR1-N", [".founds", "::before"]), ("TF1-D1N", [".board", "::after"])])
def test_a_won_table_keeps_a_mark_of_gold(open_table, game, pseudo):
    record = won_text(game)
    table = open_table(reduced_motion="reduce").lay(nearly(record, 1))
    page = table.page
    gold = "rgb(255, 216, 102)"
    assert gold not in str(page.evaluate(GOLD, pseudo))
    step = table.step
    source, count, target = next(
        (source, int(count), targets["to"][0])
        for source, counts in table.view()["moves"].items()
        for count, targets in counts.items()
        if targets["to"]
    )
    table.drag(source, target, count)
    table.wait_step(step + 1)
    page.locator("dialog .figures").wait_for()
    page.keyboard.press("Escape")
    for width, height in ((360, 640), (640, 360), (768, 1024), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        seen = page.evaluate(GOLD, pseudo)
        assert gold in seen["ring"]
        assert seen["mark"] or seen["line"] == gold
        assert faults(table, width, height) == []
    page.locator("#undo").click()
    expect(page.locator(".app")).to_have_attribute("data-status", "running")
    assert gold not in str(page.evaluate(GOLD, pseudo))


# A long game: hours on the clock, four digits, the lamp and the sign of help.
FULL_BAR = """() => {
  const figures = { clock: '1:23:45', moves: '1234', score: '1234' };
  for (const [name, figure] of Object.entries(figures)) document.getElementById(name).textContent = figure;
  for (const name of ['lamp', 'assisted']) document.getElementById(name).hidden = false;
}"""
BEYOND_THE_BAR = """(bar) => {
  const rights = [...bar.querySelectorAll('.num, .num *')].map((part) => part.getBoundingClientRect().right);
  return Math.max(...rights) - bar.getBoundingClientRect().right;
}"""


@pytest.mark.parametrize("language", ["es-ES", "en-GB", "fr-FR"])
def test_the_counters_of_a_long_game_have_room_in_the_bar(open_table, language):
    page = open_table("TF1-D1N-AAAAAIX", language=language).page
    page.evaluate(FULL_BAR)
    beyond = {}
    for width in (720, 768, 861, 960, 1024, 1180, 1240, 1280, 1300, 1302, 1366, 1400, 1402, 1440, 1600, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        beyond[width] = page.locator(".top").evaluate(BEYOND_THE_BAR)
    assert {width: by for width, by in beyond.items() if by > 0.5} == {}
