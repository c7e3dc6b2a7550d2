"""A study under way: what is missing is decided and stored, chunk by chunk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from medialuna.studies.engines import Chunk, Engine
from medialuna.studies.folder import Folder
from medialuna.studies.winnability import Row, decide_chunk


def decide_and_store(folder: Folder, chunks: Iterable[Chunk], engine: Engine) -> Iterator[list[Row]]:
    """Gives back the rows of each chunk once they are stored."""
    for rows in engine(partial(decide_chunk, folder.study), chunks):
        folder.store(rows)
        yield rows
