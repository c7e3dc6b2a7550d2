"""Any record, step by step, for everyone."""

import pytest

from medialuna.record import Game, GameRecord, replay
from medialuna.table import wire
from medialuna.table.recent import Recent
from medialuna.table.rows import GameRow
from medialuna.table.view import view
from medialuna.table.wire_library import WINDOW
from tests.server.api.test_won_records import LINES
from tests.server.support.visitor import refusal

WON = {variant: next(line[0] for line in LINES if line[0].startswith(variant)) for variant in ("TF1-D1N", "CR1-N")}


@pytest.fixture
def ask(visit):
    """Asks without being a player."""
    http = visit().http

    def post(path="", **body):
        return http.post("/api/replay" + path, json=body)

    return post


@pytest.fixture(autouse=True)
def _nothing_kept(app):
    app.state.replays._middles._values.clear()


@pytest.mark.parametrize("record", WON.values(), ids=WON)
def test_a_whole_game_is_stepped_through(ask, record):
    found = ask(record=record).json()
    parsed = GameRecord.parse(record)
    assert found["ok"] is True
    assert found["fault"] is None
    assert found["steps"] == len(parsed.actions)
    assert found["status"] == "won"
    views = []
    while len(views) <= found["steps"]:
        answer = ask("/view", record=record, **{"from": len(views), "to": len(views) + 20})
        views += answer.json()["views"]
    assert [view["step"] for view in views] == list(range(found["steps"] + 1))
    played = Game.begin(parsed.code.game, parsed.code.deal())
    for shown, text in zip(views, [None, *parsed.actions], strict=True):
        before = played
        played = played if text is None else played.after_text(text)
        table = view(GameRow("", 1, str(parsed.code), "", 0, 0.0, "running"), played)
        assert shown["places"] == wire_data(table.places)
        assert shown["counters"] == wire_data(table.counters)
        assert shown["status"] == table.status
        assert shown["text"] == text
        assert (shown["id"], shown["moves"], shown["presses"], shown["undo"]) == (None, {}, {}, False)
        if shown["action"] and "move" in shown["action"]:
            assert before.after(move(shown["action"]["move"])).state == played.state


def wire_data(value):
    import msgspec

    return msgspec.json.decode(wire.encode(value))


def move(body):
    from medialuna.contract import Move

    return Move(body["source"], body["count"], body["target"])


def test_single_steps_in_any_order_are_the_same_as_in_a_row(ask):
    record = WON["TF1-D1N"]
    row = ask("/view", record=record, **{"from": 0, "to": 30}).json()["views"]
    for step in (30, 0, 29, 7, 8, 9, 9, 30, 1):
        assert ask("/view", record=record, step=step).json() == row[step]


def test_a_window_is_bounded(ask):
    views = ask("/view", record=WON["TF1-D1N"], **{"from": 0, "to": 1_000_000}).json()["views"]
    assert len(views) == WINDOW + 1


def test_an_undo_is_a_step_too(ask):
    views = ask("/view", record="tf1-d1n-aaaaaab: + u", **{"from": 0, "to": 9}).json()["views"]
    assert [view["action"] for view in views] == [None, {"press": "+"}, {"undo": True}]
    assert views[2]["places"] == views[0]["places"]
    assert views[2]["counters"]["moves"] == 1


def test_a_record_is_shown_up_to_its_fault(ask):
    record = "TF1-D1N-AAAAAAB: + 1-2 +"
    found = ask(record=record).json()
    assert found["ok"] is False
    assert found["steps"] == 1
    fault = found["fault"]
    assert (fault["at"], fault["action"], fault["rule"], fault["code"]) == (1, "1-2", "TF-2", "thoughtful.colour")
    assert fault["message"] == "Wrong colour: the 6 of hearts takes a black 5"
    assert len(ask("/view", record=record, **{"from": 0, "to": 9}).json()["views"]) == 2
    for query in ({"step": 2}, {"from": 2, "to": 3}):
        body = refusal(ask("/view", record=record, **query), 400, "server.expected")
        assert "0 … 1" in body["message"]


@pytest.mark.parametrize("action", ["nonsense", "9-9", "\0", "ß", "x" * 1000])
def test_what_is_no_action_is_named(ask, action):
    fault = ask(record=f"TF1-D1N-AAAAAAB: + {action}").json()["fault"]
    assert (fault["at"], fault["rule"], fault["code"]) == (1, None, "server.bad-action")
    assert fault["action"] in fault["message"]
    assert len(fault["action"]) <= 40


@pytest.mark.parametrize(("record", "code"), [("", "code.shape"), ("TF9-D1N-AAAAAAB: +", "code.version")])
def test_a_record_of_no_deal(ask, record, code):
    refusal(ask(record=record), 400, code)
    refusal(ask("/view", record=record, step=0), 400, code)


def test_a_record_that_is_too_long(ask):
    record = "TF1-D1N-AAAAAAB: " + "+ U " * 5001
    assert refusal(ask(record=record), 400, "server.record-full")["part"] == "record"
    refusal(ask(record="x" * 80_001), 400, "server.expected")
    refusal(ask(record="x" * 100_000), 413, "server.too-large")
    longest = "TF1-D1N-AAAAAAB: " + "+ U " * 5000
    assert ask(record=longest).json()["steps"] == 10_000
    assert ask("/view", record=longest, step=10_000).json()["step"] == 10_000


@pytest.mark.parametrize(
    ("query", "part"),
    [
        ({}, "body"),
        ({"step": -1}, "step"),
        ({"step": 99}, "step"),
        ({"from": 99, "to": 100}, "from"),
        ({"from": 1}, "body"),
        ({"to": 1}, "body"),
        ({"from": 2, "to": 1}, "to"),
        ({"from": -1, "to": 1}, "from"),
        ({"from": 0, "to": 1, "step": 1}, "body"),
        ({"first": 0, "to": 1}, "first"),
        ({"step": 1.5}, "step"),
    ],
)
def test_a_wrong_question_for_steps(ask, query, part):
    answer = ask("/view", record="TF1-D1N-AAAAAAB: +", **query)
    assert refusal(answer, 400, answer.json()["code"])["part"] == part


def test_covered_cards_of_a_face_down_deal_stay_covered(ask):
    view = ask("/view", record="CR1-B-AAAAAAB:", step=0).json()
    for pile in range(1, 17):
        place = view["places"][str(pile)]
        assert (len(place["cards"]), place["face_down"]) == (1, 5)


def test_few_standings_are_kept(ask, app, monkeypatch):
    monkeypatch.setattr(app.state.replays, "_middles", Recent(4))
    for step in range(20):
        ask("/view", record=WON["TF1-D1N"], step=step)
    assert len(app.state.replays._middles) == 4
    assert replay(GameRecord.parse(WON["TF1-D1N"])).ok
