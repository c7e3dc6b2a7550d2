"""The list of games: what stands in it, taking up, taking back, deleting, showing."""

import random

import pytest

from medialuna.record import GameRecord, replay
from tests.server.support.visitor import Visitor, refusal

DRAW = {"press": "+"}
CODE = "TF1-D1N-AAAAAAB"


def listed(player: Visitor, **query) -> dict:
    answer = player.http.get("/api/games", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def ids(answer: dict) -> list[str]:
    return [one["id"] for one in answer["games"]]


def set_status(app, game: str, status: str) -> None:
    with app.state.playing.store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE games SET status = '{status}' WHERE id = '{game}'")


def test_a_game_is_listed_with_what_it_came_to(player):
    player.begin(CODE)
    player.act(DRAW, seconds=4.25)
    player.act({"undo": True}, seconds=5)
    [game, *_] = listed(player)["games"]
    assert game["created"] < game["updated"]
    assert game["created"].endswith("Z")
    del game["created"], game["updated"]
    assert game == {
        "id": player.table["id"],
        "game": "thoughtful",
        "code": CODE,
        "options": "D1N",
        "status": "running",
        "moves": 1,
        "score": 0,
        "seconds": 5.0,
        "step": 2,
        "assisted": False,
        "link": None,
    }


def test_a_game_without_score_has_none(player):
    player.begin("CR1-N-AAAAAAB")
    player.act(player.first_legal())
    [game] = listed(player)["games"]
    assert (game["game"], game["moves"], game["score"]) == ("crescent", 1, None)


def test_the_counters_in_the_list_are_those_of_the_record(player):
    player.begin(CODE)
    for _ in range(40):
        player.act(player.first_legal())
    [game] = listed(player)["games"]
    record = player.http.get(f"{player.path}/record").json()
    played = replay(GameRecord.parse(record["record"])).played
    assert record["actions"] == game["step"] == 40
    assert (game["moves"], game["score"]) == (played.moves, played.score)


def test_untouched_games_are_left_out_except_the_one_at_the_table(player):
    assert ids(listed(player)) == [player.table["id"]]
    for _ in range(3):
        player.begin(CODE)
    assert ids(listed(player)) == [player.table["id"]]
    player.act(DRAW)
    played = player.table["id"]
    player.begin(CODE)
    assert ids(listed(player)) == [player.table["id"], played]


def test_the_list_comes_in_pages_and_by_status(player, app):
    made = []
    for _ in range(7):
        made.insert(0, player.begin(CODE)["id"])
        player.act(DRAW)
    for game, status in ((made[1], "won"), (made[3], "won"), (made[4], "blocked")):
        set_status(app, game, status)
    found, cursor = [], None
    while True:
        page = listed(player, limit=3, **({"before": cursor} if cursor else {}))
        assert len(page["games"]) <= 3
        found += ids(page)
        cursor = page["next"]
        if cursor is None:
            break
    assert found == made == ids(listed(player, status="all"))
    assert ids(listed(player, status="won")) == [made[1], made[3]]
    assert ids(listed(player, status="blocked")) == [made[4]]
    assert set(ids(listed(player, status="running"))) == set(made) - {made[1], made[3], made[4]}
    assert listed(player, limit=7)["next"] is None


@pytest.mark.parametrize(
    ("query", "part"),
    [
        ("status=lost", "status"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=many", "limit"),
        ("before=", "before"),
        ("before=yesterday", "before"),
        ("before=1.", "before"),
        ("before=1.x%00", "before"),
        ("before=1.x%0A", "before"),
        ("before=" + "9" * 30 + ".x", "before"),
        ("before=1.x&before=2.x", "before"),
        ("after=1", "after"),
    ],
)
def test_a_wrong_question_for_the_list(player, query, part):
    answer = player.http.get("/api/games?" + query)
    assert refusal(answer, 400, answer.json()["code"])["part"] == part


def test_a_new_game_can_be_taken_back(player):
    first = player.begin(CODE)["id"]
    before = player.act(DRAW)
    restarted = player.begin(CODE)["id"]
    assert player.previous == first
    answer = player.http.post(f"/api/games/{first}/resume")
    assert answer.status_code == 200
    assert answer.json() == before
    assert player.start()["game"] == before
    refusal(player.http.get(f"/api/games/{restarted}"), 404, "server.no-game")


def test_a_game_that_was_played_is_never_deleted_by_resuming_another(player):
    first = player.begin(CODE)["id"]
    player.act(DRAW)
    second = player.begin(CODE)["id"]
    player.act(DRAW)
    player.http.post(f"/api/games/{first}/resume")
    assert ids(listed(player)) == [first, second]
    player.http.post(f"/api/games/{first}/resume")
    assert ids(listed(player)) == [first, second]


def test_an_untouched_game_that_is_taken_up_again_stays(player):
    first = player.begin(CODE)["id"]
    assert player.http.post(f"/api/games/{first}/resume").json()["id"] == first
    assert player.start()["game"]["id"] == first


def test_an_untouched_game_that_is_shown_to_others_stays(player):
    first = player.begin(CODE)["id"]
    player.act(DRAW)
    shown = player.begin(CODE)["id"]
    link = player.http.post(f"/api/games/{shown}/share").json()["link"]
    player.http.post(f"/api/games/{first}/resume")
    assert player.http.get("/api/shared/" + link.rpartition("/")[2]).status_code == 200


def test_the_first_game_leaves_none(visit):
    one = visit()
    answer = one.start()
    assert "previous" not in answer["game"]
    one.http.delete(f"/api/games/{answer['game']['id']}")
    one.begin(CODE)
    assert one.previous is None


def test_what_an_undo_took_back_may_be_sent_again(player):
    """Redo: the page sends it as any other action."""
    player.begin(CODE)
    done = []
    for _ in range(30):
        action = player.first_legal()
        done.append(action)
        player.act(action)
    there = player.table
    taken_back = []
    for _ in range(30):
        player.act({"undo": True})
        taken_back.append(player.redo)
    assert taken_back == done[::-1]
    player.act(done[0])
    assert player.redo is None
    for action in reversed(taken_back[:-1]):
        player.act(action)
    assert player.table["places"] == there["places"]
    # An undo of what was done again takes just that back, however often it was undone before.
    player.act({"undo": True})
    assert player.redo == done[-1]
    player.act({"undo": True})
    assert player.redo == done[-2]


def test_a_game_that_is_taken_up_again_tells_what_was_undone(player):
    player.begin(CODE)
    expected, done = [], []
    chance = random.Random(7)
    for _ in range(120):
        player.look()
        assert player.undone == expected
        deed = chance.choice(["undo", "undo", "redo", "other"])
        if deed == "undo" and done:
            player.act({"undo": True})
            assert player.redo == done[-1]
            expected.append(done.pop())
        elif deed == "redo" and expected:
            done.append(expected.pop())
            player.act(done[-1])
        elif deed == "other":
            action = player.first_legal() if chance.random() < 0.5 else DRAW
            player.act(action)
            done.append(action)
            # what happens to be the next one is that one
            expected = expected[:-1] if expected and expected[-1] == action else []
    assert done


def test_redo_in_crescent_stops_at_a_redistribution(player):
    player.begin("CR1-N-AAAAAAB")
    player.act(player.first_legal())
    player.act({"press": "R"})
    action = player.first_legal()
    player.act(action)
    player.act({"undo": True})
    assert player.redo == action
    refusal(player.send({"undo": True}), 409, "undo.redistributed")


def test_a_deleted_game_is_gone(player):
    kept = player.begin(CODE)["id"]
    player.act(DRAW)
    player.begin(CODE)
    player.act(DRAW)
    assert player.http.delete(player.path).status_code == 204
    for method, path in (("GET", ""), ("DELETE", ""), ("POST", "/resume"), ("GET", "/record"), ("POST", "/share")):
        refusal(player.http.request(method, player.path + path), 404, "server.no-game")
    refusal(player.send(DRAW), 404, "server.no-game")
    assert player.start()["game"]["id"] == kept


def test_a_link_shows_the_record_and_nothing_else_until_it_is_taken_back(player, visit):
    player.begin(CODE)
    player.act(DRAW, seconds=3)
    link = player.http.post(f"{player.path}/share").json()["link"]
    assert player.http.post(f"{player.path}/share").json()["link"] == link
    assert listed(player)["games"][0]["link"] == link
    stranger = visit()
    path = "/api/shared/" + link.removeprefix("/replay/")
    assert stranger.http.get(path).json() == {
        "record": f"{CODE}: +",
        "code": CODE,
        "game": "thoughtful",
        "options": "D1N",
        "actions": 1,
        "status": "running",
        "moves": 1,
        "score": 0,
        "seconds": 3.0,
    }
    player.act(DRAW)
    assert stranger.http.get(path).json()["actions"] == 2
    assert stranger.http.get(link).headers["content-type"].startswith("text/html")
    assert player.http.delete(f"{player.path}/share").status_code == 204
    refusal(stranger.http.get(path), 404, "server.no-link")
    again = player.http.post(f"{player.path}/share").json()["link"]
    assert again != link
    player.http.delete(player.path)
    refusal(stranger.http.get("/api/shared/" + again.rpartition("/")[2]), 404, "server.no-link")


@pytest.mark.parametrize("token", ["nothing", "%00", "x" * 5000, "..", "%F0%9F%8C%99", "'--"])
def test_a_link_that_is_none(player, token):
    answer = player.http.get(f"/api/shared/{token}")
    refusal(answer, 404, answer.json()["code"])


@pytest.mark.parametrize("path", ["/replay", "/replay/x0_-", "/device/x0_-"])
def test_the_page_of_a_link(player, path):
    answer = player.http.get(path)
    assert answer.status_code == 200
    assert "<html" in answer.text
    assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/replay/%22", "/device/", "/device", "/device/a/b", "/replay/" + "x" * 65])
def test_no_page_of_a_link(player, path):
    refusal(player.http.get(path), 404, "server.not-found")


def test_one_player_has_no_way_to_anothers_games(player, visit):
    player.begin(CODE)
    player.act(DRAW)
    other = visit()
    other.start()
    for method, path in (
        ("DELETE", ""),
        ("POST", "/resume"),
        ("GET", "/record"),
        ("POST", "/share"),
        ("DELETE", "/share"),
    ):
        refusal(other.http.request(method, player.path + path), 404, "server.no-game")
    assert player.path not in other.http.get("/api/export").text
    assert player.table["id"] not in ids(listed(other))
    assert other.http.get("/api/statistics").json() == {"rows": []}
    assert player.look() == player.table
