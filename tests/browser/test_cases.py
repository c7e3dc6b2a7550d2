"""Of the twenty cases that players of other apps complain about, those that no other test plays.

The others carry their number too: `pytest -k case_09`. After each, as after every test here, each of the 104 or 52
cards is in one place.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.driving import RECORDS

CRESCENT, THOUGHTFUL = "CR1-N-AAAAAAB", "TF1-D1N-AAAAAAB"

# A suit's sign filled with one colour, as many pixels wide and high as in the corner of a card of 40 px.
SIGNS = """async () => {
  const { SUITS } = await import('/page/art/cards.js');
  const signs = {};
  for (const [suit, drawing] of Object.entries(SUITS)) {
    const pen = new OffscreenCanvas(14, 14).getContext('2d');
    pen.scale(0.14, 0.14);
    pen.fill(new Path2D(drawing.match(/ d="([^"]+)"/)[1]));
    signs[suit] = [...pen.getImageData(0, 0, 14, 14).data].filter((_, i) => i % 4 === 3);
  }
  return signs;
}"""


def beginning(code: str, actions: int) -> str:
    """The first actions of the won record of a deal."""
    lines = RECORDS.read_text(encoding="utf-8").splitlines()
    record = next(line.split("\t")[0] for line in lines if line.startswith(code))
    return " ".join(record.split(" ")[: actions + 1])


def count(table, place):
    return table.view()["places"][place]["count"]


def test_case_02_a_card_that_fits_both_foundations_waits_and_a_drop_chooses(open_table):
    """Here pile 2 shows a club that both take. CR-16: dropped between them it goes to the ace foundation."""
    table = open_table().lay(beginning("CR1-N-AAAAAAP", 36))
    step, ace, king = table.step, count(table, "AC"), count(table, "KC")
    table.click("2")
    marked = {cell.get_attribute("data-place") for cell in table.page.locator(".cell.legal").all()}
    assert marked == {"AC", "KC"}
    assert table.step == step
    table.page.keyboard.press("Escape")
    table.drag("2", "KC")
    table.wait_step(step + 1)
    assert (count(table, "AC"), count(table, "KC")) == (ace, king + 1)
    table.page.locator("#undo").click()
    table.wait_step(step + 2)
    table.drag("2", "KS")
    table.wait_step(step + 3)
    assert (count(table, "AC"), count(table, "KC")) == (ace + 1, king)


def test_cr_12_case_03_a_redistribution_that_changes_nothing_is_not_spent(open_table):
    table = open_table().lay(beginning("CR1-N-AAAAAAP", 188))
    step, button = table.step, table.page.locator(".redeal")
    left = button.inner_text()
    button.click(force=True)
    table.says("Ninguna pila tiene dos cartas: redistribuir no cambiaría nada")
    expect(button).to_have_text(left)
    assert table.step == step


def test_tf_7_case_05_the_last_of_the_stock_are_turned_and_with_nothing_left_nothing_is_counted(open_table):
    table = open_table()
    for code, actions, left in (("TF1-D3N-AAAAAAO", 20, 2), ("TF1-D3N-AAAAAAE", 21, 1)):
        table.lay(beginning(code, actions))
        waste = count(table, "W")
        assert count(table, "stock") == left
        table.click("stock")
        table.wait_step(actions + 1)
        assert (count(table, "stock"), count(table, "W")) == (0, waste + left)
    table.lay(beginning("TF1-D3N-AAAAABL", 121))
    figures = [table.page.locator(f"#{name}").inner_text() for name in ("moves", "score")]
    table.click("stock")
    table.says("No quedan cartas que robar")
    assert [table.page.locator(f"#{name}").inner_text() for name in ("moves", "score")] == figures
    assert table.step == 121


@pytest.mark.parametrize("place", ["W", "stock", "felt"])
def test_case_08_with_a_card_picked_up_a_tap_elsewhere_moves_no_third_card(open_table, place):
    table = open_table("TF1-D1N-AAAAAAB")
    for step in (1, 2):
        table.click("stock")
        table.wait_step(step)
    table.settle()
    before = table.shown()
    table.click("1")
    expect(table.page.locator(".picked")).to_have_count(1)
    if place == "felt":
        box = table.page.locator(".board").bounding_box()
        table.page.mouse.click(box["x"] + box["width"] - 4, box["y"] + box["height"] - 4)
        expect(table.page.locator(".picked")).to_have_count(0)
        table.is_silent()
    else:
        table.click(place)
        expect(table.page.locator(".bubble")).to_be_visible()
    table.page.wait_for_timeout(100)
    assert (table.step, table.shown()) == (2, before)


def test_case_11_ten_undos_within_an_animation(open_table):
    table = open_table("TF1-D1N-AAAAAAB")
    start = table.shown()
    spot = table.spot("stock")
    for _ in range(10):
        table.page.mouse.click(*spot)
    for _ in range(10):
        table.page.locator("#undo").click()
    table.wait_step(20)
    table.settle()
    assert table.shown() == start


def test_case_11_a_new_game_during_a_drag(open_table):
    table = open_table(CRESCENT)
    mouse = table.page.mouse
    x, y = table.spot("10")
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y + 90, steps=3)
    expect(table.page.locator(".held")).to_have_count(1)
    table.page.keyboard.press("n")
    dialog = table.page.get_by_role("dialog")
    dialog.get_by_label("Código de partida").fill(THOUGHTFUL)
    table.page.keyboard.press("Enter")
    expect(table.page.locator("#code")).to_have_text(THOUGHTFUL)
    mouse.move(x + 40, y + 40)
    mouse.up()
    table.settle()
    assert table.step == 0


def test_case_14_a_tab_killed_in_mid_animation(open_table):
    table = open_table(CRESCENT)
    with table.page.expect_response("**/actions"):
        table.click("10")
    again = open_table(beside=table)
    table.page.close()
    assert (again.code, again.step) == (CRESCENT, 1)
    again.page.locator("#undo").click()
    again.wait_step(2)
    assert count(again, "10") == 6


def test_case_20_suits_are_told_apart_by_shape_at_40_px(open_table):
    """Without any colour: of the ink of two signs laid on each other at least a tenth is not shared."""
    signs = open_table().page.evaluate(SIGNS)
    assert set(signs) == set("SHDC")
    for one in "SHDC":
        for other in "SHDC":
            both = sum(map(min, signs[one], signs[other]))
            either = sum(map(max, signs[one], signs[other]))
            assert (both / either < 0.9) == (one != other), (one, other, both / either)
