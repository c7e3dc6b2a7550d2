"""What the one who runs the server may know: counts and times for Prometheus, and a log without personal data.

Neither holds addresses, cookies, names of games, links or records: a request is known by its route alone. Only
where the solver was wrong does the log hold a record, which refutes it (``wrong_losses``).
"""

from __future__ import annotations

import json
import logging
import os
import time
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

router = APIRouter()

log = logging.getLogger("medialuna.requests")

PROCESSES = "PROMETHEUS_MULTIPROC_DIR"
"""The folder in which the processes of one server add up their counts; Prometheus' client reads it too."""

REQUESTS = Counter("medialuna_requests", "Requests that were answered.", ["method", "route", "status"])
SECONDS = Histogram(
    "medialuna_request_seconds",
    "From the request's head to the end of its answer.",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0),
)
OPEN = Gauge("medialuna_requests_open", "Requests that are being answered.", multiprocess_mode="livesum")

_METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"}
_NO_ROUTE = "none"


class Observe:
    """ASGI middleware that counts and times every request, and notes it in the log."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status, began = 0, time.perf_counter()

        async def observed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        OPEN.inc()
        try:
            await self.app(scope, receive, observed)
        finally:
            OPEN.dec()
            seconds = time.perf_counter() - began
            route: str = getattr(scope.get("route"), "path", _NO_ROUTE)
            method = scope["method"] if scope["method"] in _METHODS else "other"
            REQUESTS.labels(method, route, str(status)).inc()
            SECONDS.labels(route).observe(seconds)
            if log.isEnabledFor(logging.INFO):
                facts = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
                log.info("%s %s %d in %.1f ms", *facts.values(), extra={"facts": facts})


@router.get("/metrics", include_in_schema=False)
def metrics() -> Response:
    """The counts, as Prometheus reads them; of all processes of this server."""
    if os.environ.get(PROCESSES):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        body = generate_latest(registry)
    else:
        body = generate_latest()
    return Response(body, media_type="text/plain; version=0.0.4; charset=utf-8")


# --- the log ---------------------------------------------------------------------------------------------------


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up_log(form: str, level: str) -> None:
    """Sends everything that is logged to standard error: as ``text``, or as ``json``, one object a line."""
    handler = logging.StreamHandler()
    if form == "json":
        handler.setFormatter(JsonLines())
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # They have much to say about every statement and connection.
    for name in ("alembic", "sqlalchemy", "numba", "asyncio"):
        logging.getLogger(name).setLevel(logging.WARNING)
