"""What each feature is worth, fitted on public rows, our own and spoken ones: `python -m evals.gating --tune`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BIAS: Final = -1.3715
WEIGHTS: Final[Mapping[str, float]] = {
    "meaning": 3.3115,
    "bare_meaning": 0.9867,
    "name": 0.9321,
    "words": 0.7176,
    "covered": -3.7218,
    "filled": 0.9076,
    "unfilled": -1.5223,
    "choices": 1.0528,
    "wanted": -0.2659,
    "unsayable": -1.5333,
    "address": -3.8505,
    "free": 0.6186,
    "terse": -1.9923,
    "markup": -0.7301,
    "talk": -2.4551,
}
