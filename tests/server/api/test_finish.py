"""The offered finish: it is named where only cards to bring home are left, and plays nothing."""

from pathlib import Path

import pytest

from medialuna.contract import Press
from medialuna.notation.actions import parse_action
from medialuna.record import Game, GameRecord
from tests.server.support.visitor import refusal

RECORDS = Path(__file__).parents[2] / "data" / "won-records.tsv"
CODE = "TF1-D1N-AAAAAAB"


@pytest.fixture
def nearly(player):
    """A player who has brought a game of Thoughtful to where a finish can be offered."""
    lines = RECORDS.read_text(encoding="utf-8").splitlines()
    record = GameRecord.parse(min((x for x in lines if x.startswith("TF1-D1N")), key=len).split("\t")[0])
    played = Game.begin(record.code.game, record.code.deal())
    player.begin(str(record.code))
    for text in record.actions:
        if played.rules.finish(played.state):
            break
        action = parse_action(played.rules, played.state, text)
        player.act({"press": action.place} if isinstance(action, Press) else {"move": action._asdict()})
        played = played.after(action)
    return player


def test_tf_11_a_finish_is_named_where_only_cards_to_bring_home_are_left(nearly):
    before = nearly.table["step"]
    answer = nearly.http.get(f"{nearly.path}/finish").json()
    assert nearly.look()["step"] == before
    for action in answer["actions"]:
        assert set(action) == {"move"}
        assert nearly.table["status"] == "running"
        nearly.act(action)
    assert nearly.table["status"] == "won"
    assert nearly.http.get(f"{nearly.path}/finish").json() == {"actions": None}


@pytest.mark.parametrize("code", ["CR1-N-AAAAAAB", CODE])
def test_there_is_none_at_the_beginning(player, code):
    player.begin(code)
    assert player.http.get(f"{player.path}/finish").json() == {"actions": None}


def test_a_finish_is_told_to_the_player_alone(player, visit):
    player.begin(CODE)
    stranger = visit()
    refusal(stranger.http.get(f"{player.path}/finish"), 401, "server.no-player")
    stranger.start()
    refusal(stranger.http.get(f"{player.path}/finish"), 404, "server.no-game")
