"""Learning from few examples: kernel ridge over vectors, words and form, and the nearest examples themselves.

Kernel ridge reads labels and graded relevance alike and needs no tuning from one example to thousands, so it is the
part every trained tier has; the linear machine joins when there is enough for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import linalg

from routing.features import forms
from routing.profile import Matrix, Vectors
from routing.rows import Rows

WIDTH = 2.0
"""Of the exponential kernel on centred cosines; 1 and 4 lose .002 and .01 with ten examples a base."""
WORDS = 0.1
FORM = 0.3
RIDGE = 0.1
MOST_ROWS = 2048
"""Beyond this many rows a sample, drawn evenly over groups, stands for all: a decision stays under a millisecond."""


@dataclass(frozen=True)
class KernelMachine:
    """m kept rows over k labels.

    Centred unit vectors (m, d); weights of rows (m, k) and, the word kernel being linear, of terms (t, k); forms (m, f)
    where form takes part, else (m, 0).
    """

    centre: np.ndarray
    vectors: Vectors
    form: Matrix
    form_mean: np.ndarray
    form_spread: np.ndarray
    weights: Matrix
    by_term: Matrix
    base_rate: np.ndarray
    owners: np.ndarray
    """Boolean (m, k): the label each kept row is an example of."""
    outside: np.ndarray
    """Boolean (m,): kept rows that are out of scope."""

    @classmethod
    def fit(cls, rows: Rows, gain: Matrix, with_form: bool) -> KernelMachine:
        """Fit `rows` to targets `gain`, shape (n, k)."""
        scope = rows.scope
        centre = rows.vectors[scope].mean(axis=0)
        form = forms(rows.texts) if with_form else np.empty((len(rows.texts), 0))
        mean, spread = form.mean(axis=0), form.std(axis=0) + 1e-6
        form = (form - mean) / spread
        vectors = _centred(rows.vectors, centre)
        gram = _dense_kernel(vectors @ vectors.T) + _form_kernel(form, form)
        gram += WORDS * (rows.words @ rows.words.T).toarray()
        gram[np.diag_indices_from(gram)] += RIDGE
        rate = gain[scope].mean(axis=0)
        weights = linalg.solve(gram, np.where(rows.known, gain - rate, 0.0), assume_a="pos", overwrite_a=True)
        by_term = WORDS * (rows.words.T @ weights)
        best = rows.wanted.max(axis=1, keepdims=True)
        owners = (rows.wanted == best) & (best > 0)
        return cls(centre, vectors, form, mean, spread, weights, by_term, rate, owners, rows.outside)

    def score(self, texts: list[str], vectors: Vectors, words: Any) -> tuple[Matrix, Vectors]:
        """Label scores (n, k), about 1 for a base that is needed and 0 for others; and centred cosines (n, m)."""
        cosines = _centred(vectors, self.centre) @ self.vectors.T
        kernel = _dense_kernel(cosines)
        if self.form.shape[1]:
            kernel += _form_kernel((forms(texts) - self.form_mean) / self.form_spread, self.form)
        return self.base_rate + kernel @ self.weights + words @ self.by_term, cosines

    def pack(self) -> dict[str, Any]:
        """Arrays only."""
        return dict(self.__dict__)

    @classmethod
    def unpack(cls, arrays: dict[str, Any]) -> KernelMachine:
        """The inverse of `pack`."""
        return cls(**arrays)


def spread_sample(group: np.ndarray, most: int, seed: int) -> np.ndarray:
    """Sorted indices of at most `most` rows, taken from each group in turn, in a random order within the group."""
    if len(group) <= most:
        return np.arange(len(group))
    order = np.random.default_rng(seed).permutation(len(group))
    turn = np.zeros(len(group), dtype=np.int64)
    seen: dict[int, int] = {}
    for i in order:
        turn[i] = seen[group[i]] = seen.get(group[i], -1) + 1
    return np.sort(order[np.argsort(turn[order], kind="stable")][:most])


def _dense_kernel(cosines: Vectors) -> Matrix:
    return np.asarray(np.exp(WIDTH * (cosines - 1.0)), dtype=np.float64)


def _form_kernel(one: Matrix, other: Matrix) -> Matrix:
    if not one.shape[1]:
        return np.zeros((len(one), len(other)))
    apart = (one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1) - 2 * one @ other.T
    return np.asarray(FORM * np.exp(-apart / 20.0))


def _centred(vectors: Vectors, centre: np.ndarray) -> Vectors:
    moved = vectors - centre
    return np.asarray(moved / np.maximum(np.linalg.norm(moved, axis=1, keepdims=True), 1e-9), dtype=np.float32)
