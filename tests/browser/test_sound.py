"""Five small sounds, made in the page: off until they are wanted, and none where nothing has happened."""

import pytest
from playwright.sync_api import expect

CRESCENT = "CR1-N-AAAAAAB"

# Counts the devices that are opened, and what is started on them.
LISTEN = """
  window.devices = []; window.heard = 0;
  window.AudioContext = class extends AudioContext { constructor() { super(); window.devices.push(this); } };
  for (const kind of [AudioBufferSourceNode, AudioScheduledSourceNode]) {
    const start = kind.prototype.start;
    kind.prototype.start = function (...when) { window.heard += 1; return start.apply(this, when); };
  }
"""


@pytest.fixture
def table(open_table):
    table = open_table(CRESCENT)
    table.page.add_init_script(LISTEN)
    return table.open(CRESCENT)


def heard(table):
    return table.page.evaluate("[window.devices.length, window.heard]")


def until(table, wanted):
    """Waits for an expression to be true; the page's own policy forbids the browser to watch it."""
    for _ in range(100):
        if table.page.evaluate(wanted):
            return
        table.page.wait_for_timeout(50)
    raise AssertionError(wanted)


def test_with_the_sound_off_there_is_none(table):
    table.click("10")
    table.wait_step(1)
    table.page.locator(".redeal").click()
    table.wait_step(2)
    assert heard(table) == [0, 0]


def test_case_10_what_happens_is_heard_and_a_drop_at_the_origin_is_not(table):
    page = table.page
    page.locator("[data-does=menu]").click()
    with page.expect_response("**/api/settings"):
        page.get_by_role("switch", name="Sonido").click()
    page.keyboard.press("Escape")
    mouse, (x, y) = page.mouse, table.spot("10")
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 90, y + 120, steps=3)
    lifted = heard(table)
    assert lifted[0] == 1
    assert lifted[1] > 0
    mouse.move(x + 4, y + 3, steps=3)
    mouse.up()
    assert heard(table) == lifted
    count = lifted[1]
    for play in (lambda: table.click("10"), lambda: page.locator(".redeal").click(), lambda: table.click("AH")):
        play()
        until(table, f"window.heard > {count}")
        count = heard(table)[1]
    # the device is let go when nothing is heard any more
    until(table, "window.devices[0].state === 'suspended'")
    page.locator("[data-does=menu]").click()
    page.get_by_role("switch", name="Sonido").click()
    until(table, "window.devices[0].state === 'closed'")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
