"""Laws that the verdicts on middle games have to keep, whatever the game: most are too large to be judged otherwise."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hunt.laws import Kept, Law, Verdicts, agree, follows
from hunt.thoughtful.lines import won_lines
from hunt.thoughtful.positions import Position, played_on
from hunt.thoughtful.proofs import shipped
from medialuna.cards import SUITS
from medialuna.contract import Cards
from medialuna.games.thoughtful import State

STATES = 20_000
"""Visits for a verdict; one that takes more is ``open``, and no law is broken by it."""
OTHER_BUDGETS = ((300, 0, "all"), (3000, 1, "all"), (60_000, 2, "all"), (STATES, 3, "safe,dead"), (STATES, 4, "none"))
"""States, seed and prunings."""
RENAMINGS = ("CHDS", "SDHC", "HSCD", "DSCH", "CDHS")
"""What S H D C become: the suits of one colour swapped, of the other, or the colours."""


def solver_verdicts() -> Verdicts[Position]:
    return Verdicts(lambda position: shipped(position, STATES))


def laws(rng: Random) -> Iterator[Kept[Position]]:
    """Looks at middle games without end."""
    for line in won_lines(rng):
        verdicts = solver_verdicts()
        for position in _middle_games(rng, list(line.positions()), verdicts):
            for name, law in LAWS.items():
                if (kept := law(position, verdicts)) is not None:
                    yield Kept(name, kept[0], position, kept[1])


def _middle_games(rng: Random, line: list[Position], verdicts: Verdicts[Position]) -> Iterator[Position]:
    """Plays at random from somewhere on a won line. Where the game is lost in the end: the last position that is not
    called lost, the first that is, and a later one. Else the last position, now and then."""
    walk = [rng.choice(line[: len(line) * 2 // 3 + 1])]
    for _ in range(rng.randint(5, 80)):
        walk.append(played_on(rng, walk[-1], 1))
    if verdicts(walk[-1]) == "lost":
        first = bisect_left(walk, True, key=lambda position: verdicts(position) == "lost")
        yield from walk[max(first - 1, 0) : first + 1]
        yield rng.choice(walk[first:])
    elif rng.random() < 0.2:
        yield walk[-1]


def children(position: Position, verdicts: Verdicts[Position]) -> tuple[bool, str] | None:
    """A lost position has no won child; a won one, that is not at its end, has one that is not lost."""
    game, state = position
    answer = verdicts(position)
    if answer == "open" or game.is_won(state):
        return None
    below = [verdicts(Position(game, game.apply_unchecked(state, action))) for action in game.legal_actions(state)]
    said = f"{answer}, its children: {' '.join(below) or 'none'}"
    return ("won" not in below if answer == "lost" else any(child != "lost" for child in below)), said


def suits(position: Position, verdicts: Verdicts[Position]) -> tuple[bool, str] | None:
    """Renaming suits changes no verdict."""
    answers = [verdicts(position)]
    answers += [verdicts(Position(position.game, renamed(position.state, names))) for names in RENAMINGS]
    return agree(answers)


def draws(position: Position, verdicts: Verdicts[Position]) -> tuple[bool, str] | None:
    """What is won drawing three is won drawing one."""
    game, state = position
    if game.draw == 1:
        return None
    return follows(verdicts(position), verdicts(Position(replace(game, draw=1), state)))


def closed(position: Position, verdicts: Verdicts[Position]) -> tuple[bool, str] | None:
    """What is won in the closed game is won in the open one."""
    game, state = position
    if not game.closed:
        return None
    opened = replace(state, face_down=(0,) * game.column_count)
    return follows(verdicts(position), verdicts(Position(replace(game, closed=False), opened)))


def budgets(position: Position, verdicts: Verdicts[Position]) -> tuple[bool, str] | None:
    """The verdict of one budget is not contradicted at another."""
    return agree([verdicts(position), *(shipped(position, *budget) for budget in OTHER_BUDGETS)])


LAWS: dict[str, Law[Position]] = {
    "a lost position has no won child": children,
    "renaming suits changes nothing": suits,
    "won drawing three, won drawing one": draws,
    "won closed, won open": closed,
    "one verdict at every budget": budgets,
}


def renamed(state: State, names: str) -> State:
    """The position with its suits renamed: S H D C become these."""
    new = dict(zip(SUITS, names, strict=True))

    def rename(cards: Cards) -> Cards:
        return tuple(card._replace(suit=new[card.suit]) for card in cards)

    foundations = {new[suit]: rename(cards) for suit, cards in zip(SUITS, state.foundations, strict=True)}
    return State(
        tuple(map(rename, state.columns)),
        rename(state.stock),
        rename(state.waste),
        tuple(foundations[suit] for suit in SUITS),
        state.face_down,
    )
