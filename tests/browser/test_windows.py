"""The windows over the table: new game, menu, languages, settings."""

import pytest
from playwright.sync_api import expect

CRESCENT, THOUGHTFUL = "CR1-N-AAAAAAB", "TF1-D1N-AAAAAAB"


def test_ap_4_a_new_game_with_its_options(open_table):
    table = open_table(CRESCENT)
    page = table.page
    page.locator("#name").click()
    dialog = page.get_by_role("dialog", name="Nueva partida")
    dialog.get_by_role("radio", name="Thoughtful").click()
    dialog.get_by_role("radio", name="3, difícil").click()
    dialog.get_by_role("button", name="Repartir").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#name")).to_have_text("Thoughtful")
    assert table.code.startswith("TF1-D3N-")
    assert page.url.endswith(table.code)
    table.settle()
    assert [len(table.shown()[str(n)]) for n in range(1, 8)] == [1, 2, 3, 4, 5, 6, 7]


def test_cr_19_the_variants_are_offered(open_table):
    table = open_table(CRESCENT)
    table.page.keyboard.press("n")
    dialog = table.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="4", exact=True).click()
    dialog.get_by_role("switch", name="Boca abajo").click()
    dialog.get_by_role("button", name="Repartir").click()
    expect(table.page.locator(".redeal")).to_have_text("Redistribuir (4)")
    assert table.code.startswith("CR1-4B-")


def test_case_13_a_crescent_code_entered_at_the_other_game_switches_the_game(open_table):
    table = open_table(THOUGHTFUL)
    table.page.locator("[data-does=fresh]").last.click()
    field = table.page.get_by_label("Código de partida")
    field.fill("  cr1–n–aaaaaab ")
    expect(table.page.get_by_role("radio", name="Crescent")).to_have_attribute("aria-checked", "true")
    field.press("Enter")
    expect(table.page.locator("#code")).to_have_text(CRESCENT)


@pytest.mark.parametrize(
    ("code", "part"),
    [("XX1-N-AAAAAAB", "XX"), ("CR2-N-AAAAAAB", "2"), ("CR1-9-AAAAAAB", "9"), ("CR1-N-AAB", "AAB")],
)
def test_case_13_a_wrong_code_is_told_at_the_field_with_its_wrong_part(open_table, code, part):
    table = open_table(THOUGHTFUL)
    table.click("stock")
    table.wait_step(1)
    table.page.locator("#name").click()
    field = table.page.get_by_label("Código de partida")
    field.fill(code)
    field.press("Enter")
    error = table.page.locator("#code-error")
    expect(error).to_contain_text(part)
    expect(field).to_have_attribute("aria-invalid", "true")
    table.page.keyboard.press("Escape")
    assert (table.code, table.step) == (THOUGHTFUL, 1)


def test_a_language_is_chosen_by_the_browser_and_switched_in_the_menu(open_table):
    table = open_table(CRESCENT, language="fr-FR")
    page = table.page
    expect(page.locator(".redeal")).to_have_text("Redistribuer (3)")
    table.click("10")
    table.wait_step(1)
    page.locator("[data-does=menu]").click()
    page.get_by_role("radio", name="Español").click()
    expect(page.get_by_role("dialog", name="Menú")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".redeal")).to_have_text("Redistribuir (3)")
    assert page.locator("html").get_attribute("lang") == "es"
    assert (table.code, table.step) == (CRESCENT, 1)
    # the reasons of the server follow, and so do the letters on the cards
    table.drag("6", "5")
    table.says("Debe ser del mismo palo")
    assert page.locator(".cell[data-place='4'] .card use[href='#ml-rR']").count()
    page.reload()
    expect(page.locator(".redeal")).to_have_text("Redistribuir (3)")


def test_ap_5_settings_act_at_once_and_are_kept(open_table):
    table = open_table(THOUGHTFUL)
    page = table.page
    page.locator("[data-does=menu]").click()
    for name, value in (("theme", "dark"), ("suits", "four"), ("hand", "left")):
        with page.expect_response("**/api/settings"):
            page.locator(f"[data-name={name}] [data-value={value}]").click()
        assert page.locator("html").get_attribute(f"data-{name}") == value
    page.reload()
    page.wait_for_selector(".app[aria-busy=false]")
    root = page.locator("html")
    assert [root.get_attribute(f"data-{name}") for name in ("theme", "suits", "hand")] == ["dark", "four", "left"]
    stock, foundation = (page.locator(f".cell.{name}").first.bounding_box() for name in ("stock", "found"))
    assert stock["x"] > foundation["x"]


def test_ap_1_the_code_copies_itself(open_table):
    table = open_table(CRESCENT, permissions=["clipboard-read", "clipboard-write"])
    table.page.locator("#code").click()
    expect(table.page.locator(".toast")).to_have_text(f"Copiado: {CRESCENT}")
    assert table.page.evaluate("navigator.clipboard.readText()") == CRESCENT


def test_ap_2_a_tap_on_the_clock_pauses(open_table):
    table = open_table(CRESCENT)
    table.page.locator(".num.clock").click()
    expect(table.page.get_by_role("dialog", name="En pausa")).to_be_visible()
    table.page.get_by_role("button", name="Reanudar").click()
    expect(table.page.locator("dialog")).to_have_count(0)


def test_ap_2_the_clock_can_be_hidden_and_is_then_neither_seen_nor_said(open_table):
    table = open_table(THOUGHTFUL)
    page = table.page
    clock = page.locator(".num.clock")
    page.keyboard.press("q")
    expect(page.locator("#live")).to_contain_text("0:00, 0 movimientos")
    page.locator("[data-does=menu]").click()
    with page.expect_response("**/api/settings"):
        page.get_by_role("switch", name="Reloj").click()
    expect(clock).to_be_hidden()
    page.keyboard.press("Escape")
    for size in ((360, 640), (640, 360), (1440, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(clock).to_be_hidden()
    table.click("stock")
    table.wait_step(1)
    page.keyboard.press("q")
    expect(page.locator("#live")).to_contain_text("1 movimiento")
    expect(page.locator("#live")).not_to_contain_text(":")
    page.reload()
    page.wait_for_selector(".app[aria-busy=false]")
    expect(clock).to_be_hidden()
    # it runs all the same, and can be brought back
    page.wait_for_timeout(1200)
    page.locator("[data-does=menu]").click()
    page.get_by_role("switch", name="Reloj").click()
    expect(clock).to_be_visible()
    expect(clock).not_to_have_text("0:00")


def test_a_window_keeps_the_focus_and_gives_it_back(open_table):
    table = open_table(CRESCENT)
    page = table.page
    page.locator("[data-does=menu]").focus()
    page.keyboard.press("Enter")
    inside = "() => Boolean(document.activeElement.closest('dialog')) || document.activeElement === document.body"
    for _ in range(20):
        page.keyboard.press("Tab")
        assert page.evaluate(inside)
    page.keyboard.press("Escape")
    expect(page.locator("[data-does=menu]")).to_be_focused()


def test_no_word_is_missing(open_table):
    """A sentence without words would show its code."""
    for language in ("es", "en", "fr"):
        table = open_table(CRESCENT, language=language)
        for path in (CRESCENT, THOUGHTFUL):
            table.open(path)
            for does in ("fresh", "menu"):
                table.page.locator(f".act[data-does={does}]").click()
                html = table.page.content()
                assert "page." not in html.replace("/page/", "").replace('data-word="page.', "").replace(
                    'data-label="page.', ""
                )
                table.page.keyboard.press("Escape")
