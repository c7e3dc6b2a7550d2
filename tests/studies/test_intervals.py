"""Wilson's interval."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medialuna.studies.intervals import Z_95, wilson, with_unknowns


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_published_values(successes: int, trials: int, low: float, high: float) -> None:
    interval = wilson(successes, trials)
    assert interval.low == pytest.approx(low, abs=5e-5)
    assert interval.high == pytest.approx(high, abs=5e-5)


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 50))
def test_unknowns_widen_both_sides(won: int, lost: int, unknown: int) -> None:
    """The interval holds the one of every way in which the unknowns could turn out."""
    low, high = with_unknowns(won, lost, unknown)
    assert 0 <= low <= high <= 1
    for turned in (0, unknown // 2, unknown):
        settled = wilson(won + turned, won + lost + unknown)
        assert low <= settled.low
        assert settled.high <= high


def test_more_trials_are_surer() -> None:
    few, many = wilson(80, 100), wilson(8000, 10_000)
    assert many.high - many.low < (few.high - few.low) / 5
    assert pytest.approx(1.96, abs=1e-3) == Z_95


def test_impossible_counts() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    with pytest.raises(ValueError, match="5 successes of 4 trials"):
        wilson(5, 4)
