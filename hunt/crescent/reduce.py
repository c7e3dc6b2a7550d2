"""Positions that are smaller than a faulty one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hunt.crescent.positions import Position
from medialuna.cards import SUITS, Card
from medialuna.contract import Cards


def smaller_ones(position: Position) -> Iterator[Position]:
    """Positions with a suit, a rank, a card, a pile, or a redistribution less, or with no cap. Each lowers the number
    of cards, or keeps it and lowers something else that never rises again, so that reducing ends."""
    game, state = position
    for at in range(4):
        if any(card.suit == SUITS[at] for pile in state.piles for card in pile):
            yield _with_foundations(position, at, game.ranks, 1)
    for at in range(4):
        up, down = state.aces[at][-1].rank, state.kings[at][-1].rank
        if up < game.ranks:
            yield _with_foundations(position, at, up + 1, down)
        if down > 1:
            yield _with_foundations(position, at, up, down - 1)
    for number, pile in enumerate(state.piles):
        if not pile and game.pile_count > 1:
            piles = state.piles[:number] + state.piles[number + 1 :]
            fewer = replace(game, pile_count=game.pile_count - 1)
            yield Position(fewer, replace(state, piles=piles, face_down=state.face_down[1:]))
    if state.redistributions_left:
        yield Position(game, replace(state, redistributions_left=state.redistributions_left - 1))
    if game.cap < 13:
        yield Position(replace(game, cap=13), state)
    # else a king foundation would lose its base
    if game.ranks > 2 and all(len(king) > 1 for king in state.kings):
        yield _without_last_rank(position)


def _with_foundations(position: Position, at: int, up: int, down: int) -> Position:
    """The suit's foundations further on; what they hold now is taken out of the piles, the highest copies first."""
    game, state = position
    suit = SUITS[at]
    ace = tuple(Card(rank, suit) for rank in range(1, up + 1))
    king = tuple(Card(rank, suit, int(rank <= up)) for rank in range(game.ranks, down - 1, -1))
    wanted = [card.rank for card in (*ace, *king)]
    had = [card.rank for card in (*state.aces[at], *state.kings[at])]
    piles = [list(pile) for pile in state.piles]
    for rank in range(1, game.ranks + 1):
        for _ in range(wanted.count(rank) - had.count(rank)):
            pile, height = next(
                (
                    (pile, height)
                    for pile in piles
                    for height in reversed(range(len(pile)))
                    if _is(pile[height], suit, rank)
                ),
                (None, 0),
            )
            if pile is not None:
                del pile[height]
    left = {(card.rank, card.deck) for card in (*ace, *king)}

    def named(pile: list[Card]) -> Cards:
        """With the copies that are not on the foundations."""
        cards = []
        for card in pile:
            if card.suit == suit:
                deck = next((deck for deck in (0, 1) if (card.rank, deck) not in left), card.deck)
                left.add((card.rank, deck))
                card = card._replace(deck=deck)
            cards.append(card)
        return tuple(cards)

    aces, kings = list(state.aces), list(state.kings)
    aces[at], kings[at] = ace, king
    return Position(game, replace(state, piles=tuple(map(named, piles)), aces=tuple(aces), kings=tuple(kings)))


def _is(card: Card, suit: str, rank: int) -> bool:
    return card.suit == suit and card.rank == rank


def _without_last_rank(position: Position) -> Position:
    """The game with one rank less, its cards taken away."""
    game, state = position
    ranks = game.ranks - 1
    piles = tuple(tuple(card for card in pile if card.rank <= ranks) for pile in state.piles)
    aces = tuple(tuple(card for card in cards if card.rank <= ranks) for cards in state.aces)
    kings = tuple(tuple(card for card in cards if card.rank <= ranks) for cards in state.kings)
    return Position(replace(game, ranks=ranks), replace(state, piles=piles, aces=aces, kings=kings))
