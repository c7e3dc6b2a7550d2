"""The table over a store that is no database: what a browser without a server would do."""

import secrets

import pytest

from medialuna.notation.deal_code import DealCode
from medialuna.table import wire
from medialuna.table.play import Playing
from medialuna.table.refusals import Impossible, NotFound, OtherStep
from medialuna.table.rows import GameRow, Player, TableStore

CODE = "TF1-D1N-AAAAAAB"


class Memory:
    """A store of one player's games."""

    def __init__(self) -> None:
        self.games: dict[str, GameRow] = {}
        self.settings = "{}"

    def change_settings(self, player, change):
        self.settings = change(self.settings)
        return self.settings

    def new_game(self, player, code, record, score=None):
        row = GameRow(secrets.token_urlsafe(12), player, code, record, 0, 0.0, "running", score=score)
        self.games[row.id] = row
        return row

    def latest_game(self, player, code=None):
        found = (row for row in reversed(self.games.values()) if code in (None, row.code))
        return next(found, None)

    def current(self, row):
        return self.games.get(row.id)

    def touch(self, game):
        self.games[game] = self.games.pop(game)

    def append(self, before, after):
        if self.games[before.id].step != before.step:
            return False
        self.games[before.id] = after
        return True

    def set_seconds(self, game, seconds):
        self.games[game] = self.games[game]._replace(seconds=seconds)


@pytest.fixture
def store() -> Memory:
    return Memory()


@pytest.fixture
def playing(store: TableStore) -> Playing:
    return Playing(store)


def draw(step: int) -> wire.ActionRequest:
    return wire.ActionRequest(step, wire.ActionBody(press="+"), 1.5)


def test_a_game_is_begun_and_played(store, playing):
    begun = playing.start(Player(1, "{}"), wire.StartRequest(CODE), "en")
    assert begun.game.code == CODE
    row = store.games[begun.game.id]
    seen = playing.act(row, draw(0))
    assert (seen.step, seen.counters.moves, seen.status) == (1, 1, "running")
    assert store.games[row.id].record == f"{CODE}: +"
    undone = playing.act(store.games[row.id], wire.ActionRequest(1, wire.ActionBody(undo=True), 2.0))
    assert undone.redo == wire.ActionBody(press="+")
    assert store.games[row.id].seconds == 2.0


def test_the_view_is_of_what_was_stored(store, playing, monkeypatch):
    """An action that another was quicker than is not done, and the answer holds the table as it is."""
    row = playing.begin(1, DealCode.parse(CODE))
    playing.act(row, draw(0))
    with pytest.raises(OtherStep) as other:
        playing.act(row, draw(0))
    assert other.value.view.step == 1
    del store.games[row.id]
    monkeypatch.setattr(store, "append", lambda before, after: False)
    with pytest.raises(NotFound):
        playing.act(row, draw(0))


def test_nothing_is_stored_of_what_the_rules_refuse(store, playing):
    row = playing.begin(1, DealCode.parse(CODE))
    with pytest.raises(Impossible) as refused:
        playing.act(row, wire.ActionRequest(0, wire.ActionBody(press="R"), 0.0))
    assert refused.value.rule == "TF-8"
    assert store.games[row.id] == row


def test_a_broken_code_is_told_and_another_game_begun(playing):
    begun = playing.start(Player(1, "{}"), wire.StartRequest("CR1-N-A"), "en")
    assert begun.error.code.startswith("code.")
    assert begun.game.game == "crescent"
