"""What each feature is worth, fitted on the public even half and on our own rows: `python -m evals.gating --tune`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BIAS: Final = -0.6572
WEIGHTS: Final[Mapping[str, float]] = {
    "meaning": 3.7405,
    "name": 1.3197,
    "words": 0.7465,
    "covered": -4.0024,
    "unfilled": -2.4912,
    "unsayable": -1.2296,
    "address": -2.9860,
    "free": 0.6801,
    "terse": -2.1954,
    "markup": -0.8072,
    "talk": -2.4081,
}
