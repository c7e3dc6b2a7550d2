"""Tap, tap and tap, double tap and drag, with their meanings and their refusals.

CR1-N-AAAAAAB shows 2S on piles 8 and 10, QH on pile 6 and JH on pile 9; TF1-D1N-AAAAAAB has 7H in column 1 and 8C last
in column 7.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.driving import won_record

CRESCENT, THOUGHTFUL = "CR1-N-AAAAAAB", "TF1-D1N-AAAAAAB"


def test_cr_15_case_01_a_tap_sends_the_card_touched_to_the_only_place_that_accepts_it(open_table):
    """And of two equal cards the one touched moves; undo returns it to its own pile."""
    table = open_table(CRESCENT)
    top = table.shown()["10"]
    table.click("10")
    table.wait_step(1)
    table.settle()
    assert table.shown()["AS"] == top
    assert len(table.shown()["8"]) == 1
    table.page.locator("#undo").click()
    table.wait_step(2)
    table.settle()
    assert table.shown()["10"] == top
    expect(table.page.locator("#moves")).to_have_text("0")


def test_cr_15_a_card_with_several_places_is_selected_and_they_are_marked(open_table):
    table = open_table(CRESCENT)
    table.click("6")
    marked = table.page.locator(".cell.legal")
    expect(marked).to_have_count(2)
    assert {cell.get_attribute("data-place") for cell in marked.all()} == {"9", "KH"}
    expect(table.page.locator(".cell[data-place='6'] .picked")).to_have_count(1)
    assert table.step == 0
    table.click("9")
    table.wait_step(1)
    assert table.view()["places"]["9"]["count"] == 7


def test_cr_15_a_double_tap_goes_to_a_foundation_first(open_table):
    table = open_table(CRESCENT)
    table.page.mouse.dblclick(*table.spot("6"))
    table.wait_step(1)
    assert table.view()["places"]["KH"]["count"] == 2


def test_tf_12_a_double_tap_looks_for_a_column(open_table):
    table = open_table(THOUGHTFUL)
    table.page.mouse.dblclick(*table.spot("1"))
    table.wait_step(1)
    assert table.view()["places"]["7"]["cards"][-2:] == ["8C0", "7H0"]


def test_tf_12_with_the_double_click_off_two_quick_taps_move_nothing(open_table):
    table = open_table(THOUGHTFUL)
    table.page.locator("[data-does=menu]").click()
    with table.page.expect_response("**/api/settings"):
        table.page.locator("[data-name=double_click]").click()
    table.page.keyboard.press("Escape")
    table.page.mouse.dblclick(*table.spot("1"))
    expect(table.page.locator(".picked")).to_have_count(0)
    assert table.step == 0


def test_cr_7_a_refusal_is_shown_at_the_place_that_refused(open_table):
    table = open_table(CRESCENT)
    table.drag("6", "5")
    table.says("Debe ser del mismo palo")
    expect(table.page.locator(".cell.refused")).to_have_attribute("data-place", "5")
    bubble, place = (table.page.locator(s).bounding_box() for s in (".bubble", ".cell[data-place='5']"))
    assert abs(bubble["x"] + bubble["width"] / 2 - place["x"] - place["width"] / 2) < bubble["width"] / 2
    assert bubble["y"] > place["y"] + place["height"]
    table.settle()
    assert table.step == 0
    table.drag("2", "3")
    table.says("Debe ser de rango superior o inferior")


def test_cr_7_with_the_interactive_rules_off_the_card_only_goes_back(open_table):
    table = open_table(CRESCENT)
    table.page.locator("[data-does=menu]").click()
    with table.page.expect_response("**/api/settings"):
        table.page.locator("[data-name=interactive_rules]").click()
    table.page.keyboard.press("Escape")
    before = table.shown()
    table.drag("6", "5")
    table.settle()
    table.is_silent()
    assert table.shown() == before


def test_cr_11_the_base_of_a_foundation_is_locked(open_table):
    table = open_table(CRESCENT)
    table.click("AH")
    table.says("La base del cimiento está bloqueada")


def test_cr_16_a_card_dropped_anywhere_in_the_zone_finds_its_foundation(open_table):
    table = open_table(CRESCENT)
    table.drag("10", "KC")
    table.wait_step(1)
    assert table.view()["places"]["AS"]["count"] == 2


def test_tf_3_case_07_a_group_not_in_sequence_does_not_lift_and_the_reason_names_the_card(open_table):
    table = open_table(THOUGHTFUL)
    mouse = table.page.mouse
    x, y = table.spot("5", 2)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 60, y + 60, steps=3)
    expect(table.page.locator(".held")).to_have_count(0)
    expect(table.page.locator(".bubble")).to_contain_text("sobre el as de corazones no va el rey de diamantes")
    mouse.up()
    assert table.step == 0


def test_tf_7_quick_taps_on_the_stock_all_draw(open_table):
    table = open_table(THOUGHTFUL)
    spot = table.spot("stock")
    for _ in range(6):
        table.page.mouse.click(*spot)
    table.wait_step(6)
    table.settle()
    assert table.view()["places"]["W"]["count"] == 6
    assert table.shown()["W"] == table.view()["places"]["W"]["cards"]


def test_tf_8_the_empty_stock_takes_the_waste_back(open_table):
    table = open_table("TF1-D3N-AAAAAAB")
    for step in range(1, 9):
        table.click("stock")
        table.wait_step(step)
    expect(table.page.locator(".cell.stock .place")).to_be_visible()
    table.click("stock")
    table.wait_step(9)
    table.settle()
    assert table.view()["places"]["stock"]["count"] == 24
    assert table.shown()["W"] == []


def test_tf_10_a_foundation_gives_its_top_card_back(open_table):
    code, steps, _, _ = won_record("TF1-D1N")
    back = [[m for m in s.before.rules.legal_actions(s.before.state) if m[0] in list("SHDC")] for s in steps]
    at = next(number for number, moves in enumerate(back) if moves)
    table = open_table(code).advance([step.action for step in steps[:at]])
    suit, _, column = back[at][0]
    score = table.page.locator("#score").inner_text()
    top = table.shown()[suit][-1]
    table.drag(suit, column)
    table.wait_step(at + 1)
    table.settle()
    assert table.shown()[column][-1] == top
    expect(table.page.locator("#score")).to_have_text(score)


def test_tf_3_case_07_a_group_is_dragged_as_one_and_refused_whole_by_a_foundation(open_table):
    code, steps, _, _ = won_record("TF1-D1N")
    at = next(number for number, step in enumerate(steps) if step.action[1:2] > (1,))
    table = open_table(code).advance([step.action for step in steps[:at]])
    source, count, target = steps[at].action
    group = table.shown()[source][-count:]
    table.drag(source, "S", count)
    table.says("A una base solo va una carta cada vez")
    table.settle()
    assert table.shown()[source][-count:] == group
    table.drag(source, target, count)
    table.wait_step(at + 1)
    table.settle()
    assert table.shown()[target][-count:] == group


def test_case_10_a_drop_at_the_origin_is_nothing(open_table):
    table = open_table(CRESCENT)
    mouse = table.page.mouse
    x, y = table.spot("10")
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 90, y + 120, steps=3)
    expect(table.page.locator(".held")).to_have_count(1)
    mouse.move(x + 4, y + 3, steps=3)
    mouse.up()
    table.settle()
    table.is_silent()
    assert table.step == 0
    expect(table.page.locator(".picked, .cell.legal")).to_have_count(0)


# Remembers which places have had a card that was marked as newly come.
WATCH_MARKS = """() => {
  window.marked = new Set();
  const look = (changes) => {
    for (const { target } of changes)
      if (target.matches('.arrived')) window.marked.add(target.closest('.cell').dataset.place);
  };
  const all = { subtree: true, attributes: true, attributeFilter: ['class'] };
  new MutationObserver(look).observe(document.querySelector('.board'), all);
}"""


def test_what_moved_and_what_came_to_light_is_marked_where_nothing_flies(open_table):
    table = open_table(CRESCENT, reduced_motion="reduce")
    table.page.evaluate(WATCH_MARKS)
    table.click("10")
    table.wait_step(1)
    expect(table.page.locator(".arrived")).to_have_count(0)
    assert set(table.page.evaluate("[...window.marked]")) == {"10", "AS"}
    assert table.page.evaluate("document.getAnimations().length") == 0


DISTURBANCES = ["Escape", "a key", "blur", "rotation", "cancel", "second finger", "right button", "out of the window"]


@pytest.mark.parametrize("disturbance", DISTURBANCES)
def test_case_09_a_disturbed_drag_puts_the_card_back(open_table, disturbance):
    touch = disturbance in ("cancel", "second finger")
    table = open_table(CRESCENT, has_touch=touch)
    before = table.shown()
    x, y = table.spot("10")
    if touch:
        table.touch("touchStart", x, y)
        table.touch("touchMove", x, y + 60)
        table.touch("touchMove", x, y + 90)
    else:
        table.page.mouse.move(x, y)
        table.page.mouse.down()
        table.page.mouse.move(x, y + 90, steps=3)
    expect(table.page.locator(".held")).to_have_count(1)
    if disturbance == "Escape":
        table.page.keyboard.press("Escape")
    elif disturbance == "a key":
        table.page.keyboard.press("z")
    elif disturbance == "blur":
        table.page.evaluate("window.dispatchEvent(new Event('blur'))")
    elif disturbance == "rotation":
        table.page.set_viewport_size({"width": 800, "height": 1280})
    elif disturbance == "right button":
        table.page.mouse.down(button="right")
        table.page.mouse.up(button="right")
    elif disturbance == "out of the window":
        table.page.mouse.move(x, -80, steps=2)
        table.page.mouse.up()
    elif disturbance == "cancel":
        table.touch("touchCancel")
    else:
        table.second_finger(x, y + 90)
    expect(table.page.locator(".held")).to_have_count(0)
    if not touch:
        table.page.mouse.up()
    table.settle()
    assert table.step == 0
    assert table.shown() == before


def test_case_11_a_new_gesture_ends_all_flights(open_table):
    """The state is ahead of the picture: moves follow one another faster than cards fly."""
    table = open_table(THOUGHTFUL)
    for turn in range(3):
        table.page.mouse.dblclick(*table.spot("1"))
        table.page.locator("#undo").click()
        table.wait_step(2 * turn + 2)
    table.click("stock")
    table.wait_step(7)
    table.settle()
    view = table.view()
    shown = table.shown()
    assert {place: shown[place] for place in "1234567W"} == {
        place: view["places"][place]["cards"] for place in "1234567W"
    }


@pytest.mark.parametrize(
    "select",
    [
        "() => getSelection().selectAllChildren(document.body)",
        "() => getSelection().selectAllChildren(document.querySelector('.board'))",
        "() => getSelection().selectAllChildren(document.querySelector('[data-place=\"6\"]').parentNode)",
        None,
    ],
)
def test_cards_are_dragged_and_not_what_is_selected(open_table, select):
    """A browser would rather drag the selection: all of it after Ctrl+A, or some."""
    table = open_table(CRESCENT)
    if select:
        table.page.evaluate(select)
    else:
        table.page.keyboard.press("Control+a")
    table.drag("6", "KH", steps=8)
    table.wait_step(1)
    table.drag("8", "AS", steps=8)
    table.wait_step(2)
