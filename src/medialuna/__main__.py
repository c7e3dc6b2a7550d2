"""``python -m medialuna``: the command line."""

from medialuna.cli import main

main()
