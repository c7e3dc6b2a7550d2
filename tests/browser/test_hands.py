"""A whole won game of each by keyboard alone, and by Tab and Enter alone, as with a switch."""

import pytest
from playwright.sync_api import expect

from medialuna.contract import Press
from tests.browser.driving import Table, won_record

# Where the focus is: place, and number of cards from there up.
FOCUSED = """() => {
  const card = document.activeElement, cell = card.closest?.('.board .cell');
  if (!cell) return null;
  const cards = [...cell.querySelectorAll('.card[data-card]:not(.stale)')];
  return [cell.dataset.place, cards.includes(card) ? cards.length - cards.indexOf(card) : 0];
}"""

# Which keys lead from the focus to a card: inside a column card by card, from place to place as the arrows do, and with
# cards picked up only to their targets.
KEYS = """async ([place, count]) => {
  const { nearest } = await import('/page/board/keyboard.js');
  const focus = document.activeElement, here = focus.closest('.board .cell');
  const cards = (cell) => [...cell.querySelectorAll('.card[data-card]:not(.stale)')];
  const picked = document.querySelector('.picked') !== null;
  const marked = [...document.querySelectorAll('.board .cell.legal, .board .cell:has(.picked)')];
  const cells = picked ? marked : [...document.querySelectorAll('.board .cell')];
  const rects = Object.fromEntries(cells.map((cell) => [cell.dataset.place, cell.getBoundingClientRect()]));
  const arrows = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const find = (name) => document.querySelector(`.board .cell[data-place="${name}"]`);
  // how many times up and down before the place is left: a column is walked through
  const inside = (cell, at, key) => (picked || !cell.classList.contains('column') ? 0
    : key === 'ArrowUp' ? Math.max(cards(cell).length - at, 0) : key === 'ArrowDown' ? Math.max(at - 1, 0) : 0);
  const start = here.dataset.place, at = Math.max(1, cards(here).length - cards(here).indexOf(focus));
  const ways = new Map([[start, []]]);
  for (const [name, way] of ways) {
    const from = name === start ? at : 1;
    if (name === place) {
      const steps = picked ? 0 : count - (way.length ? 1 : from);
      return [...way, ...Array(Math.abs(steps)).fill(steps > 0 ? 'ArrowUp' : 'ArrowDown')];
    }
    const { [name]: rect, ...others } = rects;
    for (const [key, arrow] of Object.entries(arrows)) {
      const next = nearest(rect ?? find(name).getBoundingClientRect(), others, arrow);
      if (next && !ways.has(next)) ways.set(next, [...way, ...Array(inside(find(name), from, key) + 1).fill(key)]);
    }
  }
  return null;
}"""

# How many times Tab leads from the focus to a card, the page's bars and the browser's own stop included.
TABS = """([place, count]) => {
  const cell = document.querySelector(`.board .cell[data-place="${place}"]`);
  const cards = [...cell.querySelectorAll('.card[data-card]:not(.stale)')];
  const wanted = document.querySelector('.picked') || !count ? cell.querySelector('.tip') : cards.at(-count);
  const stops = [...document.querySelectorAll('button, [tabindex="0"]')]
    .filter((element) => element.tabIndex === 0 && element.checkVisibility() && !element.closest('[inert]'));
  const at = stops.indexOf(document.activeElement), to = stops.indexOf(wanted);
  if (to < 0) return null;
  return to > at ? to - at : stops.length - at + to;
}"""


class Keys:
    """Arrows, Enter and single keys."""

    def __init__(self, table: Table) -> None:
        self.table, self.page = table, table.page

    def reach(self, place: str, count: int) -> None:
        way = self.page.evaluate(KEYS, [place, count])
        assert way is not None, place
        for key in way:
            self.page.keyboard.press(key)

    def press(self, name: str) -> None:
        self.page.keyboard.press("d" if name == "+" else "r")


class Switch:
    """Tab and Enter, nothing else."""

    def __init__(self, table: Table) -> None:
        self.table, self.page = table, table.page

    def reach(self, place: str, count: int) -> None:
        if self.page.locator(".picked").count():  # Tab goes round the targets
            for _ in range(30):
                self.page.keyboard.press("Tab")
                if self.page.evaluate(FOCUSED)[0] == place:
                    return
            raise AssertionError(f"Tab does not lead to {place}")
        tabs = self.page.evaluate(TABS, [place, count])
        assert tabs is not None, f"no stop for Tab at {place}"
        for _ in range(tabs):
            self.page.keyboard.press("Tab")
        # The browser has stops of its own on the way round, and a notice that goes takes its button along.
        for _ in range(100):
            if self.page.evaluate(FOCUSED) == [place, count]:
                return
            self.page.keyboard.press("Tab")

    def press(self, name: str) -> None:
        if self.page.locator(".redeal").count():
            for _ in range(60):
                if self.page.evaluate("document.activeElement.matches('.redeal')"):
                    break
                self.page.keyboard.press("Tab")
        elif self.page.evaluate(FOCUSED) != ["stock", 0]:
            self.reach("stock", 0)
        self.page.keyboard.press("Enter")


@pytest.mark.slow
@pytest.mark.parametrize("hand", [Keys, Switch])
@pytest.mark.parametrize("game", ["CR1", "TF1"])
def test_a_whole_won_game(open_table, game, hand):
    code, steps, _, _ = won_record(game)
    table = open_table(code, size=(900, 620), reduced_motion="reduce")
    page, hands = table.page, hand(table)
    page.locator("[data-does=menu]").focus()
    page.keyboard.press("Tab")
    for number, (action, _, _) in enumerate(steps, 1):
        if isinstance(action, Press):
            hands.press(action.place)
        else:
            hands.reach(action.source, action.count)
            assert page.evaluate(FOCUSED) == [action.source, action.count]
            page.keyboard.press("Enter")
            hands.reach(action.target, 0)
            page.keyboard.press(" " if number % 2 and hand is Keys else "Enter")
            if number < len(steps):
                # the focus stays with what has moved
                assert page.evaluate(FOCUSED) == [action.target, action.count]
        table.wait_step(number)
    expect(page.get_by_role("dialog", name="¡Partida ganada!")).to_be_visible()
    assert table.view()["status"] == "won"
