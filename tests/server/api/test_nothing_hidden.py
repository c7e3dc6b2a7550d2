"""What the player may not see is in no answer: the stock's order, Crescent's covered cards, the waste under its top.

Checked twice: every card that an answer names is one that the game shows, and two games that differ only in what is
hidden get the same answers.
"""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medialuna.cards import Card
from medialuna.games import GAMES
from medialuna.notation.deal_code import DealCode
from medialuna.record import Game
from medialuna.table import wire
from medialuna.table.rows import GameRow
from medialuna.table.view import view

OPTIONS = [(name, options) for name, game in GAMES.items() for options in game.variants()]
CARD = re.compile(rb"\b[A23456789TJQK][SHDC][01]\b")


def walk(played: Game, chance: random.Random, length: int) -> Game:
    """Some legal actions further, now and then undone."""
    for _ in range(length):
        if played.history and chance.random() < 0.1:
            played = played.undone()
        legal = played.rules.legal_actions(played.state)
        if not legal:
            break
        played = played.after(chance.choice(legal))
    return played


def encoded(played: Game) -> bytes:
    return wire.encode(view(GameRow("x", 1, "X", "X:", 1, 1.0, "running"), played))


def shown_ids(played: Game) -> set[str]:
    return {card.id for pile in played.rules.view(played.state).values() for card in pile.cards}


@pytest.mark.parametrize(("name", "options"), OPTIONS)
@pytest.mark.parametrize("seed", range(4))
def test_every_card_in_a_view_is_one_that_the_game_shows(name, options, seed):
    chance = random.Random(seed)
    game = GAMES[name].variants()[options]
    code = DealCode(game, seed)
    played = Game.begin(game, code.deal())
    for _ in range(12):
        played = walk(played, chance, 6)
        named = {found.decode() for found in CARD.findall(encoded(played))}
        assert named == shown_ids(played)
        visible, layout = game.view(played.state), game.layout(played.state)
        if name == "crescent":
            assert all(len(pile.cards) <= 1 for pile in visible.values())
        else:
            assert visible["stock"].cards == ()
            assert len(visible["W"].cards) <= game.draw
            assert not {card.id for card in layout["stock"]} & named


def hidden_shuffled(played: Game, chance: random.Random) -> Game:
    """The same table to the eye, with the cards that are not seen dealt anew."""
    game, state = played.rules, played.state
    layout, seen = game.layout(state), game.view(state)
    hidden = [c for place, cards in layout.items() for c in cards[: len(cards) - len(seen[place].cards)]]
    chance.shuffle(hidden)
    dealt: dict[str, tuple[Card, ...]] = {}
    for place, cards in layout.items():
        shown = seen[place].cards
        covered = len(cards) - len(shown)
        dealt[place] = (*hidden[:covered], *shown)
        del hidden[:covered]
    return Game(game, game.assemble(dealt, game.facts(state)), played.moves, played.score, played.history)


@settings(max_examples=60)
@given(
    which=st.sampled_from(OPTIONS),
    number=st.integers(0, 26**7 - 1),
    chance=st.randoms(use_true_random=False),
    length=st.integers(0, 60),
)
def test_tables_that_look_the_same_get_the_same_answer(which, number, chance, length):
    game = GAMES[which[0]].variants()[which[1]]
    played = walk(Game.begin(game, DealCode(game, number).deal()), chance, length)
    other = hidden_shuffled(played, chance)
    assert encoded(other) == encoded(played)


def test_refusals_and_answers_to_questions_name_no_hidden_card(player):
    for code in ("CR1-4B-AAAAAAB", "TF1-D3N-AAAAAAB"):
        view = player.begin(code)
        hidden = {"crescent": r"[\dAJQK]+[♠♥♦♣]", "thoughtful": r"never"}[view["game"]]
        allowed = {card for pile in view["places"].values() for card in pile["cards"]}
        signs = {card[0].replace("T", "10") + dict(zip("SHDC", "♠♥♦♣", strict=True))[card[1]] for card in allowed}
        for source in view["places"]:
            for target in view["places"]:
                asked = {"source": source, "target": target}
                answer = player.http.get(f"{player.path}/why", params=asked).json()
                for found in re.findall(hidden, answer.get("message", "")):
                    # A foundation says which card it waits for: the one after its top card.
                    assert found in signs or answer["code"] == "crescent.foundation-rank"
        refused = player.send({"move": {"source": "1", "count": 7, "target": "2"}})
        assert refused.status_code == 409
        assert "view" not in refused.json()
