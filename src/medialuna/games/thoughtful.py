"""Thoughtful, or Solitaire Réfléchi.

One deck. Seven columns of one to seven cards, all face up; the other 24 cards are the stock, face down, beside an
empty waste and four empty foundations. A card goes onto a column's last card of the other colour and the next higher
rank; it takes the cards above it along when they already form such a sequence. An empty column takes only a king,
alone or with its group. The stock is turned onto the waste one card at a time, or three, and only the waste's top
card is playable; when the stock is empty the whole waste becomes the stock again, as often as one likes. The
foundations build up by suit from ace to king, and give their top card back. Won when all cards are on the
foundations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import ClassVar, Self

from medialuna.cards import ACE, KING, SUITS, Card, one_deck
from medialuna.contract import Action, Cards, Move, Pile, Place, Press, Reason, Rules, UnknownPlace
from medialuna.shape import Row, Shape

DRAW = Press("+")
RECYCLE = Press("R")

NOTHING_THERE = Reason("thoughtful.nothing-there", "TF-3")
SAME_PLACE = Reason("thoughtful.same-place", "TF-2")
NOT_FROM_STOCK = Reason("thoughtful.not-from-stock", "TF-5")
NOT_TOP_OF_WASTE = Reason("thoughtful.not-top-of-waste", "TF-5")
FACE_DOWN = Reason("thoughtful.face-down", "TF-3")
NO_TARGET = Reason("thoughtful.no-target", "TF-5")
ONE_TO_FOUNDATION = Reason("thoughtful.one-card-to-foundation", "TF-6")
ONE_FROM_FOUNDATION = Reason("thoughtful.one-card-from-foundation", "TF-10")
NOTHING_TO_DRAW = Reason("thoughtful.nothing-to-draw", "TF-7")
STOCK_IS_EMPTY = Reason("thoughtful.stock-is-empty", "TF-7")
NOTHING_TO_RECYCLE = Reason("thoughtful.nothing-to-recycle", "TF-8")
STOCK_NOT_EMPTY = Reason("thoughtful.stock-not-empty", "TF-8")


@dataclass(frozen=True, slots=True)
class State:
    """``columns``, ``waste`` and ``foundations`` (S H D C) hold their cards bottom to top, ``stock`` the next card to
    be drawn first; ``face_down`` tells how many of each column's lowest cards are turned down (closed game only)."""

    columns: tuple[Cards, ...]
    stock: Cards
    waste: Cards
    foundations: tuple[Cards, ...]
    face_down: tuple[int, ...]


@dataclass(frozen=True)
class Thoughtful(Rules[State]):
    """The rules. ``draw`` is 1 or 3. ``closed`` is the game of the literature, its cards known but turned down until
    they are uncovered, and ``column_count`` and ``ranks`` make small games: all three for studies and tests."""

    draw: int = 1
    closed: bool = False
    column_count: int = 7
    ranks: int = KING

    name: ClassVar[str] = "thoughtful"
    letters: ClassVar[str] = "TF"
    presses: ClassVar[tuple[Place, ...]] = ("+", "R")
    example: ClassVar[str] = "5-2, W-F or S-3"
    place_rule: ClassVar[str] = "TF-1"
    count_rule: ClassVar[str] = "TF-3"
    has_score: ClassVar[bool] = True
    undo_rule: ClassVar[str] = "TF-15"
    undo_uncounts: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.draw not in (1, 3):
            raise ValueError(f"draw is {self.draw}: expected 1 or 3")

    @classmethod
    @cache
    def variants(cls) -> Mapping[str, Self]:
        """TF-7: the draw is chosen when the game is started."""
        return {"D1N": cls(draw=1), "D3N": cls(draw=3)}

    @classmethod
    @cache
    def coded(cls) -> Mapping[str, Self]:
        """The closed game too, as in Crescent with a B for what is dealt face down."""
        return {**cls.variants(), "D1B": cls(draw=1, closed=True), "D3B": cls(draw=3, closed=True)}

    @cached_property
    def places(self) -> tuple[Place, ...]:
        return (*_columns(self.column_count), "stock", "W", *SUITS)

    # --- TF-1: the deal ----------------------------------------------------------------------------------------

    def pack(self) -> Cards:
        return one_deck(self.ranks)

    def all_cards(self) -> Cards:
        return self.pack()

    def deal(self, pack: Sequence[Card]) -> State:
        if len(pack) != len(self.pack()):
            raise ValueError(f"expected {len(self.pack())} cards to deal, got {len(pack)}")
        columns: list[Cards] = [()] * self.column_count
        dealt = 0
        for row in range(self.column_count):
            for i in range(row, self.column_count):
                columns[i] = (*columns[i], pack[dealt])
                dealt += 1
        hidden = tuple(i if self.closed else 0 for i in range(self.column_count))
        return State(tuple(columns), tuple(pack[dealt:]), (), ((),) * 4, hidden)

    # --- TF-2, TF-4: building on the columns --------------------------------------------------------------------

    def _onto_column(self, card: Card, column: Cards) -> Reason | None:
        if not column:
            return (
                None if card.rank == self.ranks else Reason("thoughtful.empty-wants-king", "TF-4", {"rank": self.ranks})
            )
        on = column[-1]
        if card.is_red == on.is_red:
            return _refused("thoughtful.colour", on)
        if card.rank == on.rank - 1:
            return None
        return _refused("thoughtful.nothing-on-ace" if on.rank == ACE else "thoughtful.rank", on)

    # --- TF-3, TF-5, TF-10: what can be taken up ------------------------------------------------------------------

    def why_not_lift_unchecked(self, state: State, source: Place, count: int) -> Reason | None:
        """TF-3: a group must be in sequence; TF-5: of the waste, TF-10: of a foundation only the top card."""
        if source == "stock":
            return NOT_FROM_STOCK
        if not 1 <= count <= len(cards := self._cards(state, source)):
            return NOTHING_THERE
        if count == 1:
            return None
        if source == "W":
            return NOT_TOP_OF_WASTE
        if source in SUITS:
            return ONE_FROM_FOUNDATION
        if count > len(cards) - state.face_down[int(source) - 1]:
            return FACE_DOWN
        for i in range(len(cards) - count + 1, len(cards)):
            card, on = cards[i], cards[i - 1]
            if card.rank != on.rank - 1 or card.is_red == on.is_red:
                return Reason("thoughtful.not-in-sequence", "TF-3", {"card": card, "on": on})
        return None

    def run_length(self, state: State, column: Place) -> int:
        """How many of a column's last cards move as a group."""
        length = 0
        while self.why_not_lift_unchecked(state, column, length + 1) is None:
            length += 1
        return length

    # --- TF-6: the foundations ---------------------------------------------------------------------------------

    def _onto_foundation(self, state: State, move: Move, card: Card) -> Reason | None:
        if move.count != 1:
            return ONE_TO_FOUNDATION
        if card.suit != move.target:
            return Reason("thoughtful.foundation-suit", "TF-6", {"suit": move.target})
        wanted = len(self._cards(state, move.target)) + 1
        if card.rank == wanted:
            return None
        return Reason("thoughtful.foundation-rank", "TF-6", {"card": Card(wanted, card.suit)})

    # --- TF-7, TF-8: stock and waste ---------------------------------------------------------------------------

    def _why_not_press(self, state: State, place: Place) -> Reason | None:
        if place == "+":
            if state.stock:
                return None
            return STOCK_IS_EMPTY if state.waste else NOTHING_TO_DRAW
        if state.stock:
            return STOCK_NOT_EMPTY
        return None if state.waste else NOTHING_TO_RECYCLE

    def _press(self, state: State, place: Place) -> State:
        if place == "+":
            stock, waste = state.stock[self.draw :], state.waste + state.stock[: self.draw]
        else:
            stock, waste = state.waste, ()
        return State(state.columns, stock, waste, state.foundations, state.face_down)

    # --- legality and its consequence --------------------------------------------------------------------------

    def why_not_unchecked(self, state: State, action: Action) -> Reason | None:
        if isinstance(action, Press):
            return self._why_not_press(state, action.place)
        source, count, target = action
        if reason := self.why_not_lift_unchecked(state, source, count):
            return reason
        if source == target:
            return SAME_PLACE
        if target in ("stock", "W"):
            return NO_TARGET
        card = self._cards(state, source)[-count]
        if target in SUITS:
            return self._onto_foundation(state, action, card)
        return self._onto_column(card, state.columns[int(target) - 1])

    def candidates(self, state: State) -> Iterable[Action]:
        """From every column and the waste to its top card's foundation and to every other column, from the foundations
        to every column; the presses."""
        columns = _columns(self.column_count)
        for source in (*columns, "W", *SUITS):
            if not (cards := self._cards(state, source)):
                continue
            if source not in SUITS:
                yield Move(source, 1, cards[-1].suit)
            for target, onto in zip(columns, state.columns, strict=True):
                count = self._fitting(cards, onto)
                if 1 <= count <= len(cards) and target != source:
                    yield Move(source, count, target)
        yield DRAW
        yield RECYCLE

    def _fitting(self, cards: Cards, onto: Cards) -> int:
        """TF-2, TF-4: how many cards would have to go to a column for the lowest of them to have the rank that fits
        there, since in a sequence each rank stands once. May be less than 1, or more than there are."""
        wanted = onto[-1].rank - 1 if onto else self.ranks
        return wanted - cards[-1].rank + 1

    def apply_unchecked(self, state: State, action: Action) -> State:
        if isinstance(action, Press):
            return self._press(state, action.place)
        source, count, target = action
        columns, foundations = list(state.columns), list(state.foundations)
        waste, hidden = state.waste, state.face_down
        group = self._cards(state, source)[-count:]
        if source == "W":
            waste = waste[:-1]
        elif source in SUITS:
            foundations[SUITS.index(source)] = foundations[SUITS.index(source)][:-1]
        else:
            place = int(source) - 1
            columns[place] = left = columns[place][:-count]
            if hidden[place]:
                hidden = (*hidden[:place], min(hidden[place], max(len(left) - 1, 0)), *hidden[place + 1 :])
        if target in SUITS:
            foundations[SUITS.index(target)] += group
        else:
            columns[int(target) - 1] += group
        return State(tuple(columns), state.stock, waste, tuple(foundations), hidden)

    # --- TF-9: the end -----------------------------------------------------------------------------------------

    def is_won(self, state: State) -> bool:
        return sum(map(len, state.foundations)) == 4 * self.ranks

    def is_blocked(self, state: State) -> None:
        """TF-9: a defeat is never declared."""

    # --- TF-11: a finish that may be offered ---------------------------------------------------------------------

    def finish(self, state: State) -> list[Move] | None:
        """TF-11: nothing moves by itself; this only says by which moves to the foundations alone the game is won.

        Their order makes no difference: a card that fits its foundation fits it until it is there.
        """
        if state.stock or self.is_won(state):
            return None
        moves: list[Move] = []
        while not self.is_won(state):
            home = (a for a in self.candidates(state) if isinstance(a, Move) and a.target in SUITS)
            move = next((a for a in home if self.why_not_unchecked(state, a) is None), None)
            if move is None:
                return None
            moves.append(move)
            state = self.apply_unchecked(state, move)
        return moves

    # --- what is seen ------------------------------------------------------------------------------------------

    def view(self, state: State) -> dict[Place, Pile]:
        """TF-1: the columns are open, the stock is not; TF-7: the waste shows as many cards as are drawn at once."""
        seen: dict[Place, Pile] = {}
        for i, place in enumerate(_columns(self.column_count)):
            cards, hidden = state.columns[i], state.face_down[i]
            seen[place] = Pile(cards[hidden:], len(cards), face_down=hidden, lift=self.run_length(state, place))
        recycles = not state.stock and bool(state.waste)
        seen["stock"] = Pile((), len(state.stock), face_down=len(state.stock), press="R" if recycles else "+")
        seen["W"] = Pile(state.waste[-self.draw :], len(state.waste), lift=min(len(state.waste), 1))
        for suit, cards in zip(SUITS, state.foundations, strict=True):
            seen[suit] = Pile(cards[-1:], len(cards), lift=min(len(cards), 1))
        return seen

    # --- TF-12, TF-6: taps and the foundation zone ----------------------------------------------------------------

    def tap_unchecked(self, state: State, source: Place, count: int, takers: Sequence[Place]) -> Place | None:
        """TF-12: a column's last card or the waste's top card goes to its foundation if it fits."""
        return next((place for place in takers if place in SUITS), None)

    def double_tap_unchecked(self, state: State, source: Place, count: int, takers: Sequence[Place]) -> Place | None:
        """TF-12: to its foundation, else to the longest column that accepts it, of equal ones the leftmost; a king,
        which only empty columns accept, to the leftmost of these."""
        if source in SUITS:
            return None
        columns = (place for place in takers if place not in SUITS)
        longest = max(columns, key=lambda c: len(state.columns[int(c) - 1]), default=None)
        return self.tap_unchecked(state, source, count, takers) or longest

    def zone_unchecked(self, state: State, source: Place, count: int, takers: Sequence[Place]) -> Place | None:
        """TF-6: a card dropped anywhere in the zone finds its own suit's place."""
        return self._cards(state, source)[-count].suit

    # --- TF-14, TF-15: counters and score ------------------------------------------------------------------------

    def counts(self, action: Action) -> bool:
        """TF-15: every action counts one move."""
        return True

    def points(self, state: State, action: Action) -> int:
        """TF-14."""
        if action == RECYCLE:
            return -100
        if not isinstance(action, Move) or action.source in SUITS:
            return 0
        if action.target in SUITS:
            return 10
        return 5 if action.source == "W" else 0

    # --- names in records --------------------------------------------------------------------------------------

    def named_move_unchecked(self, state: State, source: str, target: str) -> Move:
        """``5-2``, ``5-F``, ``W-3``, ``S-3``. Which cards go to a column follows from the target: one card at most of
        the sequence fits there. Where none has the fitting rank the last card is meant."""
        if source not in (*_columns(self.column_count), "W", *SUITS):
            raise UnknownPlace(source, "place", f"1 to {self.column_count}, W, S, H, D or C")
        if target == "F":
            cards = self._cards(state, source)
            return Move(source, 1, cards[-1].suit if cards else SUITS[0])
        if target not in _columns(self.column_count):
            raise UnknownPlace(target, "target", f"1 to {self.column_count} or F")
        if source == "W" or source in SUITS:
            return Move(source, 1, target)
        cards = self._cards(state, source)
        count = self._fitting(cards, state.columns[int(target) - 1]) if cards else 1
        return Move(source, count if 1 <= count <= len(cards) else 1, target)

    def move_name(self, move: Move) -> str:
        return f"{move.source}-{'F' if move.target in SUITS else move.target}"

    # --- positions as data -------------------------------------------------------------------------------------

    def _cards(self, state: State, place: Place) -> Cards:
        if place.isdigit():
            return state.columns[int(place) - 1]
        if place == "W":
            return state.waste
        return state.stock if place == "stock" else state.foundations[SUITS.index(place)]

    def layout(self, state: State) -> dict[Place, Cards]:
        piles = (*state.columns, state.stock, state.waste, *state.foundations)
        return dict(zip(self.places, piles, strict=True))

    @cached_property
    def shape(self) -> Shape:
        rows = {"columns": Row(self.column_count), "stock": Row(0), "waste": Row(0), "foundations": Row(4)}
        return Shape(State, rows, (), frozenset(self.all_cards()))

    def faults(self, state: State) -> list[str]:
        """Foundations that are not built as TF-6 says, and face-down cards that the game does not know."""
        found = []
        for suit, foundation in zip(SUITS, state.foundations, strict=True):
            if [(c.rank, c.suit) for c in foundation] != [(r, suit) for r in range(ACE, len(foundation) + 1)]:
                found.append(f"foundation {suit}: not built in sequence")
        for place, cards, hidden in zip(self.places, state.columns, state.face_down, strict=False):
            if hidden > (max(len(cards) - 1, 0) if self.closed else 0):
                found.append(f"column {place}: {hidden} cards face down")
        return found

    def facts(self, state: State) -> dict[str, int]:
        return {p: n for p, n in zip(_columns(self.column_count), state.face_down, strict=True) if n}

    def assemble(self, layout: Mapping[Place, Cards], facts: Mapping[str, int]) -> State:
        """Places that are not named are empty."""
        columns = _columns(self.column_count)
        return State(
            tuple(layout.get(p, ()) for p in columns),
            layout.get("stock", ()),
            layout.get("W", ()),
            tuple(layout.get(s, ()) for s in SUITS),
            tuple(facts.get(p, 0) for p in columns),
        )


@cache
def _refused(code: str, on: Card) -> Reason:
    return Reason(code, "TF-2", {"on": on, "rank": on.rank - 1, "colour": "black" if on.is_red else "red"})


@cache
def _columns(count: int) -> tuple[Place, ...]:
    return tuple(str(i + 1) for i in range(count))
