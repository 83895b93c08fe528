"""The vector base: chunks in Chroma, searched by meaning (dense vectors) and by words (BM25) at once.

Scores. Candidates come from both searches. Each is judged by the cosine of its chunk, by the cosines of its two best
sentences (a long chunk's one fitting sentence is diluted in the chunk's vector; on MTRAG this was the largest single
gain), by BM25 and by the share of the question's words that its document says. None of these is scaled by the other
candidates, so the score means the same in every base of a store and passages of several bases can be compared.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from chromadb import Collection as Stored
from numpy.typing import NDArray

from knowledge.access import ACCESS_KEY, RESTRICTED_KEY, seen_by
from knowledge.base_spec import BASE_KEY, BaseSpec
from knowledge.bases.base import Search
from knowledge.candidates import Candidate, candidates, everything, stored_fields
from knowledge.catalog import Catalog, Retrieval
from knowledge.embedding import Embedder, Vectors
from knowledge.filters import named, where
from knowledge.passage import Passage
from knowledge.query import Query, query_of
from knowledge.rarity import NOTHING_TOLD, Telling, telling
from knowledge.sentences import SentenceVectors
from knowledge.store import Store
from knowledge.text import stems

CANDIDATES = 24
"""Fetched from each of the two searches at least: enough that the best by sentence is among them."""
FIRST_TOUCHES = 4
"""Candidates whose sentences are embedded on the spot where they never were, as a multiple of k."""
PATIENCE_S = 2.0
"""How long a search waits for others that embed sentences: fifty that start together on a fresh store would otherwise
hold each other up for longer than a base may take."""
SECOND = 0.2
"""What the second best sentence counts beside the best: one sentence may fit by chance."""
LEXICAL_HALF = 16.0
"""The BM25 score that counts half: x / (x + 16) brings the open scale of BM25 into [0, 1)."""
LISTED = 1000
"""Chunks read to tell what a base holds."""
OWN_WORDS = 0.6
"""What a word of the question counts that the passage says itself, beside one that only its document says: the other
measures have seen it. Together with `Retrieval.document` chosen on the even half of MTRAG (documents of one passage:
recall at 5 is .594 where such words count .2, .599 for none, .612 for .1) and on the catalogs' tune rows."""
LOOKED_UP = 10
"""How many times as many are looked up by words as become candidates: one that was found by meaning needs its BM25
score too, and a caller's filter will drop some."""


@dataclass(frozen=True)
class VectorBase:
    """One base over a collection. Frozen and shared: a search leaves no trace in it."""

    name: str
    spec: BaseSpec
    collection: str
    filter: Mapping[str, Any]
    store: Store
    embedder: Embedder
    sentences: SentenceVectors
    how: Retrieval = field(default_factory=Retrieval)
    judge: Embedder | None = None
    """The model that scores what is returned, where the base's own is another than the house's: cosines of two models
    cannot be compared."""

    @classmethod
    def of(
        cls, catalog: Catalog, spec: BaseSpec, store: Store, embedder: Embedder, sentences: SentenceVectors
    ) -> VectorBase:
        """The base that `spec` declares in `catalog`."""
        collection, narrowed = catalog.collection(spec), catalog.filter_for(spec)
        return cls(spec.name, spec, collection, narrowed, store, embedder, sentences, catalog.retrieval)

    def search(self, search: Search) -> list[Passage]:
        """See `Base.search`; `threshold` is a cosine relevance of the chunk."""
        query = query_of(search, self.embedder, self.how)
        many = max(CANDIDATES, self.how.rerank, FIRST_TOUCHES * search.k)
        found, lexical = self._candidates(search, query, many)
        told = telling(query.words[0][0], query.asked, [one.passage for one in found], self.embedder.languages)
        kept = [one for one in found if one.relevance >= search.threshold or one.passage.id in told.enough]
        ranked = self._ranked(kept, lexical, told, query, search.k)
        if self.judge is None:
            return ranked
        return self._on_one_scale(ranked, lexical, told, query_of(search, self.judge, self.how), self.judge)

    def near(self, search: Search, many: int) -> list[Passage]:
        """The candidates of a search by chunk and words alone, best first: for who weighs documents, not passages."""
        query = query_of(search, self.embedder, self.how)
        found, lexical = self._candidates(search, query, many)
        kept = [one for one in found if one.relevance >= search.threshold]
        relevance = np.array([one.relevance for one in kept])
        words = np.array([_share(lexical.get(one.passage.id, 0.0)) for one in kept])
        passages = [one.passage for one in kept]
        return self._scored(passages, relevance, relevance, words, covered(query.asked, passages))

    def document(self, source: str, search: Search) -> list[Passage]:
        """The chunks of one document in reading order, as far as the filter of `search` lets them be seen."""
        own: dict[str, Any] = {"source": source}
        narrowed = {"$and": [search.filter, own]} if search.filter else own
        with self.store.searching(self.collection, self.embedder) as (collection, _):
            found = everything(collection, self.name, self._where(replace(search, filter=narrowed), collection))
        return sorted(found, key=lambda passage: passage.position)

    def contents(self, search: Search) -> list[Passage]:
        """Some of the chunks that the filter of `search` lets be seen: enough to tell what the base holds."""
        with self.store.searching(self.collection, self.embedder) as (collection, _):
            return everything(collection, self.name, self._where(search, collection), LISTED)

    def _candidates(self, search: Search, query: Query, many: int) -> tuple[list[Candidate], dict[str, float]]:
        """At least `many` candidates, where there are as many, and the BM25 scores of what was looked up."""
        # BM25 is restricted to what the base itself holds; the caller's filter is applied by the store on fetching.
        narrowed_by = bool(search.filter) or search.access is not None
        lexical = self._lexical(query, many * LOOKED_UP)
        best = sorted(lexical, key=lambda id_: (-lexical[id_], id_))[: many * (LOOKED_UP if narrowed_by else 1)]
        with self.store.searching(self.collection, self.embedder) as (collection, fetched):
            narrowed = self._where(search, collection)
            return candidates(collection, fetched, self.name, query.vectors, best, narrowed, many), lexical

    def _lexical(self, query: Query, many: int) -> dict[str, float]:
        place = scope(self.collection, self.spec.value)
        total: dict[str, float] = {}
        for text, weight in query.words:
            for id_, score in self.store.lexical.search(text, place, many):
                total[id_] = total.get(id_, 0.0) + weight * score
        return total

    def _where(self, search: Search, collection: Stored) -> dict[str, Any] | None:
        filters = (self.filter, search.filter, seen_by(search.access))
        # What the house itself writes needs no look into the store.
        own = {BASE_KEY, ACCESS_KEY, RESTRICTED_KEY}
        given = {name for one in filters[:2] for name in named(one)}
        return where(filters, own if given <= {BASE_KEY} else own | stored_fields(collection, filters[:2]))

    def _ranked(
        self,
        found: Sequence[Candidate],
        lexical: Mapping[str, float],
        told: Telling,
        query: Query,
        k: int,
    ) -> list[Passage]:
        how, relevance = self.how, np.array([one.relevance for one in found])
        words = np.array([_share(lexical.get(one.passage.id, 0.0)) for one in found])
        prospect = (how.chunk + how.sentence) * relevance + how.lexical * words
        prospect = prospect + told.scores([one.passage for one in found])
        # Sentences are compared in the likeliest candidates only, and embedded only in the very likeliest: a first
        # touch embeds every sentence of a passage.
        order = np.argsort(-prospect, kind="stable")[: max(how.rerank, FIRST_TOUCHES * k)]
        passages = [found[at].passage for at in order]
        rows = self.sentences.of_all(passages, self.embedder, FIRST_TOUCHES * k, PATIENCE_S)
        best = np.array(
            [best_sentences(some, query.vectors, relevance[at]) for at, some in zip(order, rows, strict=True)]
        )
        return self._scored(passages, relevance[order], best, words[order], covered(query.asked, passages), told, k)

    def _on_one_scale(
        self,
        passages: Sequence[Passage],
        lexical: Mapping[str, float],
        told: Telling,
        query: Query,
        judge: Embedder,
    ) -> list[Passage]:
        """The same passages as `judge` scores them; the mean of its sentences stands for a chunk's own vector."""
        rows = self.sentences.of_all(passages, judge, len(passages))
        whole = np.array([best_sentences(_mean(some), query.vectors, 0.0) for some in rows])
        best = np.array([best_sentences(some, query.vectors, 0.0) for some in rows])
        words = np.array([_share(lexical.get(passage.id, 0.0)) for passage in passages])
        return self._scored(passages, whole, best, words, covered(query.asked, passages), told)

    def _scored(
        self,
        passages: Sequence[Passage],
        relevance: Any,
        best: Any,
        words: Any,
        document: Any,
        told: Telling = NOTHING_TOLD,
        most: int | None = None,
    ) -> list[Passage]:
        how = self.how
        scores = how.chunk * relevance + how.sentence * best + how.lexical * words + how.document * document
        scores = scores + told.scores(passages)
        rounded = np.round(scores.clip(0.0, 1.0), 4).tolist()
        together = zip(rounded, passages, strict=True)
        ordered = sorted(together, key=lambda scored: (-scored[0], scored[1].id))[:most]
        return [replace(passage, score=score) for score, passage in ordered]


def best_sentences(rows: Vectors, queries: Vectors, relevance: float) -> float:
    """How well the two best sentences of a passage fit, given their vectors; `relevance` where it has none."""
    # A passage without sentences, or one whose sentences are not known yet, is judged by the whole of it.
    if not len(rows):
        return float(relevance)
    best = np.sort((rows @ queries.T).max(axis=1))[-2:]
    return float((1 - SECOND) * best[-1] + SECOND * best[0])


def covered(asked: Collection[str], passages: Sequence[Passage]) -> NDArray[np.float64]:
    """For each passage, the share of the `asked` stems that its document says, as far as its passages were found; what
    it says itself counts OWN_WORDS, in [0, 1].

    A section seldom repeats what its document is about; the sections around it do.
    """
    own = [stems(f"{passage.name} {passage.text}").intersection(asked) for passage in passages]
    said: dict[str, set[str]] = {}
    for passage, held in zip(passages, own, strict=True):
        said.setdefault(passage.source, set()).update(held)
    counts = [
        len(said[passage.source]) - (1 - OWN_WORDS) * len(held) for passage, held in zip(passages, own, strict=True)
    ]
    return np.array(counts, dtype=np.float64) / max(len(asked), 1)


def _mean(rows: Vectors) -> Vectors:
    if not len(rows):
        return rows
    mean = rows.mean(axis=0, keepdims=True)
    return np.asarray(mean / max(float(np.linalg.norm(mean)), 1e-9))


def _share(bm25: float) -> float:
    return bm25 / (bm25 + LEXICAL_HALF)


def scope(collection: str, value: str) -> str:
    """The name under which a base's chunks stand in the BM25 index."""
    return f"{collection}/{value}"
