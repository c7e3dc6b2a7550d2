"""Two windows, two processes, a process that ends: no action is lost, none is done twice."""

import contextlib
import threading
import time

from httpx2 import Client, TransportError

from medialuna.record import GameRecord, replay
from medialuna.server.app import create_app
from medialuna.server.store.engine import open_database
from medialuna.server.store.games import Store
from tests.server.support.served import Served
from tests.server.support.visitor import Visitor, race, refusal

CODE = "TF1-D1N-AAAAAAB"


def test_the_second_tab_is_told_and_shown_how_the_game_stands(player):
    player.begin(CODE)
    stale = player.table["step"]
    now = player.act({"press": "+"})
    for step in (stale, 2, 2**31 - 1):
        body = refusal(player.send({"press": "+"}, step=step), 409, "server.other-step")
        assert body["view"] == now
    assert player.look() == now


def test_an_action_that_is_sent_twice_is_done_once(player):
    player.begin(CODE)
    assert player.send({"press": "+"}).status_code == 200
    assert player.send({"press": "+"}).status_code == 409
    assert player.look()["counters"]["moves"] == 1


def test_another_process_may_answer_any_request(database):
    """Each keeps games of its own; none of them is used when the stored record is another."""
    apps = [create_app(database) for _ in range(2)]
    here, there = (Visitor(app) for app in apps)
    here.start()
    there.http.cookies = here.http.cookies
    there.table = here.begin(CODE)
    for turn in range(12):
        one, other = (here, there) if turn % 3 else (there, here)
        one.act({"press": "+"} if turn % 4 else {"undo": True} if turn else {"press": "+"})
        refusal(other.send({"press": "+"}), 409, "server.other-step")
        other.table = other.look()
        assert other.table == one.table
    for app in apps:
        app.state.playing.store.close()


def test_of_racing_threads_one_is_first_and_the_others_are_told(player, app):
    player.begin(CODE)
    tabs = []
    for _ in range(4):
        tab = Visitor(app)
        tab.http.cookies, tab.table = player.http.cookies, player.table
        tabs.append(tab)
    for step in range(15):
        statuses = race([lambda tab=tab, step=step: tab.send({"press": "+"}, step=step).status_code for tab in tabs])
        assert sorted(statuses) == [200, 409, 409, 409]
    assert player.look()["step"] == 15


def clicks(http: Client, path: str, times: int, taken: list[int]) -> None:
    """Draws and recycles as fast as it can, whatever another does in between."""
    view = http.get(path).json()
    for _ in range(times):
        action = {"press": "+" if view["presses"]["+"] else "R"}
        answer = http.post(f"{path}/actions", json={"step": view["step"], "action": action, "seconds": 1})
        assert answer.status_code in (200, 409), answer.text
        if answer.status_code == 200:
            taken.append(view["step"])
        view = answer.json() if answer.status_code == 200 else answer.json()["view"]


def stored_game(database, token, game):
    store = Store(open_database(database))
    found = store.game(token, game)
    store.close()
    return found[1]


def test_racing_processes_lose_nothing_and_double_nothing(database):
    with Served(database) as one, Served(database) as other:
        first = one.client()
        first.post("/api/start", json={})
        token = first.cookies["medialuna"]
        game = first.post("/api/games", json={"code": CODE}).json()["id"]
        clients = [served.client(token) for served in (one, other) * 2]
        taken = [[] for _ in clients]
        race(
            [
                lambda http=http, mine=mine: clicks(http, f"/api/games/{game}", 40, mine) or 0
                for http, mine in zip(clients, taken, strict=True)
            ]
        )
        steps = sorted(step for mine in taken for step in mine)
        assert steps == list(range(len(steps))), "every step was taken by exactly one"
        assert len(steps) >= 40
        assert sum(map(bool, taken)) > 1
        for http in [*clients, first]:
            http.close()
    row = stored_game(database, token, game)
    record = GameRecord.parse(row.record)
    assert row.step == len(record.actions) == len(steps)
    assert replay(record).ok


def test_case_14_what_was_acknowledged_survives_a_killed_server(database):
    """The twenty cases, 14."""
    served, acknowledged = Served(database), []
    with served, served.client() as http:
        http.post("/api/start", json={})
        token = http.cookies["medialuna"]
        game = http.post("/api/games", json={"code": CODE}).json()["id"]

        def play() -> None:
            with contextlib.suppress(TransportError):
                clicks(http, f"/api/games/{game}", 100_000, acknowledged)

        playing = threading.Thread(target=play)
        playing.start()
        while len(acknowledged) < 30:
            time.sleep(0.01)
        served.kill()
        playing.join()
    with Served(database) as again, again.client(token) as http:
        view = http.post("/api/start", json={}).json()["game"]
        assert view["id"] == game
        # The last one may have been stored before its answer was on its way.
        assert view["step"] - len(acknowledged) in (0, 1)
        assert view["undo"] is True
        undone = http.post(f"/api/games/{game}/actions", json={"step": view["step"], "action": {"undo": True}})
        assert undone.status_code == 200
        assert again.stop() == 0


def test_a_restarted_server_goes_on_with_games_settings_and_clock(database):
    before = create_app(database)
    player = Visitor(before)
    player.start()
    player.begin("CR1-N-AAAAAAB")
    player.act(player.first_legal(), seconds=3)
    player.act({"press": "R"}, seconds=7.5)
    player.http.put("/api/settings", json={"suits": "four"})
    before.state.playing.store.close()
    after = create_app(database)
    again = Visitor(after)
    again.http.cookies = player.http.cookies
    answer = again.start()
    assert answer["game"] == player.table
    assert answer["settings"]["suits"] == "four"
    refusal(again.send({"undo": True}), 409, "undo.redistributed")
    after.state.playing.store.close()
