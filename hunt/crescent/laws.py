"""Laws that the verdicts on middle games have to keep, whatever the game: most are too large to be judged otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hunt.crescent.lines import Line, position_after, won_lines
from hunt.crescent.positions import Position, played_on
from hunt.crescent.proofs import shipped
from hunt.laws import Kept, Law, Verdicts, agree, follows
from medialuna.cards import SUITS, Card
from medialuna.contract import Cards
from medialuna.games.crescent import State

STATES = 15_000
"""Positions visited for a verdict; one that takes more is ``open``, and no law is broken by it."""
OTHER_BUDGETS = ((300, 0, "all"), (3000, 1, "all"), (60_000, 2, "all"), (STATES, 3, "slots,order"), (STATES, 4, "none"))
"""Positions, seed and prunings."""
MOST_CARDS = 56
"""Of more cards hardly a position is decided."""


def verdicts() -> Verdicts[Position]:
    return Verdicts(lambda position: shipped(position, STATES))


def laws(rng: Random) -> Iterator[Kept[Position]]:
    """Looks at middle games without end: some near won lines, some a few random actions away."""
    for line in won_lines(rng):
        known = verdicts()
        for position in _middle_games(rng, line):
            for name, law in LAWS.items():
                if (kept := law(position, known)) is not None:
                    yield Kept(name, kept[0], position, kept[1])


def _middle_games(rng: Random, line: Line) -> Iterator[Position]:
    for _ in range(3):
        position = position_after(line, rng.randint(len(line.moves) // 3, len(line.moves) - 1))
        position = played_on(rng, position, rng.choice((0, 1, 3, 10)))
        if position.cards <= MOST_CARDS:
            yield position


def children(position: Position, known: Verdicts[Position]) -> tuple[bool, str] | None:
    """A lost position has no won child, plays to a foundation among them; a won one, that is not at its end, has one
    that is not lost."""
    game, state = position
    answer = known(position)
    if answer == "open" or game.is_won(state):
        return None
    below = [known(Position(game, game.apply_unchecked(state, action))) for action in game.legal_actions(state)]
    said = f"{answer}, its children: {' '.join(below) or 'none'}"
    return ("won" not in below if answer == "lost" else any(child != "lost" for child in below)), said


def one_more(position: Position, known: Verdicts[Position]) -> tuple[bool, str] | None:
    """Won with some redistributions left, won with one more: it need not be used."""
    game, state = position
    more = replace(state, redistributions_left=state.redistributions_left + 1)
    return follows(known(position), known(Position(game, more)))


def higher_cap(position: Position, known: Verdicts[Position]) -> tuple[bool, str] | None:
    """Won with a cap, won without it."""
    game, state = position
    return follows(known(position), known(Position(replace(game, cap=96), state))) if game.cap < 96 else None


def suits(position: Position, known: Verdicts[Position]) -> tuple[bool, str] | None:
    """Renaming suits changes no verdict, and neither does the order of the piles."""
    answers = [known(position)]
    answers += [known(Position(position.game, renamed(position.state, names))) for names in ("HSCD", "DCSH")]
    turned = replace(position.state, piles=position.state.piles[::-1])
    return agree([*answers, known(Position(position.game, turned))])


def mirror(position: Position, known: Verdicts[Position]) -> tuple[bool, str] | None:
    """Reading every rank from the other end, aces as kings, changes no verdict."""
    return agree([known(position), known(mirrored(position))])


def budgets(position: Position, known: Verdicts[Position]) -> tuple[bool, str] | None:
    """The verdict of one budget is not contradicted at another."""
    return agree([known(position), *(shipped(position, *budget) for budget in OTHER_BUDGETS)])


LAWS: dict[str, Law[Position]] = {
    "a lost position has no won child": children,
    "won, won with one redistribution more": one_more,
    "won with the cap, won without": higher_cap,
    "renaming suits and piles changes nothing": suits,
    "ranks read from the other end change nothing": mirror,
    "one verdict at every budget": budgets,
}


def renamed(state: State, names: str) -> State:
    """The position with its suits renamed: S H D C become these."""
    new = dict(zip(SUITS, names, strict=True))

    def rename(cards: Cards) -> Cards:
        return tuple(card._replace(suit=new[card.suit]) for card in cards)

    def moved(foundations: tuple[Cards, ...]) -> tuple[Cards, ...]:
        by_suit = {cards[0].suit: cards for cards in map(rename, foundations)}
        return tuple(by_suit[suit] for suit in SUITS)

    return replace(state, piles=tuple(map(rename, state.piles)), aces=moved(state.aces), kings=moved(state.kings))


def mirrored(position: Position) -> Position:
    """Ace foundations become king foundations, and so on; the decks change names, so that bases stay the first's."""
    game, state = position

    def flip(cards: Cards) -> Cards:
        return tuple(Card(game.ranks + 1 - card.rank, card.suit, card.deck) for card in cards)

    flipped = State(
        tuple(map(flip, state.piles)),
        tuple(map(flip, state.kings)),
        tuple(map(flip, state.aces)),
        state.redistributions_left,
        state.face_down,
    )
    return Position(game, flipped)
