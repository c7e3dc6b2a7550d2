"""Long records, records that no longer fit the rules, and what a process remembers."""

import pytest

from medialuna.cards import suit_of_cards
from medialuna.games.crescent import Crescent
from medialuna.record import Game
from medialuna.table import play as playing_module
from medialuna.table.play import Playing
from medialuna.table.recent import Recent
from medialuna.table.rows import GameRow
from medialuna.table.view import view
from tests.server.support.visitor import refusal


@pytest.fixture
def playing(app) -> Playing:
    return app.state.playing


def stored(playing, player):
    return playing.store.game(player.http.cookies["medialuna"], player.table["id"])[1]


def test_a_record_has_an_end(player, monkeypatch):
    monkeypatch.setattr(playing_module, "MOST_ACTIONS", 3)
    player.begin("TF1-D1N-AAAAAAB")
    for _ in range(3):
        player.act({"press": "+"})
    for action in ({"press": "+"}, {"undo": True}):
        assert "3" in refusal(player.send(action), 409, "server.record-full")["message"]
    assert player.look() == player.table


def test_the_longest_record_is_replayed(player, playing):
    player.begin("TF1-D1N-AAAAAAB")
    row = stored(playing, player)
    actions = ["+", "U"] * ((playing_module.MOST_ACTIONS - 1) // 2)
    long = row._replace(record=" ".join([row.record, *actions]), step=len(actions))
    # Stored at once, as if it had been played.
    assert playing.store.append(row._replace(step=0), long._replace(step=1))
    playing._kept._values.clear()
    view = player.look()
    assert view["counters"]["moves"] == len(actions) // 2
    assert view["undo"] is False


def test_cr17_case_12_after_a_hundred_undos_the_next_is_refused(player):
    """The twenty cases, 12: 101 actions, then undo."""
    player.begin("TF1-D1N-AAAAAAB")
    for _ in range(101):
        player.act({"press": "+" if player.table["presses"]["+"] else "R"})
    for _ in range(100):
        player.act({"undo": True})
    assert player.table["undo"] is False
    assert refusal(player.send({"undo": True}), 409, "undo.limit")["rule"] == "TF-15"


def test_tf14_case_6_a_recycle_takes_what_there_is_and_undo_gives_just_that_back(player):
    """The twenty cases, 6, at score 0; the floor holds and nothing is given."""
    player.begin("TF1-D1N-AAAAAAB")
    while player.table["presses"]["+"]:
        player.act({"press": "+"})
    assert player.act({"press": "R"})["counters"]["score"] == 0
    assert player.act({"undo": True})["counters"]["score"] == 0


def test_tf14_case_6_a_recycle_at_score_30_takes_30_and_undo_gives_30_back(player):
    """The twenty cases, 6: in this deal three cards can go home at once."""
    player.begin("TF1-D1N-AAAAAAK")
    for _ in range(3):
        moves = player.table["moves"]
        source = next(
            place for place in "1234567" if set(moves.get(place, {}).get("1", {}).get("to", [])) & set("SHDC")
        )
        player.move(source, next(place for place in moves[source]["1"]["to"] if place in "SHDC"))
    while player.table["presses"]["+"]:
        player.act({"press": "+"})
    before = player.table
    assert before["counters"]["score"] == 30
    assert player.act({"press": "R"})["counters"]["score"] == 0
    assert player.act({"undo": True})["counters"]["score"] == 30
    assert player.table["places"] == before["places"]


def test_a_record_that_breaks_the_rules_is_not_lost_and_locks_nobody_out(player, playing):
    player.begin("CR1-N-AAAAAAB")
    row = stored(playing, player)
    assert playing.store.append(row, row._replace(record=row.record + " 1-2", step=1))
    body = refusal(player.http.get(player.path), 409, "server.broken-record")
    assert "CR1-N-AAAAAAB" in body["message"]
    refusal(player.send({"press": "R"}, step=1), 409, "server.broken-record")
    for code in (None, "CR1-N-AAAAAAB"):
        answer = player.start(code)
        assert answer["error"]["code"] == "server.broken-record"
        assert answer["game"]["id"] != row.id
        assert answer["game"]["step"] == 0
        player.table = {"id": row.id}
    assert stored(playing, player).record.endswith(" 1-2")


def test_a_standing_that_was_made_of_another_record_is_not_used(player, playing, monkeypatch):
    player.begin("TF1-D1N-AAAAAAB")
    player.act({"press": "+"})
    row = stored(playing, player)
    # As another process would, behind this one's back.
    assert playing.store.append(row, row._replace(record=f"{row.record} + + U", step=4))
    assert player.look()["counters"]["moves"] == 3
    player.table = player.look()
    assert player.act({"press": "+"})["counters"]["moves"] == 4


def test_a_process_remembers_few_standings(player, playing, monkeypatch):
    monkeypatch.setattr(playing, "_kept", Recent(2))
    for _ in range(4):
        player.begin("TF1-D1N-AAAAAAB")
        player.act({"press": "+"})
    assert len(playing._kept) == 2


def test_a_game_id_of_any_content_is_only_unknown(player):
    for text in ("%00", "%ED%A0%80", "a" * 5000, "'; DROP TABLE games; --", "..", "%F0%9F%8C%99"):
        answer = player.http.get(f"/api/games/{text}")
        assert answer.status_code == 404
        refusal(answer, 404, answer.json()["code"])


def test_cr14_a_table_on_which_nothing_can_be_done_is_blocked():
    game = Crescent()
    nine = suit_of_cards("S", [9])
    for redistributions, piles, status in (
        (0, {"1": nine}, "blocked"),
        (3, {"1": nine}, "blocked"),
        (1, {"1": nine * 2}, "running"),
        (0, {"1": nine, "2": suit_of_cards("S", [10])}, "running"),
    ):
        state = game.assemble(piles, {"redistributions": redistributions})
        seen = view(GameRow("x", 1, "X", "X:", 0, 0.0, "running"), Game.begin(game, state))
        assert seen.status == status


def test_cr14_a_blocked_game_is_resumed_by_its_address_and_a_won_one_dealt_anew(player, playing):
    first = player.begin("CR1-N-AAAAAAB")["id"]
    row = stored(playing, player)
    assert playing.store.append(row, row._replace(record=row.record + " R", step=1, status="blocked"))
    assert player.start("CR1-N-AAAAAAB")["game"]["id"] == first
    assert playing.store.append(row._replace(step=1), row._replace(record=row.record + " R R", step=2, status="won"))
    assert player.start("CR1-N-AAAAAAB")["game"]["id"] != first
