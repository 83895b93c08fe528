"""How near a question lies to what people ask that no knowledge base holds: the weather, a recipe, a football score,
another company's product.

Every question is somewhat like some passage. Whether it is about the bases shows only beside what else it could be
about, so the nearest passage is held against the nearest of some 600 shipped everyday questions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import fmean

from knowledge.answerable import Doubt, names_in
from knowledge.embedding import Embedder, Vectors
from knowledge.lexical import LexicalIndex
from knowledge.store import Store
from knowledge.text import stems
from routing import seeds


@dataclass(frozen=True)
class Everyday:
    """The everyday questions' unit vectors, shape (questions, dimensions), the stems of each that has any, and the
    stems of the names in each (as many as vectors, or none where nobody tells).
    """

    vectors: Vectors
    said: tuple[frozenset[str], ...] = ()
    names: tuple[frozenset[str], ...] = ()

    @classmethod
    def of(cls, embedder: Embedder, cache: Path | None = None) -> Everyday:
        """Embed the shipped questions, or read their vectors from the folder `cache`."""
        texts = [text for text, _ in seeds.shipped("everyday", "topic")]
        said, names = (tuple(map(stems, texts)), tuple(stems(" ".join(names_in(text))) for text in texts))
        return cls(seeds.vectors(embedder, texts, cache), tuple(filter(None, said)), names)

    def doubt(self, question: str, vector: Vectors, store: Store) -> Doubt:
        """What speaks against answering a question (unit vector `vector`) from a store."""
        asked, near = stems(question), self.vectors @ vector
        known = store.lexical.known(asked)
        shared = [names & known & asked for names in self.names]
        named = frozenset[str]().union(*shared)
        others = [place for place, names in enumerate(shared) if not names] if named else []
        return Doubt(
            everyday=float(near.max()),
            known=known,
            usual=_usual(self.said, store.lexical, store.stamp()),
            named=named,
            beside=float(near[others].max(initial=0.0)),
        )


@lru_cache(maxsize=16)
def _usual(said: tuple[frozenset[str], ...], lexical: LexicalIndex, stamp: int) -> float:  # noqa: ARG001
    """The mean share of unknown stems; `stamp` is the store's, so that it is counted anew when documents change."""
    known = lexical.known(frozenset().union(*said))
    return fmean(len(one - known) / len(one) for one in said) if said else 0.0
