"""How sure a figure can be that was counted on a few questions: 95 percent intervals that hold for ten rows as for
hundreds, also where every row came out the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

SURE = 0.95
_Z = NormalDist().inv_cdf((1 + SURE) / 2)

Interval = tuple[float, float]


def of_share(share: float, n: int) -> Interval:
    """The interval of a share of `n` rows (Wilson's score interval, 1927), within 0 to 1; all of it where n is 0.

    Ten of ten right are .72 to 1, not 1 to 1.
    """
    if n == 0:
        return 0.0, 1.0
    spread = _Z**2 / n
    middle = (share + spread / 2) / (1 + spread)
    half = _Z * math.sqrt(share * (1 - share) / n + spread / (4 * n)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def of_mean(values: Sequence[float]) -> Interval:
    """The interval of the mean of values from -1 to 1 (Student's t); all of it where there is none.

    Equal values have no spread of their own: then another value could still be what 1 - .05^(1/n) of all rows have
    (the exact form of the rule of three), and lie as far off as 1.
    """
    n = len(values)
    if n == 0:
        return -1.0, 1.0
    mean = fmean(values)
    unseen = 1 - (1 - SURE) ** (1 / n)
    if n == 1 or stdev(values) == 0:
        half = unseen
    else:
        from scipy.special import stdtrit  # comes with scikit-learn; only commands that measure need it

        half = float(stdtrit(n - 1, (1 + SURE) / 2)) * stdev(values) / math.sqrt(n)
    return max(-1.0, mean - half), min(1.0, mean + half)
