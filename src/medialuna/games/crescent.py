"""Crescent.

Two decks. One ace and one king of each suit are the bases of eight foundations; the other 96 cards form sixteen piles
of six, laid like a horseshoe, of which only the top cards are seen. One card at a time, the top card of a pile, goes
onto a pile whose top card has its suit and the next rank, up or down, ace and king being neighbours; a pile holds
thirteen cards at most, and an emptied one stays empty. The ace foundations build up to the king, the king foundations
down to the ace, in suit. A foundation's card never returns to a pile, but may pass to the other foundation of its
suit. Three times a game the table may be redistributed: in every pile the bottom card comes to the top. Won when all
cards are on the foundations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import ClassVar, Self

from medialuna.cards import ACE, KING, SUITS, Card, one_deck, suit_of_cards
from medialuna.contract import Action, Cards, Move, Pile, Place, Press, Reason, Rules, UnknownPlace
from medialuna.shape import Row, Shape

REDISTRIBUTE = Press("R")

NOTHING_THERE = Reason("crescent.nothing-there", "CR-3")
ONE_CARD = Reason("crescent.one-card", "CR-3")
SAME_PLACE = Reason("crescent.same-place", "CR-3")
WRONG_SUIT = Reason("crescent.suit", "CR-7")
WRONG_RANK = Reason("crescent.rank", "CR-7")
PILE_FULL = Reason("crescent.pile-full", "CR-5")
PILE_EMPTY = Reason("crescent.pile-empty", "CR-6")
NO_WAY_BACK = Reason("crescent.no-way-back", "CR-10")
BASE_LOCKED = Reason("crescent.base-locked", "CR-11")
NONE_LEFT = Reason("crescent.no-redistribution-left", "CR-12")
NOTHING_TO_REDISTRIBUTE = Reason("crescent.nothing-to-redistribute", "CR-12")


@dataclass(frozen=True, slots=True)
class State:
    """``piles``, ``aces`` and ``kings`` hold their cards bottom to top, the foundations in the order S H D C;
    ``face_down`` tells how many of each pile's lowest cards have not been turned yet (CR-19, else all 0)."""

    piles: tuple[Cards, ...]
    aces: tuple[Cards, ...]
    kings: tuple[Cards, ...]
    redistributions_left: int
    face_down: tuple[int, ...]


@dataclass(frozen=True)
class Crescent(Rules[State]):
    """The rules. ``redistributions`` and ``face_down`` are the variants of CR-19; the other options make small games,
    or (``cap``) the game without CR-5, for studies and tests."""

    redistributions: int = 3
    face_down: bool = False
    pile_count: int = 16
    ranks: int = KING
    cap: int = 13

    name: ClassVar[str] = "crescent"
    letters: ClassVar[str] = "CR"
    presses: ClassVar[tuple[Place, ...]] = ("R",)
    example: ClassVar[str] = "10-14, 10-A or AS-K"
    place_rule: ClassVar[str] = "CR-2"
    count_rule: ClassVar[str] = "CR-3"
    undo_rule: ClassVar[str] = "CR-17"
    undo_uncounts: ClassVar[bool] = True

    @classmethod
    @cache
    def variants(cls) -> Mapping[str, Self]:
        """CR-19 and the classic game."""
        return {
            "N": cls(),
            "4N": cls(redistributions=4),
            "B": cls(face_down=True),
            "4B": cls(redistributions=4, face_down=True),
        }

    @property
    def places(self) -> tuple[Place, ...]:
        return _places(self.pile_count)

    # --- CR-1: the deal ----------------------------------------------------------------------------------------

    def pack(self) -> Cards:
        """Both decks without the first one's aces and kings."""
        first = tuple(c for c in one_deck(self.ranks) if ACE < c.rank < self.ranks)
        return first + one_deck(self.ranks, deck=1)

    def all_cards(self) -> Cards:
        return one_deck(self.ranks) + one_deck(self.ranks, deck=1)

    def deal(self, pack: Sequence[Card]) -> State:
        if len(pack) != len(self.pack()):
            raise ValueError(f"expected {len(self.pack())} cards to deal, got {len(pack)}")
        piles = tuple(tuple(pack[i :: self.pile_count]) for i in range(self.pile_count))
        hidden = tuple(max(len(p) - 1, 0) if self.face_down else 0 for p in piles)
        return State(piles, self._bases(ACE), self._bases(self.ranks), self.redistributions, hidden)

    def _bases(self, rank: int) -> tuple[Cards, ...]:
        return tuple((Card(rank, suit),) for suit in SUITS)

    # --- CR-3 … CR-7: building on the piles ---------------------------------------------------------------------

    def why_not_lift_unchecked(self, state: State, source: Place, count: int) -> Reason | None:
        """CR-3: one card, the top one; CR-11: never a base."""
        foundation = source[0] in "AK"
        cards = self._cards(state, source)
        if not cards:
            return NOTHING_THERE
        if foundation and len(cards) == 1:
            return BASE_LOCKED
        return None if count == 1 else ONE_CARD

    def _onto_pile(self, card: Card, pile: Cards) -> Reason | None:
        """CR-6, CR-5 and CR-4, in the order in which CR-7 names them."""
        if not pile:
            return PILE_EMPTY
        if len(pile) >= self.cap:
            return PILE_FULL
        top = pile[-1]
        if card.suit != top.suit:
            return WRONG_SUIT
        # the ranks wrap: an ace goes on a king, a king on an ace
        return None if (card.rank - top.rank) % self.ranks in (1, self.ranks - 1) else WRONG_RANK

    # --- CR-8 … CR-11: the foundations -------------------------------------------------------------------------

    def _onto_foundation(self, card: Card, target: Place, foundation: Cards) -> Reason | None:
        """CR-8: the ace foundations build up; CR-9: the king foundations build down; no wrap."""
        top, rule = foundation[-1], "CR-8" if target[0] == "A" else "CR-9"
        if card.suit != top.suit:
            return WRONG_SUIT
        if len(foundation) == self.ranks:
            return Reason("crescent.foundation-full", rule)
        wanted = top.rank + (1 if target[0] == "A" else -1)
        if card.rank == wanted:
            return None
        return Reason("crescent.foundation-rank", rule, {"card": Card(wanted, top.suit)})

    # --- CR-12: redistribution ---------------------------------------------------------------------------------

    def _why_not_redistribute(self, state: State) -> Reason | None:
        if state.redistributions_left == 0:
            return NONE_LEFT
        return None if any(len(pile) > 1 for pile in state.piles) else NOTHING_TO_REDISTRIBUTE

    def _redistribute(self, state: State) -> State:
        return replace(
            state,
            piles=tuple(pile[1:] + pile[:1] for pile in state.piles),
            face_down=tuple(max(hidden - 1, 0) for hidden in state.face_down),
            redistributions_left=state.redistributions_left - 1,
        )

    # --- legality and its consequence --------------------------------------------------------------------------

    def why_not_unchecked(self, state: State, action: Action) -> Reason | None:
        if isinstance(action, Press):
            return self._why_not_redistribute(state)
        source, count, target = action
        if reason := self.why_not_lift_unchecked(state, source, count):
            return reason
        if source == target:
            return SAME_PLACE
        card = self._cards(state, source)[-1]
        if target[0] in "AK":
            return self._onto_foundation(card, target, self._cards(state, target))
        if source[0] in "AK":
            return NO_WAY_BACK
        return self._onto_pile(card, state.piles[int(target) - 1])

    def candidates(self, state: State) -> Iterable[Action]:
        """Every pile to the foundations and to the other piles of its top card's suit, which alone may take it; the
        foundations to each other; the redistribution."""
        tops = [(place, pile[-1].suit) for place, pile in zip(self.places, state.piles, strict=False) if pile]
        for source, suit in tops:
            yield Move(source, 1, "A" + suit)
            yield Move(source, 1, "K" + suit)
            for target, other in tops:
                if other == suit and target != source:
                    yield Move(source, 1, target)
        yield from _BETWEEN_FOUNDATIONS
        yield REDISTRIBUTE

    def apply_unchecked(self, state: State, action: Action) -> State:
        if isinstance(action, Press):
            return self._redistribute(state)
        source, _, target = action
        n = self.pile_count
        places, table = _numbered(n), [*state.piles, *state.aces, *state.kings]
        table[places[target]] += table[places[source]][-1:]
        table[places[source]] = table[places[source]][:-1]
        piles, hidden = tuple(table[:n]), state.face_down
        if self.face_down:
            # CR-19: the card that comes to the top is turned
            hidden = tuple(min(h, max(len(p) - 1, 0)) for h, p in zip(hidden, piles, strict=True))
        return State(piles, tuple(table[n : n + 4]), tuple(table[n + 4 :]), state.redistributions_left, hidden)

    # --- CR-13, CR-14: the end ---------------------------------------------------------------------------------

    def is_won(self, state: State) -> bool:
        return all(len(f) == self.ranks for f in state.aces + state.kings)

    def is_blocked(self, state: State) -> bool:
        """No move, not even between foundations, and no redistribution that would change anything."""
        return not self.is_won(state) and not self.legal_actions_unchecked(state)

    # --- CR-2: what is seen ------------------------------------------------------------------------------------

    def view(self, state: State) -> dict[Place, Pile]:
        hidden = dict(zip(self.places, state.face_down, strict=False))
        return {
            place: Pile(
                cards[-1:],
                len(cards),
                face_down=hidden.get(place, 0),
                lift=int(self.why_not_lift_unchecked(state, place, 1) is None),
            )
            for place, cards in self.layout(state).items()
        }

    # --- CR-15, CR-16: taps and the foundation zone --------------------------------------------------------------

    # candidates lists a pile's targets as CR-15 and CR-16 prefer them: ace foundation, king foundation, piles by number

    def tap_unchecked(self, state: State, source: Place, count: int, takers: Sequence[Place]) -> Place | None:
        """CR-15: a pile's top card goes where it fits if that is one place only; otherwise it is selected."""
        return takers[0] if source[0] not in "AK" and len(takers) == 1 else None

    def double_tap_unchecked(self, state: State, source: Place, count: int, takers: Sequence[Place]) -> Place | None:
        """CR-15: to a foundation where one accepts the card, else to the first accepting pile."""
        return takers[0] if takers else None

    def zone_unchecked(self, state: State, source: Place, count: int, takers: Sequence[Place]) -> Place | None:
        """CR-16: the foundation of the card's suit that accepts it; where both do or none does, the ace foundation."""
        if not (cards := self._cards(state, source)):
            return None
        ace, king = "A" + cards[-1].suit, "K" + cards[-1].suit
        return king if source == ace or (king in takers and ace not in takers) else ace

    # --- CR-12, CR-17, CR-18: counters and history ---------------------------------------------------------------

    def counts(self, action: Action) -> bool:
        """CR-12: a redistribution does not count as a move."""
        return isinstance(action, Move)

    def ends_history(self, action: Action) -> bool:
        """CR-12, CR-17: a redistribution empties the history."""
        return isinstance(action, Press)

    def redeals_left(self, state: State) -> int:
        return state.redistributions_left

    # --- names in records --------------------------------------------------------------------------------------

    def named_move_unchecked(self, state: State, source: str, target: str) -> Move:
        """``10-14``, ``10-A`` (the ace foundation of the card's suit), ``AS-K``."""
        if source not in self.places:
            raise UnknownPlace(source, "place", f"1 to {self.pile_count} or a foundation such as AS")
        if target in ("A", "K"):
            cards = self._cards(state, source)
            target += cards[-1].suit if cards else SUITS[0]
        elif target not in self.places[: self.pile_count]:
            raise UnknownPlace(target, "target", f"1 to {self.pile_count}, A or K")
        return Move(source, 1, target)

    def move_name(self, move: Move) -> str:
        return f"{move.source}-{move.target[0] if move.target[0] in 'AK' else move.target}"

    # --- positions as data -------------------------------------------------------------------------------------

    def _cards(self, state: State, place: Place) -> Cards:
        if place[0] == "A":
            return state.aces[SUITS.index(place[1])]
        if place[0] == "K":
            return state.kings[SUITS.index(place[1])]
        return state.piles[int(place) - 1]

    def layout(self, state: State) -> dict[Place, Cards]:
        return dict(zip(self.places, state.piles + state.aces + state.kings, strict=True))

    @cached_property
    def shape(self) -> Shape:
        """CR-11: a foundation always holds its base."""
        rows = {"piles": Row(self.pile_count), "aces": Row(4, least=1), "kings": Row(4, least=1)}
        return Shape(State, rows, ("redistributions_left",), frozenset(self.all_cards()))

    def faults(self, state: State) -> list[str]:
        """Piles that are too full, and foundations that are not built as CR-8 and CR-9 say."""
        found = []
        fullest = max(self.cap, -(-len(self.pack()) // self.pile_count))
        for place, pile in zip(self.places, state.piles, strict=False):
            if len(pile) > fullest:
                found.append(f"pile {place}: {len(pile)} cards, expected {fullest} at most")
        for row, order in ((state.aces, range(ACE, self.ranks + 1)), (state.kings, range(self.ranks, 0, -1))):
            for suit, foundation in zip(SUITS, row, strict=True):
                if [(c.rank, c.suit) for c in foundation] != [(r, suit) for r in order[: len(foundation)]]:
                    found.append(f"foundation {'AK'[row is state.kings]}{suit}: not built in sequence")
        if state.redistributions_left > self.redistributions:
            found.append(f"redistributions: {state.redistributions_left}, expected 0 to {self.redistributions}")
        return found

    def facts(self, state: State) -> dict[str, int]:
        hidden = {p: n for p, n in zip(self.places, state.face_down, strict=False) if n}
        return {"redistributions": state.redistributions_left, **hidden}

    def assemble(self, layout: Mapping[Place, Cards], facts: Mapping[str, int]) -> State:
        """Piles that are not named are empty; foundations that are not named hold their base."""
        names = self.places[: self.pile_count]
        aces = tuple(layout.get("A" + s) or suit_of_cards(s, [ACE]) for s in SUITS)
        kings = tuple(layout.get("K" + s) or suit_of_cards(s, [self.ranks]) for s in SUITS)
        return State(
            tuple(layout.get(p, ()) for p in names),
            aces,
            kings,
            facts.get("redistributions", self.redistributions),
            tuple(facts.get(p, 0) for p in names),
        )


@cache
def _places(pile_count: int) -> tuple[Place, ...]:
    piles = tuple(str(i + 1) for i in range(pile_count))
    return piles + tuple("A" + s for s in SUITS) + tuple("K" + s for s in SUITS)


@cache
def _numbered(pile_count: int) -> dict[Place, int]:
    return {place: number for number, place in enumerate(_places(pile_count))}


_BETWEEN_FOUNDATIONS = tuple(Move(a + s, 1, b + s) for a, b in ("AK", "KA") for s in SUITS)
