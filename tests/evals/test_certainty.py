"""Intervals of figures counted on few rows."""

from __future__ import annotations

import pytest

from evals.certainty import of_mean, of_share


@pytest.mark.parametrize(
    ("share", "n", "low", "high"),
    [(1.0, 10, 0.722, 1.0), (0.0, 10, 0.0, 0.278), (0.5, 10, 0.237, 0.763), (0.9, 1000, 0.880, 0.917), (1.0, 0, 0, 1)],
)
def test_a_share(share: float, n: int, low: float, high: float) -> None:
    """Ten of ten right leave room for doubt, a thousand rows leave little, no row leaves all."""
    assert of_share(share, n) == (pytest.approx(low, abs=5e-4), pytest.approx(high, abs=5e-4))


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [
        ([0.0] * 10, -0.259, 0.259),
        ([1.0] * 30, 0.905, 1.0),
        ([1.0, 0.0, 1.0, 0.0], -0.419, 1.0),
        ([0.5], -0.45, 1.0),
        ([], -1.0, 1.0),
    ],
)
def test_a_mean(values: list[float], low: float, high: float) -> None:
    """Few values are wide by Student's t, and equal ones are not taken for certain."""
    assert of_mean(values) == (pytest.approx(low, abs=5e-4), pytest.approx(high, abs=5e-4))
