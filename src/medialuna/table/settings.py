"""A player's settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from medialuna.games import GAMES
from medialuna.table import wire
from medialuna.table.fields import expected
from medialuna.table.rows import TableStore


def settings_of(stored: str) -> wire.Settings:
    """Settings as they are stored."""
    try:
        return msgspec.json.decode(stored, type=wire.Settings)
    except msgspec.DecodeError:
        # Written by a version that knew other values.
        return wire.Settings()


def change_settings(store: TableStore, player: int, asked: wire.SettingsChange) -> wire.Settings:
    """Changes the settings that are named. Raises :class:`Misunderstood`."""
    check_options(asked.last_options or {}, "last_options")
    change: dict[str, Any] = msgspec.structs.asdict(asked)

    def changed(stored: str) -> str:
        given = {name: value for name, value in change.items() if value is not msgspec.UNSET}
        return wire.encode(msgspec.structs.replace(settings_of(stored), **given)).decode()

    return settings_of(store.change_settings(player, changed))


def check_options(options: Mapping[wire.GameName, str], part: str) -> None:
    """Refuses options that a game does not have. Raises :class:`Misunderstood`."""
    for name, chosen in options.items():
        if chosen not in (known := GAMES[name].variants()):
            raise expected(f"{part}.{name}", *(f'"{one}"' for one in known))
