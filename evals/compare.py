"""Two runs of one suite, row by row: how much better the second is, and whether that could be chance.

Rows are paired by id, so what both runs find easy or hard cancels out. The interval is a percentile bootstrap over rows
(Efron and Tibshirani 1993, chapter 13).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from errors import EvalError
from evals.report import Row

RESAMPLES = 10_000
SEED = 11
CONFIDENCE = 0.95

Run = Mapping[str, Sequence[Row]]
"""Suite to its rows."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One metric of one suite, second run minus first, over the rows that both have."""

    suite: str
    metric: str
    n: int
    """Rows in both."""
    first: float
    second: float
    low: float
    high: float
    """Ends of the interval of `second` minus `first`."""
    gained: int
    """Rows that only the second gets right."""
    lost: int
    """Rows that only the first gets right."""

    @property
    def difference(self) -> float:
        """Second minus first."""
        return self.second - self.first

    @property
    def sure(self) -> bool:
        """Whether the interval leaves out zero."""
        return self.low > 0 or self.high < 0


def compare(first: Run, second: Run) -> list[Difference]:
    """Every metric that both runs have rows of, in the order of the first.

    Raises:
        EvalError: they share no suite, or no row of a suite; names what each has.
    """
    shared = [suite for suite in first if suite in second]
    if not shared:
        raise EvalError(f"no suite is in both: the first has {sorted(first)}, the second {sorted(second)}")
    found = []
    for suite in shared:
        before, after = _outcomes(first[suite]), _outcomes(second[suite])
        paired = {metric: before[metric].keys() & after.get(metric, {}).keys() for metric in before}
        if not any(paired.values()):
            raise EvalError(f"{suite}: no row is in both runs; they were made on other rows, or without --rows")
        for metric, ids in paired.items():
            if ids:
                pairs = [(before[metric][id_], after[metric][id_]) for id_ in sorted(ids)]
                found.append(_difference(suite, metric, np.array(pairs, dtype=np.int64)))
    return found


def read_run(file: Path) -> dict[str, list[Row]]:
    """The rows of a file that `signalbox eval --rows FILE` wrote: one object, or a list of them.

    Raises:
        EvalError: the file is not there, is none of these, or was saved without rows.
    """
    try:
        saved = json.loads(file.read_text(encoding="utf-8"))
        results: list[dict[str, Any]] = saved if isinstance(saved, list) else [saved]
        run = {str(result["suite"]): list(result["rows"]) for result in results if "rows" in result}
        for rows in run.values():
            _outcomes(rows)
    except OSError as fault:
        raise EvalError(f"{file}: cannot be read: {fault.strerror}") from None
    except (ValueError, TypeError, KeyError, AttributeError):
        raise EvalError(f"{file}: not a file of results; signalbox eval NAME --rows FILE writes one") from None
    if not run:
        raise EvalError(f"{file}: holds no rows; signalbox eval NAME --rows FILE saves them")
    return run


def lines(differences: Sequence[Difference]) -> str:
    """A line each, for a person."""
    width = max((len(f"{one.suite} {one.metric}") for one in differences), default=0)
    return "\n".join(
        f"{f'{one.suite} {one.metric}':{width}}  {one.first:.4f} -> {one.second:.4f}  {one.difference:+.4f} "
        f"[{one.low:+.4f}, {one.high:+.4f}]  {one.gained} gained, {one.lost} lost of {one.n}"
        f"{_verdict(one)}"
        for one in differences
    )


def _verdict(one: Difference) -> str:
    if one.sure:
        return ""
    return "  (could be chance)" if one.gained or one.lost else "  (the same)"


def _outcomes(rows: Sequence[Row]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for row in rows:
        for metric, right in row["right"].items():
            found.setdefault(metric, {})[row["id"]] = int(right)
    return found


def _difference(suite: str, metric: str, pairs: np.ndarray) -> Difference:
    # Rows differ in three ways only, so a resample of rows is a draw from the counts of the three.
    change = pairs[:, 1] - pairs[:, 0]
    counts = np.array([(change == value).sum() for value in (-1, 0, 1)])
    drawn = np.random.default_rng(SEED).multinomial(len(change), counts / len(change), size=RESAMPLES)
    means = (drawn[:, 2] - drawn[:, 0]) / len(change)
    low, high = np.quantile(means, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Difference(
        suite=suite,
        metric=metric,
        n=len(change),
        first=float(pairs[:, 0].mean()),
        second=float(pairs[:, 1].mean()),
        low=float(low),
        high=float(high),
        gained=int(counts[2]),
        lost=int(counts[0]),
    )
