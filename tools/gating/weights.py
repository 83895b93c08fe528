"""What each feature is worth, fitted on the public even half and on our own rows: `python -m evals.gating --tune`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BIAS: Final = -1.3454
WEIGHTS: Final[Mapping[str, float]] = {
    "meaning": 2.4397,
    "bare_meaning": 1.2849,
    "name": 1.0833,
    "words": 0.7638,
    "covered": -3.8633,
    "filled": 1.0648,
    "unfilled": -1.2541,
    "choices": 1.0642,
    "wanted": -0.3226,
    "unsayable": -1.1533,
    "address": -2.9550,
    "free": 0.5875,
    "terse": -2.1475,
    "markup": -0.6750,
    "talk": -2.3535,
}
