"""The routes of the solver: hints, verdicts, winnable deals, deals of the day."""

import asyncio
import json
from datetime import date
from threading import Event

import pytest

from medialuna import words
from medialuna.contract import Move
from medialuna.games import GAMES
from medialuna.games.crescent import Crescent
from medialuna.notation.deal_code import DealCode
from medialuna.record import GameRecord, replay
from medialuna.server import config
from medialuna.server.app import create_app
from medialuna.server.solver import pool as thinking_module
from medialuna.server.solver import stock
from medialuna.solver import Effort, Lost, Unknown, check_win, graded
from medialuna.table import judging
from medialuna.table.judging import hint
from tests.server.support.questions import HARD, LOST, WINNABLE, events, play, verdict
from tests.server.support.visitor import Visitor, refusal


@pytest.fixture(scope="module", autouse=True)
def ready(app):
    """The solver, warmed up."""
    app.state.thinking.warm_up()
    yield
    app.state.thinking.close()


# --- verdicts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["CR1-N-AAAAAAB", "TF1-D1N-AAAAAAB"])
def test_a_hint_is_an_action_that_the_table_takes_and_the_next_follows_at_once(player, code):
    player.begin(code)
    first = verdict(player)
    assert (first["verdict"], first["step"]) == ("won", 0)
    for number in range(12):
        found = events(player)
        assert [name for name, _ in found] == ["verdict"], "what is known needs no search"
        assert found[0][1]["left"] == first["left"] - number
        assert "line" not in found[0][1]
        player.act(found[0][1]["action"])
    player.act({"undo": True})
    assert events(player)[0][1]["left"] == first["left"] - 11


def test_a_whole_line_wins(player):
    player.begin(WINNABLE)
    found = verdict(player, line=1)
    assert len(found["line"]) == found["left"]
    for action in found["line"]:
        player.act(action)
    assert player.table["status"] == "won"
    over = verdict(player, line=1)
    assert (over["verdict"], over["action"], over["left"], over["line"]) == ("won", None, 0, [])


def test_a_lost_position_is_told_with_the_way_back(player):
    play(player, f"{LOST} + +")
    found = verdict(player)
    assert (found["verdict"], found["undos"], found["action"]) == ("lost", 3, None)
    assert "3 actions ago" in found["said"]
    for _ in range(found["undos"]):
        player.act({"undo": True})
    assert verdict(player)["verdict"] == "won"


def test_what_is_not_known_is_told_with_what_ended_the_search(player, monkeypatch):
    monkeypatch.setattr(config, "SOLVER_MEMORY", 2**20)
    player.begin(HARD)
    found = verdict(player)
    assert (found["verdict"], found["why"], found["action"], found["left"]) == ("unknown", "memory", None, None)
    assert "too large" in found["said"]


@pytest.mark.parametrize("why", judging._WHY)
def test_every_end_of_a_search_has_a_sentence(why):
    for language in words.LANGUAGES:
        assert words.sentence(language, judging._WHY[why])


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_hints_are_said_in_words_and_name_no_card_that_is_not_seen(language):
    played = replay(GameRecord.parse("TF1-D1N-AAAAAAB: +")).played
    said = {action: hint(language, played, action) for action in played.rules.legal_actions(played.state)}
    assert all(said.values())
    drawn = [text for action, text in said.items() if not isinstance(action, Move)]
    assert drawn == [words.sentence(language, "server.hint-draw")]
    for name, game in GAMES.items():
        for press in game.presses:
            assert (name, press) in judging._PRESSES
    if language == "en":
        assert said[Move("1", 1, "7")] == "7 of hearts, from column 1 to column 7"


def test_progress_is_told_until_the_verdict(player, monkeypatch):
    let_go = Event()

    def solve(game, state, budget, search):
        search.report(visited=12345)
        let_go.wait(60)
        return Unknown("seconds", Effort())

    def progress(question):
        let_go.set()
        return real(question)

    real = thinking_module.Question.progress
    monkeypatch.setattr(thinking_module, "solve", solve)
    monkeypatch.setattr(thinking_module.Question, "progress", progress)
    player.begin("TF1-D3N-ZZZZZZZ")
    (name, first), *_, last = events(player)
    assert name == "progress"
    assert set(first) == {"visited", "stored", "stage", "seconds", "lost"}
    assert first["visited"] == 12345
    assert last[1]["verdict"] == "unknown"


def test_a_loss_is_told_while_the_way_back_is_looked_for(player, monkeypatch):
    seen = Event()

    def way_back(judge, question):
        seen.wait(60)
        return 1

    def progress(question):
        found = real(question)
        if found["lost"]:
            seen.set()
        return found

    real = thinking_module.Question.progress
    monkeypatch.setattr(thinking_module, "solve", lambda game, state, budget, search: Lost("proven", Effort()))
    monkeypatch.setattr(judging.Judge, "_way_back", way_back)
    player.begin("TF1-D3N-ZZZZZZX")
    monkeypatch.setattr(thinking_module.Question, "progress", progress)
    *_, (before, told), (last, verdict) = events(player)
    assert (before, told["lost"]) == ("progress", True)
    assert (last, verdict["verdict"], verdict["undos"]) == ("verdict", "lost", 1)


def test_closing_the_connection_ends_the_search(player, app, monkeypatch):
    stopped = Event()

    def solve(game, state, budget, search):
        while not search.is_cancelled:
            stopped.wait(0.002)
        stopped.set()
        return Unknown("stopped", Effort())

    monkeypatch.setattr(thinking_module, "solve", solve)
    player.begin("TF1-D3N-ZZZZZZY")
    sent: list[dict[str, object]] = []

    async def visit() -> None:
        read = asyncio.Event()

        async def receive():
            if not sent:
                return {"type": "http.request", "body": b"", "more_body": False}
            await read.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            sent.append(message)
            if message["type"] == "http.response.body":
                read.set()

        scope = {"type": "http", "method": "GET", "path": f"{player.path}/think", "raw_path": b"", "root_path": ""}
        scope |= {"query_string": b"step=0&seconds=60", "http_version": "1.1", "scheme": "http"}
        scope |= {"headers": [(b"cookie", b"medialuna=" + player.http.cookies["medialuna"].encode())]}
        await asyncio.wait_for(app(scope, receive, send), 60)

    asyncio.run(visit())
    assert stopped.wait(60)
    bodies = [message["body"] for message in sent if message["type"] == "http.response.body"]
    assert bodies
    assert not any(b"verdict" in body for body in bodies)


# --- refusals --------------------------------------------------------------------------------------------------


def test_refusals_come_before_the_stream_in_the_usual_shape(player, app, monkeypatch):
    player.begin(WINNABLE)
    table = player.act({"press": "+"})
    ask = f"{player.path}/think"
    conflict = refusal(player.http.get(ask, params={"step": 0}), 409, "server.other-step")
    assert conflict["view"] == table
    for query, part in {"": "step", "step=1&seconds=0": "seconds", "step=1&seconds=61": "seconds"}.items():
        answer = player.http.get(f"{ask}?{query}")
        assert refusal(answer, 400, answer.json()["code"])["part"] == part
    for query in ("step=1&line=2", "step=1&nonsense=1", "step=x"):
        assert player.http.get(f"{ask}?{query}").status_code == 400
    monkeypatch.setattr(app.state.thinking, "_room", 0)
    monkeypatch.setattr(app.state.thinking, "at_once", lambda asked: None)
    refusal(player.http.get(ask, params={"step": 1}), 503, "server.busy")
    assert player.look()["assisted"] is False, "who was refused was not helped"


def test_while_the_kernels_compile_the_table_is_playable(database, monkeypatch):
    app = create_app(database)
    monkeypatch.setattr(app.state.thinking, "start", lambda: None)
    player = Visitor(app)
    player.start()
    player.begin(WINNABLE)
    said = refusal(player.http.get(f"{player.path}/think?step=0"), 503, "server.warming")["message"]
    assert "play on" in said
    refusal(player.http.get("/api/daily"), 503, "server.warming")
    player.act({"press": "+"})
    app.state.thinking.close()
    app.state.playing.store.close()


def test_a_game_without_a_solver_is_not_known(player, app, monkeypatch):
    monkeypatch.setitem(app.state.thinking._ready, "crescent", False)
    player.begin("CR1-4B-AAAAAAB")
    assert verdict(player)["why"] == "no-solver"


# --- assisted games --------------------------------------------------------------------------------------------


def test_who_asks_is_assisted_and_stays_so(player):
    player.begin(WINNABLE)
    assert player.look()["assisted"] is False
    verdict(player)
    assert player.look()["assisted"] is True
    assert player.act({"press": "+"})["assisted"] is True
    assert player.act({"undo": True})["assisted"] is True
    assert player.begin(WINNABLE)["assisted"] is False


# --- winnable deals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "options"), [("thoughtful", "D3N"), ("crescent", "4B")])
def test_only_deals_that_can_be_won(player, game, options):
    codes = set()
    for _ in range(3):
        answer = player.http.post("/api/games", json={"game": game, "options": options, "winnable": True})
        assert answer.status_code == 201, answer.text
        view = answer.json()
        code = DealCode.parse(view["code"])
        assert (view["game"], view["options"], view["assisted"]) == (game, options, False)
        proof = graded.proven(code)
        assert proof is not None
        assert view["grade"] == proof.grade
        check_win(code.game, code.deal(), proof.actions)
        codes.add(view["code"])
    assert len(codes) == 3, "nobody gets a deal twice"
    assert player.begin(WINNABLE)["grade"] is None


def test_a_code_and_only_winnable_exclude_each_other(player):
    answer = player.http.post("/api/games", json={"code": WINNABLE, "winnable": True})
    refusal(answer, 400, "server.expected")


def test_where_no_winnable_deal_is_found_in_time_it_is_told(player, monkeypatch):
    monkeypatch.setattr(config, "WINNABLE_SECONDS", 0.0)
    monkeypatch.setattr(stock.Stock, "_lay_in", lambda *_: None)
    answer = player.http.post("/api/games", json={"game": "crescent", "options": "4N", "winnable": True})
    refusal(answer, 503, "server.no-winnable")


def test_a_small_stock_of_every_variant_is_laid_in(app, monkeypatch):
    monkeypatch.setattr(config, "WINNABLE_READY", 1)
    found = app.state.thinking.stock
    found.fill()
    for kind in GAMES.values():
        for game in kind.variants().values():
            assert found._findings.count(stock.variant(game)) >= 1


# --- deals of the day ------------------------------------------------------------------------------------------


def test_the_deals_of_the_day_are_the_same_for_everyone(visit, app):
    answer = visit().http.get("/api/daily")
    assert answer.status_code == 200
    body = answer.json()
    assert set(body["games"]) == set(GAMES)
    assert visit().http.get("/api/daily").json() == body
    day = date.fromisoformat(body["date"])
    for name, deal in body["games"].items():
        expected = graded.deal_of_the_day(name, day)
        assert deal == {"code": str(expected.code), "grade": expected.grade}
    player = visit()
    player.start()
    assert player.begin(body["games"]["crescent"]["code"])["grade"] == body["games"]["crescent"]["grade"]


def test_a_days_numbers_follow_from_the_date_alone():
    """Other numbers would be other deals for those who play the same day elsewhere."""
    numbers = graded.deals_of_the_day(Crescent(), date(2026, 11, 30))
    assert [str(next(numbers)) for _ in range(2)] == ["CR1-N-WHXCGVS", "CR1-N-NTTBWTH"]


def test_the_same_code_has_the_same_grade():
    for text in ("CR1-N-AAAAAAB", WINNABLE):
        code = DealCode.parse(text)
        assert graded.proven(code) == graded.proven(code)
    assert json.dumps(graded.LIMITS) == json.dumps({name: sorted(limits) for name, limits in graded.LIMITS.items()})
    assert graded.proven(DealCode.parse(HARD)) is None, "not proven within the states"
