"""The table by keyboard. Whole games by it alone are in test_hands.py."""

import pytest
from playwright.sync_api import expect

from tests.browser.driving import won_record


def test_escape_puts_down_what_was_picked_up(open_table):
    table = open_table("CR1-N-AAAAAAB")
    table.page.locator(".cell[data-place='6'] .tip").focus()
    table.page.keyboard.press("Enter")
    expect(table.page.locator(".picked")).to_have_count(1)
    table.page.keyboard.press("Escape")
    expect(table.page.locator(".picked, .legal")).to_have_count(0)
    assert table.step == 0


def test_what_happens_is_said_in_one_polite_region(open_table):
    table = open_table("CR1-N-AAAAAAB", language="en-GB")
    live = table.page.locator("#live")
    expect(live).to_have_attribute("aria-live", "polite")
    table.click("10")
    expect(live).to_contain_text("2 of spades, from pile 10 to the ace foundation of spades. Uncovered: ")
    table.drag("6", "5")
    expect(live).to_contain_text("It must be of the same suit")
    table.page.locator("#undo").click()
    expect(live).to_contain_text("Undone")


def test_every_card_has_a_name(open_table):
    table = open_table("TF1-D1N-AAAAAAB", language="en-GB")
    named = table.page.get_by_role("button", name="9 of spades, 1 of 2, column 2")
    expect(named).to_have_count(1)
    expect(table.page.get_by_role("button", name="stock, 24 cards")).to_have_count(1)
    expect(table.page.get_by_role("button", name="foundation of hearts, empty")).to_have_count(1)
    expect(table.page.get_by_role("button", name="7 of hearts, 1 of 1, column 1, can move")).to_have_count(1)


def test_what_is_asked_for_is_said(open_table):
    table = open_table("TF1-D1N-AAAAAAB", language="en-GB")
    live, keys = table.page.locator("#live"), table.page.keyboard
    for key, said in {
        "m": "7 of hearts, from column 1 to column 7",
        "t": "Foundation of spades, empty",
        "w": "Waste, empty. Stock, 24 cards",
        "p": "8 of clubs, 7 of 7, column 7",
        "q": "0:00, 0 moves, 0 points",
    }.items():
        keys.press(key)
        expect(live).to_contain_text(said)


def test_a_group_grows_and_shrinks(open_table):
    code, steps, _, _ = won_record("TF1-D1N")
    at = next(number for number, step in enumerate(steps) if step.action[1:2] > (1,))
    table = open_table(code).advance([step.action for step in steps[:at]])
    source, count, _ = steps[at].action
    table.page.locator(f".cell[data-place='{source}'] .tip").focus()
    table.page.keyboard.press("Enter")
    for _ in range(count - 1):
        table.page.keyboard.press("+")
    expect(table.page.locator(".picked")).to_have_count(count)
    table.page.keyboard.press("-")
    expect(table.page.locator(".picked")).to_have_count(count - 1)


def test_single_keys_can_be_switched_off(open_table):
    table = open_table("TF1-D1N-AAAAAAB")
    page = table.page
    page.keyboard.press("d")
    table.wait_step(1)
    page.locator("[data-does=menu]").click()
    with page.expect_response("**/api/settings"):
        page.locator("[data-name=shortcuts]").click()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("d")
    page.keyboard.press("Control+z")
    table.wait_step(2)


def test_the_sheet_of_keys(open_table):
    table = open_table("TF1-D1N-AAAAAAB")
    table.page.keyboard.press("?")
    expect(table.page.get_by_role("dialog", name="Atajos de teclado")).to_contain_text("Reciclar el descarte")


def test_a_column_is_shown_larger_and_a_row_picks_its_group_up(open_table):
    table = open_table("TF1-D1N-AAAAAAB", size=(360, 640), has_touch=True, reduced_motion="reduce")
    page = table.page
    box = page.locator(".cell[data-place='7']").bounding_box()
    page.touchscreen.tap(box["x"] + 10, box["y"] + box["height"] - 5)
    dialog = page.get_by_role("dialog", name="columna 7")
    rows = dialog.get_by_role("button", name=" de ")
    expect(rows).to_have_count(7)
    assert all(row.bounding_box()["height"] >= 44 for row in rows.all())
    rows.last.click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".picked")).to_have_count(1)
    page.locator(".cell[data-place='5'] .tip").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    expect(page.get_by_role("dialog", name="columna 5")).to_be_visible()


@pytest.mark.parametrize(("key", "code", "control"), [("я", "KeyZ", False), ("я", "KeyZ", True), ("ζ", "KeyZ", False)])
def test_keys_act_on_keyboards_without_latin_letters(open_table, key, code, control):
    table = open_table("CR1-N-AAAAAAB")
    table.click("10")
    table.wait_step(1)
    event = {"key": key, "code": code, "ctrlKey": control, "bubbles": True, "cancelable": True}
    table.page.evaluate("(event) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', event))", event)
    table.wait_step(2)
    assert table.view()["counters"]["moves"] == 0
