"""How near a question lies to what people ask that no knowledge base holds: the weather, a recipe, a football score.

Every question is somewhat like some passage. Whether it is about the bases shows only beside what else it could be
about, so the nearest passage is held against the nearest of some 250 shipped everyday questions.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from knowledge.embedding import Embedder, Vectors
from routing import seeds


@dataclass(frozen=True)
class Everyday:
    """The everyday questions' unit vectors, shape (questions, dimensions)."""

    vectors: Vectors

    @classmethod
    def of(cls, embedder: Embedder, cache: Path | None = None) -> Everyday:
        """Embed the shipped questions, or read their vectors from the folder `cache`."""
        return cls(seeds.vectors(embedder, [text for text, _ in seeds.shipped("everyday", "topic")], cache))

    def nearness(self, vector: Vectors) -> float:
        """The cosine of a question's unit vector and the nearest everyday question."""
        return float((self.vectors @ vector).max())
