"""A small BM25 over sparse matrices, so that a suite can score ten thousand passages for hundreds of queries at once.

The product's stores bring their own BM25; this one exists to measure routing without building a store.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

K1 = 1.2
B = 0.75
"""The constants of SQLite's FTS5, which the product uses; other values measured no better on the tuning half."""

_WORD = re.compile(r"\w+")


class BM25:
    """Okapi BM25 (Robertson and Zaragoza, 2009, doi 10.1561/1500000019) with the never-negative idf of Lucene."""

    def __init__(self, texts: Sequence[str]) -> None:
        counts = [Counter(words(text)) for text in texts]
        self._vocabulary = {word: column for column, word in enumerate(sorted({w for c in counts for w in c}))}
        lengths = np.array([sum(c.values()) for c in counts], dtype=np.float64)
        shape = (len(texts), len(self._vocabulary))
        tf = _sparse(counts, self._vocabulary, shape)
        seen = np.bincount(tf.indices, minlength=shape[1])
        idf = np.log1p((len(texts) - seen + 0.5) / (seen + 0.5))
        norm = K1 * (1 - B + B * lengths / max(lengths.mean(), 1.0))
        rows = np.repeat(np.arange(shape[0]), np.diff(tf.indptr))
        tf.data = idf[tf.indices] * tf.data * (K1 + 1) / (tf.data + norm[rows])
        self._weights = tf.tocsc()

    def scores(self, queries: Sequence[str]) -> NDArray[np.float32]:
        """Scores of shape (len(queries), number of texts), zero where no word is shared."""
        counts = [Counter(word for word in words(query) if word in self._vocabulary) for query in queries]
        wanted = _sparse(counts, self._vocabulary, (len(queries), len(self._vocabulary)))
        return np.asarray((wanted @ self._weights.T).toarray(), dtype=np.float32)


def words(text: str) -> list[str]:
    """Lower-cased runs of letters and digits."""
    return _WORD.findall(text.lower())


def _sparse(
    counts: Sequence[Counter[str]], vocabulary: dict[str, int], shape: tuple[int, int]
) -> csr_matrix[np.float64]:
    indptr = np.cumsum([0, *(len(c) for c in counts)])
    indices = np.array([vocabulary[word] for c in counts for word in c], dtype=np.int64)
    values = np.array([count for c in counts for count in c.values()], dtype=np.float64)
    return csr_matrix((values, indices, indptr), shape=shape)
