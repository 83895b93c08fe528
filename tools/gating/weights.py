"""What each feature is worth, fitted on the tuning half of the public rows: `python -m evals.gating --tune`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BIAS: Final = -2.4768
WEIGHTS: Final[Mapping[str, float]] = {
    "meaning": 2.9972,
    "name": 1.8517,
    "words": 1.1783,
    "covered": -4.5814,
    "filled": 2.6353,
    "choices": 1.4410,
    "wanted": -0.7177,
    "unsayable": -2.1972,
    "address": -3.8202,
    "terse": -2.1212,
    "markup": -0.8856,
}
