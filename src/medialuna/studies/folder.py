"""Where a study lies: its options in ``study.json``, its rows in one file a chunk.

A chunk's file appears whole or not at all, so that a study can be killed at any moment and resumed without counting a
deal twice.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from medialuna.studies.winnability import BadStudy, Row, Study


class Folder:
    """The folder of one study. Raises :class:`BadStudy` when it holds another study, or is no study's folder.

    ``data``: the study's options, and the versions that decided its deals, which need not be those at hand.
    """

    def __init__(self, path: Path, study: Study | None = None) -> None:
        self.path = path
        options = path / "study.json"
        if options.is_file():
            self.study, self.data = self._read(options)
            if study is not None and (study, study.versions()) != (self.study, self.data["versions"]):
                raise BadStudy(f"{path} holds a study with other options or versions: {options.read_text('utf-8')}")
            return
        if study is None:
            raise BadStudy(f"{path} holds no study: there is no study.json in it")
        if path.exists() and any(path.iterdir()):
            raise BadStudy(f"{path} holds other files; expected a new or empty folder")
        self.study, self.data = study, study.as_data()
        (path / "rows").mkdir(parents=True, exist_ok=True)
        _write_whole(options, json.dumps(self.data, indent=1) + "\n")

    def _read(self, options: Path) -> tuple[Study, dict[str, Any]]:
        try:
            data = json.loads(options.read_text("utf-8"))
        except ValueError as error:
            raise BadStudy(f"{options} is damaged: {error}") from None
        return study_of(data, str(options)), data

    def missing(self, first: int, deals: int) -> list[range]:
        """The chunks not yet stored, of those that hold the deals from ``first`` on.

        Chunks begin at multiples of the study's chunk, so that every run cuts the deals alike.
        """
        size = self.study.chunk
        begins = range(first - first % size, first + deals, size)
        return [range(begin, begin + size) for begin in begins if not self._file(begin).exists()]

    def store(self, rows: list[Row]) -> None:
        """Stores a chunk's rows, in the order of their numbers."""
        _write_whole(self._file(rows[0].number), "".join(line_of(row) for row in rows))

    def rows(self) -> Iterator[Row]:
        """All rows stored, in the order of their numbers. Raises :class:`BadStudy` for a damaged file."""
        for file in sorted((self.path / "rows").glob("*.jsonl")):
            for line, text in enumerate(file.read_text("utf-8").splitlines(), start=1):
                yield row_of(text, f"{file}, line {line}")

    def _file(self, begin: int) -> Path:
        return self.path / "rows" / f"{begin:010d}.jsonl"


def study_of(data: Any, where: str) -> Study:
    """The study whose options were stored as JSON. Raises :class:`BadStudy`, naming where they stand."""
    try:
        study = Study(**{name: value for name, value in data.items() if name != "versions"})
        if not isinstance(data["versions"], dict):
            raise TypeError("its versions are no object")
        study.rules()
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadStudy(f"{where} is damaged: {error}") from None
    return study


def row_of(line: str, where: str) -> Row:
    """A row as it was stored. Raises :class:`BadStudy`, naming where it stands."""
    try:
        data = json.loads(line)
        del data["deal"]
        return Row(**data)
    except (ValueError, TypeError, KeyError) as error:
        raise BadStudy(f"{where}: no row of a study ({error})") from None


def line_of(row: Row) -> str:
    """A row as it is stored: with the letters of its deal, for the reader, and without what is empty."""
    data = {"deal": row.letters, **asdict(row)}
    return json.dumps({key: value for key, value in data.items() if value != ""}) + "\n"


def _write_whole(path: Path, text: str) -> None:
    draft = path.with_suffix(".tmp")
    with draft.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
