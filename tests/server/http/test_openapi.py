"""The server keeps to its own description: schemathesis sends it what /openapi.json allows, and what it does not.

``MEDIALUNA_EXAMPLES`` asks for more examples for each operation, and other ones each time.
"""

import os

import pytest
import requests
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from medialuna.server.app import create_app
from tests.server.support.fitting import fitting
from tests.server.support.visitor import Visitor, refusal

EXAMPLES = os.environ.get("MEDIALUNA_EXAMPLES")
FIXED = settings(
    max_examples=int(EXAMPLES or 25),
    derandomize=EXAMPLES is None,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)

TAGS = ("player", "table", "games", "replay", "solver", "words", "server")

CHECKS = {
    # A wrong value may first of all be too long.
    "negative_data_rejection": {"expected-statuses": [400, 401, 404, 409, 413, 415]},
    # That nobody gets in with a forged cookie is tested below, and in test_error_shape.
    "ignored_auth": {"enabled": False},
}

# What these take has a notation of its own, which a schema cannot tell: a deal code, a record, the places of a game.
NOTATIONS = {
    "POST /api/games",
    "POST /api/games/{game}/actions",
    "GET /api/games/{game}/why",
    "GET /api/deals/{code}",
    "POST /api/replay",
    "POST /api/replay/view",
    "POST /api/import",
    "PUT /api/settings",
}


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A player at a table, for whom every operation can be made to succeed."""
    app = create_app(tmp_path_factory.mktemp("openapi") / "games.sqlite", limited=False)
    app.state.thinking.warm_up()
    player = Visitor(app)
    player.start()
    yield player
    app.state.thinking.close()
    app.state.playing.store.close()


@pytest.fixture(scope="module")
def described(table):
    config = schemathesis.Config.from_dict({"checks": CHECKS})
    return schemathesis.openapi.from_dict(table.http.get("/openapi.json").json(), config=config)


def operations(described, tag):
    found = [result.ok() for result in described.get_all_operations()]
    return [one for one in found if one.tags == [tag]]


def test_every_operation_has_one_of_the_tags(described):
    listed = [one.label for tag in TAGS for one in operations(described, tag)]
    assert sorted(listed) == sorted(result.ok().label for result in described.get_all_operations())


def sit_down(player: Visitor) -> None:
    """Sees to it that there is a player, and a running game."""
    if player.http.get("/api/settings").status_code == 401:
        player.start()
    if player.http.get(player.path).status_code == 404:
        player.start()
    player.table = player.look()
    if player.table["status"] != "running":
        player.begin("TF1-D1N-AAAAAAB")


def send(browser: TestClient, case):
    """The answer to a request with just the cookies of the case; the browser forgets those it gets."""
    asked = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
    headers = {name: value for name, value in asked.headers.items() if name != "Content-Length"}
    answer = browser.request(asked.method, asked.url, content=asked.body, headers=headers)
    browser.cookies.clear()
    return answer


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.name.lower())
@pytest.mark.parametrize("tag", TAGS)
def test_the_server_keeps_to_its_description(table, described, tag, mode, subtests):
    for operation in operations(described, tag):
        if mode is GenerationMode.NEGATIVE and not {"requestBody", "security"} & operation.definition.raw.keys():
            # Nothing about it can be wrong: every text is a valid part of an address.
            continue
        with subtests.test(operation.label):
            statuses = check(table, operation, mode)
            if mode is GenerationMode.POSITIVE:
                assert statuses & {200, 201, 204}, "it never succeeded"


def check(player: Visitor, operation, mode: GenerationMode) -> set[int]:
    """Sends many requests and validates the answers; what their statuses were."""
    statuses: set[int] = set()
    browser = TestClient(player.http.app)
    excluded = [positive_data_acceptance] if operation.label in NOTATIONS else []

    @FIXED
    @given(case=operation.as_strategy(generation_mode=mode), is_player=st.booleans(), fits=st.booleans())
    def run(case, is_player, fits):
        sit_down(player)
        if is_player:
            case.cookies = {"medialuna": player.http.cookies["medialuna"]}
            if "game" in (case.path_parameters or {}):
                case.path_parameters["game"] = player.table["id"]
        if is_player and fits and mode is GenerationMode.POSITIVE:
            for part, value in fitting(operation.label, player).items():
                setattr(case, part, value)
        if operation.label.endswith("/think") and "seconds" in (case.query or {}):
            # A search may take a minute.
            case.query["seconds"] = "0.1"
        answer = send(browser, case)
        statuses.add(answer.status_code)
        case.validate_response(answer, excluded_checks=excluded)
        if not is_player and "security" in operation.definition.raw:
            assert answer.status_code >= 400
        if answer.status_code >= 400:
            refusal(answer, answer.status_code, answer.json()["code"])

    run()
    return statuses
