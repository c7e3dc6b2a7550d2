"""``medialuna serve``: the tables in a browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from enum import StrEnum
from typing import Annotated

import typer

from medialuna.cli import messages, sources
from medialuna.errors import needs


class LogFormat(StrEnum):
    """How a log is written."""

    text = "text"
    json = "json"


class LogLevel(StrEnum):
    """From when on something is logged."""

    error = "error"
    warning = "warning"
    info = "info"


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets other machines of the network in.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="The port; without it 8000, or the next one that is free."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="MEDIALUNA_DATABASE",
            help="Where games are kept: an SQLite file, made when it is not there, or the address of a PostgreSQL "
            "database such as postgresql://user@host/name. Without it, a file in your data folder.",
        ),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="How many processes answer; each can use one core.")] = 1,
    limits: Annotated[
        bool, typer.Option("--limits/--no-limits", help="Refuse dear requests to who sends too many of them.")
    ] = True,
    log_format: Annotated[
        LogFormat, typer.Option(help="How the log on standard error is written; json: an object a line.")
    ] = LogFormat.text,
    log_level: Annotated[
        LogLevel, typer.Option(help="What is logged; info: every request too, by its route, never by its player.")
    ] = LogLevel.warning,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the table in a browser, where there is a screen.")
    ] = False,
) -> None:
    """Serve the tables to browsers, until Ctrl+C.

    Prints the address of the table. Every player has games of their own, known by a cookie; they are kept in the
    database and go on after a restart. The interface for programs is described at /docs; /metrics counts requests for
    Prometheus.
    """
    # What only a server needs is imported here, so that the other commands start at once.
    with needs("server"):
        from medialuna.server import run

    def started(address: str) -> None:
        messages.say(messages.sentence("server.listening", address=address))
        if open_browser and _has_screen():
            webbrowser.open(address)

    if database is not None and "://" not in database:
        database = str(sources.as_path(database))
    try:
        run.run(
            host,
            port,
            database,
            started,
            workers=workers,
            limited=limits,
            log_format=log_format.value,
            log_level=log_level.value,
        )
    except run.CannotServe as error:
        messages.refuse(messages.sentence(error.code, **error.details))


def _has_screen() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
