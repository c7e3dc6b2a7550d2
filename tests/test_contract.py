"""What holds for every game, in every variant and in small ones."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from medialuna import page
from medialuna.contract import Action, AnyRules, IllegalAction, Move, Press
from medialuna.games import GAMES
from medialuna.notation.actions import format_action, parse_action
from medialuna.notation.board_text import read_board, write_board
from medialuna.record import Game
from tests.walks import SMALL, VARIANTS, name_of, walk

every_game = pytest.mark.parametrize("game", VARIANTS + SMALL, ids=name_of)


def every_action(game: AnyRules) -> list[Action]:
    """All that can be said, sensible or not."""
    moves = (Move(a, n, b) for a, b, n in product(game.places, game.places, range(4)))
    return [*moves, *map(Press, game.presses)]


@every_game
def test_legal_means_no_rule_forbids(game: AnyRules) -> None:
    """For every pair of places, what ``legal_actions`` lists is just what ``why_not`` allows."""
    positions = 0
    for state, _ in list(walk(game, 1, 60))[::12]:
        legal = game.legal_actions(state)
        assert len(set(legal)) == len(legal)
        for action in every_action(game):
            if isinstance(action, Move) and action.count > 3:
                continue
            reason = game.why_not(state, action)
            assert (reason is None) == (action in legal), (action, reason)
            if reason:
                assert reason.code.startswith(game.name)
                assert reason.rule.startswith(game.letters)
                with pytest.raises(IllegalAction):
                    game.apply(state, action)
        positions += 1
    assert positions


@every_game
def test_every_card_lies_in_one_place(game: AnyRules) -> None:
    """52 or 104 cards, always, each in one place; nothing changes but what the action names."""
    steps = 0
    for number in range(4):
        for state, action in walk(game, number, 150):
            assert game.defects(state) == []
            ids = [card.id for cards in game.layout(state).values() for card in cards]
            assert len(ids) == len(set(ids)) == len(game.all_cards())
            before, after = game.layout(state), game.layout(game.apply(state, action))
            if isinstance(action, Move):
                changed = {place for place in before if before[place] != after[place]}
                assert changed == {action.source, action.target}
                assert before[action.source][-action.count :] == after[action.target][-action.count :]
            steps += 1
    assert steps > 50


@every_game
def test_texts_read_back(game: AnyRules) -> None:
    """Action -> text -> action and board -> text -> board are the same, along random games."""
    for state, action in walk(game, 3, 120):
        assert parse_action(game, state, format_action(game, action)) == action
        text = write_board(game, state)
        again = read_board(game, text)
        assert write_board(game, again) == text
        assert game.facts(again) == game.facts(state)
    assert game.assemble(game.layout(state), game.facts(state)) == state


@every_game
def test_undoing_all_gives_the_deal_back(game: AnyRules) -> None:
    """CR-17, TF-15: up to the last action that ends the history."""
    played = first = None
    for state, action in walk(game, 5, 90):
        played = played or Game.begin(game, state)
        first = first or played
        played = played.after(action)
        if game.ends_history(action):
            first = played
    assert played
    assert first
    while played.history:
        played = played.undone()
    assert played.state == first.state
    assert played.score == first.score


@every_game
def test_views_hold_only_what_is_seen(game: AnyRules) -> None:
    """CR-2: one card a pile; TF-1, TF-7: open columns, a closed stock, of the waste what is spread."""
    for state, _ in walk(game, 7, 80):
        layout, view = game.layout(state), game.view(state)
        assert list(view) == list(game.places)
        for place, pile in view.items():
            assert pile.count == len(layout[place])
            assert pile.cards == layout[place][pile.count - len(pile.cards) :]
            if game.name == "crescent" or place in "SHDC":
                assert len(pile.cards) == min(pile.count, 1)
            if place == "stock":
                assert pile.cards == ()
            if place == "W":
                assert len(pile.cards) == min(pile.count, game.draw)


@every_game
def test_what_can_be_lifted(game: AnyRules) -> None:
    """A pile's ``lift`` is the largest count that ``why_not_lift`` allows, and every smaller one is allowed too."""
    for state, _ in walk(game, 8, 60):
        for place, pile in game.view(state).items():
            allowed = [n for n in range(pile.count + 2) if game.why_not_lift(state, place, n) is None]
            assert allowed == list(range(1, pile.lift + 1))


@every_game
def test_taps_and_drops_point_at_legal_moves(game: AnyRules) -> None:
    """CR-15, TF-12: a tap and a double tap name a target only where the move is legal. CR-16, TF-6: the zone of the
    foundations names an accepting one wherever there is one."""
    for state, _ in walk(game, 9, 80):
        for place, pile in game.view(state).items():
            for count in range(1, pile.lift + 1):
                takers = game.takers(state, place, count)
                for target in (game.tap(state, place, count), game.double_tap(state, place, count)):
                    assert target is None or game.why_not(state, Move(place, count, target)) is None
                zone = game.zone(state, place, count)
                assert zone in game.places
                foundations = [p for p in takers if p[0] in "AKSHDC"]
                assert (zone in takers) == bool(foundations)


@every_game
def test_every_refusal_has_one_reason(game: AnyRules) -> None:
    """Every pair of places, every count: legal or refused with a code and a rule, never an exception."""
    for state, _ in list(walk(game, 11, 100))[::25]:
        for action in every_action(game):
            reason = game.why_not(state, action)
            assert reason is None or (reason.code and reason.rule)


@every_game
def test_a_pack_of_another_size_is_refused(game: AnyRules) -> None:
    with pytest.raises(ValueError, match="expected"):
        game.deal(game.pack()[1:])


def test_every_game_is_complete() -> None:
    """A game needs its layout on the page, a golden game, a perft table."""
    tests, layouts = Path(__file__).parent, Path(page.__file__).parent / "board" / "layouts"
    for name, kind in GAMES.items():
        assert kind.name == name
        assert (tests / "golden" / f"{name}.txt").is_file()
        assert (tests / "perft" / f"{name}.perft").is_file()
        assert (layouts / f"{name}.js").is_file()
        for letters, game in kind.coded().items():
            assert game.options == letters


def test_options_without_a_code() -> None:
    for game in SMALL:
        with pytest.raises(ValueError, match="no deal code"):
            _ = game.options
