"""Actions, places and cards as a sentence names them."""

from __future__ import annotations

from medialuna import words
from medialuna.contract import Action, AnyRules, Place, Press
from medialuna.record import Game


def told_action(language: str, game: AnyRules, played: Game, action: Action | None) -> str:
    """An action, legal or not, in words; None is an undo."""
    if action is None:
        return words.sentence(language, "page.undo")
    layout = game.layout(played.state)
    if isinstance(action, Press):
        if game.name == "crescent":
            return words.sentence(language, "page.redistribution")
        if action.place == "R":
            return words.sentence(language, "page.say.tf.R")
        stock = played.state.stock[: getattr(game, "draw", 1)]
        return words.sentence(language, "page.say.drawn", cards=" ".join(words.card_name(language, c) for c in stock))
    cards = layout[action.source][-action.count :]
    card = words.card_name(language, cards[0])
    if len(cards) > 1 and action.source.isdecimal():
        card = words.sentence(language, "page.say.group", card=card, n=len(cards))
    named = {"from": place_name(language, game, action.source), "to": place_name(language, game, action.target)}
    return words.sentence(language, "handbook.moved", card=card, **named)


def place_name(language: str, game: AnyRules, place: Place, form: str = "") -> str:
    """A place in words: ``pile 7``, ``waste``, ``foundation of spades``; with ``.from`` or ``.to`` as where a card
    comes from or goes to."""
    if place.isdecimal():
        return words.sentence(language, ("page.pile" if game.name == "crescent" else "page.column") + form, n=place)
    if place in ("stock", "W"):
        return words.sentence(language, ("page.stock" if place == "stock" else "page.waste") + form)
    if len(place) == 1:
        return words.sentence(language, f"page.foundation{form}", suit=place)
    kind = "ace" if place[0] == "A" else "king"
    return words.sentence(language, f"page.{kind}-foundation{form}", suit=place[1])
