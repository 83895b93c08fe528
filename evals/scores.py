"""The measures the routing suites report, as pure functions of arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


def accuracy(chosen: ArrayLike, right: ArrayLike) -> float:
    """Share of equal entries.

    Raises:
        ValueError: there is none.
    """
    same = np.asarray(chosen) == np.asarray(right)
    if not same.size:
        raise ValueError("no row to score")
    return float(same.mean())


def auroc(inside: ArrayLike, outside: ArrayLike) -> float:
    """Probability that a score from `outside` exceeds one from `inside`; a tie counts half.

    Raises:
        ValueError: either side is empty.
    """
    low, high = np.sort(np.asarray(inside, dtype=np.float64)), np.asarray(outside, dtype=np.float64)
    if not low.size or not high.size:
        raise ValueError("both sides need a score")
    below = np.searchsorted(low, high, side="left")
    up_to = np.searchsorted(low, high, side="right")
    return float((below + up_to).sum() / (2 * low.size * high.size))


def ndcg(scores: ArrayLike, grades: ArrayLike, k: int = 10) -> float:
    """Mean nDCG@k over rows, gain equal to the grade.

    Equal scores keep the column order; rows without a grade are left out.
    """
    return _over_rows(scores, grades, k, 1.0 / np.log2(np.arange(2, k + 2)))


def graded_precision(scores: ArrayLike, grades: ArrayLike, k: int) -> float:
    """Mean nP@k over rows: the grades of the k best-scored columns over those of the k best-graded ones."""
    return _over_rows(scores, grades, k, np.ones(k))


def ece(confidence: ArrayLike, right: ArrayLike, bins: int = 15) -> float:
    """Expected calibration error (Guo et al. 2017): |confidence - accuracy| over equal-width bins, weighted by rows."""
    sure, hit = np.asarray(confidence, dtype=np.float64), np.asarray(right, dtype=np.float64)
    if not sure.size:
        raise ValueError("no row to score")
    bin_of = np.minimum((sure * bins).astype(int), bins - 1)
    gaps = [abs(sure[bin_of == b].sum() - hit[bin_of == b].sum()) for b in np.unique(bin_of)]
    return float(sum(gaps) / sure.size)


def accuracy_threshold(inside: ArrayLike, right: ArrayLike, least: float) -> float:
    """The lowest threshold under which at least `least` of the in-scope rows fall and are right.

    Raises:
        ValueError: there is no row, or too few are right at any threshold.
    """
    scores, hit = np.asarray(inside, dtype=np.float64), np.asarray(right, dtype=bool)
    needed = max(1, int(np.ceil(least * scores.size - 1e-9)))
    if needed > hit.sum():
        raise ValueError(f"{hit.sum()} of {scores.size} rows are right; {least} of them was asked for")
    return float(np.nextafter(np.sort(scores[hit])[needed - 1], np.inf))


def _over_rows(scores: ArrayLike, grades: ArrayLike, k: int, weight: Floats) -> float:
    score, grade = np.asarray(scores, dtype=np.float64), np.asarray(grades, dtype=np.float64)
    graded = grade.max(axis=1, initial=0.0) > 0
    if not graded.any():
        raise ValueError("no row has a grade")
    score, grade = score[graded], grade[graded]
    k = min(k, grade.shape[1])
    got = np.take_along_axis(grade, np.argsort(-score, axis=1, kind="stable")[:, :k], axis=1) @ weight[:k]
    best = np.sort(grade, axis=1)[:, ::-1][:, :k] @ weight[:k]
    return float((got / best).mean())
