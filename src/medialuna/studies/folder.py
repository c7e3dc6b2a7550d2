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
            if study is not None and (other := _differences(self.data, study)):
                raise BadStudy(f"{path} holds another study: {'; '.join(other)}")
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
        """The deals from ``first`` on that are not yet stored, in chunks.

        Chunks end at multiples of the study's chunk, so that every run cuts the deals alike.
        """
        stored = {row.number for row in self.rows()}
        size, chunks, begin = self.study.chunk, list[range](), first
        for number in range(first, first + deals):
            if number in stored:
                begin = number + 1
            elif number + 1 in stored or (number + 1) % size == 0 or number + 1 == first + deals:
                chunks.append(range(begin, number + 1))
                begin = number + 1
        return chunks

    def store(self, rows: list[Row]) -> None:
        """Stores a chunk's rows, in the order of their numbers."""
        _write_whole(self._file(rows[0].number), "".join(line_of(row) for row in rows))

    def rows(self) -> Iterator[Row]:
        """All rows stored, a deal once. Raises :class:`BadStudy` for a damaged file, and where two contradict."""
        known: dict[int, str] = {}
        for file in sorted((self.path / "rows").glob("*.jsonl")):
            for line, text in enumerate(file.read_text("utf-8").splitlines(), start=1):
                row = row_of(text, f"{file}, line {line}")
                before = known.setdefault(row.number, "")
                if {before, row.verdict} == {"won", "lost"}:
                    raise BadStudy(f"{file}, line {line}: deal {row.number} is {row.verdict}, and {before} before")
                if not before:
                    known[row.number] = row.verdict
                    yield row

    def _file(self, begin: int) -> Path:
        return self.path / "rows" / f"{begin:010d}.jsonl"


def _differences(stored: dict[str, Any], study: Study) -> list[str]:
    """What other deals or other verdicts would come of; the version of the package alone changes neither."""

    def flat(data: dict[str, Any]) -> dict[str, Any]:
        versions = {f"version of {name}": version for name, version in data["versions"].items() if name != "medialuna"}
        return {**data, **versions}

    there, here = flat({**asdict(study_of(stored, "")), "versions": stored["versions"]}), flat(study.as_data())
    names = [name for name in {**there, **here} if name != "versions"]
    return [
        f"{name} is {_told(there.get(name))} there, expected {_told(here.get(name))}"
        for name in names
        if there.get(name) != here.get(name)
    ]


def _told(value: object) -> str:
    return "not limited" if value is None else str(value)


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
    return json.dumps({key: value for key, value in data.items() if value not in ("", None)}) + "\n"


def _write_whole(path: Path, text: str) -> None:
    draft = path.with_suffix(".tmp")
    with draft.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
