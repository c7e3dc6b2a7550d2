"""Visits, games, actions and questions, as the page uses them."""

import re

import pytest

from medialuna.games.thoughtful import Thoughtful
from medialuna.notation.deal_code import DealCode
from tests.server.support.visitor import refusal

VIEW = {
    *("id", "game", "code", "options", "step", "places", "moves", "presses", "undo", "counters", "status"),
    *("assisted", "grade"),
}


def stored(app, player):
    """The row of the game a player looks at."""
    return app.state.playing.store.game(player.http.cookies["medialuna"], player.table["id"])[1]


def test_a_first_visit_finds_a_crescent_dealt_by_chance(visit):
    one, other = visit(), visit()
    answer = one.start()
    assert set(answer) == {"language", "languages", "settings", "words", "game", "error"}
    assert answer["languages"] == ["es", "en", "fr"]
    assert answer["error"] is None
    assert set(answer["game"]) == VIEW
    assert re.fullmatch(r"CR1-N-[A-Z]{7}", answer["game"]["code"])
    assert answer["game"]["status"] == "running"
    assert answer["game"]["counters"] == {"moves": 0, "score": None, "seconds": 0, "redeals_left": 3}
    assert other.start()["game"]["code"] != answer["game"]["code"]


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(visit):
    def cookie(one):
        return one.http.post("/api/start", json={}).headers["set-cookie"].lower()

    plain = cookie(visit())
    assert "httponly" in plain
    assert "samesite=lax" in plain
    assert "secure" not in plain
    assert "secure" in cookie(visit(base="https://testserver"))


def test_a_later_visit_goes_on_with_the_latest_game(player):
    player.act(player.first_legal(), seconds=5.5)
    again = player.start()["game"]
    assert (again["step"], again["counters"]["seconds"]) == (1, 5.5)
    player.begin("TF1-D1N-AAAAAAB")
    assert player.start()["game"]["code"] == "TF1-D1N-AAAAAAB"


def test_ap1_an_address_deals_its_code_or_resumes_the_running_game_of_it(player):
    first = player.start(" cr1–n–aaaaaab ")["game"]
    assert first["code"] == "CR1-N-AAAAAAB"
    player.act(player.first_legal())
    player.begin("TF1-D3N-AAAAAAB")
    again = player.start("CR1-N-AAAAAAB")["game"]
    assert (again["id"], again["step"]) == (first["id"], 1)
    assert player.start()["game"]["id"] == first["id"], "what was opened by its address is the latest game"


def test_ap1_a_wrong_address_leaves_the_running_game_and_names_the_part(player):
    before = player.table
    answer = player.start("CR1-9Z-AAAAAAB")
    assert answer["game"] == before
    assert answer["error"]["code"] == "code.options"
    assert answer["error"]["part"] == "options"
    assert "9Z" in answer["error"]["message"]


@pytest.mark.parametrize("options", sorted(set(Thoughtful.coded()) - set(Thoughtful.variants())))
def test_a_variant_that_is_not_offered_is_refused_at_every_door(player, options):
    before, code = player.table, f"TF1-{options}-AAAAAAB"
    answer = player.start(code)
    assert answer["game"] == before
    refused = [
        player.http.post("/api/games", json={"code": code}),
        player.http.get(f"/api/deals/{code}"),
        player.http.post("/api/replay", json={"record": f"{code}: +"}),
    ]
    assert [one.status_code for one in refused] == [400] * 3
    for error in (answer["error"], *(one.json() for one in refused)):
        assert (error["code"], error["part"]) == ("code.options", "options")
        assert error["message"].endswith("D1N, D3N")


def test_ap4_a_game_is_begun_by_code_by_chance_and_by_options(player):
    assert player.begin("TF1-D3N-AAAAAAC")["code"] == "TF1-D3N-AAAAAAC"
    by_game = player.http.post("/api/games", json={"game": "thoughtful"}).json()
    assert by_game["code"].startswith("TF1-D1N-")
    assert by_game["counters"]["redeals_left"] is None
    by_options = player.http.post("/api/games", json={"game": "crescent", "options": "4B"}).json()
    assert by_options["code"].startswith("CR1-4B-")
    assert by_options["counters"]["redeals_left"] == 4
    assert player.start()["game"]["id"] == by_options["id"]


@pytest.mark.parametrize("code", ["CR1-N-AAAAAAB", "CR1-4B-AAAAAAB", "TF1-D3N-AAAAAAB"])
def test_a_view_holds_the_whole_table(player, code):
    view, deal = player.begin(code), DealCode.parse(code)
    game, state = deal.game, deal.deal()
    for place, pile in game.view(state).items():
        shown = view["places"][place]
        assert shown["cards"] == [card.id for card in pile.cards]
        assert (shown["count"], shown["face_down"]) == (pile.count, pile.face_down)
        assert (shown["lift"], shown["press"]) == (pile.lift, pile.press)
        assert set(view["moves"].get(place, {})) == {str(n + 1) for n in range(pile.lift)}
    offered = {
        (source, int(count), target)
        for source, counts in view["moves"].items()
        for count, targets in counts.items()
        for target in targets["to"]
    }
    legal = game.legal_actions(state)
    assert offered == {tuple(action) for action in legal if len(action) == 3}
    assert {p for p, allowed in view["presses"].items() if allowed} == {a[0] for a in legal if len(a) == 1}
    assert set(view["presses"]) == set(game.presses)
    for source, counts in view["moves"].items():
        for count, targets in counts.items():
            asked = state, source, int(count)
            assert targets["tap"] == game.tap(*asked)
            assert targets["double"] == game.double_tap(*asked)
            assert targets["zone"] == game.zone(*asked)


def test_a_refused_action_says_why_and_changes_nothing(player):
    before = player.begin("CR1-N-AAAAAAB")
    wrong = player.send({"move": {"source": "1", "count": 1, "target": "2"}})
    body = refusal(wrong, 409, "crescent.suit")
    assert body["rule"] == "CR-7"
    assert "view" not in body
    assert refusal(player.send({"undo": True}), 409, "undo.nothing")["rule"] == "CR-17"
    assert player.look() == before


def test_cr12_after_a_redistribution_the_undo_is_refused(player):
    player.begin("CR1-N-AAAAAAB")
    player.act({"press": "R"})
    assert player.table["counters"] == {"moves": 0, "score": None, "seconds": 0, "redeals_left": 2}
    assert player.table["undo"] is False
    refusal(player.send({"undo": True}), 409, "undo.redistributed")
    player.act({"press": "R"})
    player.act({"press": "R"})
    assert player.table["presses"] == {"R": False}
    refusal(player.send({"press": "R"}), 409, "crescent.no-redistribution-left")


def test_tf15_an_undo_is_an_action_of_the_record(player):
    dealt = player.begin("TF1-D1N-AAAAAAB")
    player.act({"press": "+"})
    player.act({"undo": True})
    assert player.table["step"] == 2
    assert player.table["places"] == dealt["places"]
    assert player.table["counters"]["moves"] == 1


def test_why_names_the_rule_and_changes_nothing(player):
    before = player.begin("CR1-N-AAAAAAB")

    def why(**asked):
        answer = player.http.get(f"{player.path}/why", params=asked)
        assert answer.status_code == 200, answer.text
        return answer.json()

    assert why(source="1", target="2") == {
        "allowed": False,
        "code": "crescent.suit",
        "rule": "CR-7",
        "message": "It must be of the same suit",
    }
    assert why(source="1") == {"allowed": True}
    assert why(source="AS", count=1)["rule"] == "CR-11"
    assert why(press="R") == {"allowed": True}
    assert why(undo=1)["code"] == "undo.nothing"
    legal = player.first_legal()["move"]
    assert why(**legal) == {"allowed": True}
    assert player.look() == before


def test_case_19_every_refused_pair_has_exactly_one_reason(player):
    """The twenty cases, 19: a rule and a sentence for every source and target that do not go together."""
    for code in ("CR1-N-AAAAAAB", "TF1-D1N-AAAAAAB"):
        view = player.begin(code)
        for source in list(view["places"])[::3]:
            for target in list(view["places"])[::2]:
                asked = player.http.get(f"{player.path}/why", params={"source": source, "target": target}).json()
                allowed = target in view["moves"].get(source, {}).get("1", {}).get("to", [])
                assert asked["allowed"] == allowed
                if not allowed:
                    assert asked["rule"]
                    assert asked["message"]


def test_ap2_the_clock_never_runs_back_and_stops_when_the_game_is_over(player, app):
    player.begin("TF1-D1N-AAAAAAB")

    def clock(seconds):
        answer = player.http.put(f"{player.path}/clock", json={"seconds": seconds})
        assert (answer.status_code, answer.content) == (204, b"")
        return player.look()["counters"]["seconds"]

    assert [clock(40.1), clock(12), clock(50)] == [40.1, 40.1, 50]
    assert player.act({"press": "+"}, seconds=45)["counters"]["seconds"] == 50
    assert player.act({"press": "+"}, seconds=61.25)["counters"]["seconds"] == 61.2
    store = app.state.playing.store
    row = stored(app, player)
    assert store.append(row, row._replace(step=row.step + 1, status="won"))
    store.set_seconds(row.id, 500)
    assert stored(app, player).seconds == 61.25


def test_a_clock_does_not_make_its_game_the_latest(player):
    old = player.table["id"]
    new = player.begin("TF1-D1N-AAAAAAB")["id"]
    player.http.put(f"/api/games/{old}/clock", json={"seconds": 9})
    assert player.start()["game"]["id"] == new


def test_ap5_settings_are_changed_one_by_one_and_kept(player):
    first = player.http.get("/api/settings").json()
    assert first == player.start()["settings"]
    assert first["interactive_rules"] is True
    assert first["language"] is None
    changed = player.http.put("/api/settings", json={"theme": "dark", "interactive_rules": False}).json()
    assert changed == {**first, "theme": "dark", "interactive_rules": False}
    again = player.http.put("/api/settings", json={"theme": None, "last_options": {"crescent": "4N"}}).json()
    assert again == {**first, "interactive_rules": False, "last_options": {"crescent": "4N"}}
    assert player.http.get("/api/settings").json() == again
    assert player.http.put("/api/settings", json={}).json() == again


def test_settings_of_another_version_do_not_lock_the_player_out(player, app):
    number = stored(app, player).player
    app.state.playing.store.change_settings(number, lambda _: '{"theme": "sepia", "new": 1}')
    assert player.http.get("/api/settings").json()["theme"] is None
    app.state.playing.store.change_settings(number, lambda _: '{"theme": "dark", "new": 1}')
    assert player.http.get("/api/settings").json()["theme"] == "dark"


def test_one_player_does_not_see_or_change_anothers_game(player, visit):
    player.begin("TF1-D1N-AAAAAAB")
    stranger = visit()
    stranger.start()
    assert stranger.table["id"] != player.table["id"]
    own, stranger.table = stranger.table, player.table
    refusal(stranger.http.get(stranger.path), 404, "server.no-game")
    refusal(stranger.send({"press": "+"}), 404, "server.no-game")
    refusal(stranger.http.get(f"{stranger.path}/why?press=%2B"), 404, "server.no-game")
    refusal(stranger.http.put(f"{stranger.path}/clock", json={"seconds": 9}), 404, "server.no-game")
    assert player.look() == player.table
    assert stranger.start()["game"] == own


def test_a_forged_cookie_is_no_player_and_is_replaced_at_the_start(visit):
    one = visit()
    for forged in ("", "x", "a" * 5000, ";=", "1"):
        one.http.cookies.clear()
        one.http.headers["cookie"] = f"medialuna={forged}"
        refusal(one.http.get("/api/settings"), 401, "server.no-player")
        started = one.http.post("/api/start", json={})
        token = started.headers["set-cookie"].split("=")[1].split(";")[0]
        assert token != forged
        assert len(token) > 40


def test_a_code_is_read_without_a_player(visit):
    one = visit()
    assert one.http.get("/api/deals/ tf1−d3n−aaaaaab ").json() == {
        "code": "TF1-D3N-AAAAAAB",
        "game": "thoughtful",
        "options": "D3N",
    }
    wrong = {"xx1-n-aaaaaab": "game", "cr2-n-aaaaaab": "version", "cr1-n-aaa": "number", "cr": "shape"}
    for text, part in wrong.items():
        assert refusal(one.http.get(f"/api/deals/{text}"), 400, f"code.{part}")["part"] == part


def test_words_are_given_in_each_language(visit):
    one = visit()
    for language, king in (("es", "R"), ("en", "K"), ("fr", "R")):
        answer = one.http.get(f"/api/words/{language}").json()
        assert answer["language"] == language
        assert answer["words"]["rank.letters"][3] == king
    assert one.http.get("/healthz").json() == {"ok": True}
