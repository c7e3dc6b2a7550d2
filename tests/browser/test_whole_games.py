"""A whole won game of each, played through the page by a real pointer and by real touch events."""

from functools import partial

import pytest
from playwright.sync_api import expect

from medialuna.contract import Press
from tests.browser.driving import Step, Table, won_record


def play(table: Table, steps: list[Step], finger: bool) -> None:
    drag = table.finger_drag if finger else partial(table.drag, steps=1)
    tap = table.tap if finger else table.click
    button = table.page.locator(".redeal")
    for number, (action, waits, _) in enumerate(steps, 1):
        if isinstance(action, Press):
            if button.count():
                button.click()
            else:
                tap("stock")
        elif finger and number % 2 and waits:
            # the other way to play with a finger: the card, then its target
            tap(action.source, action.count)
            tap(action.target)
        else:
            drag(action.source, action.target, action.count)
        table.wait_step(number)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "finger"),
    [("CR1-N", False), ("CR1-N", True), ("TF1-D1N", False), ("TF1-D3N", True)],
    ids=["Crescent by pointer", "Crescent by touch", "Thoughtful by pointer", "Thoughtful by touch"],
)
def test_case_12_a_whole_won_game(open_table, game, finger):
    code, steps, moves, score = won_record(game)
    size = (390, 844) if finger else (900, 620)
    table = open_table(code, size=size, has_touch=finger)
    play(table, steps, finger)
    dialog = table.page.locator("dialog[open]")
    expect(dialog).to_contain_text("¡Partida ganada!")
    figures = dialog.locator(".figure b").all_inner_texts()
    assert figures[1:] == [str(moves)] + ([str(score)] if score is not None else [])
    table.settle()
    view = table.view()
    assert view["status"] == "won"
    shown = table.shown()
    assert {place: cards[-1:] for place, cards in shown.items() if cards} == {
        place: lies["cards"][-1:] for place, lies in view["places"].items() if lies["cards"]
    }
    if not finger:
        undo_the_win(table, len(steps))


def undo_the_win(table: Table, step: int) -> None:
    """Case 12 of the twenty: an undone win is withdrawn, and won again it counts once."""

    def won() -> int:
        return sum(row["won"] for row in table.page.request.get("/api/statistics").json()["rows"])

    assert won() == 1
    table.page.get_by_role("button", name="Ver la mesa").click()
    table.page.locator("#undo").click()
    table.wait_step(step + 1)
    assert (table.view()["status"], won()) == ("running", 0)
    table.page.locator("#redo").click()
    table.wait_step(step + 2)
    assert (table.view()["status"], won()) == ("won", 1)
