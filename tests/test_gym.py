"""Both games as environments of Gymnasium, checked by its own checker."""

from __future__ import annotations

import random
import warnings
from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the extra gym is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from medialuna.cards import Card  # noqa: E402
from medialuna.contract import AnyRules  # noqa: E402
from medialuna.games import GAMES  # noqa: E402
from medialuna.gym import UNSEEN, SolitaireEnv, action_list  # noqa: E402
from medialuna.notation.actions import format_action  # noqa: E402
from medialuna.notation.deal_code import BadCode  # noqa: E402
from medialuna.played import BadRequest  # noqa: E402
from medialuna.record import GameRecord  # noqa: E402
from tests.test_record import RECORDS  # noqa: E402
from tests.walks import SMALL, VARIANTS, name_of, walk  # noqa: E402


@pytest.mark.parametrize("game", [*GAMES, *VARIANTS, *SMALL], ids=str)
def test_gymnasiums_own_check(game: str | AnyRules) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # it warns of environments that it was given bare, which is what it asks for
        warnings.filterwarnings("ignore", message=".*(unwrapped|spec|human).*")
        check_env(SolitaireEnv(game, render_mode="ansi"), skip_render_check=False)


@pytest.mark.parametrize("name", GAMES)
def test_the_environments_are_registered(name: str) -> None:
    env = gymnasium.make(f"medialuna.gym:Medialuna/{name.capitalize()}-v0", max_steps=3)
    _, info = env.reset(seed=4)
    assert info["code"].startswith(GAMES[name].letters)
    assert env.reset(seed=4)[1]["code"] == info["code"] != env.reset(seed=5)[1]["code"]


@pytest.mark.parametrize("rules", [*VARIANTS, *SMALL], ids=name_of)
def test_every_legal_action_is_in_the_list_and_the_mask_is_the_rules(rules: AnyRules) -> None:
    actions = action_list(rules)
    assert len(set(actions)) == len(actions)
    env = SolitaireEnv(rules)
    for number in range(3):
        for state, _ in list(walk(rules, number, 120))[::7]:
            env.played = type(env.played).begin(rules, state)
            legal = {format_action(rules, action) for action in rules.legal_actions(state)}
            mask = env.action_masks()
            assert {text for text, bit in zip(actions, mask, strict=True) if bit} == legal
            assert env.observation_space.contains(env._observation())


@pytest.mark.parametrize("text", [text for text, _, _ in RECORDS[:2] + RECORDS[-2:]])
def test_a_won_game_brings_a_reward_of_one(text: str) -> None:
    record = GameRecord.parse(text)
    env = SolitaireEnv(record.code.game, max_steps=10_000)
    env.reset(options={"code": str(record.code)})
    total, terminated = 0.0, False
    for action in record.actions:
        assert not terminated
        _, reward, terminated, truncated, info = env.step(env.actions.index(action))
        assert "refused" not in info
        total += reward
    assert terminated
    assert not truncated
    assert info["status"] == "won"
    assert total == pytest.approx(1)


def test_an_illegal_action_changes_nothing_and_says_why() -> None:
    env = SolitaireEnv("thoughtful", max_steps=2)
    before, _ = env.reset(options={"code": "TF1-D1N-AAAAAAB"})
    after, reward, terminated, truncated, info = env.step(env.actions.index("R"))
    assert info["refused"] == "thoughtful.stock-not-empty"
    assert (reward, terminated, truncated) == (0, False, False)
    assert all((before[key] == after[key]).all() for key in before)
    assert env.step(0)[3] is True, "truncated after so many steps, refused ones too"


def test_only_what_the_player_sees_is_observed() -> None:
    env = SolitaireEnv("crescent")
    observation, _ = env.reset(options={"code": "CR1-N-AAAAAAB"})
    places: Any = env.rules.places
    view = env.rules.view(env.played.state)
    row = observation["cards"][places.index("1")]
    assert list(row[:5]) == [UNSEEN] * 5
    top: Card = view["1"].cards[-1]
    assert row[5] == "SHDC".index(top.suit) * 13 + top.rank
    assert not row[6:].any()


def test_what_is_asked_wrongly_is_told() -> None:
    for wrong in ({"game": "klondike"}, {"render_mode": "human"}):
        with pytest.raises(BadRequest, match="expected"):
            SolitaireEnv(**wrong)
    env = SolitaireEnv("crescent")
    with pytest.raises(BadRequest, match="another game"):
        env.reset(options={"code": "TF1-D1N-AAAAAAB"})
    with pytest.raises(BadCode):
        env.reset(options={"code": "nonsense"})


def test_an_agent_that_follows_the_mask_is_never_refused() -> None:
    chance = random.Random(1)
    for name in GAMES:
        env = SolitaireEnv(name, max_steps=60)
        observation, _ = env.reset(seed=1)
        over = False
        while not over:
            action = chance.choice(observation["action_mask"].nonzero()[0])
            observation, _, terminated, truncated, info = env.step(action)
            assert "refused" not in info
            over = terminated or truncated
