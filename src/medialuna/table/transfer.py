"""A player's games and settings as a file, and back: what a file may hold, and how it joins what is there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, cast

import msgspec

from medialuna import words
from medialuna.notation.deal_code import BadCode
from medialuna.record import GameRecord, replay
from medialuna.table import wire
from medialuna.table.fields import decoded
from medialuna.table.play import MOST_ACTIONS
from medialuna.table.refusals import Impossible, Misunderstood, Refusal
from medialuna.table.replays import described
from medialuna.table.rows import GAMES_PER_PLAYER, Kept, LibraryStore, Taken, TooManyGames
from medialuna.table.settings import check_options
from medialuna.table.view import score
from medialuna.table.wire_library import (
    GameEntry,
    Import,
    Status,
    as_microseconds,
    as_time,
)


def exported(settings: wire.Settings, games: Iterable[Kept]) -> bytes:
    """The file with everything."""
    entries = [
        wire.encode(
            GameEntry(
                kept.record,
                kept.seconds,
                cast(Status, kept.status),
                as_time(kept.created),
                as_time(kept.updated),
                kept.assisted,
            )
        )
        for kept in games
    ]
    # One game a line, so that two such files can be compared by eye.
    lines = b"".join([b"\n" + b",\n".join(entries) + b"\n" if entries else b""])
    return b'{"medialuna":1,"settings":' + wire.encode(settings) + b',"games":[' + lines + b"]}\n"


def taken_in(store: LibraryStore, player: int, body: bytes, language: str, latest: int) -> Taken:
    """Takes in a file with everything: its settings, and the games that are not there yet.

    ``latest`` is the last moment that a game may name, in microseconds. Raises :class:`Refusal`; then nothing changes.
    """
    file = decoded(body, Import)
    check_options(file.settings.last_options, "settings.last_options")
    if len(file.games) > GAMES_PER_PLAYER:
        raise Impossible("server.too-many-games", limit=GAMES_PER_PLAYER)
    here = {(one.record, one.created): one for one in store.everything(player)}
    kept = [_checked(bytes(raw), f"games.{at}", language, latest, here) for at, raw in enumerate(file.games)]
    settings = wire.encode(msgspec.convert(file.settings, wire.Settings, from_attributes=True)).decode()
    try:
        return store.take_in(player, settings, kept)
    except TooManyGames:
        raise Impossible("server.too-many-games", limit=GAMES_PER_PLAYER) from None


def _checked(raw: bytes, part: str, language: str, latest: int, here: Mapping[tuple[str, int], Kept]) -> Kept:
    """A game of a file, as far as the rules and reason can tell; ``here`` are those that were told before.

    Raises :class:`Refusal`.
    """

    def wrong(field: str, why: str, rule: str | None = None) -> Refusal:
        refusal = Misunderstood("server.entry", part=f"{part}.{field}", field=f"{part}.{field}", why=why)
        refusal.rule = rule
        return refusal

    try:
        entry = decoded(raw, GameEntry)
    except Refusal as refused:
        inner = "" if refused.part in (None, "body") else f".{refused.part}"
        refused.part = refused.details["field"] = part + inner
        raise
    known = here.get((entry.record, as_microseconds(entry.created)))
    if known is not None and known.status == entry.status:
        return known
    try:
        record = GameRecord.parse(entry.record, offered=True)
    except BadCode as error:
        raise wrong("record", words.sentence(language, error.code, **error.details)) from None
    if not record.actions:
        raise wrong("record", words.sentence(language, "server.entry-untouched"))
    if len(record.actions) > MOST_ACTIONS:
        raise wrong("record", words.sentence(language, "server.record-full", limit=MOST_ACTIONS))
    replayed = replay(record)
    if replayed.fault is not None:
        _, rule, why = described(replayed.fault, language)
        at, action = replayed.fault.at, replayed.fault.action[:40]
        raise wrong("record", words.sentence(language, "server.entry-action", at=at + 1, action=action, why=why), rule)
    stands = replayed.played.status
    if entry.status != stands:
        raise wrong("status", words.sentence(language, "server.entry-status", status=stands))
    created, updated = as_microseconds(entry.created), as_microseconds(entry.updated)
    if not 0 <= created <= updated <= latest:
        raise wrong("created" if created < 0 else "updated", words.sentence(language, "server.entry-time"))
    return Kept(
        str(record.code),
        str(record),
        len(record.actions),
        entry.seconds,
        stands,
        replayed.played.moves,
        score(replayed.played),
        entry.assisted,
        created,
        updated,
    )


# --- what joins what -------------------------------------------------------------------------------------------


class Here(NamedTuple):
    """A game that is there already."""

    id: str
    record: str
    assisted: bool


class Merged(NamedTuple):
    """The games of a file that are new, and those that go on with one that is there."""

    new: list[Kept]
    longer: list[tuple[Here, Kept]]


def merge(here: Mapping[tuple[str, int], list[Here]], taken: Sequence[Kept]) -> Merged:
    """What of a file is new beside the games that are ``here``, by code and time of their beginning."""
    merged = Merged([], [])
    left = {key: list(games) for key, games in here.items()}
    for one in taken:
        same = left.get((one.code, one.created), [])
        mine = max((game for game in same if is_one_game(game, one)), key=lambda game: len(game.record), default=None)
        if mine is None:
            merged.new.append(one)
            continue
        same.remove(mine)
        if len(mine.record) < len(one.record):
            merged.longer.append((mine, one))
    return merged


def is_one_game(here: Here, taken: Kept) -> bool:
    """Whether two games of one deal that were begun at the same moment are one, which has gone on in one place."""
    shorter, longer = sorted((here.record, taken.record), key=len)
    return longer == shorter or longer.startswith(f"{shorter} ")
