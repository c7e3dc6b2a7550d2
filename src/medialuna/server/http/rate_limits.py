"""Refuses dear requests to who sends too many of them, within one process.

Each kind of request has a bucket that holds ``most`` and fills by ``per_second``; a request takes one out. Requests of
a player are counted for the player, others for the address they come from; that is kept in memory only. An address
of this machine is not counted: behind a proxy on it that does not pass on its clients' addresses, it is everybody's.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from threading import Lock
from typing import Any

from fastapi import Depends, Request

from medialuna.server import config
from medialuna.server.config import Rate
from medialuna.server.errors import HttpRefusal
from medialuna.server.http.dependencies import token_of
from medialuna.server.store.games import hashed


class Limits:
    """The buckets of one process."""

    def __init__(self, rates: dict[str, Rate] | None = None) -> None:
        self.rates = rates or config.RATES
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def wait(self, kind: str, who: str, now: float | None = None) -> float:
        """Takes one out of a bucket; 0, or the seconds until there will be one."""
        rate, now = self.rates[kind], time.monotonic() if now is None else now
        with self._lock:
            left, then = self._buckets.get((kind, who), (rate.most, now))
            left = min(rate.most, left + (now - then) * rate.per_second)
            allowed = left >= 1
            self._buckets[kind, who] = (left - 1 if allowed else left, now)
            self._buckets.move_to_end((kind, who))
            if len(self._buckets) > config.RATE_BUCKETS:
                self._buckets.popitem(last=False)
        return 0.0 if allowed else (1 - left) / rate.per_second


def check_limit(request: Request, kind: str) -> None:
    """Counts a request. Raises :class:`Refusal` when there were too many."""
    limits: Limits | None = request.app.state.limits
    who = _who(request, limits.rates[kind].of_player) if limits else None
    if limits is None or who is None:
        return
    seconds = limits.wait(kind, who)
    if seconds:
        whole = math.ceil(seconds)
        refusal = HttpRefusal(429, "server.too-often", seconds=whole)
        refusal.headers["Retry-After"] = str(whole)
        raise refusal


def limited_by(kind: str) -> Any:
    """The dependency of a route whose requests are counted, before their bodies are read."""

    async def counted(request: Request) -> None:
        check_limit(request, kind)

    return Depends(counted)


def _who(request: Request, of_player: bool) -> str | None:
    """Whose bucket it is; None: nobody's."""
    token = token_of(request)
    if of_player:
        # Who is no player is refused anyway.
        return hashed(token) if token and len(token) <= 100 else None
    try:
        address = ipaddress.ip_address(request.client.host if request.client else "")
    except ValueError:
        return None
    if address.is_loopback:
        return None
    # A household may have as many addresses as it likes in its network of IPv6.
    return str(ipaddress.ip_network(f"{address}/64", strict=False)) if address.version == 6 else str(address)
