"""What each feature is worth, fitted on the tuning half of the public rows: `python -m evals.gating --tune`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BIAS: Final = -1.6252
WEIGHTS: Final[Mapping[str, float]] = {
    "meaning": 1.8127,
    "bare_meaning": 2.3550,
    "name": 2.0034,
    "words": 0.6090,
    "covered": -3.5176,
    "filled": 1.3164,
    "unfilled": -1.3228,
    "choices": 1.8765,
    "wanted": -0.5158,
    "unsayable": -1.3969,
    "address": -3.0787,
    "terse": -1.4379,
    "markup": -0.5751,
}
