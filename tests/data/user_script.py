"""What a user of the library may write: run, and checked by mypy, against the installed package."""

from __future__ import annotations

import random

import medialuna as ml


def last_reason(game: ml.PlayedGame, text: str) -> str:
    reason: ml.Reason | None = game.why_not(text)
    return "" if reason is None else f"{reason.rule}: {ml.explain(reason)}"


def wander(game: ml.PlayedGame, steps: int, chance: random.Random) -> None:
    for _ in range(steps):
        game.play(chance.choice(game.legal_actions))
        if game.status != "running":
            return


def main() -> None:
    game = ml.deal("TF1-D1N-AAAAAAB")
    game.play("+", ml.Move("1", 1, "7"))
    game.undo()
    assert last_reason(game, "R").startswith("TF-8: ")
    record: ml.GameRecord = game.record
    print(record)
    other = ml.replay(str(record))
    assert other.state == game.state
    score: int | None = other.score
    assert score == 0
    assert str(ml.read_board(str(other))) == str(other)
    verdict: ml.Verdict = ml.solve(other, states=100_000)
    other.play(*verdict.line)
    print(other.status)
    codes = [ml.DealCode.parse("TF1-D1N-AAAAAAC")]
    for deal, found in ml.solve_many(codes, workers=1, states=100_000):
        number: int = deal.number
        print("lost or won" if number == 2 and found.outcome in ("lost", "won") else found.outcome)
    wander(ml.deal("crescent", seed=3), 20, random.Random(1))
    for position in game.positions():
        moves: int = position.moves
        assert moves >= 0
    try:
        ml.replay("TF1-D1N-AAAAAAB: R")
    except ml.BadRecord as error:
        assert error.fault.at == 0
        assert isinstance(error, ml.MedialunaError)


if __name__ == "__main__":
    main()
