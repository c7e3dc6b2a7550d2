"""What happens at a table: a game is begun, an action is done, a question is answered.

The store's row is the truth. Games are kept for a while so that a long record need not be replayed for every
action, but only one that was made of exactly the stored record is ever used; so any process may answer any request.
"""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NoReturn, cast

from msgspec import UNSET

from medialuna import words
from medialuna.contract import Action, AnyRules, IllegalAction, Move, Press, Reason
from medialuna.games import GAMES
from medialuna.notation.actions import format_action, parse_action
from medialuna.notation.deal_code import NUMBERS, BadCode, DealCode
from medialuna.record import UNDO, Game, GameRecord, IllegalUndo, replay, undone
from medialuna.table import wire
from medialuna.table.fields import expected
from medialuna.table.recent import Recent
from medialuna.table.refusals import Impossible, Misunderstood, NotFound, OtherStep, Refusal
from medialuna.table.rows import GAMES_PER_PLAYER, GameRow, Player, TableStore, TooManyGames
from medialuna.table.settings import settings_of
from medialuna.table.view import score, status, view

MOST_ACTIONS = 10_000
"""The longest record."""

KEPT = 256
"""How many games a process remembers."""


class Playing:
    """The tables of one process."""

    def __init__(
        self,
        store: TableStore,
        grade: Callable[[str], int | None] = lambda code: None,
        won: Callable[[str, str], None] = lambda game, record: None,
        lock: AbstractContextManager[object] | None = None,
    ) -> None:
        """``grade`` tells how hard a deal is; ``won`` is called with the name and the record of a game that is won.

        ``lock``: as for :class:`Recent`.
        """
        self.store, self.grade, self.won = store, grade, won
        self._kept: Recent[str, tuple[str, Game]] = Recent(KEPT, lock)

    # --- games ----------------------------------------------------------------------------------------------------

    def played(self, row: GameRow) -> Game:
        """How a stored game stands. Raises :class:`Refusal` when its record breaks the rules of this version."""
        kept = self._kept.get(row.id)
        if kept and kept[0] == row.record:
            return kept[1]
        record = GameRecord.parse(row.record)
        replayed = replay(record)
        if replayed.fault is not None:
            raise Impossible("server.broken-record", game=row.code, at=replayed.fault.at + 1)
        self._kept.keep(row.id, (row.record, replayed.played))
        return replayed.played

    def view(self, row: GameRow) -> wire.View:
        """The table of a stored game, as it is taken up again."""
        played = self.played(row)
        seen = self._view(row, played)
        if again := undone_actions(row.record, played):
            seen.undone = again
        return seen

    def _view(self, row: GameRow, played: Game, legal: list[Action] | None = None) -> wire.View:
        seen = view(row, played, legal)
        seen.grade = self.grade(row.code)
        return seen

    # --- games -------------------------------------------------------------------------------------------------

    def begin(self, player: int, code: DealCode) -> GameRow:
        """A new game of a deal. Raises :class:`Refusal` when the player has too many."""
        try:
            score = 0 if code.game.has_score else None
            return self.store.new_game(player, str(code), str(GameRecord(code)), score)
        except TooManyGames:
            raise Impossible("server.too-many-games", limit=GAMES_PER_PLAYER) from None

    def start(self, player: Player, asked: wire.StartRequest, language: str) -> wire.StartAnswer:
        """All that a page needs to begin.

        Goes on with the player's latest game; with a code, with the latest game of that code that is not won yet, or
        deals it.
        """
        error: wire.Error | None = None
        table: wire.View | None = None
        if asked.code is not None and asked.code.strip():
            try:
                table = self.view(self._deal_of_address(player.id, DealCode.parse(asked.code, offered=True)))
            except BadCode as bad:
                error = Misunderstood.for_code(bad).in_wire(language)
            except Refusal as refused:
                error = refused.in_wire(language)
        if table is None:
            try:
                table = self.view(self.store.latest_game(player.id) or self._first_game(player.id))
            except Refusal as refused:
                error = error or refused.in_wire(language)
                table = self.view(self._first_game(player.id))
        return wire.StartAnswer(
            cast(wire.Language, language),
            cast(list[wire.Language], list(words.LANGUAGES)),
            settings_of(player.settings),
            words.for_the_page(language),
            table,
            error,
        )

    def _deal_of_address(self, player: int, code: DealCode) -> GameRow:
        row = self.store.latest_game(player, str(code))
        if row is None:
            return self.begin(player, code)
        self.store.touch(row.id)
        return row

    def _first_game(self, player: int) -> GameRow:
        """The game on which a newcomer's table opens."""
        return self.begin(player, chance_deal(next(iter(next(iter(GAMES.values())).variants().values()))))

    def new_game(self, player: int, asked: wire.NewGame, winnable: Callable[[AnyRules], DealCode]) -> wire.View:
        """Deals a game, by its code or by chance, one that is ``winnable`` if that is asked for; it becomes the
        player's latest. Raises BadCode, :class:`Refusal`."""
        code, left = wanted_deal(asked), self.store.latest_game(player)
        if asked.winnable is True:
            code = winnable(code.game)
        seen = self.view(self.begin(player, code))
        seen.previous = None if left is None else left.id
        return seen

    def act(self, row: GameRow, request: wire.ActionRequest) -> wire.View:
        """Does an action, and answers the table after it.

        Raises :class:`OtherStep` when the game is not where the action was chosen, :class:`Refusal` when the action is
        none, or against the rules.
        """
        if request.step != row.step:
            raise OtherStep(self.view(row))
        played = self.played(row)
        action = wanted(played.rules, request.action)
        if row.step >= MOST_ACTIONS:
            raise Impossible("server.record-full", limit=MOST_ACTIONS)
        try:
            after = played.undone() if action is None else played.after(action)
        except (IllegalAction, IllegalUndo) as error:
            raise Impossible.for_reason(error.reason) from None
        text = UNDO if action is None else format_action(played.rules, action)
        legal = after.rules.legal_actions_unchecked(after.state)
        written = row._replace(
            record=f"{row.record} {text}",
            step=row.step + 1,
            seconds=max(row.seconds, request.seconds),
            status=status(after, legal),
            moves=after.moves,
            score=score(after),
        )
        if not self.store.append(row, written):
            self._overtaken(row)
        self._kept.keep(written.id, (written.record, after))
        if after.is_won:
            self.won(written.id, written.record)
        seen = self._view(written, after, legal)
        if action is None:
            seen.redo = undone_actions(written.record, after, 1)[0]
        return seen

    def _overtaken(self, row: GameRow) -> NoReturn:
        found = self.store.current(row)
        if found is None:
            raise NotFound("server.no-game")
        raise OtherStep(self.view(found))

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


def explained(reason: Reason | None, language: str) -> wire.Why:
    """Whether something is allowed, as it is sent."""
    if reason is None:
        return wire.Why(True)
    return wire.Why(False, reason.code, reason.rule, words.explain(language, reason))


def finish(played: Game) -> wire.Finish:
    """The moves to the foundations that win a game, when no others are left to be made."""
    moves = played.rules.finish(played.state)
    return wire.Finish(None if moves is None else [wire.ActionBody(move=wire.MoveBody(*move)) for move in moves])


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
