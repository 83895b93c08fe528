"""What each feature is worth, fitted on public rows, our own and spoken ones: `python -m evals.gating --tune`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BIAS: Final = -1.2966
WEIGHTS: Final[Mapping[str, float]] = {
    "meaning": 3.5220,
    "bare_meaning": 1.4159,
    "name": 0.9281,
    "words": 0.5415,
    "covered": -3.0741,
    "filled": 0.5794,
    "unfilled": -1.5851,
    "choices": 0.9586,
    "wanted": -0.2505,
    "unsayable": -1.5436,
    "address": -3.7454,
    "free": 0.6619,
    "terse": -1.6328,
    "markup": -0.6446,
    "talk": -2.1718,
    "needless": -0.2740,
}
