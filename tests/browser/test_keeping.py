"""What is kept and what is told: undo, redo, reload, two tabs, a lost server, the clock, the ends of a game."""

from playwright.sync_api import Route, expect

from tests.browser.driving import DAY, intercept, next_answer

CRESCENT, THOUGHTFUL = "CR1-N-AAAAAAB", "TF1-D1N-AAAAAAB"
LATER = DAY.replace("T10:00", "T10:01")


def test_case_14_a_reload_resumes_the_game_with_its_undo_history(open_table):
    table = open_table(CRESCENT)
    table.click("10")
    table.wait_step(1)
    table.settle()
    before = table.shown()
    table.page.reload()
    table.page.wait_for_selector(".app[data-step='1']")
    assert table.shown() == before
    assert table.code == CRESCENT
    table.page.locator("#undo").click()
    table.wait_step(2)
    expect(table.page.locator("#moves")).to_have_text("0")


def test_what_was_undone_is_done_again(open_table):
    table = open_table(THOUGHTFUL)
    page = table.page
    table.click("stock")
    table.wait_step(1)
    table.click("stock")
    table.wait_step(2)
    seen = table.shown()
    expect(page.locator("#redo")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    table.wait_step(4)
    expect(page.locator("#redo")).to_have_attribute("aria-disabled", "false")
    page.locator("#redo").click()
    table.wait_step(5)
    page.keyboard.press("Control+Shift+z")
    table.wait_step(6)
    table.settle()
    assert table.shown() == seen
    page.keyboard.press("y")
    table.says("No hay nada que rehacer")


def test_what_was_undone_is_done_again_after_a_reload_unless_something_else_is_done(open_table):
    table = open_table(THOUGHTFUL)
    page, redo = table.page, table.page.locator("#redo")
    for step in (1, 2, 3):
        table.click("stock")
        table.wait_step(step)
    seen = table.shown()
    for step in (4, 5):
        page.keyboard.press("z")
        table.wait_step(step)
    table.open(THOUGHTFUL)
    expect(redo).to_have_attribute("aria-disabled", "false")
    redo.click()
    table.wait_step(6)
    table.open(THOUGHTFUL)
    redo.click()
    table.wait_step(7)
    table.settle()
    assert table.shown() == seen
    expect(redo).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("z")
    table.wait_step(8)
    expect(redo).to_have_attribute("aria-disabled", "false")
    source, target = next(
        (source, targets["to"][0])
        for source, counts in table.view()["moves"].items()
        for targets in counts.values()
        if targets["to"]
    )
    table.drag(source, target)
    table.wait_step(9)
    table.open(THOUGHTFUL)
    expect(redo).to_have_attribute("aria-disabled", "true")


def test_without_a_code_in_the_address_the_latest_game_is_resumed(open_table):
    table = open_table(THOUGHTFUL)
    table.click("stock")
    table.wait_step(1)
    table.open()
    assert (table.code, table.step) == (THOUGHTFUL, 1)
    assert table.page.url.endswith(f"/{THOUGHTFUL}")


def test_case_13_the_address_of_a_game_opens_the_same_deal_for_another_player(open_table):
    first, second = open_table("cr1-n-zebrazz"), open_table("CR1-N-ZEBRAZZ")
    assert first.shown() == second.shown()
    assert first.code == "CR1-N-ZEBRAZZ"


def test_case_13_a_wrong_code_in_the_address_is_told_and_the_running_game_untouched(open_table):
    table = open_table(THOUGHTFUL)
    table.click("stock")
    table.wait_step(1)
    table.open("TF1-D1N-ABC")
    expect(table.page.locator(".toast")).to_contain_text("«ABC»")
    assert (table.code, table.step) == (THOUGHTFUL, 1)


def test_cr_12_cases_03_04_the_button_counts_down_and_ends_the_history(open_table):
    table = open_table(CRESCENT)
    table.click("10")
    table.wait_step(1)
    button = table.page.locator(".redeal")
    for left in (3, 2, 1):
        expect(button).to_have_text(f"Redistribuir ({left})")
        button.click()
        table.wait_step(5 - left)
    expect(button).to_have_text("Sin redistribuciones")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(table.page.locator("#moves")).to_have_text("1")
    table.page.locator("#undo").click(force=True)
    table.says("No se pueden deshacer las jugadas anteriores a una redistribución")
    button.click(force=True)
    table.says("Sin redistribuciones")
    expect(table.page.locator("#live")).to_contain_text("Sin redistribuciones")
    assert table.step == 4


def test_tf_14_tf_15_score_and_moves_are_shown(open_table):
    table = open_table("TF1-D3N-AAAAAAB")
    for step in range(1, 10):
        table.click("stock")
        table.wait_step(step)
    expect(table.page.locator("#score")).to_have_text("0")
    table.page.locator("#undo").click()
    table.wait_step(10)
    expect(table.page.locator("#moves")).to_have_text("9")


def test_case_14_two_tabs_the_second_says_so_and_no_move_is_lost(open_table):
    first = open_table(THOUGHTFUL)
    second = open_table(THOUGHTFUL, beside=first)
    first.click("stock")
    first.wait_step(1)
    second.click("stock")
    expect(second.page.locator(".toast")).to_contain_text("otra ventana")
    second.wait_step(1)
    second.settle()
    assert second.shown()["W"] == first.view()["places"]["W"]["cards"]
    second.click("stock")
    second.wait_step(2)


def test_a_server_that_does_not_answer_is_told_and_nothing_is_pretended(open_table):
    table = open_table(CRESCENT)
    before = table.shown()
    intercept(table.page, "**/actions", lambda route: route.abort())
    table.click("10")
    expect(table.page.locator(".toast")).to_contain_text("El servidor no responde")
    table.settle()
    assert table.shown() == before
    table.page.unroute("**/actions")
    table.click("10")
    table.wait_step(1)


def test_gestures_made_before_the_answer_are_carried_out_after_it(open_table):
    table = open_table(CRESCENT)
    held: list[Route] = []
    intercept(table.page, "**/actions", lambda route: route.continue_() if held else held.append(route))
    table.click("10")
    table.drag("6", "KH")
    expect(table.page.locator(".held")).to_have_count(1)  # it waits where it was let go
    held[0].continue_()
    table.wait_step(2)
    table.settle()
    view = table.view()
    assert (view["places"]["AS"]["count"], view["places"]["KH"]["count"]) == (2, 2)


def test_case_17_the_clock_starts_with_the_first_action_and_stops_in_a_window(open_table):
    table = open_table(THOUGHTFUL)
    page, clock, time = table.page, table.page.locator("#clock"), table.page.clock
    time.install(time=DAY)
    table.open(THOUGHTFUL)
    time.pause_at(LATER)
    expect(clock).to_have_text("0:00")
    table.click("stock")
    table.wait_step(1)
    time.run_for(1100)
    expect(clock).to_have_text("0:01")
    page.locator("[data-does=menu]").click()
    expect(page.locator("dialog")).to_be_visible()
    time.run_for(2500)
    expect(clock).to_have_text("0:01")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    time.run_for(1100)
    expect(clock).to_have_text("0:02")
    # the time is sent as the page is left
    with page.expect_response("**/clock"):
        page.evaluate("dispatchEvent(new Event('pagehide'))")
    table.open(THOUGHTFUL)
    expect(clock).to_have_text("0:02")


def test_cr_14_a_blocked_game_is_announced_and_undo_or_a_new_game_offered(open_table):
    table = open_table(CRESCENT)
    next_answer(table.page, "blocked")
    table.click("10")
    dialog = table.page.locator("dialog[open]")
    expect(dialog).to_contain_text("Partida bloqueada")
    expect(dialog.get_by_role("button", name="Nueva partida")).to_be_visible()
    dialog.get_by_role("button", name="Anular la última jugada").click()
    table.wait_step(2)
    expect(table.page.locator("dialog")).to_have_count(0)


def test_ap_2_a_win_without_a_clock_does_not_tell_the_time(open_table):
    table = open_table(CRESCENT)
    table.page.request.put("/api/settings", data={"clock": False})
    table.open(CRESCENT)
    next_answer(table.page, "won")
    table.click("10")
    figures = table.page.locator("dialog .figures")
    expect(figures).to_contain_text("movimiento")
    expect(figures).not_to_contain_text("0:0")
    table.page.unroute("**/actions")


def test_cr_13_case_12_a_won_game_is_announced_and_its_last_move_can_be_undone(open_table):
    table = open_table(CRESCENT)
    next_answer(table.page, "won")
    table.click("10")
    dialog = table.page.locator("dialog[open]")
    expect(dialog).to_contain_text("¡Partida ganada!")
    dialog.get_by_role("button", name="Ver la mesa").click()
    table.page.locator("#undo").click()
    table.wait_step(2)
    assert table.view()["status"] == "running"
