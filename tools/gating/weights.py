"""What each feature is worth, fitted on the tuning half of the public rows: `python -m evals.gating --tune`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BIAS: Final = -2.4118
WEIGHTS: Final[Mapping[str, float]] = {
    "meaning": 2.9508,
    "name": 1.8269,
    "words": 1.1476,
    "covered": -4.3533,
    "filled": 2.5663,
    "choices": 1.4519,
    "wanted": -0.7170,
    "unsayable": -2.1856,
    "address": -3.7893,
    "terse": -2.1403,
    "markup": -0.8672,
}
