"""The vector base: chunks in Chroma, searched by meaning (dense vectors) and by words (BM25) at once.

Scores. Candidates come from both searches. Each is judged by the cosine of its chunk, by the cosine of its best
sentence (a long chunk's one fitting sentence is diluted in the chunk's vector; on MTRAG this was the largest single
gain) and by BM25. None of the three is scaled by the other candidates, so the score means the same in every base of
a store and passages of several bases can be compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from langchain_chroma import Chroma

from knowledge.bases.base import Search
from knowledge.catalog import BaseSpec, Catalog, FilterValue
from knowledge.embedding import Embedder, Vectors
from knowledge.passage import Passage
from knowledge.sentences import SentenceVectors
from knowledge.store import Store

CANDIDATES = 24
"""Fetched from each of the two searches: enough that the best by sentence is among them, few enough for 2 ms."""
CHUNK_WEIGHT, SENTENCE_WEIGHT, LEXICAL_WEIGHT = 0.35, 0.50, 0.15
LOOKED_INTO = 4
"""Candidates whose sentences are compared, as a multiple of k."""
LEXICAL_HALF = 8.0
"""The BM25 score that counts half: x / (x + 8) brings the open scale of BM25 into [0, 1)."""


@dataclass(frozen=True)
class VectorBase:
    """One base over a collection. Frozen and shared: a search leaves no trace in it."""

    name: str
    spec: BaseSpec
    collection: str
    filter: Mapping[str, FilterValue]
    store: Store
    embedder: Embedder
    sentences: SentenceVectors

    @classmethod
    def of(
        cls, catalog: Catalog, spec: BaseSpec, store: Store, embedder: Embedder, sentences: SentenceVectors
    ) -> VectorBase:
        """The base that `spec` declares in `catalog`."""
        return cls(spec.name, spec, catalog.collection(spec), catalog.filter_for(spec), store, embedder, sentences)

    def search(self, search: Search) -> list[Passage]:
        """See `Base.search`; `threshold` is a cosine relevance of the chunk."""
        query = self.embedder.query(search.text)
        where = _where(self.filter, search.filter)
        # BM25 is restricted to what the base itself holds; the caller's filter is applied by the store on fetching.
        lexical = dict(self.store.lexical.search(search.text, scope(self.collection, self.spec.value), CANDIDATES))
        with self.store.reading(self.collection, self.embedder) as collection:
            found = _dense(collection, query, where, max(CANDIDATES, 4 * search.k))
            if search.literal and search.literal != search.text:
                found |= _dense(collection, self.embedder.query(search.literal), where, CANDIDATES, query)
            found |= _fetch(collection, [id_ for id_ in lexical if id_ not in found], where, query)
        passages = [
            (_passage(self.name, id_, text, metadata), relevance)
            for id_, (text, metadata, relevance) in found.items()
            if relevance >= search.threshold
        ]
        # Sentences are looked at only in the likeliest candidates: a first touch embeds every one of them.
        passages.sort(key=lambda pair: -_prospect(pair[1], lexical.get(pair[0].id, 0.0)))
        scored = [
            self._scored(passage, relevance, lexical.get(passage.id, 0.0), query)
            for passage, relevance in passages[: LOOKED_INTO * search.k]
        ]
        return sorted(scored, key=lambda passage: (-passage.score, passage.id))[: search.k]

    def _scored(self, passage: Passage, relevance: float, bm25: float, query: Vectors) -> Passage:
        vectors = self.sentences.of(passage, self.embedder)
        best = float((vectors @ query).max()) if len(vectors) else relevance
        score = CHUNK_WEIGHT * relevance + SENTENCE_WEIGHT * best + LEXICAL_WEIGHT * _share(bm25)
        return Passage(**{**passage.to_dict(), "score": round(min(max(score, 0.0), 1.0), 4)})


def _prospect(relevance: float, bm25: float) -> float:
    return (CHUNK_WEIGHT + SENTENCE_WEIGHT) * relevance + LEXICAL_WEIGHT * _share(bm25)


def _share(bm25: float) -> float:
    return bm25 / (bm25 + LEXICAL_HALF)


def scope(collection: str, value: str) -> str:
    """The name under which a base's chunks stand in the BM25 index."""
    return f"{collection}/{value}"


_Found = dict[str, tuple[str, Mapping[str, Any], float]]


def _dense(collection: Chroma, query: Vectors, where: Any, n: int, judge: Vectors | None = None) -> _Found:
    rows = collection.similarity_search_by_vector_with_relevance_scores(query.tolist(), k=n, filter=where)
    if judge is not None:
        return _fetch(collection, [str(document.id) for document, _ in rows], where, judge)
    return {str(document.id): (document.page_content, document.metadata, 1 - distance) for document, distance in rows}


def _fetch(collection: Chroma, ids: list[str], where: Any, query: Vectors) -> _Found:
    if not ids:
        return {}
    rows = collection.get(ids=ids, where=where, include=["documents", "metadatas", "embeddings"])
    if not rows["ids"]:
        return {}
    relevance = np.asarray(rows["embeddings"], dtype=np.float32).reshape(len(rows["ids"]), -1) @ query
    together = zip(rows["ids"], rows["documents"], rows["metadatas"], relevance, strict=True)
    return {id_: (text, metadata, float(cosine)) for id_, text, metadata, cosine in together}


def _passage(base: str, id_: str, text: str, metadata: Mapping[str, Any]) -> Passage:
    return Passage(
        id=id_,
        base=base,
        text=text[int(metadata["lead"]) :],
        source=str(metadata["source"]),
        title=str(metadata["title"]),
        heading=str(metadata["heading"]),
        position=int(metadata["position"]),
    )


def _where(*filters: Mapping[str, FilterValue]) -> dict[str, Any] | None:
    terms = [{key: value} for one in filters for key, value in one.items()]
    # Chroma refuses an empty filter and an $and of one.
    if len(terms) < 2:
        return terms[0] if terms else None
    return {"$and": terms}
