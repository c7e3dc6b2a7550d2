"""A hand and an eye on the page: plays by mouse, finger and key, and reads what is shown."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import CDPSession, Page, Route, expect

from medialuna.contract import Action, Move, Press
from medialuna.notation.actions import parse_action
from medialuna.record import Game, GameRecord

DAY = "2026-11-01T10:00:00.000000Z"
RECORDS = Path(__file__).parent.parent / "data" / "won-records.tsv"

# For each place, what the page shows there: ids of cards, bottom to top.
SHOWN = """() => Object.fromEntries([...document.querySelectorAll('.app .cell')].map((cell) => [cell.dataset.place,
  [...cell.querySelectorAll('.card[data-card]:not(.stale)')].map((card) => card.dataset.card)]))"""

# What is wrong with the cards on the page: one in two places, one left in a hand, more shown than there are.
MESS = """() => {
  const cards = document.querySelectorAll('.app .table .card[data-card]:not(.stale)');
  const ids = [...cards].map((card) => card.dataset.card);
  const hands = document.querySelectorAll('.held').length;
  return { twice: ids.filter((id, i) => ids.indexOf(id) !== i), hands };
}"""

# Where to touch a card: the part of it that is not covered by the next one. What still flies is where it will be when
# it is touched: the first touch ends all flights.
SPOT = """([place, count]) => {
  for (const flight of document.getAnimations()) flight.finish();
  const cell = document.querySelector(`.cell[data-place="${place}"]`);
  const cards = [...cell.querySelectorAll(':scope > .card[data-card]:not(.stale)')];
  const card = count ? cards.at(-count) : cell.querySelector(':scope > .tip');
  const over = count > 1 ? cards.at(1 - count).getBoundingClientRect() : null;
  const box = card.getBoundingClientRect();
  const bottom = over && over.top > box.top + 1 ? over.top : box.bottom;
  return { x: (box.left + box.right) / 2, y: (box.top + bottom) / 2 };
}"""


class Step(NamedTuple):
    """An action of a record, whether a tap on the card alone would do something else, and the position before it."""

    action: Action
    is_tapped_to: bool
    before: Game


def won_text(game: str) -> str:
    """The shortest won record of a game."""
    lines = RECORDS.read_text(encoding="utf-8").splitlines()[1:]
    return min((line.split("\t")[0] for line in lines if line.startswith(game)), key=len)


def nearly(record: str, steps: int) -> str:
    """A record without its last steps."""
    return " ".join(record.split(" ")[:-steps])


def won_record(game: str) -> tuple[str, list[Step], int, int | None]:
    """The shortest won record of a game: its code, its actions, moves and score."""
    lines = RECORDS.read_text(encoding="utf-8").splitlines()[1:]
    rows = [line.split("\t") for line in lines if line.startswith(game)]
    text, moves, score = min(rows, key=lambda row: len(row[0]))
    record = GameRecord.parse(text)
    rules = record.code.game
    played = Game.begin(rules, record.code.deal())
    steps = []
    for name in record.actions:
        action = parse_action(rules, played.state, name)
        sent = None
        if isinstance(action, Move):
            lifted = played.state, action.source, action.count
            sent = rules.tap(*lifted)
        steps.append(Step(action, not sent, played))
        played = played.after(action)
    return str(record.code), steps, int(moves), int(score) if score.strip("-") else None


def intercept(page: Page, url: str, handler: Callable[[Route], object], times: int | None = None) -> None:
    """Answers the page's requests in the server's place, from the very next one on.

    ``page.route`` alone may come back before the page's process knows of it: a request that follows at once then goes
    to the server. So a request of our own is sent until it is the one that is caught.
    """
    page.route(url, handler, times=times)
    page.route("**/caught", lambda route: route.fulfill(body="here"))
    while page.evaluate("async () => (await fetch('/caught')).text()") != "here":
        pass


def next_answer(page: Page, status: str) -> None:
    """The server's next answer to an action says that the game has ended so."""

    def change(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=json.dumps({**answer.json(), "status": status}))

    intercept(page, "**/actions", change, times=1)


class Table:
    """The page with a game on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._touch: CDPSession | None = None

    def open(self, path: str = "") -> "Table":
        self.page.goto(f"/{path}")
        self.page.wait_for_selector(".app[aria-busy=false]")
        return self

    def advance(self, actions: list[Action]) -> "Table":
        """Plays these actions behind the page's back, then shows where the game stands."""
        view = self.view()
        for action in actions:
            said = {"press": action.place} if isinstance(action, Press) else {"move": action._asdict()}
            body = {"step": view["step"], "action": said, "seconds": 0}
            view = self.page.request.post(f"/api/games/{view['id']}/actions", data=body).json()
        return self.open(self.code)

    def lay(self, record: str) -> "Table":
        """A game that was played elsewhere, at its last action."""
        game = {"record": record, "seconds": 9, "status": "running", "created": DAY, "updated": DAY, "assisted": False}
        settings = self.page.request.get("/api/settings").json()
        file = {"medialuna": 1, "settings": settings, "games": [game]}
        assert self.page.request.post("/api/import", data=file).ok
        return self.open(record.split(":")[0])

    # --- the eye -----------------------------------------------------------------------------------------------

    @property
    def code(self) -> str:
        return self.page.locator("#code").inner_text()

    @property
    def step(self) -> int:
        return int(self.page.locator(".app").get_attribute("data-step") or 0)

    def view(self) -> dict[str, Any]:
        """What the server says of the game on the table."""
        game = self.page.locator(".app").get_attribute("data-game")
        view: dict[str, Any] = self.page.request.get(f"/api/games/{game}").json()
        return view

    def shown(self) -> dict[str, list[str]]:
        shown: dict[str, list[str]] = self.page.evaluate(SHOWN)
        return shown

    def is_whole(self) -> None:
        """The invariant of the table: 104 or 52 cards, each in one place, and the picture is the state."""
        view = self.view()
        wanted = 104 if view["code"].startswith("CR") else 52
        assert sum(place["count"] for place in view["places"].values()) == wanted
        assert self.page.evaluate(MESS) == {"twice": [], "hands": 0}
        if view["step"] == self.step:
            assert self.shown() == {name: place["cards"] for name, place in view["places"].items()}

    def settle(self) -> None:
        """Waits until nothing flies any more."""
        expect(self.page.locator(".fly, .stale, .held")).to_have_count(0)

    def spot(self, place: str, count: int = 0) -> tuple[float, float]:
        at = self.page.evaluate(SPOT, [place, count])
        return at["x"], at["y"]

    def wait_step(self, step: int) -> None:
        self.page.wait_for_selector(f".app[data-step='{step}']")

    def says(self, text: str) -> None:
        """A bubble with this sentence is on the table."""
        expect(self.page.locator(".bubble")).to_have_text(text)
        expect(self.page.locator(".bubble")).to_be_visible()

    def is_silent(self) -> None:
        expect(self.page.locator(".bubble")).to_be_hidden()

    # --- the hand ----------------------------------------------------------------------------------------------

    def drag(self, source: str, target: str, count: int = 1, steps: int = 3) -> None:
        mouse = self.page.mouse
        mouse.move(*self.spot(source, count))
        mouse.down()
        mouse.move(*self.spot(target), steps=steps)
        mouse.up()

    def click(self, place: str, count: int = 0) -> None:
        self.page.mouse.click(*self.spot(place, count))

    def touch(self, kind: str, x: float = 0, y: float = 0) -> None:
        self._touch = self._touch or self.page.context.new_cdp_session(self.page)
        points = [] if kind in ("touchEnd", "touchCancel") else [{"x": x, "y": y}]
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def second_finger(self, x: float, y: float) -> None:
        """A finger beside the one that is on the table already."""
        assert self._touch
        points = [{"x": x, "y": y, "id": 0}, {"x": x + 80, "y": y + 80, "id": 1}]
        self._touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})

    def finger_drag(self, source: str, target: str, count: int = 1) -> None:
        (x, y), (to_x, to_y) = self.spot(source, count), self.spot(target)
        self.touch("touchStart", x, y)
        for part in (0.5, 1):
            self.touch("touchMove", x + (to_x - x) * part, y + (to_y - y) * part)
        self.touch("touchEnd")

    def tap(self, place: str, count: int = 0) -> None:
        self.page.touchscreen.tap(*self.spot(place, count))
