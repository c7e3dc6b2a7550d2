"""The games, in the order in which they are offered. A new game is one file here and one line below."""

from __future__ import annotations

from collections.abc import Mapping

from medialuna.contract import AnyRules
from medialuna.games.crescent import Crescent
from medialuna.games.thoughtful import Thoughtful

GAMES: Mapping[str, type[AnyRules]] = {game.name: game for game in (Crescent, Thoughtful)}
"""The only list of games: rules classes by name."""
