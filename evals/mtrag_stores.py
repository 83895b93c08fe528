"""The four MTRAG bases as two searches over all their passages: dense and BM25.

It stands where the application's own stores stand, so that what is measured is routing and splitting alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from evals.bm25 import BM25
from evals.mtrag_data import KBS, passages
from evals.public import Benchmarks
from evals.vectors import VectorCache
from routing.conversation import NEIGHBOURS, Nearest, dense_vote, product, sparse_vote

Floats = NDArray[np.float64]


class Stores:
    """Searches over all passages of the four bases, each made once a text.

    Building it takes seconds once the vectors are on disk.
    """

    def __init__(self, data: Benchmarks, encode: VectorCache) -> None:
        """Read and embed every passage. Raises BenchmarkMissing."""
        held = passages(data)
        owners = np.array([KBS.index(passage.kb) for passage in held])
        self.encode = encode
        self._rows = [np.flatnonzero(owners == label) for label in range(len(KBS))]
        self._bm25 = BM25([passage.text for passage in held])
        self._passages = encode([passage.text for passage in held])
        self._dense: dict[str, Nearest] = {}
        self._sparse: dict[str, Nearest] = {}

    def dense(self, text: str) -> Nearest:
        """The best cosines of one text in each base."""
        if text not in self._dense:
            self._dense[text] = self._best(self._passages @ self.encode([text])[0])
        return self._dense[text]

    def sparse(self, text: str) -> Nearest:
        """The best BM25 scores of one text in each base."""
        if text not in self._sparse:
            self._sparse[text] = self._best(self._bm25.scores([text])[0])
        return self._sparse[text]

    def affinity(self, texts: Sequence[str]) -> Floats:
        """Probabilities of the four bases for texts without a conversation, shape (len(texts), 4)."""
        votes = [np.stack([dense_vote(self.dense(text)), sparse_vote(self.sparse(text))]) for text in texts]
        return np.stack([product(both) for both in votes])

    def nearness(self, texts: Sequence[str]) -> Floats:
        """The cosine of each text with its nearest passage, in [0, 1], shape (len(texts),)."""
        return np.array([max(scores[0] for scores in self.dense(text)) for text in texts]).clip(0.0, 1.0)

    def forget(self) -> None:
        """Search for every text anew, so that a decision can be timed; vectors stay known."""
        self._dense.clear()
        self._sparse.clear()

    def _best(self, scores: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        best = [np.partition(scores[rows], -min(NEIGHBOURS, len(rows)))[-NEIGHBOURS:] for rows in self._rows]
        return [np.sort(few)[::-1] for few in best]
