"""A quick embedder; a module of its own, so that a second process can have it without the graph."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from knowledge.embedding import Embedder, Vectors
from knowledge.text import terms


class WordEmbedder(Embedder):
    """Vectors of hashed words: texts that share words are near. Embeds thousands of texts a second."""

    def __init__(self, name: str = "fake:words", dimensions: int = 128) -> None:
        self.name = name
        self.encoded = 0
        self._dimensions = dimensions

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text; texts without words are all the same."""
        self.encoded += len(texts)
        out = np.zeros((len(texts), self._dimensions), dtype=np.float32)
        for row, text in zip(out, texts, strict=True):
            for term in terms(text) or [""]:
                row[int(hashlib.sha256(term.encode("utf-8", "replace")).hexdigest(), 16) % self._dimensions] += 1
        return out / np.linalg.norm(out, axis=1, keepdims=True)

    def query(self, text: str) -> Vectors:
        """The vector of one question."""
        return self.encode([text])[0]
