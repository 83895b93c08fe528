"""What the bases' own passages say about a question: how near the nearest passage of each base lies.

A base is described in a few sentences and examples, but holds thousands of its own; the nearest of them tells what no
description foresaw. The vectors are read from the store once (a sample of a large base) and kept in memory.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from errors import StoreError
from knowledge.base_spec import BASE_KEY
from knowledge.catalog import Catalog
from knowledge.embedding import Embedder, Vectors, model_named
from knowledge.store import Store

MOST_VECTORS = 20_000
"""In all, over every base: 31 MB, and about a millisecond a question."""
AGAIN_S = 30.0
"""After so long a base that could not be read is tried again: a server of vectors may be back."""
TIER_WEIGHT, LEAD_WEIGHT, NEAR_WEIGHT, OFFSET = 0.6, 8.5, 5.0, -1.9
"""Log-odds of a base: the semantic tier's log-odds, the lead of its nearest passage over any other base's, and the
nearest passage's cosine itself. Fitted on cross-fitted tune rows of the four shipped catalogs, each catalog judged by
weights of the other three: AUROC .881 -> .925, first base right .73 -> .82."""


@dataclass
class Passages:
    """Vectors of the bases' passages, read again when the store has changed. Safe to share between threads."""

    catalog: Catalog
    store: Store
    embedder: Embedder
    clock: Callable[[], float] = time.monotonic
    _vectors: Mapping[str, NDArray[np.float32]] = field(default_factory=dict, repr=False)
    _stamp: int = -1
    _again_at: float = math.inf
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def nearest(self, vector: Vectors) -> dict[str, float]:
        """The cosine of each base's nearest passage, for a unit vector; bases without passages are left out."""
        return {name: float((rows @ vector).max()) for name, rows in self._current().items() if len(rows)}

    def best(self, vector: Vectors, n: int) -> dict[str, NDArray[np.float32]]:
        """The cosines of each base's `n` nearest passages, nearest first; fewer of a smaller base."""
        return {name: np.sort(rows @ vector)[::-1][:n] for name, rows in self._current().items()}

    def _current(self) -> Mapping[str, NDArray[np.float32]]:
        with self._lock:
            stamp, now = self.store.stamp(), self.clock()
            if stamp != self._stamp or now >= self._again_at:
                self._vectors, whole = self._read()
                self._stamp, self._again_at = stamp, math.inf if whole else now + AGAIN_S
            return self._vectors

    def _read(self) -> tuple[dict[str, NDArray[np.float32]], bool]:
        """The vectors by base, and whether every base could be read."""
        most = MOST_VECTORS // max(len(self.catalog.chunked), 1)
        found, whole = {}, True
        for spec in self.catalog.chunked:
            if model_named(spec.embedding) not in {"", self.embedder.name}:
                continue
            try:
                found[spec.name] = self._base(self.catalog.collection(spec), spec.value, most)
            except StoreError:
                whole = False  # it is judged by its description meanwhile; its search will say what is wrong
        return found, whole

    def _base(self, collection: str, value: str, most: int) -> NDArray[np.float32]:
        with self.store.reading(collection, self.embedder) as opened:
            # Ids are digests of content: every n-th of them in order is a random sample that stays the same.
            ids = sorted(opened.get(where={BASE_KEY: value}, include=[])["ids"])
            step = max(1, -(-len(ids) // most))
            rows = opened.get(ids=ids[::step], include=["embeddings"])["embeddings"] if ids else []
        return np.asarray(rows, dtype=np.float32).reshape(len(rows), -1)


def with_passages(needed: Mapping[str, float], nearest: Mapping[str, float]) -> dict[str, float]:
    """The probability of each base, from the semantic tier's and its nearest passage.

    A base without passages, or with none to be compared with, keeps what the tier gave it.
    """
    return {name: _needed(name, share, nearest) for name, share in needed.items()}


def _needed(name: str, share: float, nearest: Mapping[str, float]) -> float:
    others = [cosine for other, cosine in nearest.items() if other != name]
    if name not in nearest or not others:
        return share
    odds = np.log(share + 1e-3) - np.log(1 - share + 1e-3)
    total = TIER_WEIGHT * odds + LEAD_WEIGHT * (nearest[name] - max(others)) + NEAR_WEIGHT * nearest[name] + OFFSET
    return float(1 / (1 + np.exp(-total)))
