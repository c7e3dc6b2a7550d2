"""Packed moves against the rules, both ways, and each function of the packed model against plain Python."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from medialuna.cards import Card
from medialuna.contract import Action, Move
from medialuna.games.thoughtful import DRAW, RECYCLE, State, Thoughtful
from medialuna.solver.compiled import count, highest, lowest, vector
from medialuna.solver.thoughtful.kernels import depth_first, moves, pruning
from medialuna.solver.thoughtful.kernels.layout import FREE, HEADS, KEY, KINGS, LOWER, PLACES, STOCK, UP
from medialuna.solver.thoughtful.lines import spell_out
from medialuna.solver.thoughtful.pack import card_at, card_number, pack
from tests.thoughtful_decks import known_deals, small_positions

GAMES = [Thoughtful(draw=draw, closed=closed) for draw in (1, 3) for closed in (False, True)]
PackedMove = tuple[int, tuple[int, ...]]


def whole_positions(game: Thoughtful, decks: int, steps: int, every: int) -> list[State]:
    """Positions along random games with whole decks, that prefer the foundations now and then."""
    found = []
    for deal in known_deals(last=decks):
        chance = random.Random(deal.number)
        state = game.deal(deal.pack)
        for step in range(steps):
            actions = game.legal_actions(state)
            forward = [a for a in actions if isinstance(a, Move) and (a.target in "SHDC" or a.source == "W")]
            state = game.apply(state, chance.choice(forward if forward and chance.random() < 0.6 else actions))
            if step % every == 0 and not game.is_won(state):
                found.append(state)
    return found


def sets_of(game: Thoughtful, state: State) -> tuple[int, ...]:
    """What tells positions of one deal apart, without the deal's own numbering: up, free, heads, stock,
    waste."""
    _, root = pack(game, state)
    return root[UP], root[FREE], root[HEADS], root[STOCK], moves.waste_size(root[KEY])


def packed_moves(game: Thoughtful, state: State) -> list[PackedMove]:
    """The moves that the kernel generates without pruning, each with the sets of the position it leads to."""
    deal, root = pack(game, state)
    stack, table, path = vector(1000 * depth_first.ENTRY), vector(64), vector(100)
    control = vector(depth_first.CONTROL_SIZE)
    control[depth_first.DRAW], control[depth_first.ORDER] = game.draw, 0x43210
    control[depth_first.TAKES_BACK] = control[depth_first.VISIT_LIMIT] = 1
    depth_first.begin(deal, root, stack, table, control)
    depth_first.search(deal, stack, table, path, control, vector(1))
    found = []
    for entry in range(control[depth_first.WAITING]):
        key, up, free, heads, stock, arrival = (int(stack[entry * depth_first.ENTRY + i]) for i in range(6))
        found.append((arrival & 1023, (up, free, heads, stock, moves.waste_size(key))))
    return found


def actions_of(game: Thoughtful, state: State, move: int) -> tuple[Action, ...]:
    """The actions that a packed move stands for."""
    return spell_out(game, state, [move], to_the_end=False)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_packed_move_is_a_sequence_of_legal_actions_and_ends_in_the_same_position(game: Thoughtful) -> None:
    checked = set()
    for state in whole_positions(game, decks=12, steps=120, every=7):
        for move, sets in packed_moves(game, state):
            there = state
            for action in actions_of(game, state, move):
                there = game.apply(there, action)
            assert sets_of(game, there) == sets, (state, move >> 6, card_at(move & 63))
            checked.add(move >> 6)
    assert checked == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_legal_action_is_found_by_the_packed_generator(game: Thoughtful) -> None:
    """Actions that change nothing that matters lead to the same packed position; a draw or a recycle brings
    no card to hand that was not at hand before."""
    for state in whole_positions(game, decks=12, steps=120, every=7):
        here = sets_of(game, state)
        reached = {sets for _, sets in packed_moves(game, state)}
        for action in game.legal_actions(state):
            there = game.apply(state, action)
            sets = sets_of(game, there)
            if action in (DRAW, RECYCLE):
                assert sets[:4] == here[:4]
                assert at_hand(game, there) <= at_hand(game, state)
            else:
                assert sets == here or sets in reached, (state, action)


def at_hand(game: Thoughtful, state: State) -> set[Card]:
    """The stock cards that draws and recycles bring to the top, by the packed model."""
    deal, root = pack(game, state)
    places, waste = root[KEY] & PLACES, moves.waste_size(root[KEY])
    cards = moves.reachable(deal, places, waste, game.draw)
    return {card_at(n) for n in range(52) if cards >> n & 1}


@pytest.mark.parametrize("game", GAMES[::2], ids=str)
def test_the_stock_cards_at_hand_are_those_that_draws_and_recycles_bring_up(game: Thoughtful) -> None:
    for state in whole_positions(game, decks=20, steps=100, every=9):
        seen, turned = set(), state
        for _ in range(60):
            if turned.waste:
                seen.add(turned.waste[-1])
            if not turned.stock and not turned.waste:
                break
            turned = game.apply(turned, DRAW if turned.stock else RECYCLE)
        assert at_hand(game, state) == seen, state


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_open_pairs_are_those_of_which_column_moves_can_bare_a_card(game: Thoughtful) -> None:
    """Plain Python: bare now, or its child can be moved to its bare twin."""
    for state in whole_positions(game, decks=6, steps=120, every=5):
        deal, root = pack(game, state)
        open_ = moves.open_pairs(root[FREE], root[FREE] & ~root[HEADS], deal[LOWER])
        found = cards_in(open_ & root[FREE])
        bare = {column[-1] for column in state.columns if column}
        twins = {card_at(card_number(card) ^ 1) for card in bare}
        movable = {card for card in twins if root[FREE] >> card_number(card) & 1}
        assert found == bare | movable, state


def test_foundation_sets_against_heights() -> None:
    """next_up, tops, and safe_ranks by its sentence, for every kind of foundations."""
    chance = random.Random(5)
    for _ in range(2000):
        base = chance.randrange(14)
        heights = {suit: min(13, max(0, base + chance.randrange(-4, 5))) for suit in "SHDC"}
        up = sum(1 << card_number(Card(rank, suit)) for suit in "SHDC" for rank in range(1, heights[suit] + 1))
        coming = {Card(heights[suit] + 1, suit) for suit in "SHDC" if heights[suit] < 13}
        assert cards_in(moves.next_up(up)) == coming
        assert cards_in(moves.tops(up)) == {Card(heights[suit], suit) for suit in "SHDC" if heights[suit]}
        safe = set()
        for suit in "SHDC":
            twin = {"S": "C", "C": "S", "H": "D", "D": "H"}[suit]
            others = "HD" if suit in "SC" else "SC"
            for rank in range(1, 14):
                if all(heights[other] >= rank - 2 for other in others) and heights[twin] >= rank - 3:
                    safe.add(Card(rank, suit))
        assert cards_in(pruning.safe_ranks(up)) == safe


def cards_in(cards: int) -> set[Card]:
    return {card_at(n) for n in range(52) if cards >> n & 1}


def test_bits() -> None:
    chance = random.Random(6)
    for _ in range(500):
        bits = chance.getrandbits(62) | 1 << chance.randrange(62)
        numbers = [n for n in range(62) if bits >> n & 1]
        assert (lowest(bits), highest(bits), count(bits)) == (numbers[0], numbers[-1], len(numbers))
        assert moves.last_place(bits & PLACES) == max((1 << n for n in numbers if n < 24), default=0)


def test_the_mixer_of_keys_is_a_bijection() -> None:
    """On a smaller number of bits it cannot be tried, so: no two of many neighbouring keys fall together."""
    keys = {depth_first.scattered(key << shift) for shift in (0, 20, 40) for key in range(1, 20_000)}
    distinct = {key << shift for shift in (0, 20, 40) for key in range(1, 20_000)}
    assert len(keys) == len(distinct)


def dead_by_facts(game: Thoughtful, state: State, second: set[Card]) -> bool:
    """The dead test again, with sets of cards and the facts of its docstring one by one."""
    _, root = pack(game, state)
    up, free, heads, stock = (cards_in(root[place]) for place in (UP, FREE, HEADS, STOCK))
    lying = free - heads
    blocks = [
        block
        for column, hidden in zip(state.columns, state.face_down, strict=True)
        for block in cut(column, hidden, game.ranks)
    ]
    kings = {card for card in game.pack() if card.rank == game.ranks}

    def parents(card: Card) -> set[Card]:
        return {other for other in game.pack() if other.rank == card.rank + 1 and other.is_red != card.is_red}

    def twin_pair(card: Card) -> frozenset[Card]:
        return frozenset(c for c in game.pack() if c.rank == card.rank and c.is_red == card.is_red)

    pairs = {twin_pair(card) for card in game.pack()}
    children = {pair: {card for card in lying if card not in kings and parents(card) == pair} for pair in pairs}
    is_open = {pair for pair in pairs if len(pair & free) > len(children[pair])}
    been_empty = len(heads | (free & kings)) < game.column_count
    been_up, been_free, left = set(up), set(free), set[Card]()

    def place_for(card: Card) -> bool:
        if card in second and not (twin_pair(card) - {card}) <= been_up and not parents(card) <= been_free:
            return False
        return been_empty if card in kings else frozenset(parents(card)) in is_open

    changed = True
    while changed:
        before = len(been_up), len(been_free), len(left), len(is_open), been_empty
        for card in stock | up:
            if card not in been_free and place_for(card):
                been_free.add(card)
                is_open.add(twin_pair(card))
        for card in set(game.pack()) - been_up:
            lower = card.rank == 1 or Card(card.rank - 1, card.suit) in been_up
            if lower and (card in stock or (card in been_free and twin_pair(card) in is_open)):
                been_up.add(card)
                if card in lying and card not in kings:
                    is_open.add(frozenset(parents(card)))
                been_empty |= card in kings
        for above, below, is_first in blocks:
            head = above[0]
            if head in left or head not in been_free or not (place_for(head) or head in been_up):
                continue
            left.add(head)
            for card in below:
                been_free.add(card)
                is_open.add(twin_pair(card))
            been_empty |= is_first and not set(below) & kings
        changed = before != (len(been_up), len(been_free), len(left), len(is_open), been_empty)
    return been_up != set(game.pack())


def cut(column: tuple[Card, ...], hidden: int, ranks: int) -> list[tuple[list[Card], list[Card], bool]]:
    """A column's blocks that have a head, from the top: its cards, those of the block under it, and whether
    nothing that has a head is under it."""
    blocks: list[list[Card]] = []
    for height, card in enumerate(column):
        follows = height > hidden and card.rank == column[height - 1].rank - 1
        if height and follows and card.is_red != column[height - 1].is_red:
            blocks[-1].append(card)
        else:
            blocks.append([card])
    king_below = bool(blocks) and blocks[0][0].rank == ranks
    found = []
    for level in range(len(blocks) - 1, -1 + king_below, -1):
        found.append((blocks[level], blocks[level - 1] if level else [], level == king_below))
    return found


def test_dead_against_its_facts_one_by_one() -> None:
    positions = list(islice(small_positions(seed=9), 300))
    positions += [(game, state) for game in GAMES for state in whole_positions(game, decks=6, steps=100, every=25)]
    lost = [deal for deal in known_deals() if deal.verdicts[False, 1] == "L"]
    positions += [(game, game.deal(deal.pack)) for game in GAMES for deal in lost[:12]]
    chance = random.Random(8)
    dead = 0
    for game, state in positions:
        deal, root = pack(game, state)
        up, free, heads, stock = root[UP], root[FREE], root[HEADS], root[STOCK]
        is_open = moves.open_pairs(free, free & ~heads, deal[LOWER])
        fitting = moves.placeable(deal, is_open, free, heads)
        for _ in range(2):
            second = chance.getrandbits(52) & chance.getrandbits(52) & ~deal[KINGS] if dead % 2 else 0
            found = bool(pruning.dead(deal, up, free, heads, stock, is_open, fitting & ~second, second))
            assert found == dead_by_facts(game, state, cards_in(second)), (game, state, second)
            dead += found
    assert dead > 30
