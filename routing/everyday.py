"""How near a question lies to what people ask that no knowledge base holds: the weather, a recipe, a football score,
another company's product.

Every question is somewhat like some passage. Whether it is about the bases shows only beside what else it could be
about, so the nearest passage is held against the nearest of some 600 shipped everyday questions; where documents and
question are German, French or Spanish, also of some 40 in that language: to a model that does not know it, all that is
written in it is alike, and an English question like none of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from statistics import fmean

from knowledge.answerable import Doubt, names_in
from knowledge.embedding import Embedder, Vectors
from knowledge.language import Language, language, own_words
from knowledge.lexical import LexicalIndex
from knowledge.store import Store
from knowledge.text import stem, stems
from routing import seeds

WRITTEN = 0.2
"""The share of a language's own function words from which a store is written in it: folders of a few German or French
files say .27 to .45 of them, English ones of another language at most .09."""


@dataclass(frozen=True)
class Everyday:
    """The everyday questions' unit vectors, shape (questions, dimensions), the stems of each that has any, and the
    stems of the names in each (as many as vectors, or none where nobody tells).
    """

    vectors: Vectors
    said: tuple[frozenset[str], ...] = ()
    names: tuple[frozenset[str], ...] = ()
    abroad: Mapping[Language, Everyday] = field(default_factory=dict)
    """Those of the other languages."""

    @classmethod
    def of(cls, embedder: Embedder, cache: Path | None = None) -> Everyday:
        """Embed the shipped questions, or read their vectors from the folder `cache`."""

        def embedded(texts: list[str], abroad: Mapping[Language, Everyday]) -> Everyday:
            said, named = tuple(filter(None, map(stems, texts))), tuple(stems(" ".join(names_in(one))) for one in texts)
            return cls(seeds.vectors(embedder, texts, cache), said, named, abroad)

        foreign = seeds.shipped("abroad", "language")
        languages: tuple[Language, ...] = ("de", "fr", "es")
        abroad = {name: embedded([text for text, own in foreign if own == name], {}) for name in languages}
        return embedded([text for text, _ in seeds.shipped("everyday", "topic")], abroad)

    def doubt(self, question: str, vector: Vectors, store: Store) -> Doubt:
        """What speaks against answering a question (unit vector `vector`) from a store."""
        asked, near, stamp = stems(question), self.vectors @ vector, store.stamp()
        known = store.lexical.known(asked)
        shared = [names & known & asked for names in self.names]
        named = frozenset[str]().union(*shared)
        others = [place for place, names in enumerate(shared) if not names] if named else []
        nearest, beside, said = float(near.max()), float(near[others].max(initial=0.0)), self.said
        spoken = language(question)
        own = self.abroad.get(spoken)
        if own is not None and _written(spoken, store.lexical, stamp) >= WRITTEN:
            there = float((own.vectors @ vector).max())
            nearest, beside, said = max(nearest, there), max(beside, there) if named else 0.0, own.said
        return Doubt(nearest, known, _usual(said, store.lexical, stamp), named, beside)


@lru_cache(maxsize=16)
def _usual(said: tuple[frozenset[str], ...], lexical: LexicalIndex, stamp: int) -> float:  # noqa: ARG001
    """The mean share of unknown stems; `stamp` is the store's, so that it is counted anew when documents change."""
    known = lexical.known(frozenset().union(*said))
    return fmean(len(one - known) / len(one) for one in said) if said else 0.0


@lru_cache(maxsize=16)
def _written(name: Language, lexical: LexicalIndex, stamp: int) -> float:  # noqa: ARG001
    """The share of a language's own function words that the documents say; 0 where nothing is indexed."""
    own = frozenset(map(stem, own_words(name)))
    return len(lexical.known(own)) / len(own) if lexical.file.exists() else 0.0
