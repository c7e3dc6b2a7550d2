"""The command line: deal, replay, play, solve, convert, serve, study.

Exit status: 0 done, 1 the answer is no, 2 the request makes no sense, 3 it could not be done here (no room for the
answer, a file that cannot be written), 130 after Ctrl+C. With ``--json`` one object a line goes to
standard output and nothing else; messages go to standard error.
"""

from __future__ import annotations

import sys

import typer

from medialuna import __version__
from medialuna.cli import convert, deal, messages, play, replay, serve, solve, streams, study
from medialuna.errors import MissingExtra

app = typer.Typer(
    help="Crescent and Thoughtful: deal, play, check, solve and serve two solitaires that reward thinking.",
    epilog="A deal code such as CR1-N-AAAAAAB or TF1-D3N-AAAAAAB brings a deal back for ever.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (deal.deal, replay.replay, play.play, solve.solve, convert.convert, serve.serve):
    app.command(no_args_is_help=command not in (play.play, serve.serve))(command)


app.add_typer(study.app, name="study")


def _print_version(wanted: bool) -> None:
    if wanted:
        messages.say(f"medialuna {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: bool = typer.Option(False, "--version", callback=_print_version, is_eager=True, help="Print the version."),
) -> None:
    """Options that belong to no command."""


def main() -> None:
    """The entry point of the ``medialuna`` command."""
    streams.prepare()
    try:
        app()
    except MissingExtra as error:
        messages.tell(str(error))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        messages.tell(f"medialuna: {where}{error.strerror or error}")
    except MemoryError:
        messages.tell("medialuna: there is not enough memory for this")
    sys.exit(messages.FAILED)
