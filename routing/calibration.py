"""From raw scores to probabilities: one sigmoid for all bases (Platt 1999), and a logistic that tells out of scope.

Both learn from scores of rows the ranker did not see in training; its scores of seen rows are far too sure.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from routing.profile import Matrix

FEWEST_ROWS = 20
"""Rows below which a sigmoid of one's own is noise, and the given default stays."""
FEWEST_OUTSIDE = 10
FIRMNESS = 150.0
"""Divided by the number of rows, at most 1: the detector's inverse penalty. Its signs overlap, and among thousands of
rows in scope a freer fit is worse on out-of-scope rows it has not seen."""


@dataclass(frozen=True)
class Sigmoid:
    """p = 1 / (1 + exp(-(slope * score + offset))): one for all bases, so equal scores mean equal probabilities."""

    slope: float
    offset: float

    @classmethod
    def fit(cls, raw: Matrix, wanted: Matrix, default: Sigmoid) -> Sigmoid:
        """Fit soft targets `wanted` in [0, 1]; both arrays are (n, k)."""
        if len(raw) < FEWEST_ROWS:
            return default
        target = wanted.ravel()
        scores = np.tile(raw.ravel(), 2)[:, None]
        from sklearn.linear_model import LogisticRegression  # a second of import: only where something is learned

        model = LogisticRegression(C=100.0)
        model.fit(scores, np.repeat([1, 0], target.size), sample_weight=np.concatenate([target, 1.0 - target]))
        slope = float(model.coef_[0, 0])
        return cls(slope, float(model.intercept_[0])) if slope > 0 else default

    def logit(self, raw: Matrix) -> Matrix:
        """Shape of `raw`."""
        return self.slope * raw + self.offset


@dataclass(frozen=True)
class Detector:
    """Logistic over standardised evidence (f,); without enough out-of-scope rows there is none."""

    mean: np.ndarray
    spread: np.ndarray
    weights: np.ndarray
    offset: float

    @classmethod
    def fit(cls, evidence: Matrix, outside: np.ndarray) -> Detector | None:
        """Fit (n, f) evidence to booleans (n,), weighing both sides alike: its probability is at even odds."""
        if outside.sum() < FEWEST_OUTSIDE or outside.all():
            return None
        mean, spread = evidence.mean(axis=0), evidence.std(axis=0) + 1e-9
        from sklearn.linear_model import LogisticRegression

        model = LogisticRegression(C=min(1.0, FIRMNESS / len(evidence)), class_weight="balanced", max_iter=2000)
        model.fit((evidence - mean) / spread, outside)
        return cls(mean, spread, model.coef_[0], float(model.intercept_[0]))

    def probability(self, evidence: Matrix) -> np.ndarray:
        """Shape (n,)."""
        return probability(((evidence - self.mean) / self.spread) @ self.weights + self.offset)


def probability(logit: np.ndarray) -> np.ndarray:
    """The logistic function, without overflow."""
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * logit)))


def folds(group: np.ndarray, count: int, seed: int) -> np.ndarray:
    """A fold number a row, shape (n,): rows of one group are dealt out evenly, in a random order."""
    order = np.random.default_rng(seed).permutation(len(group))
    dealt = order[np.argsort(group[order], kind="stable")]
    fold = np.empty(len(group), dtype=np.int64)
    fold[dealt] = np.arange(len(group)) % count
    return fold
