"""Numbers that add up: against a plain recount, and as the table leads to them."""

from hypothesis import given
from hypothesis import strategies as st

from medialuna.games import GAMES
from medialuna.table.rows import Played
from medialuna.table.statistics import counted
from tests.server.api.test_won_records import LINES
from tests.server.support.files import entry, take_in

CODES = [f"{kind.letters}1-{options}-AAAAAAB" for kind in GAMES.values() for options in kind.variants()]

games = st.builds(
    Played,
    code=st.sampled_from(CODES),
    status=st.sampled_from(["running", "won", "blocked"]),
    moves=st.integers(0, 500),
    score=st.integers(0, 600),
    seconds=st.sampled_from([0.0, 12.5, 300.0]) | st.floats(0, 10_000),
    assisted=st.booleans(),
).map(lambda one: one if one.code.startswith("TF") else one._replace(score=None))


def longest_row(won: str) -> int:
    return max((len(row) for row in won.replace("r", "l").split("l")), default=0)


@given(st.lists(games, max_size=30))
def test_the_rows_are_those_of_a_plain_recount(played):
    rows = {(row.game, row.options, row.assisted): row for row in counted(played)}
    assert sum(row.played for row in rows.values()) == len(played)
    for (game, options, assisted), row in rows.items():
        letters = GAMES[game].letters
        mine = [one for one in played if one.code.startswith(f"{letters}1-{options}-") and one.assisted == assisted]
        won = [one for one in mine if one.status == "won"]
        assert row.played == len(mine) > 0
        assert row.won == len(won) <= row.played
        assert row.blocked == len([one for one in mine if one.status == "blocked"])
        assert row.won + row.blocked <= row.played
        assert row.best_moves == (sorted(one.moves for one in won) or [None])[0]
        assert row.best_seconds == (sorted(one.seconds for one in won if one.seconds) or [None])[0]
        scores = sorted(one.score for one in won if one.score is not None)
        assert row.best_score == (scores or [None])[-1]
        assert (row.best_score is None) == (not won or game == "crescent")
        for mean, best in ((row.mean_moves, row.best_moves), (row.mean_seconds, row.best_seconds)):
            assert (mean is None) == (best is None)
            assert mean is None or mean >= best - 0.051
        assert row.mean_score is None or row.mean_score <= row.best_score
        letters_of = {"won": "w", "blocked": "l", "running": "r"}
        text = "".join(letters_of[one.status] for one in mine)
        assert row.best_streak == longest_row(text)
        # A game that is still running may yet be won, if it is the last.
        assert row.streak == len(text.removesuffix("r")) - len(text.removesuffix("r").rstrip("w"))
        assert row.streak <= row.best_streak <= row.won


def rows(player):
    return player.http.get("/api/statistics").json()["rows"]


def test_leaving_without_an_action_counts_nothing(player):
    """The twenty cases, 16."""
    for _ in range(3):
        player.begin("TF1-D1N-AAAAAAB")
    assert rows(player) == []
    player.act({"press": "+"})
    player.act({"undo": True})
    [row] = rows(player)
    assert (row["game"], row["options"], row["played"], row["won"]) == ("thoughtful", "D1N", 1, 0)


def test_cases_12_and_16_a_win_that_is_undone_is_withdrawn_and_won_again_counts_once(player):
    """The twenty cases, 12 and 16."""
    record = next(line[0] for line in LINES if line[0].startswith("TF1-D1N"))
    answer = take_in(player, entry(record, status="won", seconds=61.5))
    assert answer.json() == {"added": 1, "continued": 0, "known": 0}
    game = player.http.get("/api/games?status=won").json()["games"][0]["id"]
    player.table = player.http.post(f"/api/games/{game}/resume").json()
    assert player.table["status"] == "won"
    best = rows(player)[0]
    assert (best["played"], best["won"], best["streak"], best["best_seconds"]) == (1, 1, 1, 61.5)
    assert best["best_moves"] == best["mean_moves"] == player.table["counters"]["moves"]
    for _ in range(3):
        player.act({"undo": True})
        assert (rows(player)[0]["played"], rows(player)[0]["won"], rows(player)[0]["streak"]) == (1, 0, 0)
        assert player.act(player.redo)["status"] == "won"
        assert (rows(player)[0]["played"], rows(player)[0]["won"], rows(player)[0]["streak"]) == (1, 1, 1)
    # Undoing does not uncount in Thoughtful: the same win took more moves.
    assert rows(player)[0]["best_moves"] == best["best_moves"] + 3


def test_a_game_that_was_lost_has_no_win_and_a_game_is_counted_where_it_belongs(player):
    record = next(line[0] for line in LINES if line[0].startswith("TF1-D3N"))
    crescent = next(line[0] for line in LINES if line[0].startswith("CR1-N"))
    entries = [
        entry(record, status="won", created="2026-01-01T00:00:00Z"),
        entry(record, status="won", created="2026-01-02T00:00:00Z", assisted=True),
        entry(record, status="won", created="2026-01-03T00:00:00Z"),
        entry(record.partition(":")[0] + ": +", created="2026-01-04T00:00:00Z"),
        entry(record.partition(":")[0] + ": +", created="2026-01-05T00:00:00Z"),
        entry(crescent, status="won", created="2026-01-06T00:00:00Z"),
    ]
    assert take_in(player, *entries).json()["added"] == 6
    found = {(row["game"], row["options"], row["assisted"]): row for row in rows(player)}
    assert list(found) == [("crescent", "N", False), ("thoughtful", "D3N", False), ("thoughtful", "D3N", True)]
    clean = found["thoughtful", "D3N", False]
    assert (clean["played"], clean["won"], clean["streak"], clean["best_streak"]) == (4, 2, 0, 2)
    assert found["thoughtful", "D3N", True]["best_streak"] == 1
    assert found["crescent", "N", False]["best_score"] is None
