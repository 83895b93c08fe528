"""What each feature is worth, fitted on the public even half and on our own rows: `python -m evals.gating --tune`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BIAS: Final = -0.6516
WEIGHTS: Final[Mapping[str, float]] = {
    "meaning": 3.7287,
    "name": 1.3223,
    "words": 0.7496,
    "covered": -4.0037,
    "unfilled": -2.4943,
    "unsayable": -1.2311,
    "address": -2.9877,
    "free": 0.6760,
    "terse": -2.1963,
    "markup": -0.8094,
    "talk": -2.4337,
}
