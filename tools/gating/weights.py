"""What each feature is worth, fitted on the tuning half of the public rows: `python -m evals.gating --tune`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BIAS: Final = -0.8039
WEIGHTS: Final[Mapping[str, float]] = {
    "meaning": 1.5306,
    "bare_meaning": 1.9780,
    "name": 1.5901,
    "words": 0.3989,
    "covered": -2.0531,
    "filled": 0.5975,
    "unfilled": -1.1672,
    "choices": 1.6053,
    "wanted": -0.4357,
    "unsayable": -0.9744,
    "address": -2.1928,
    "terse": -1.1873,
    "markup": -0.4049,
}
