"""Deal codes: AP-1, a code brings the same deal back for ever."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medialuna.games.crescent import Crescent
from medialuna.games.thoughtful import Thoughtful
from medialuna.notation.board_text import board_data
from medialuna.notation.deal_code import NUMBERS, BadCode, DealCode, letters_number, number_letters
from medialuna.record import GameRecord, replay
from medialuna.shuffle import SplitMix64, shuffled
from tests.walks import VARIANTS

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "deal-vectors.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS["crescent"] + VECTORS["thoughtful"], ids=lambda v: v["code"])
def test_ap_1_deal_vectors(vector: dict[str, object]) -> None:
    """AP-1: these deals must never change, whatever the options."""
    code = DealCode.parse(str(vector["code"]))
    assert code.number == vector["number"]
    for game in VARIANTS:
        if game.name == code.game.name:
            data = board_data(DealCode(game, code.number).deal())
            for part in ("piles", "columns", "stock"):
                assert data.get(part) == vector.get(part)


def test_splitmix64() -> None:
    """The first values for seed 1234567, as published with the reference implementation."""
    generator = SplitMix64(1234567)
    assert [generator.next() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(st.integers(0, 2**64 - 1), st.integers(1, 10**6))
def test_below_stays_below(seed: int, bound: int) -> None:
    assert 0 <= SplitMix64(seed).below(bound) < bound


def test_below_passes_over_values_that_would_favour_some() -> None:
    bound = 2**63 + 1
    seeds = [seed for seed in range(40) if SplitMix64(seed).next() >= bound]
    assert seeds
    for seed in seeds:
        generator = SplitMix64(seed)
        value = generator.below(bound)
        assert value < bound
        twice = SplitMix64(seed)
        twice.next()
        assert generator.state != twice.state or value == 0


@given(st.integers(0, NUMBERS - 1))
def test_shuffling_keeps_the_cards(number: int) -> None:
    pack = tuple(range(52))
    assert sorted(shuffled(pack, number)) == list(pack)


@given(st.integers(0, NUMBERS - 1), st.sampled_from(VARIANTS))
def test_print_and_read(number: int, game: object) -> None:
    code = DealCode(game, number)  # type: ignore[arg-type]
    assert DealCode.parse(str(code)) == code
    assert letters_number(number_letters(number)) == number


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    """What is read prints to a code that reads the same; the rest is refused."""
    try:
        code = DealCode.parse(text)
    except BadCode:
        return
    assert DealCode.parse(str(code)) == code


@pytest.mark.parametrize("dash", "-‐‑‒–—―−﹘－")
def test_reading_is_forgiving(dash: str) -> None:
    """Lower case, spaces, any Unicode dash."""
    assert str(DealCode.parse(f"  cr1 {dash} 4b{dash}aaaaaab\n")) == "CR1-4B-AAAAAAB"


@pytest.mark.parametrize(
    ("text", "part", "expected"),
    [
        ("", "shape", "CR1-N-AAAAAAB"),
        ("CR1-N", "shape", "CR1-N-AAAAAAB"),
        ("CR-N-AAAAAAB", "shape", "CR1-N-AAAAAAB"),
        ("XY1-N-AAAAAAB", "game", "CR, TF"),
        ("CR2-N-AAAAAAB", "version", "1"),
        ("CR1-D1N-AAAAAAB", "options", "N, 4N, B, 4B"),
        ("TF1-N-AAAAAAB", "options", "D1N, D3N, D1B, D3B"),
        ("TF1-D1N-AAAAAA", "number", "7 letters A-Z"),
        ("TF1-D1N-AAAAAA1", "number", "7 letters A-Z"),
        ("TF1-D1N-" + "A" * 10_000, "number", "7 letters A-Z"),
    ],
)
def test_wrong_codes_name_the_part(text: str, part: str, expected: str) -> None:
    with pytest.raises(BadCode) as caught:
        DealCode.parse(text)
    assert caught.value.part == part
    assert len(str(caught.value)) < 200
    assert caught.value.details["expected"] == expected


def test_numbers_out_of_range() -> None:
    for number in (-1, NUMBERS):
        with pytest.raises(ValueError, match="expected 0 to"):
            DealCode(VARIANTS[0], number)


@pytest.mark.parametrize("draw", [1, 3])
def test_the_closed_game_has_codes_and_records(draw: int) -> None:
    """The same cards as in the open game, turned down; a table does not offer it, and keeps its own message."""
    closed = DealCode(Thoughtful(draw, closed=True), 42)
    assert str(closed) == f"TF1-D{draw}B-AAAAABQ"
    assert DealCode.parse(str(closed)) == closed
    opened = DealCode.parse(f"TF1-D{draw}N-AAAAABQ").deal()
    assert closed.deal() == replace(opened, face_down=tuple(range(7)))
    result = replay(GameRecord.parse(f"{closed}: + + U"))
    assert result.ok
    assert result.played.rules == closed.game
    for parse in (DealCode.parse, GameRecord.parse):
        with pytest.raises(BadCode) as caught:
            parse(str(closed), offered=True)
        assert caught.value.details["expected"] == "D1N, D3N"


def test_the_options_of_codes_keep_their_meaning() -> None:
    """AP-1: letters may come to it, none may change."""
    assert dict(Crescent.coded()) == {
        "N": Crescent(),
        "4N": Crescent(redistributions=4),
        "B": Crescent(face_down=True),
        "4B": Crescent(redistributions=4, face_down=True),
    }
    assert dict(Thoughtful.coded()) == {
        "D1N": Thoughtful(1),
        "D3N": Thoughtful(3),
        "D1B": Thoughtful(1, closed=True),
        "D3B": Thoughtful(3, closed=True),
    }


@pytest.mark.parametrize("unseen", ["\ufeff", "\u200b", "\u200e", "\u2060", "\u00ad", "\u3164", "\U000e0041"])
def test_invisible_characters_mean_nothing(unseen: str) -> None:
    """A mark of byte order, a space without width: whatever a page or a file puts into a code that is copied."""
    for place in range(len("TF1-D1N-AAAAAAB") + 1):
        text = "TF1-D1N-AAAAAAB"[:place] + unseen + "TF1-D1N-AAAAAAB"[place:]
        assert DealCode.parse(text).number == 1
        assert str(GameRecord.parse(f"{text}: +{unseen} U")) == "TF1-D1N-AAAAAAB: + U"
