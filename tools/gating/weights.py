"""What each feature is worth, fitted on the tuning half of the public rows: `python -m evals.gating --tune`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BIAS: Final = -1.4408
WEIGHTS: Final[Mapping[str, float]] = {
    "meaning": 3.3477,
    "bare_meaning": 2.0277,
    "name": 2.5994,
    "words": 0.9303,
    "covered": -6.3252,
    "filled": 1.0363,
    "unfilled": -2.1680,
    "choices": 1.7172,
    "wanted": -0.5014,
    "unsayable": -2.9010,
    "address": -4.9085,
    "terse": -2.4485,
    "markup": -0.9752,
}
