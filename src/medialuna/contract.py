"""What every game answers, and the words it answers with.

Rules are an object that holds the options; a state is a frozen dataclass of tuples that holds the cards. Whether an
action is legal is written once, in a game's :meth:`Rules.why_not_unchecked`; everything else asks it.

The short verbs (``why_not``, ``apply``, ``tap`` …) check all they are given: an object that is no state of the game
raises :class:`BadPosition`, an unknown place, press or count is answered with a :class:`Reason`. Those that end in
``_unchecked`` are for states and actions that come from the rules themselves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeAlias, TypeVar

from medialuna.cards import Card
from medialuna.errors import MedialunaError
from medialuna.shape import Shape, shown

Place: TypeAlias = str
"""A place on the table by its short name: a pile's number, ``W``, ``AS`` …"""

Cards: TypeAlias = tuple[Card, ...]


class Move(NamedTuple):
    """The top ``count`` cards of ``source`` go to ``target``."""

    source: Place
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody asks of a move
    target: Place


class Press(NamedTuple):
    """Something is done at a place: draw, recycle, redistribute."""

    place: Place


Action: TypeAlias = Move | Press


class Reason(NamedTuple):
    """Why an action is refused: a stable code, the number of the rule, and what its sentence has to name.

    ``details`` may hold cards, ranks (1 to 13) under ``rank``, colours (``red``, ``black``) under ``colour`` and suits
    under ``suit``.
    """

    code: str
    rule: str
    details: Mapping[str, Card | int | str] = MappingProxyType({})

    def __reduce__(self) -> tuple[Any, ...]:
        # a read-only mapping cannot be pickled
        return Reason, (self.code, self.rule, dict(self.details))


class BadPosition(MedialunaError):
    """A position that the game could not hold; ``defects`` are all its faults."""

    def __init__(self, defects: list[str]) -> None:
        super().__init__("no possible position: " + "; ".join(defects))
        self.defects = defects


class UnknownPlace(MedialunaError):
    """A name that is no place, or no target, of the game."""

    def __init__(self, name: object, what: str, expected: str) -> None:
        super().__init__(f"{shown(name)} is no {what}: expected {expected}")
        self.name, self.expected = name, expected


class IllegalAction(MedialunaError):
    """An action that the rules refuse; ``state`` is unchanged."""

    def __init__(self, reason: Reason, action: Action, state: object) -> None:
        super().__init__(f"{action} breaks {reason.rule} ({reason.code})")
        self.reason, self.action, self.state = reason, action, state


@dataclass(frozen=True, slots=True)
class Pile:
    """What the player sees of one place.

    ``cards`` are the visible ones, bottom to top; ``count`` all that lie there; ``face_down`` how many of these are
    turned down; ``lift`` how many can be taken up together at most; ``press`` what pressing the place does.
    """

    cards: Cards
    count: int
    face_down: int = 0
    lift: int = 0
    press: Place | None = None


S = TypeVar("S")


def _is_one_of(names: tuple[str, ...], name: object) -> bool:
    return isinstance(name, str) and name in names


class Rules(ABC, Generic[S]):
    """The rules of a game under certain options; ``S`` is the type of its states."""

    name: ClassVar[str]
    """In lower case, as in the names of files."""
    letters: ClassVar[str]
    """The two letters with which its deal codes begin."""
    version: ClassVar[int] = 1
    """Grows when the rules change what a record means; studies store it."""
    presses: ClassVar[tuple[Place, ...]]
    """What may be pressed."""
    example: ClassVar[str]
    """A move or two as records write them, for messages."""

    place_rule: ClassVar[str]
    """The rule that says which places and presses there are."""
    count_rule: ClassVar[str]
    """The rule that says how many cards move at once."""

    @property
    @abstractmethod
    def places(self) -> tuple[Place, ...]:
        """Where cards may lie, in the order of the table."""

    # --- options -----------------------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def variants(cls) -> Mapping[str, Self]:
        """The variants that a table offers, by the options' letters in deal codes; the first is the usual one."""

    @classmethod
    def coded(cls) -> Mapping[str, Self]:
        """All variants that have a deal code, by the options' letters in it: the offered ones first."""
        return cls.variants()

    @property
    def options(self) -> str:
        """The letters of these options in a deal code. Raises ValueError for a variant that has none."""
        for letters, rules in self.coded().items():
            if rules == self:
                return letters
        raise ValueError(f"{self} has no deal code")

    # --- positions ---------------------------------------------------------------------------------------------

    @abstractmethod
    def pack(self) -> Cards:
        """The cards to deal, before they are shuffled."""

    @abstractmethod
    def deal(self, pack: Sequence[Card]) -> S:
        """The first position. Raises ValueError when the pack has not the right number of cards."""

    @abstractmethod
    def layout(self, state: S) -> dict[Place, Cards]:
        """Every place with all its cards, bottom to top (the stock: the last to be drawn first)."""

    @abstractmethod
    def assemble(self, layout: Mapping[Place, Cards], facts: Mapping[str, int]) -> S:
        """The state with these cards; the inverse of :meth:`layout` and :meth:`facts`."""

    @abstractmethod
    def facts(self, state: S) -> dict[str, int]:
        """What a state holds besides the cards' places: cards face down by place, redistributions left."""

    @property
    @abstractmethod
    def shape(self) -> Shape:
        """What a state is made of."""

    def check(self, state: object) -> None:
        """Raises :class:`BadPosition` for an object that is no state of the game: of another type, with piles or cards
        that the game has not. Cards may be missing: rules can be tried on part of a pack."""
        if not self.shape.fits(state):
            raise BadPosition(self.defects(state))

    def defects(self, state: object) -> list[str]:
        """All that is wrong with a state, in plain words; empty for one that a game could hold."""
        piles, faults = self.shape.faults(state)
        seen = Counter(str(card) for pile in piles for card in pile)
        wanted = Counter(map(str, self.all_cards()))
        if piles:
            faults += [
                f"{name}: expected {wanted[name]}, found {seen[name]}"
                for name in wanted | seen
                if wanted[name] != seen[name]
            ]
        if not self.shape.fits(state):
            return faults
        fitting: Any = state
        return faults + self.faults(fitting)

    @abstractmethod
    def faults(self, state: S) -> list[str]:
        """What a game's own rules find wrong with a state of the right shape, whatever cards it has."""

    @abstractmethod
    def all_cards(self) -> Cards:
        """Every card of the game, those laid out before dealing included."""

    # --- rules -------------------------------------------------------------------------------------------------

    def why_not(self, state: S, action: Action) -> Reason | None:
        """The rule that forbids an action, or None when it is legal. Raises :class:`BadPosition`."""
        self.check(state)
        return self.why_no_action(action) or self.why_not_unchecked(state, action)

    def why_not_lift(self, state: S, source: Place, count: int) -> Reason | None:
        """Why the top ``count`` cards of a place cannot be taken up, whatever their target. Raises
        :class:`BadPosition`."""
        self.check(state)
        return self._why_no_lift(source, count) or self.why_not_lift_unchecked(state, source, count)

    def apply(self, state: S, action: Action) -> S:
        """The state after an action. Raises :class:`BadPosition`, :class:`IllegalAction`."""
        if reason := self.why_not(state, action):
            raise IllegalAction(reason, action, state)
        return self.apply_unchecked(state, action)

    def legal_actions(self, state: S) -> list[Action]:
        """Every action that no rule forbids, each once. Raises :class:`BadPosition`."""
        self.check(state)
        return self.legal_actions_unchecked(state)

    def why_no_action(self, action: object) -> Reason | None:
        """Why something is no action of the game, in whatever position: it names a place, a press or a count that there
        is not, or nothing at all."""
        if isinstance(action, Move):
            if reason := self._why_no_lift(action.source, action.count):
                return reason
            return None if _is_one_of(self.places, action.target) else Reason("action.place", self.place_rule)
        if isinstance(action, Press):
            return None if _is_one_of(self.presses, action.place) else Reason("action.press", self.place_rule)
        return Reason("action.unknown", self.place_rule)

    def _why_no_lift(self, source: object, count: object) -> Reason | None:
        if not _is_one_of(self.places, source):
            return Reason("action.place", self.place_rule)
        # True is no number of cards
        return None if type(count) is int else Reason("action.count", self.count_rule)

    @abstractmethod
    def why_not_unchecked(self, state: S, action: Action) -> Reason | None:
        """:meth:`why_not` for a state and an action that are known to be of this game."""

    @abstractmethod
    def why_not_lift_unchecked(self, state: S, source: Place, count: int) -> Reason | None:
        """:meth:`why_not_lift` for a state and a place that are known to be of this game."""

    @abstractmethod
    def candidates(self, state: S) -> Iterable[Action]:
        """Actions among which are all the legal ones."""

    def legal_actions_unchecked(self, state: S) -> list[Action]:
        """:meth:`legal_actions` of a state that is known to be of this game."""
        return [action for action in self.candidates(state) if self.why_not_unchecked(state, action) is None]

    @abstractmethod
    def apply_unchecked(self, state: S, action: Action) -> S:
        """The state after an action known to be legal."""

    @abstractmethod
    def is_won(self, state: S) -> bool:
        """Whether every card is where the game wants it."""

    @abstractmethod
    def is_blocked(self, state: S) -> bool | None:
        """Whether the game declares that nothing can be done any more; None where it never declares it."""

    def finish(self, state: S) -> list[Move] | None:
        """The moves that win when nothing else is left to do than to bring every card home; None otherwise.

        A page may offer them; nothing is played by itself.
        """
        return None

    # --- the hand and the eye ----------------------------------------------------------------------------------

    @abstractmethod
    def view(self, state: S) -> dict[Place, Pile]:
        """Only what the player may see."""

    def takers(self, state: S, source: Place, count: int) -> list[Place]:
        """The places that take the top ``count`` cards of a place, in the order of :meth:`candidates`; none for cards
        that cannot be taken up. Raises :class:`BadPosition`."""
        if self.why_not_lift(state, source, count):
            return []
        moves = (a for a in self.candidates(state) if isinstance(a, Move) and a[:2] == (source, count))
        return [move.target for move in moves if self.why_not_unchecked(state, move) is None]

    def tap(self, state: S, source: Place, count: int) -> Place | None:
        """Where a tap sends the top ``count`` cards of a place; None: they are selected and wait for a target, or
        cannot be taken up. Raises :class:`BadPosition`."""
        return self._gesture(self.tap_unchecked, state, source, count)

    def double_tap(self, state: S, source: Place, count: int) -> Place | None:
        """Where a double tap sends them; None: nowhere. Raises :class:`BadPosition`."""
        return self._gesture(self.double_tap_unchecked, state, source, count)

    def zone(self, state: S, source: Place, count: int) -> Place | None:
        """The foundation meant when they are dropped anywhere in the zone of the foundations; None for cards that
        cannot be taken up. Raises :class:`BadPosition`."""
        return self._gesture(self.zone_unchecked, state, source, count)

    def _gesture(
        self, meant: Callable[[S, Place, int, Sequence[Place]], Place | None], state: S, source: Place, count: int
    ) -> Place | None:
        if self.why_not_lift(state, source, count):
            return None
        return meant(state, source, count, self.takers(state, source, count))

    # the same for cards that are known to be there and can be taken up; ``takers`` as :meth:`takers` lists them

    @abstractmethod
    def tap_unchecked(self, state: S, source: Place, count: int, takers: Sequence[Place]) -> Place | None:
        """Where a tap sends them."""

    @abstractmethod
    def double_tap_unchecked(self, state: S, source: Place, count: int, takers: Sequence[Place]) -> Place | None:
        """Where a double tap sends them."""

    @abstractmethod
    def zone_unchecked(self, state: S, source: Place, count: int, takers: Sequence[Place]) -> Place | None:
        """The foundation meant in the zone of the foundations."""

    # --- what a record says and counts -------------------------------------------------------------------------

    def named_move(self, state: S, source: str, target: str) -> Move:
        """The move that a record's ``source-target`` means here, legal or not. Raises :class:`BadPosition`,
        :class:`UnknownPlace`."""
        self.check(state)
        return self.named_move_unchecked(state, source, target)

    @abstractmethod
    def named_move_unchecked(self, state: S, source: str, target: str) -> Move:
        """:meth:`named_move` in a state that is known to be of this game. Raises :class:`UnknownPlace`."""

    @abstractmethod
    def move_name(self, move: Move) -> str:
        """How a record writes a move."""

    @abstractmethod
    def counts(self, action: Action) -> bool:
        """Whether the move counter goes up."""

    def points(self, state: S, action: Action) -> int:
        """What the action adds to the score, before the floor; 0 in a game without score."""
        return 0

    has_score: ClassVar[bool] = False
    undo_rule: ClassVar[str]
    """The rule that speaks of undoing."""
    undo_uncounts: ClassVar[bool]
    """Whether undoing an action takes it off the move counter."""

    def ends_history(self, action: Action) -> bool:
        """Whether nothing before the action, nor itself, can be undone any more."""
        return False

    def redeals_left(self, state: S) -> int | None:
        """How often the table may still be redistributed; None in a game without such a thing."""
        return None


AnyRules: TypeAlias = Rules[Any]
