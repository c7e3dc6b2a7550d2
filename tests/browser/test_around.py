"""Around the game: taking back a new deal, the list, statistics, replay, sharing, moving, the offered finish."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.driving import intercept, nearly, won_text

CRESCENT, THOUGHTFUL = "CR1-N-AAAAAAB", "TF1-D1N-AAAAAAB"


def way(table, name):
    """Goes by the menu to a window."""
    table.page.locator("[data-does=menu]").click()
    table.page.locator(f"[data-way={name}]").click()
    return table.page.get_by_role("dialog")


def entry(record, status="running", seconds=60, assisted=False):
    day = "2026-11-01T10:00:00.000000Z"
    return {
        "record": record,
        "seconds": seconds,
        "status": status,
        "created": day,
        "updated": day,
        "assisted": assisted,
    }


def bring(table, *games):
    """Gives the player games that were played elsewhere."""
    file = {"medialuna": 1, "settings": table.page.request.get("/api/settings").json(), "games": list(games)}
    answer = table.page.request.post("/api/import", data=file)
    assert answer.ok, answer.text()
    return answer.json()


def games(table):
    return table.page.request.get("/api/games?status=all").json()["games"]


# --- a new deal that is taken back ---------------------------------------------------------------------------------


def test_a_restart_is_taken_back_by_the_notice(open_table):
    table = open_table(THOUGHTFUL)
    table.click("stock")
    table.wait_step(1)
    before = table.view()
    way(table, "restart")
    expect(table.page.locator(".toast")).to_contain_text("Partida reiniciada")
    table.wait_step(0)
    assert table.code == THOUGHTFUL
    assert table.view()["id"] != before["id"]
    table.page.get_by_role("button", name="Volver a la partida anterior").click()
    table.wait_step(1)
    assert table.view()["id"] == before["id"]
    expect(table.page.locator(".toast")).to_be_hidden()


def test_a_new_game_is_taken_back_by_undo_or_found_in_the_list(open_table):
    table = open_table(THOUGHTFUL)
    page = table.page
    table.click("stock")
    table.wait_step(1)
    for back in ("undo", "list"):
        page.keyboard.press("n")
        page.get_by_role("button", name="Repartir").click()
        table.wait_step(0)
        expect(page.get_by_role("button", name="Volver a la partida anterior")).to_be_visible()
        if back == "undo":
            page.keyboard.press("Control+z")
        else:
            way(table, "games").get_by_role("button", name=re.compile("^Thoughtful En curso")).click()
        table.wait_step(1)
        assert table.code == THOUGHTFUL
    expect(page.locator("dialog")).to_have_count(0)


# --- the list and the statistics -----------------------------------------------------------------------------------


def test_my_games_are_filtered_gone_on_with_and_deleted(open_table):
    table = open_table(CRESCENT)
    bring(table, entry(won_text("TF1-D1N"), "won"), entry(f"{THOUGHTFUL}: + + +"))
    dialog = way(table, "games")
    entries = dialog.locator(".entry")
    expect(entries).to_have_count(3)
    dialog.get_by_role("radio", name="Ganadas").click()
    expect(entries).to_have_count(1)
    expect(entries).to_contain_text("Ganada")
    dialog.get_by_role("radio", name="En curso").click()
    expect(entries.filter(has_text="En la mesa")).to_contain_text("Crescent")
    remove = dialog.get_by_role("button", name=f"Borrar Thoughtful {THOUGHTFUL}")
    remove.click()
    expect(dialog.get_by_role("button", name="Cancelar")).to_be_focused()
    dialog.get_by_role("button", name="Cancelar").click()
    remove.click()
    dialog.get_by_role("button", name="Borrar", exact=True).click()
    expect(dialog.locator(".sure")).to_have_count(0)
    expect(entries).to_have_count(1)
    # the game on the table too: another one comes
    dialog.get_by_role("button", name=f"Borrar Crescent {CRESCENT}").click()
    dialog.get_by_role("button", name="Borrar", exact=True).click()
    expect(dialog.locator(".sure")).to_have_count(0)
    expect(table.page.locator("#name")).to_have_text("Thoughtful")
    assert [game["status"] for game in games(table)] == ["won"]


def test_case_16_statistics_count_each_game_once_and_help_apart(open_table):
    table = open_table(CRESCENT)
    won = won_text("TF1-D1N")
    helped = entry(f"{THOUGHTFUL}: + + +", assisted=True)
    bring(table, entry(won, "won", seconds=125), entry("TF1-D1N-AAAAAAC: +"), entry("TF1-D1N-AAAAAAD: +"), helped)
    dialog = way(table, "statistics")
    expect(dialog.locator(".sum")).to_have_text("4 partidas jugadas · 1 ganada")
    # the Crescent on the table is untouched: it counts nothing
    expect(dialog.locator("table")).to_have_count(1)
    rows = {
        row[0]: row[1:] for row in (re.split(r"\t", line) for line in dialog.locator("table").inner_text().split("\n"))
    }
    assert rows["Jugadas"] == ["3", "1"]
    assert rows["Ganadas"] == ["1", "0"]
    assert rows["Porcentaje de victorias"] == ["33\xa0%", "0\xa0%"]
    assert rows["Mejor tiempo"] == ["2:05", "–"]


# --- replay and sharing --------------------------------------------------------------------------------------------


def test_a_won_game_is_replayed_move_by_move(open_table):
    table = open_table(CRESCENT)
    page = table.page
    record = won_text("TF1-D1N")
    total = len(record.split(" ")) - 1
    way(table, "data")
    page.get_by_label("Registro", exact=True).fill(record)
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Thoughtful")
    said, slider = dialog.locator(".said"), dialog.get_by_role("slider")
    expect(said).to_have_text("Cartas repartidas")
    expect(slider).to_have_attribute("aria-valuetext", f"Acción 0 de {total}")
    dialog.get_by_role("button", name="Acción siguiente").click()
    expect(slider).to_have_value("1")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("1")
    shown = (
        "() => [...document.querySelectorAll('.reel .cell')].map((c) => c.querySelectorAll('.card[data-card]').length)"
    )
    dialog.get_by_role("button", name="Al final").click()
    expect(said).to_contain_text("¡Partida ganada!")
    assert sum(page.evaluate(shown)) == 4
    # by itself, and stopped
    dialog.get_by_role("button", name="Velocidad: 1").click()
    dialog.get_by_role("button", name="Velocidad: 2").click()
    dialog.get_by_role("button", name="Reproducir").click()
    page.wait_for_function("() => document.querySelector('.reel input').value > 2")
    dialog.get_by_role("button", name="Pausa").click()
    stopped = slider.input_value()
    page.wait_for_timeout(400)
    assert slider.input_value() == stopped
    page.keyboard.press("Escape")
    # nothing of it has touched the table
    assert (table.code, table.step) == (CRESCENT, 0)


def test_a_record_with_a_fault_is_shown_up_to_it(open_table):
    table = open_table(CRESCENT)
    way(table, "data")
    table.page.get_by_label("Registro", exact=True).fill(f"{THOUGHTFUL}: + + 7-1 +")
    table.page.keyboard.press("Enter")
    dialog = table.page.get_by_role("dialog", name="Thoughtful")
    dialog.get_by_role("button", name="Al final").click()
    expect(dialog.locator(".said")).to_contain_text("Después de 2 acciones la siguiente no vale")


def test_a_shared_game_is_seen_by_who_has_the_link_and_its_deal_can_be_played(open_table):
    table = open_table(THOUGHTFUL)
    table.click("stock")
    table.wait_step(1)
    dialog = way(table, "share")
    assert dialog.get_by_label("Enlace", exact=True).input_value().endswith(f"/{THOUGHTFUL}")
    dialog.get_by_role("button", name="Crear un enlace").click()
    link = dialog.locator("#game-link")
    expect(link).to_be_focused()
    assert dialog.get_by_label("Como texto", exact=True).input_value() == f"{THOUGHTFUL}: +"
    path = re.sub(r"https?://[^/]+/", "", link.input_value())
    other = open_table(path)
    shown = other.page.get_by_role("dialog", name="Thoughtful")
    expect(shown.get_by_role("slider")).to_have_attribute("aria-valuetext", "Acción 0 de 1")
    shown.get_by_role("button", name="Jugar este reparto").click()
    expect(other.page.locator("#code")).to_have_text(THOUGHTFUL)
    dialog.get_by_role("button", name="Retirar el enlace").click()
    expect(dialog.locator(".result")).to_have_text("El enlace ya no funciona")
    gone = open_table(path)
    expect(gone.page.get_by_role("dialog").locator(".said.wrong")).not_to_be_empty()


# --- saving, moving, deleting --------------------------------------------------------------------------------------


def test_case_15_an_export_imports_byte_for_byte_and_a_hostile_file_changes_nothing(open_table, tmp_path):
    table = open_table(THOUGHTFUL)
    bring(table, entry(won_text("TF1-D1N"), "won"), entry(f"{CRESCENT}: R"))
    dialog = way(table, "data")
    with table.page.expect_download() as saving:
        dialog.get_by_role("button", name="Guardar un archivo").click()
    file = tmp_path / "all.json"
    saving.value.save_as(file)
    other = open_table(CRESCENT)
    dialog = way(other, "data")
    hostile = json.loads(file.read_text())
    hostile["games"][0]["record"] += " U U U U"
    for name, text, told in (
        ("cut.json", file.read_bytes()[:-40], "JSON"),
        ("hostile.json", json.dumps(hostile).encode(), "games.0"),
        ("large.json", b" " * (8 * 2**20 + 1), "8 MiB"),
    ):
        (tmp_path / name).write_bytes(text)
        dialog.locator("input[type=file]").set_input_files(tmp_path / name)
        expect(dialog.locator("[data-part=bring] .result.wrong")).to_contain_text(told)
    assert len(games(other)) == 1
    dialog.locator("input[type=file]").set_input_files(file)
    expect(dialog.locator("[data-part=bring] .result")).to_have_text("2 partidas añadidas")
    dialog.locator("input[type=file]").set_input_files(file)
    expect(dialog.locator("[data-part=bring] .result")).to_have_text("0 partidas añadidas · 2 ya estaban")
    assert other.page.request.get("/api/export").body() == file.read_bytes()


def test_a_one_time_link_brings_the_games_to_another_browser(open_table):
    table = open_table(THOUGHTFUL)
    table.click("stock")
    table.wait_step(1)
    dialog = way(table, "data")
    dialog.locator("[data-act=move]").click()
    link = dialog.locator("#device-link")
    expect(link).to_be_focused()
    path = re.sub(r"https?://[^/]+/", "", link.input_value())
    other = open_table(path)
    other.page.get_by_role("button", name="Traerlas aquí").click()
    expect(other.page.locator("#code")).to_have_text(THOUGHTFUL)
    other.wait_step(1)
    late = open_table(path)
    late.page.get_by_role("button", name="Traerlas aquí").click()
    expect(late.page.get_by_role("alert").filter(visible=True)).not_to_be_empty()
    expect(late.page.locator("#code")).not_to_have_text(THOUGHTFUL)


def test_everything_is_deleted_only_after_a_question(open_table):
    table = open_table(THOUGHTFUL)
    table.click("stock")
    table.wait_step(1)
    dialog = way(table, "data")
    dialog.locator("[data-act=delete]").click()
    expect(dialog.get_by_role("button", name="Cancelar")).to_be_focused()
    table.page.keyboard.press("Escape")
    expect(dialog.locator("[data-act=delete]")).to_be_focused()
    dialog.locator("[data-act=delete]").click()
    dialog.locator(".sure .danger").click()
    expect(table.page.locator("#name")).to_have_text("Crescent")
    table.wait_step(0)
    assert [game["step"] for game in games(table)] == [0]


# --- the offered finish --------------------------------------------------------------------------------------------


@pytest.fixture
def almost(open_table):
    """A game of which only cards to bring home are left, six of them."""
    table = open_table(CRESCENT)
    record = nearly(won_text("TF1-D1N"), 6)
    bring(table, entry(record))
    table.open(record.split(":")[0])
    return table


def test_tf_11_case_18_a_finish_is_offered_and_acts_only_when_pressed(almost):
    page, step = almost.page, almost.step
    finish = page.locator(".finish")
    expect(finish).to_have_text("Terminar: 6 cartas")
    page.wait_for_timeout(400)
    assert almost.step == step
    finish.click()
    almost.wait_step(step + 6)
    expect(page.get_by_role("dialog", name="¡Partida ganada!")).to_be_visible()
    expect(finish).to_be_hidden()


@pytest.mark.parametrize("how", ["key", "touch"])
def test_case_18_a_finish_stops_at_any_key_or_touch(almost, how):
    page, step = almost.page, almost.step
    sent, held = [], []

    def hold_the_third(route):
        sent.append(route)
        return held.append(route) if len(sent) == 3 else route.continue_()

    intercept(page, "**/actions", hold_the_third)
    page.locator(".finish").click()
    almost.wait_step(step + 2)
    while not held:
        page.wait_for_timeout(20)
    if how == "key":
        page.keyboard.press("z")
    else:
        page.locator("#undo").click()
    held[0].continue_()
    almost.wait_step(step + 3)
    expect(page.locator(".finish")).to_have_text("Terminar: 3 cartas")
    page.wait_for_timeout(700)
    # the key, or the touch, did nothing else
    assert (len(sent), almost.step) == (3, step + 3)


def test_no_finish_is_offered_where_there_is_more_to_do(open_table):
    table = open_table(THOUGHTFUL)
    with table.page.expect_response("**/finish") as answer:
        table.click("stock")
    assert answer.value.json() == {"actions": None}
    expect(table.page.locator(".finish")).to_be_hidden()


# --- ways to read, and to install ----------------------------------------------------------------------------------


def test_a_refusal_leads_to_its_rule(open_table):
    table = open_table(CRESCENT)
    table.drag("6", "5")
    table.says("Debe ser del mismo palo")
    table.page.get_by_role("link", name="Leer la regla CR-7").click()
    expect(table.page).to_have_url(re.compile(r"/es/rules/crescent#CR-7$"))
    expect(table.page.locator("#CR-7")).to_be_in_viewport()


def test_the_menu_leads_to_the_pages_to_read(open_table):
    table = open_table(THOUGHTFUL)
    page = table.page
    for name, path in (("Reglas", "rules/thoughtful"), ("Ejemplos", "examples/thoughtful"), ("Preguntas", "faq")):
        page.locator("[data-does=menu]").click()
        page.get_by_role("link", name=name).click()
        expect(page).to_have_url(re.compile(f"/es/{path}$"))
        page.go_back()
        page.wait_for_selector(".app[aria-busy=false]")


def test_the_page_can_be_installed(open_table):
    request = open_table(CRESCENT).page.request
    manifest = request.get("/page/medialuna.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    told = manifest.json()
    assert told["start_url"] == told["scope"] == "/"
    for icon in told["icons"]:
        assert request.get(icon["src"]).headers["content-type"].startswith(icon["type"])
