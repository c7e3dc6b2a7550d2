"""What every game answers, and the words it answers with.

A game is an object that holds the options; a state is a frozen dataclass of tuples that holds the cards. Whether an
action is legal is written once, in :meth:`Rules.why_not`; everything else asks it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeAlias, TypeVar

from medialuna.cards import Card

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


class IllegalAction(ValueError):
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

    @property
    @abstractmethod
    def places(self) -> tuple[Place, ...]:
        """Where cards may lie, in the order of the table."""

    # --- options -----------------------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def variants(cls) -> Mapping[str, Self]:
        """The games that have a deal code, by the options' letters in it; the first is the usual one."""

    @property
    def options(self) -> str:
        """The letters of these options in a deal code. Raises ValueError for a variant that has none."""
        for letters, game in self.variants().items():
            if game == self:
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

    def defects(self, state: S) -> list[str]:
        """All that is wrong with a state's cards, in plain words; empty for one that a game could hold."""
        seen: dict[str, int] = {}
        for cards in self.layout(state).values():
            for card in cards:
                seen[str(card)] = seen.get(str(card), 0) + 1
        wanted: dict[str, int] = {}
        for card in self.all_cards():
            wanted[str(card)] = wanted.get(str(card), 0) + 1
        return [
            f"{name}: expected {wanted.get(name, 0)}, found {seen.get(name, 0)}"
            for name in {**wanted, **seen}
            if wanted.get(name, 0) != seen.get(name, 0)
        ]

    @abstractmethod
    def all_cards(self) -> Cards:
        """Every card of the game, those laid out before dealing included."""

    # --- rules -------------------------------------------------------------------------------------------------

    @abstractmethod
    def why_not_lift(self, state: S, source: Place, count: int) -> Reason | None:
        """Why the top ``count`` cards of a place cannot be taken up, whatever their target."""

    @abstractmethod
    def why_not(self, state: S, action: Action) -> Reason | None:
        """The rule that forbids an action, or None when it is legal."""

    @abstractmethod
    def candidates(self, state: S) -> Iterable[Action]:
        """Actions among which are all the legal ones."""

    def legal_actions(self, state: S) -> list[Action]:
        return [action for action in self.candidates(state) if self.why_not(state, action) is None]

    def apply(self, state: S, action: Action) -> S:
        """The state after an action. Raises :class:`IllegalAction`."""
        if reason := self.why_not(state, action):
            raise IllegalAction(reason, action, state)
        return self.apply_unchecked(state, action)

    @abstractmethod
    def apply_unchecked(self, state: S, action: Action) -> S:
        """The state after an action known to be legal."""

    @abstractmethod
    def is_won(self, state: S) -> bool: ...

    @abstractmethod
    def is_blocked(self, state: S) -> bool | None:
        """Whether the game declares that nothing can be done any more; None where it never declares it."""

    def finish(self, state: S) -> list[Move] | None:
        """The moves that win when nothing else is left to do than to bring every card home; None otherwise.

        A page may offer them; nothing is played by itself.
        """
        return None

    # --- the hand and the eye ----------------------------------------------------------------------------------
    # ``takers`` are the places that take the cards in question, as :meth:`takers` lists them.

    def takers(self, state: S, source: Place, count: int) -> list[Place]:
        """The places that take the top ``count`` cards of a place, in the order of :meth:`candidates`."""
        moves = (a for a in self.candidates(state) if isinstance(a, Move) and (a.source, a.count) == (source, count))
        return [move.target for move in moves if self.why_not(state, move) is None]

    @abstractmethod
    def view(self, state: S) -> dict[Place, Pile]:
        """Only what the player may see."""

    @abstractmethod
    def tap(self, state: S, source: Place, count: int, takers: Sequence[Place]) -> Place | None:
        """Where a tap sends the top ``count`` cards of a place; None: they are selected and wait for a target."""

    @abstractmethod
    def double_tap(self, state: S, source: Place, count: int, takers: Sequence[Place]) -> Place | None:
        """Where a double tap sends them; None: nowhere."""

    @abstractmethod
    def zone(self, state: S, source: Place, count: int, takers: Sequence[Place]) -> Place | None:
        """The foundation meant when they are dropped anywhere in the zone of the foundations."""

    # --- what a record says and counts -------------------------------------------------------------------------

    @abstractmethod
    def named_move(self, state: S, source: str, target: str) -> Move:
        """The move that a record's ``source-target`` means here, legal or not. Raises ValueError for unknown names."""

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
