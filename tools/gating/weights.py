"""What each feature is worth, fitted on the public even half and on our own rows: `python -m evals.gating --tune`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BIAS: Final = -1.3333
WEIGHTS: Final[Mapping[str, float]] = {
    "meaning": 2.4069,
    "bare_meaning": 1.2929,
    "name": 1.2201,
    "words": 0.8007,
    "covered": -4.3076,
    "filled": 1.0612,
    "unfilled": -1.2834,
    "choices": 1.0790,
    "wanted": -0.3194,
    "unsayable": -1.1608,
    "address": -2.9657,
    "free": 0.5440,
    "terse": -2.1435,
    "markup": -0.7095,
    "talk": -2.3477,
}
