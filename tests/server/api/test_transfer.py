"""Everything in a file and back, byte for byte; another device; the end of a player."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from medialuna.record import Game, GameRecord
from medialuna.server import config
from medialuna.server.api import transfer
from medialuna.server.store import library as history_module
from medialuna.server.store.schema import device_links, games, players, shares
from medialuna.table.wire_library import as_time
from tests.server.support.files import JSON, entry, export, file, take_in
from tests.server.support.visitor import refusal

CODE = "TF1-D1N-AAAAAAB"
PLAYED = f"{CODE}: + + U"


def send(player, content: bytes):
    return player.http.post("/api/import", content=content, headers=JSON)


def count(app, table) -> int:
    with app.state.playing.store.engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(table)).scalar_one()


def play(player) -> None:
    """Some games of every sort, and settings that are not the usual ones."""
    for code in ("TF1-D1N-AAAAAAB", "CR1-4B-AAAAAAC", "TF1-D3N-AAAAAAD", "CR1-N-AAAAAAB"):
        player.begin(code)
        for step in range(12):
            player.act({"undo": True} if step % 5 == 4 else player.first_legal(), seconds=step * 1.1)
    player.begin("CR1-B-AAAAAAB")
    player.http.put("/api/settings", json={"suits": "four", "language": "fr", "last_options": {"crescent": "4B"}})


# --- there and back --------------------------------------------------------------------------------------------


def test_case_15_an_export_is_imported_byte_for_byte(player, visit, app):
    """The twenty cases, 15."""
    play(player)
    first = export(player)
    assert len(json.loads(first)["games"]) == 4, "the untouched one is left out"
    assert first.count(b"\n") == 4 + 2, "a game a line"
    other = visit()
    other.start()
    assert send(other, first).json() == {"added": 4, "continued": 0, "known": 0}
    assert export(other) == first
    # Once more changes nothing; so does the file's own player.
    for one in (other, player):
        assert send(one, first).json() == {"added": 0, "continued": 0, "known": 4}
        assert export(one) == first
    for one in other.http.get("/api/games").json()["games"]:
        if one["step"]:
            other.table = other.http.post(f"/api/games/{one['id']}/resume").json()
            assert other.table["step"] == 12
            other.act({"undo": True} if other.table["undo"] else other.first_legal())


def test_an_export_is_a_file_to_be_saved(player):
    answer = player.http.get("/api/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="medialuna.json"'
    assert answer.json()["games"] == []


def test_a_game_that_went_on_elsewhere_goes_on_here_and_never_back(player, visit):
    play(player)
    before = export(player)
    other = visit()
    other.start()
    send(other, before)
    game = next(one for one in other.http.get("/api/games").json()["games"] if one["code"] == "TF1-D1N-AAAAAAB")
    other.table = other.http.post(f"/api/games/{game['id']}/resume").json()
    further = other.act({"press": "+"}, seconds=99)
    assert send(player, export(other)).json() == {"added": 0, "continued": 1, "known": 3}
    assert export(player) == export(other)
    assert send(player, before).json() == {"added": 0, "continued": 0, "known": 4}
    listed = player.http.get("/api/games").json()["games"]
    assert max(one["step"] for one in listed) == further["step"] == 13


def test_a_game_that_went_two_ways_becomes_two(player):
    begun = "2026-11-01T10:00:00Z"
    assert take_in(player, entry(f"{CODE}: + +", created=begun)).json()["added"] == 1
    assert take_in(player, entry(f"{CODE}: + U", created=begun)).json()["added"] == 1
    assert len(json.loads(export(player))["games"]) == 2
    assert send(player, export(player)).json() == {"added": 0, "continued": 0, "known": 2}


def test_help_is_not_forgotten_by_an_import(player):
    begun = "2026-11-01T10:00:00Z"
    take_in(player, entry(f"{CODE}: +", created=begun, assisted=True))
    assert take_in(player, entry(f"{CODE}: + +", created=begun)).json()["continued"] == 1
    assert json.loads(export(player))["games"][0]["assisted"] is True


def random_record(data) -> GameRecord:
    code = data.draw(st.sampled_from(["TF1-D1N-AAAAAAB", "TF1-D3N-AAAAAAC", "CR1-N-AAAAAAD", "CR1-4B-AAAAAAE"]))
    record = GameRecord.parse(code)
    played, actions = Game.begin(record.code.game, record.code.deal()), []
    for _ in range(data.draw(st.integers(1, 8))):
        legal = played.rules.legal_actions(played.state)
        if played.history and data.draw(st.booleans()):
            played = played.undone()
            actions.append("U")
        else:
            action = legal[data.draw(st.integers(0, len(legal) - 1))]
            actions.append(GameRecord.of(record.code, [action]).actions[0])
            played = played.after(action)
    return GameRecord(record.code, tuple(actions))


@settings(max_examples=25)
@given(data=st.data())
def test_any_file_of_played_games_comes_back_as_it_was(visit, data):
    microseconds = st.integers(0, 1_700_000_000_000_000)
    entries = []
    for _ in range(data.draw(st.integers(0, 4))):
        created, later = data.draw(microseconds), data.draw(st.integers(0, 10**12))
        times = [as_time(one).isoformat() for one in (created, created + later)]
        more = {"seconds": data.draw(st.floats(0, 1e7)), "assisted": data.draw(st.booleans())}
        entries.append(entry(str(random_record(data)), created=times[0], **more) | {"updated": times[1]})
    one, other = visit(), visit()
    one.start()
    other.start()
    assert take_in(one, *entries).status_code == 200
    written = export(one)
    assert len(json.loads(written)["games"]) == len(entries)
    assert send(other, written).status_code == 200
    assert export(other) == written


# --- files that are none ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "code", "part"),
    [
        (file(entry(PLAYED), "nonsense"), "server.expected", "games.1"),
        (file(entry(PLAYED), {}), "server.missing-field", "games.1.record"),
        (file(entry(PLAYED), entry(PLAYED, more=1)), "server.unknown-field", "games.1.more"),
        (file(entry(PLAYED, seconds=-1)), "server.expected", "games.0.seconds"),
        (file(entry(PLAYED, seconds="1")), "server.expected", "games.0.seconds"),
        (file(entry(PLAYED, assisted=0)), "server.expected", "games.0.assisted"),
        (file(entry(PLAYED, status="lost")), "server.expected", "games.0.status"),
        (file(entry(PLAYED, status="won")), "server.entry", "games.0.status"),
        (file(entry(PLAYED), entry("TF1-D1N-AAAAAAB: + 1-2")), "server.entry", "games.1.record"),
        (file(entry("TF1-D1N-AAAAAAB: + nonsense")), "server.entry", "games.0.record"),
        (file(entry("TF1-D1N-AAAAAAB: + + U U U")), "server.entry", "games.0.record"),
        (file(entry("TF1-D1N-AAAAAAB:")), "server.entry", "games.0.record"),
        (file(entry("TF2-D1N-AAAAAAB: +")), "server.entry", "games.0.record"),
        (file(entry("TF1-D1B-AAAAAAB: +")), "server.entry", "games.0.record"),
        (file(entry("\0: +")), "server.entry", "games.0.record"),
        (file(entry("x" * 80_001)), "server.expected", "games.0.record"),
        (file(entry(CODE + ": " + "+ U " * 5_001)), "server.entry", "games.0.record"),
        (file(entry(PLAYED, created="yesterday")), "server.expected", "games.0.created"),
        (file(entry(PLAYED, created="2026-11-01T10:00:00")), "server.expected", "games.0.created"),
        (file(entry(PLAYED, updated="2026-10-01T10:00:00Z")), "server.entry", "games.0.updated"),
        (file(entry(PLAYED, updated="9999-12-31T23:59:59Z")), "server.entry", "games.0.updated"),
        (file(entry(PLAYED, created="0001-01-01T00:00:00Z")), "server.entry", "games.0.created"),
        (file(medialuna=2), "server.expected", "medialuna"),
        (file(games={}), "server.expected", "games"),
        (file(settings={"theme": "sepia"}), "server.expected", "settings.theme"),
        (file(settings={"nonsense": 1}), "server.unknown-field", "settings.nonsense"),
        (file(settings={"last_options": {"crescent": "D1N"}}), "server.expected", "settings.last_options.crescent"),
        (file(more=1), "server.unknown-field", "more"),
        (b'{"medialuna":1,"settings":{}}', "server.missing-field", "games"),
    ],
)
def test_case_15_a_hostile_file_is_refused_and_changes_nothing(player, content, code, part):
    """The twenty cases, 15: the answer names the game in the file, its field and the fault."""
    play(player)
    before = export(player)
    body = refusal(send(player, content), 400, code)
    assert body["part"] == part
    assert part in body["message"]
    assert export(player) == before


def test_the_fault_of_a_record_names_its_action_and_the_rule(player):
    body = refusal(take_in(player, entry("TF1-D1N-AAAAAAB: + 1-2")), 400, "server.entry")
    assert body["rule"] == "TF-2"
    assert (
        body["message"]
        == "games.0.record: action 2 (1-2) is not allowed: Wrong colour: the 6 of hearts takes a black 5"
    )


def test_case_15_a_truncated_file_is_refused_and_changes_nothing(player, visit):
    """The twenty cases, 15."""
    play(player)
    whole = export(player)
    other = visit()
    other.start()
    empty = export(other)
    for length in (*range(60), *range(60, len(whole) - 2, 97), len(whole) - 3):
        refusal(send(other, whole[:length]), 400, "server.json")
    assert export(other) == empty


def test_case_15_a_huge_file_is_refused_before_it_is_read(player):
    """The twenty cases, 15."""
    before = export(player)
    huge = b" " * (config.FILE_BYTES + 1)
    refusal(send(player, huge), 413, "server.too-large")
    chunks = (huge[i : i + 2**20] for i in range(0, len(huge), 2**20))
    refusal(player.http.post("/api/import", content=chunks, headers=JSON), 413, "server.too-large")
    refusal(send(player, file(*["x"] * 10_001)), 409, "server.too-many-games")
    assert send(player, file() + b" " * (config.FILE_BYTES - 1000)).status_code == 200
    assert export(player) == before


def test_a_stranger_is_told_before_the_file_is_read(visit):
    def endless():
        yield b" "
        raise AssertionError("the body is read")

    refusal(visit().http.post("/api/import", content=b" " * 100, headers=JSON), 401, "server.no-player")


def test_few_files_are_read_at_once(player):
    for _ in range(config.FILES_AT_ONCE):
        assert transfer._reading.acquire(blocking=False)
    try:
        refusal(send(player, file()), 503, "server.busy-files")
    finally:
        for _ in range(config.FILES_AT_ONCE):
            transfer._reading.release()
    assert send(player, file()).status_code == 200


def test_a_file_with_too_many_games_is_refused_whole(player, monkeypatch):
    monkeypatch.setattr(history_module, "GAMES_PER_PLAYER", 3)
    entries = [entry(PLAYED, created=f"2026-11-0{day}T10:00:00Z") for day in range(1, 5)]
    refusal(take_in(player, *entries), 409, "server.too-many-games")
    assert json.loads(export(player))["games"] == []
    assert take_in(player, *entries[:2]).json()["added"] == 2


bodies = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.just(entry(PLAYED)),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["medialuna", "settings", "games", "record"]) | st.text(max_size=5), inner)
    ),
    max_leaves=12,
)


@settings(max_examples=100)
@given(
    body=st.binary(max_size=60)
    | bodies.map(lambda v: json.dumps(v).encode())
    | st.text(max_size=200).map(lambda record: file(entry(record)))
)
def test_no_file_whatever_makes_the_server_fail(player, body):
    answer = send(player, body)
    if answer.status_code != 200:
        refusal(answer, 400, answer.json()["code"])


# --- another device --------------------------------------------------------------------------------------------


def device_link(player) -> str:
    answer = player.http.post("/api/device-link")
    assert answer.status_code == 200
    return answer.json()["link"].removeprefix("/device/")


def test_a_link_makes_another_browser_the_same_player_once(player, visit):
    play(player)
    token = device_link(player)
    other = visit()
    answer = other.http.post("/api/device", json={"token": token})
    assert answer.json() == {"ok": True, "joined": 0}
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert other.start()["game"] == player.look() | {"previous": None} or other.table["id"] == player.table["id"]
    assert export(other) == export(player)
    # The link is dead then, for everyone.
    for one in (visit(), other, player):
        refusal(one.http.post("/api/device", json={"token": token}), 404, "server.no-link")


def test_the_games_of_the_browser_join_those_of_the_player(player, visit, app):
    play(player)
    other = visit()
    other.start()
    other.begin("CR1-N-AAAAAAZ")
    other.act(other.first_legal())
    mine, before = other.table["id"], count(app, players)
    send(other, export(player))
    answer = other.http.post("/api/device", json={"token": device_link(player)})
    assert answer.json()["joined"] == 1, "what both have does not stand there twice"
    assert len(json.loads(export(player))["games"]) == 5
    assert player.http.get(f"/api/games/{mine}").status_code == 200
    assert count(app, players) == before - 1


def test_a_browser_that_opens_its_own_link_stays_what_it_is(player):
    play(player)
    before = export(player)
    assert player.http.post("/api/device", json={"token": device_link(player)}).json()["joined"] == 0
    assert export(player) == before


def test_a_link_expires_and_only_the_newest_lives(player, visit, monkeypatch):
    old = device_link(player)
    new = device_link(player)
    other = visit()
    refusal(other.http.post("/api/device", json={"token": old}), 404, "server.no-link")
    clock = history_module.now() + config.DEVICE_LINK_SECONDS * 1_000_000
    with monkeypatch.context() as later:
        later.setattr(history_module, "now", lambda: clock + 1)
        refusal(other.http.post("/api/device", json={"token": new}), 404, "server.no-link")
    assert other.http.post("/api/device", json={"token": new}).status_code == 200


def test_the_database_holds_neither_the_link_nor_the_players_token(player, app):
    token = device_link(player)
    cookie = player.http.cookies["medialuna"]
    with app.state.playing.store.engine.connect() as connection:
        found = connection.execute(select(device_links)).all()
    text = repr(found)
    assert found
    assert token not in text
    assert cookie not in text
    assert cookie.encode().hex() not in text


@pytest.mark.parametrize("token", ["", "nothing", "\0", "x" * 64, "🌙"])
def test_a_link_that_is_none(player, token):
    refusal(player.http.post("/api/device", json={"token": token}), 404, "server.no-link")


@pytest.mark.parametrize("body", [{}, {"token": 5}, {"token": "x" * 65}, {"token": "x", "more": 1}])
def test_a_wrong_body_for_a_link(player, body):
    answer = player.http.post("/api/device", json=body)
    refusal(answer, 400, answer.json()["code"])


# --- the end ---------------------------------------------------------------------------------------------------


def test_a_deleted_player_leaves_nothing(player, visit, app):
    other = visit()
    other.start()
    play(player)
    player.http.post(f"{player.path}/share")
    device_link(player)
    before = {table.name: count(app, table) for table in (players, games, shares, device_links)}
    answer = player.http.delete("/api/player")
    assert answer.status_code == 204
    assert 'medialuna=""' in answer.headers["set-cookie"]
    after = {table.name: count(app, table) for table in (players, games, shares, device_links)}
    assert before["players"] - after["players"] == 1
    assert before["games"] - after["games"] >= 5
    assert before["shares"] - after["shares"] == before["device_links"] - after["device_links"] == 1
    refusal(player.http.get("/api/settings"), 401, "server.no-player")
    assert player.start()["settings"]["suits"] is None
    assert other.look() == other.table
