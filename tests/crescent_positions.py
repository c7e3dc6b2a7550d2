"""Positions of Crescent for tests: random walks, and small ones that a plain search can decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from medialuna.cards import SUITS, Card
from medialuna.games.crescent import Crescent, State
from medialuna.shuffle import shuffled


def walk(game: Crescent, number: int, steps: int) -> Iterator[State]:
    """The positions of a random play of a deal, until it is blocked or has had so many steps."""
    rng = Random(number)
    state = game.deal(shuffled(game.pack(), number))
    for _ in range(steps):
        yield state
        actions = game.legal_actions(state)
        if not actions:
            return
        state = game.apply(state, rng.choice(actions))


def small(rng: Random, most: int) -> tuple[Crescent, State]:
    """A position with at most ``most`` cards in two to five piles, a low cap, and foundations anywhere: apart,
    met, passed each other, complete. Many of them are lost."""
    ranks, piles, cap = rng.choice((3, 4, 5, 7, 13)), rng.randint(2, 5), rng.choice((2, 3, 4, 5, 13))
    game = Crescent(redistributions=rng.choice((0, 0, 0, 1, 1, 2, 3)), pile_count=piles, ranks=ranks, cap=cap)
    return game, _scattered(rng, game, lambda suit: _foundations(rng, ranks), most)


def nearly_one_suit(rng: Random, most: int) -> tuple[Crescent, State]:
    """A position with one or two redistributions left in which spades are short of room: at most ``most`` cards in
    one to four piles, of spades and, in more than half of them, of hearts, which lie between and below them."""
    ranks, piles = rng.choice((4, 5, 6, 7, 8, 13)), rng.randint(1, 4)
    game = Crescent(redistributions=rng.choice((1, 2, 2, 2)), pile_count=piles, ranks=ranks)
    shown = "SH" if rng.random() < 0.6 else "S"
    return game, _scattered(rng, game, lambda suit: _foundations(rng, ranks) if suit in shown else (ranks, 1), most)


def passed(rng: Random) -> tuple[Crescent, State]:
    """A position with at most one redistribution left and only spades in two piles, whose foundations have
    passed each other; low ranks are left as well as high ones."""
    ranks = rng.choice((6, 7, 8))
    game = Crescent(redistributions=rng.choice((0, 1, 1)), pile_count=2, ranks=ranks)

    def foundations(suit: str) -> tuple[int, int]:
        up = rng.randint(2, ranks - 1)
        return (up, rng.randint(2, up)) if suit == "S" else (ranks, 1)

    return game, _scattered(rng, game, foundations, 9)


def _scattered(rng: Random, game: Crescent, foundations: Callable[[str], tuple[int, int]], most: int) -> State:
    """A position of the game with at most ``most`` cards, at random; ``foundations`` gives the tops of a suit's."""
    ranks = game.ranks
    while True:
        aces, kings, rest = [], [], []
        for suit in SUITS:
            up, down = foundations(suit)
            cards = [Card(rank, suit, deck) for deck in (0, 1) for rank in range(1, ranks + 1)]
            ace = [c for c in cards if c.deck == 0 and c.rank <= up]
            # the king foundation's base is the first deck's king, unless that lies on the ace foundation
            king = [next(c for c in cards if c.rank == rank and c not in ace) for rank in range(ranks, down - 1, -1)]
            aces.append(tuple(ace))
            kings.append(tuple(king))
            rest += [c for c in cards if c not in ace and c not in king]
        if 3 <= len(rest) <= min(most, game.pile_count * game.cap):
            break
    rng.shuffle(rest)
    table: list[list[Card]] = [[] for _ in range(game.pile_count)]
    for card in rest:
        rng.choice([pile for pile in table if len(pile) < game.cap]).append(card)
    state = State(tuple(map(tuple, table)), tuple(aces), tuple(kings), game.redistributions, (0,) * game.pile_count)
    assert game.defects(state) == []
    return state


def _foundations(rng: Random, ranks: int) -> tuple[int, int]:
    """The top ranks of an ace and a king foundation."""
    kind = rng.randrange(4)
    if kind == 0:
        return ranks, 1
    if kind == 1:
        up, down = rng.randint(1, ranks), rng.randint(1, ranks)
        return (up, down) if up >= down or up + 1 == down else (down, up)
    if kind == 2:
        up = rng.randint(1, ranks - 1)
        return up, up + 1
    down = rng.randint(2, ranks)
    return rng.randint(1, down - 1), down


def spades(
    ranks: int, *piles: str, ace: int = 1, king: int | None = None, redistributions: int = 0, cap: int = 13
) -> tuple[Crescent, State]:
    """Spades alone, in these piles, bottom to top, all of them but those on the foundations, of which ``ace`` and
    ``king`` are the top ranks: the bases, if nothing else is said. The other suits are complete."""
    aces, kings = [], []
    for suit in SUITS:
        up, down = (ace, king or ranks) if suit == "S" else (ranks, 1)
        aces.append(tuple(Card(rank, suit) for rank in range(1, up + 1)))
        kings.append(tuple(Card(rank, suit, int(rank <= up)) for rank in range(ranks, down - 1, -1)))
    seen: set[Card] = {*aces[0], *kings[0]}
    table = []
    for pile in piles:
        cards = []
        for name in pile.split():
            card = Card.parse(name)
            card = card._replace(deck=int(card in seen))
            seen.add(card)
            cards.append(card)
        table.append(tuple(cards))
    game = Crescent(redistributions=redistributions, pile_count=len(piles), ranks=ranks, cap=cap)
    state = State(tuple(table), tuple(aces), tuple(kings), redistributions, (0,) * len(piles))
    assert game.defects(state) == []
    return game, state
