"""Studies checked: wins replayed, losses proved again, and verdicts of several studies held against each other."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

from medialuna.record import Game
from medialuna.shuffle import shuffled
from medialuna.solver import Budget, Lost, solve
from medialuna.studies.engines import Engine
from medialuna.studies.folder import Folder, line_of, row_of, study_of
from medialuna.studies.verdicts import read_verdicts
from medialuna.studies.winnability import BadStudy, Row, Study, decide_chunk, replays

GLANCE = 200
"""States visited to see whether a position of a won game would be called lost."""


class Claims(NamedTuple):
    """What a study's folder or a file of verdicts says of deals; ``rows`` are a folder's, with the won games."""

    path: Path
    study: Study
    verdicts: Mapping[int, str]
    rows: Sequence[Row]

    def wrong_wins(self) -> list[int]:
        """The deals whose won game does not replay by the rules."""
        return [row.number for row in self.rows if row.verdict == "won" and not replays(self.study, row)]

    def lines(self, number: int, seed: int) -> list[Row]:
        """So many of the won games, chosen by the seed."""
        won = [row for row in self.rows if row.verdict == "won"]
        return random.Random(seed).sample(won, min(number, len(won)))

    def losses(self, number: int | None, seed: int) -> list[int]:
        """So many of the lost deals, chosen by the seed; None: all."""
        lost = sorted(deal for deal, verdict in self.verdicts.items() if verdict == "lost")
        return lost if number is None or number >= len(lost) else sorted(random.Random(seed).sample(lost, number))


def read_claims(path: Path) -> Claims:
    """Reads a study's folder, or a file of verdicts in two bits. Raises :class:`BadStudy`."""
    if path.is_dir():
        folder = Folder(path)
        rows = list(folder.rows())
        claims = Claims(path, folder.study, {row.number: row.verdict for row in rows}, rows)
        versions = folder.data["versions"]
    else:
        try:
            options, verdicts = read_verdicts(path)
        except OSError as error:
            raise BadStudy(f"{path} is no study's folder and no file of verdicts: {error.strerror}") from None
        claims, versions = Claims(path, study_of(options, str(path)), verdicts, ()), options["versions"]
    for name in ("rules", "shuffle"):
        here = claims.study.versions()[name]
        if versions.get(name) != here:
            raise BadStudy(f"{path} is about {name} version {versions.get(name)}; expected {here}, the version at hand")
    return claims


def won_as_well(study: Study, other: Study) -> bool:
    """Whether every deal that is won in one study's game must be won in the other's.

    Thoughtful: a line of the closed game is legal with open columns, and drawing one card three times shows what
    drawing three shows. Crescent: a line is as legal under a higher cap, and need not use every redistribution.
    """
    if study.game != other.game:
        return False
    if study.game == "thoughtful":
        return other.draw <= study.draw and other.closed <= study.closed
    return other.redistributions >= study.redistributions and other.cap >= study.cap


def contradictions(all_claims: Sequence[Claims]) -> Iterator[str]:
    """A sentence for every deal that is lost in one study, and won in another where the rules are as strict or
    stricter."""
    for one, other in permutations(all_claims, 2):
        if won_as_well(one.study, other.study):
            for deal in sorted(deal for deal, verdict in one.verdicts.items() if verdict == "won"):
                if other.verdicts.get(deal) == "lost":
                    yield f"{other.path}: deal {deal} is lost, but {one.path} has it won by rules as strict or stricter"


def decide_again(
    claims: Claims, deals: Sequence[int], engine: Engine, *, seed: int, prune: str, keep: Path | None = None
) -> Iterator[Row]:
    """The verdicts that deals come to with this seed and these prunings. What ``keep``, a file, has of an earlier run
    is not decided again, and what is decided is added to it. Raises :class:`BadStudy` when it holds something else."""
    task = partial(decide_chunk, claims.study, seed=seed, prune=prune)
    if keep is None:
        for rows in engine(task, [(deal,) for deal in deals]):
            yield from rows
        return
    head = {"of": claims.path.name, **claims.study.as_data(), "seed": seed, "prune": prune}
    kept = _kept(keep, head)
    yield from (kept[deal] for deal in deals if deal in kept)
    with keep.open("a", encoding="utf-8") as file:
        for rows in engine(task, [(deal,) for deal in deals if deal not in kept]):
            file.writelines(map(line_of, rows))
            file.flush()
            yield from rows


def _kept(file: Path, head: dict[str, Any]) -> dict[int, Row]:
    """The rows of an earlier run; makes the file when there is none, and cuts off a line that was not finished."""
    first = json.dumps(head) + "\n"
    lines = file.read_text("utf-8").splitlines(keepends=True) if file.exists() else []
    whole = [line for line in lines if line.endswith("\n")]
    if whole[:1] != [first] and whole:
        raise BadStudy(f"{file} holds another check: expected its first line to be {first.strip()}")
    if not whole or whole != lines:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(whole) or first, "utf-8")
    rows = [row_of(line, f"{file}, line {number}") for number, line in enumerate(whole[1:], start=2)]
    return {row.number: row for row in rows}


def called_lost(study: Study, row: Row) -> str:
    """The record up to the first position of a won game that the solver calls lost, which must be none; else empty.

    Only what a short search proves is found: that is where dead tests, which need no search, would be wrong.
    """
    rules, record = study.rules(), row.actions.split()
    played = Game.begin(rules, rules.deal(shuffled(rules.pack(), row.number)))
    for done, text in enumerate(record):
        if isinstance(solve(rules, played.state, Budget(states=GLANCE)), Lost):
            return f"{row.letters}: {' '.join(record[:done])}".rstrip()
        try:
            played = played.after_text(text)
        except ValueError:  # a game that does not replay has no further positions
            break
    return ""


def with_limits(claims: Claims, states: int | None) -> Claims:
    """The same claims, to be decided again by visiting so many positions a deal (0: any number); None: as they were."""
    if states is None:
        return claims
    return claims._replace(study=replace(claims.study, states=states or None))
