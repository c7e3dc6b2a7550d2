"""What happens at a table: a game is begun, an action is done, a question is answered.

The store's row is the truth. Standings are kept for a while so that a long record need not be replayed for every
action, but only one that was made of exactly the stored record is ever used; so any process may answer any request.
"""

from __future__ import annotations

import itertools
import secrets
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import NoReturn

from msgspec import UNSET

from medialuna.contract import Action, AnyRules, IllegalAction, Move, Press, Reason
from medialuna.games import GAMES
from medialuna.notation.actions import format_action, parse_action
from medialuna.notation.deal_code import NUMBERS, DealCode
from medialuna.record import UNDO, Game, GameRecord, IllegalUndo, replay, undone
from medialuna.server.errors import OtherStep, Refusal
from medialuna.server.http.body import expected
from medialuna.server.store.games import GAMES_PER_PLAYER, GameRow, Store, TooManyGames
from medialuna.table import wire

MOST_ACTIONS = 10_000
"""The longest record."""

KEPT = 256
"""How many games a process remembers."""


class Playing:
    """The tables of one server process."""

    def __init__(
        self,
        store: Store,
        grade: Callable[[str], int | None] = lambda code: None,
        won: Callable[[str, str], None] = lambda game, record: None,
    ) -> None:
        """``grade`` tells how hard a deal is; ``won`` is called with the name and the record of a game that is won."""
        self.store, self.grade, self.won = store, grade, won
        self._kept: OrderedDict[str, tuple[str, Game]] = OrderedDict()
        self._lock = Lock()

    # --- games ----------------------------------------------------------------------------------------------------

    def played(self, row: GameRow) -> Game:
        """How a stored game stands. Raises :class:`Refusal` when its record breaks the rules of this version."""
        with self._lock:
            kept = self._kept.get(row.id)
        if kept and kept[0] == row.record:
            return kept[1]
        record = GameRecord.parse(row.record)
        replayed = replay(record)
        if replayed.fault is not None:
            raise Refusal(409, "server.broken-record", game=row.code, at=replayed.fault.at + 1)
        self._keep(row, replayed.played)
        return replayed.played

    def _keep(self, row: GameRow, played: Game) -> None:
        with self._lock:
            self._kept[row.id] = (row.record, played)
            self._kept.move_to_end(row.id)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def view(self, row: GameRow) -> wire.View:
        """The table of a stored game, as it is taken up again."""
        played = self.played(row)
        view = self._view(row, played)
        if again := undone_actions(row.record, played):
            view.undone = again
        return view

    def _view(self, row: GameRow, played: Game) -> wire.View:
        view = wire.view(played, id=row.id, code=row.code, step=row.step, seconds=row.seconds)
        view.assisted, view.grade = row.assisted, self.grade(row.code)
        return view

    # --- games -------------------------------------------------------------------------------------------------

    def begin(self, player: int, code: DealCode) -> GameRow:
        """A new game of a deal. Raises :class:`Refusal` when the player has too many."""
        try:
            score = 0 if code.game.has_score else None
            return self.store.new_game(player, str(code), str(GameRecord(code)), score)
        except TooManyGames:
            raise Refusal(409, "server.too-many-games", limit=GAMES_PER_PLAYER) from None

    def act(self, token: str | None, row: GameRow, request: wire.ActionRequest) -> wire.View:
        """Does an action, and answers the table after it.

        Raises :class:`OtherStep` when the game is not where the action was chosen, :class:`Refusal` when the action is
        none, or against the rules.
        """
        if request.step != row.step:
            raise OtherStep(self.view(row))
        played = self.played(row)
        action = wanted(played.rules, request.action)
        if row.step >= MOST_ACTIONS:
            raise Refusal(409, "server.record-full", limit=MOST_ACTIONS)
        try:
            after = played.undone() if action is None else played.after(action)
        except (IllegalAction, IllegalUndo) as error:
            raise Refusal.for_reason(error.reason) from None
        text = UNDO if action is None else format_action(played.rules, action)
        written = row._replace(
            record=f"{row.record} {text}", step=row.step + 1, seconds=max(row.seconds, request.seconds)
        )
        view = self._view(written, after)
        if action is None:
            view.redo = undone_actions(written.record, after, 1)[0]
        written = written._replace(status=view.status, moves=after.moves, score=view.counters.score)
        if not self.store.append(row, written):
            self._overtaken(token, row)
        self._keep(written, after)
        if after.is_won:
            self.won(written.id, written.record)
        return view

    def _overtaken(self, token: str | None, row: GameRow) -> NoReturn:
        found = self.store.game(token, row.id)
        if found is None:
            raise Refusal(404, "server.no-game")
        raise OtherStep(self.view(found[1]))

    def why(self, row: GameRow, query: wire.WhyQuery) -> Reason | None:
        """The rule against an action, or None. Raises :class:`Refusal` when the question is none."""
        played = self.played(row)
        game, state = played.rules, played.state
        asked = [name for name in ("source", "press", "undo") if getattr(query, name) is not UNSET]
        if len(asked) != 1:
            raise expected("query", "source, count, target", "press", "undo")
        if isinstance(query.press, str):
            return game.why_not(state, _press(game, query.press, "press"))
        if isinstance(query.source, str):
            count = query.count if isinstance(query.count, int) else 1
            source = _place(game, query.source, "source")
            if isinstance(query.target, str):
                return game.why_not(state, Move(source, count, _place(game, query.target, "target")))
            return game.why_not_lift(state, source, count)
        return played.why_not_undo()


def wanted(game: AnyRules, body: wire.ActionBody) -> Action | None:
    """The action of a request, None for the undo. Raises :class:`Refusal` when it is none of this game."""
    given = [one for one in (body.move, body.press, body.undo) if one is not UNSET]
    if len(given) != 1 or body.undo is False:
        raise expected("action", '{"move": {…}}', '{"press": "…"}', '{"undo": true}')
    if isinstance(body.press, str):
        return _press(game, body.press, "action.press")
    if isinstance(body.move, wire.MoveBody):
        source = _place(game, body.move.source, "action.move.source")
        return Move(source, body.move.count, _place(game, body.move.target, "action.move.target"))
    return None


def wanted_deal(body: wire.NewGame) -> DealCode:
    """The deal of a request for a new game. Raises BadCode, :class:`Refusal`."""
    if isinstance(body.code, str):
        if body.game is not UNSET or body.options is not UNSET or body.winnable is True:
            raise expected("body", '{"code": "…"}', '{"game": "…", "options": "…"}')
        return DealCode.parse(body.code, offered=True)
    if not isinstance(body.game, str):
        raise expected("body", '{"code": "…"}', '{"game": "…", "options": "…"}')
    variants = GAMES[body.game].variants()
    options = body.options if isinstance(body.options, str) else next(iter(variants))
    if options not in variants:
        raise expected("options", *(f'"{one}"' for one in variants))
    return chance_deal(variants[options])


def chance_deal(game: AnyRules) -> DealCode:
    """A deal by chance."""
    return DealCode(game, secrets.randbelow(NUMBERS))


def first_game() -> AnyRules:
    """The game on which a newcomer's table opens."""
    return next(iter(next(iter(GAMES.values())).variants().values()))


def _place(game: AnyRules, name: str, part: str) -> str:
    if name not in game.places:
        raise expected(part, *(f'"{place}"' for place in game.places))
    return name


def _press(game: AnyRules, name: str, part: str) -> Press:
    if name not in game.presses:
        raise expected(part, *(f'"{place}"' for place in game.presses))
    return Press(name)


def undone_actions(record: str, played: Game, most: int | None = None) -> list[wire.ActionBody]:
    """The actions that were undone and may be sent again, the next one last; at most so many of the next ones."""
    found: list[wire.ActionBody] = []
    for text in itertools.islice(reversed(undone(record.partition(":")[2].split())), most):
        found.append(wire.action_body(parse_action(played.rules, played.state, text)))
        played = played.after_text(text)
    return found[::-1]
