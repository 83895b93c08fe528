"""How long a decision takes, one at a time, as a user would wait for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

Item = TypeVar("Item")

TIMED = 500
"""Rows timed at most, evenly taken: a percentile is steady by then."""


def milliseconds(decide: Callable[[Item], object], rows: Sequence[Item]) -> dict[str, float]:
    """Median and 95th percentile of one decision, as ms_p50 and ms_p95. Raises ValueError where there is no row."""
    if not rows:
        raise ValueError("no row to time")
    taken = []
    for row in rows[:: max(1, len(rows) // TIMED)]:
        began = time.perf_counter()
        decide(row)
        taken.append(1000 * (time.perf_counter() - began))
    return {"ms_p50": float(np.percentile(taken, 50)), "ms_p95": float(np.percentile(taken, 95))}
