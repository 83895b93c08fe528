"""The semantic tier: how near a question is to what each base says of itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from knowledge.catalog import Catalog
from knowledge.embedding import Embedder, Vectors

MIDDLE, STEEPNESS = 0.40, 12.0
"""The cosine that means "as likely as not", and how fast belief grows around it: all-MiniLM-L6-v2 puts a question
and its paraphrase near .6 to .8 and unrelated ones below .2."""


@dataclass(frozen=True)
class SemanticTier:
    """Vectors of each base's description and examples, in the catalog's order."""

    profiles: dict[str, Vectors]

    @classmethod
    def fit(cls, catalog: Catalog, embedder: Embedder) -> SemanticTier:
        """Embed every base's description and examples (a base with neither is known by its name)."""
        texts = {
            spec.name: [t for t in (spec.description, *spec.examples) if t] or [spec.name] for spec in catalog.base
        }
        vectors = embedder.encode([text for several in texts.values() for text in several])
        ends = np.cumsum([len(several) for several in texts.values()])
        return cls(dict(zip(texts, np.split(vectors, ends[:-1]), strict=True)))

    def score(self, vector: Vectors) -> dict[str, float]:
        """The confidence in [0, 1] that each base is needed, for a question's unit vector."""
        near = {name: float(np.mean(np.sort(rows @ vector)[-2:])) for name, rows in self.profiles.items()}
        return {name: 1 / (1 + float(np.exp(-STEEPNESS * (cosine - MIDDLE)))) for name, cosine in near.items()}
