"""Help at the table: the hint, the way back from a lost position, the verdict lamp, a line that is shown."""

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Request, Route, expect

from medialuna.record import Game, GameRecord
from tests.browser.driving import Table, intercept
from tests.server.support.questions import LOST, WINNABLE, asked

CRESCENT = "CR1-N-AAAAAAB"

COMPILED = 600
"""Seconds after which the kernels must have been compiled; nothing is awaited for longer."""


@pytest.fixture
def ready(open_table) -> Callable[..., Table]:
    """Opens a table once the solver is ready."""

    def make(*given: Any, **how: Any) -> Table:
        table = open_table(*given, **how)
        deadline = time.monotonic() + COMPILED
        while table.page.request.get("/api/daily").status == 503:
            assert time.monotonic() < deadline
            table.page.wait_for_timeout(200)
        return table

    return make


def requests(table: Table, what: str) -> list[Request]:
    """The requests with this in their address, from now on."""
    seen: list[Request] = []
    table.page.on("request", lambda request: seen.append(request) if what in request.url else None)
    return seen


def questions(table: Table) -> list[Request]:
    """The questions to the solver from now on."""
    return requests(table, "/think?")


def stream(verdict: dict[str, Any]) -> dict[str, Any]:
    full = {"step": 0, "said": "…", "why": None, "action": None, "left": None, "undos": None, **verdict}
    return {"content_type": "text/event-stream", "body": f"event: verdict\ndata: {json.dumps(full)}\n\n"}


def lost(table: Table) -> Table:
    return table.advance(actions_of(LOST))


def actions_of(record: str) -> list[Any]:
    parsed = GameRecord.parse(record)
    played = Game.begin(parsed.code.game, parsed.code.deal())
    for text in parsed.actions:
        played = played.after_text(text)
    return asked(record).way()


def choose(table: Table, name: str) -> None:
    """A switch in the menu."""
    table.page.locator("[data-does=menu]").click()
    with table.page.expect_response("**/api/settings"):
        table.page.locator(f"[data-name={name}]").click()
    table.page.keyboard.press("Escape")


@pytest.mark.parametrize("code", [CRESCENT, WINNABLE])
def test_a_hint_rings_source_and_target_and_is_said(ready, code):
    table = ready(code)
    page = table.page
    expect(page.locator("#assisted")).to_be_hidden()
    page.locator("#hint").click()
    expect(page.locator("#live")).to_contain_text("Pista: ")
    ringed = page.locator(".hinted")
    expect(ringed).not_to_have_count(0)
    first = page.locator(".hinted:not(.cell), .cell.hinted > .tip").first
    expect(first).to_have_css("box-shadow", re.compile("0px 0px 0px 3px"))
    expect(page.locator("#assisted")).to_be_visible()
    # what is done next takes the ring away
    page.keyboard.press("Escape")
    expect(ringed).to_have_count(0)
    page.reload()
    expect(page.locator("#assisted")).to_be_visible()


def test_hints_lead_on_by_key_alone(ready):
    table = ready(WINNABLE)
    page = table.page
    for step in range(1, 7):
        page.keyboard.press("h")
        expect(page.locator(".hinted")).not_to_have_count(0)
        path = f"/api/games/{table.view()['id']}/think?step={step - 1}"
        action = json.loads(page.request.get(path).text().partition("data: ")[2])["action"]
        if "press" in action:
            page.keyboard.press("d" if action["press"] == "+" else "r")
        else:
            move = action["move"]
            table.drag(move["source"], move["target"], move["count"])
        table.wait_step(step)
        expect(page.locator(".hinted")).to_have_count(0)


def test_a_lost_position_offers_the_way_back(ready):
    table = lost(ready(WINNABLE))
    page = table.page
    page.keyboard.press("h")
    dialog = page.get_by_role("dialog", name="Sin salida")
    expect(dialog).to_contain_text("ya no se puede ganar; una acción antes se podía")
    dialog.get_by_role("button", name="Volver una acción").click()
    table.wait_step(3)
    page.keyboard.press("h")
    expect(page.locator(".hinted")).not_to_have_count(0)


def test_what_is_not_known_offers_to_think_longer(open_table):
    table = open_table(WINNABLE)
    asked = questions(table)
    verdicts = iter(
        [{"verdict": "unknown", "why": "seconds", "said": "Nada."}, {"verdict": "lost", "said": "Perdida."}]
    )
    intercept(table.page, "**/think?*", lambda route: route.fulfill(**stream(next(verdicts))))
    table.page.keyboard.press("h")
    dialog = table.page.get_by_role("dialog", name="No se sabe")
    expect(dialog).to_contain_text("Nada.")
    dialog.get_by_role("button", name="Pensar más").click()
    expect(table.page.get_by_role("dialog", name="Sin salida")).to_contain_text("Perdida.")
    seconds = [float(re.search(r"seconds=([\d.]+)", request.url)[1]) for request in asked]
    assert seconds[1] > seconds[0]


def test_a_hint_that_comes_too_early_is_told_so(open_table):
    table = open_table(WINNABLE)
    body = {"ok": False, "code": "server.warming", "rule": None, "message": "Se prepara."}
    intercept(table.page, "**/think?*", lambda route: route.fulfill(status=503, json=body))
    table.page.keyboard.press("h")
    expect(table.page.locator(".toast")).to_have_text("Se prepara.")


def test_a_long_search_is_told_and_can_be_stopped_and_ends_when_the_page_goes_on(open_table):
    table = open_table(WINNABLE)
    page, given_up = table.page, []
    held: list[Route] = []
    intercept(page, "**/think?*", lambda route: held.append(route))
    page.on("requestfailed", lambda request: given_up.append(request.url))
    page.keyboard.press("h")
    notice = page.locator(".thinking")
    expect(notice).to_contain_text("Pensando…")
    with page.expect_event("requestfailed"):
        notice.get_by_role("button", name="Parar").click()
    expect(notice).to_have_count(0)
    page.keyboard.press("h")
    expect(notice).to_be_visible()
    with page.expect_event("requestfailed"):
        page.keyboard.press("Escape")
    expect(notice).to_have_count(0)
    page.keyboard.press("h")
    expect(notice).to_be_visible()
    with page.expect_event("requestfailed"):
        page.keyboard.press("d")
    table.wait_step(1)
    expect(notice).to_have_count(0)
    assert len(given_up) == 3
    expect(page.locator("dialog, .hinted")).to_have_count(0)


# --- the lamp --------------------------------------------------------------------------------------------------


def test_the_lamp_is_off_unless_it_is_wanted(ready):
    table = ready(WINNABLE)
    asked = questions(table)
    expect(table.page.locator("#lamp")).to_be_hidden()
    table.page.keyboard.press("d")
    table.wait_step(1)
    table.page.wait_for_timeout(400)
    assert asked == []
    expect(table.page.locator("#assisted")).to_be_hidden()


def test_the_lamp_follows_the_game(ready):
    table = ready(WINNABLE)
    lamp = table.page.locator("#lamp")
    choose(table, "lamp")
    expect(lamp).to_have_text("ganable")
    expect(lamp).to_have_attribute("aria-label", "Veredicto: ganable")
    shapes = {lamp.locator("svg").inner_html()}
    for number, action in enumerate(actions_of(LOST), 1):
        table.drag(action.source, action.target, action.count)
        table.wait_step(number)
    expect(lamp).to_have_text("perdida")
    shapes.add(lamp.locator("svg").inner_html())
    assert len(shapes) == 2, "told by shape, not by colour alone"
    table.page.keyboard.press("z")
    expect(lamp).to_have_text("ganable")
    # it is a setting, and it can be switched off
    table.page.reload()
    expect(lamp).to_have_text("ganable")
    choose(table, "lamp")
    expect(lamp).to_be_hidden()


def test_the_lamp_gives_up_a_search_when_the_game_goes_on_and_rests_when_it_knows(ready):
    table = ready(WINNABLE)
    page, held = table.page, []
    # the first question is never answered, however quick the solver is
    intercept(page, "**/think?*", lambda route: route.continue_() if held else held.append(route))
    choose(table, "lamp")
    expect(page.locator("#lamp")).to_have_text("pensando")
    with page.expect_event("requestfailed"):
        page.keyboard.press("d")
    expect(page.locator("#lamp")).to_have_text("ganable")
    asked = questions(table)
    page.wait_for_timeout(700)
    assert asked == []
    choose(table, "lamp")


def test_what_is_proven_lost_is_told_before_the_way_back_is_found(ready):
    table = ready(WINNABLE)
    page = table.page
    found = 'event: progress\\ndata: {"visited":5,"lost":true}\\n\\n'
    page.evaluate(
        f"""() => {{
          const real = window.fetch, first = new TextEncoder().encode('{found}');
          const answer = () => new Response(new ReadableStream({{ start: (stream) => stream.enqueue(first) }}));
          window.fetch = async (url, how) => (String(url).includes("/think?") ? answer() : real(url, how));
        }}"""
    )
    choose(table, "lamp")
    expect(page.locator("#lamp")).to_have_text("perdida")
    page.keyboard.press("h")
    expect(page.locator(".thinking")).to_contain_text("Partida perdida. Buscando cómo volver…")


# --- a line that is shown --------------------------------------------------------------------------------------


def test_show_me_plays_a_line_until_it_is_stopped(ready):
    table = ready(WINNABLE)
    page = table.page
    sent = requests(table, "/actions")
    page.locator("[data-does=menu]").click()
    page.get_by_role("button", name="Ver la solución").click()
    expect(page.locator(".app")).not_to_have_attribute("data-step", "0")
    page.keyboard.press("Escape")
    page.wait_for_timeout(400)
    stopped = len(sent)
    page.wait_for_timeout(400)
    assert len(sent) == stopped
    table.wait_step(stopped)
    # from there one plays on
    page.keyboard.press("z")
    table.wait_step(stopped + 1)
    assert table.view()["assisted"] is True


def test_show_me_goes_on_to_the_win(ready):
    table = ready(WINNABLE, reduced_motion="reduce")
    page = table.page
    page.locator("[data-does=menu]").click()
    page.get_by_role("button", name="Ver la solución").click()
    expect(page.get_by_role("dialog", name="¡Partida ganada!")).to_be_visible(timeout=120_000)


# --- new games -------------------------------------------------------------------------------------------------


def test_only_deals_that_can_be_won(ready):
    table = ready(CRESCENT)
    page = table.page
    page.keyboard.press("n")
    switch = page.get_by_role("switch", name="Solo partidas que se pueden ganar")
    with page.expect_response("**/api/settings"):
        switch.click()
    with page.expect_request(lambda request: request.url.endswith("/api/games")) as sent:
        page.get_by_role("button", name="Repartir").click()
    assert sent.value.post_data_json["winnable"] is True
    expect(page.locator("#code")).not_to_have_text(CRESCENT)
    assert table.view()["grade"] in range(1, 6)
    # the choice is kept
    page.keyboard.press("n")
    expect(switch).to_have_attribute("aria-checked", "true")


def test_the_deal_of_the_day(ready):
    table = ready(CRESCENT)
    page = table.page
    deals = page.request.get("/api/daily").json()["games"]
    page.keyboard.press("n")
    page.get_by_role("radio", name="Thoughtful").click()
    row = page.get_by_role("button", name="Partida del día")
    expect(row).to_contain_text(f"dificultad {deals['thoughtful']['grade']} de 5")
    row.click()
    expect(page.locator("#code")).to_have_text(deals["thoughtful"]["code"])
