"""The candidates of a search, read from a collection: what each of its queries and its words brings, judged alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from langchain_chroma import Chroma

from knowledge.embedding import Vectors
from knowledge.filters import Filter, named
from knowledge.passage import Passage

LOOKED_AT = 200
"""Chunks whose fields are looked at first; only a filter on a field that none of them has reads them all."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage without its score, and the cosine of its chunk with the query it fits best."""

    passage: Passage
    relevance: float


def candidates(
    collection: Chroma, base: str, queries: Vectors, ids: Iterable[str], where: dict[str, Any] | None, many: int
) -> list[Candidate]:
    """The `many` nearest chunks of each query, shape (n, dimensions), and those with `ids`; all of them under `where`.

    Every one is judged by the query that is nearest to it.
    """
    rows: dict[str, Candidate] = {}
    for query in queries:
        near = collection.similarity_search_by_vector_with_relevance_scores(query.tolist(), k=many, filter=where)
        for document, distance in near:
            passage = _passage(base, str(document.id), document.page_content, document.metadata)
            rows[passage.id] = Candidate(passage, 1 - distance)
    # With one query the distances say it all; with several each chunk is held against those that did not find it.
    wanted = [id_ for id_ in ids if id_ not in rows] if len(queries) == 1 else [*dict.fromkeys([*rows, *ids])]
    return list((rows | _judged(collection, base, queries, wanted, where)).values())


def everything(collection: Chroma, base: str, where: dict[str, Any] | None, most: int | None = None) -> list[Passage]:
    """Every chunk under `where`, or so many of them, without a score."""
    rows = collection.get(where=where, limit=most, include=["documents", "metadatas"])
    together = zip(rows["ids"], rows["documents"], rows["metadatas"], strict=True)
    return [_passage(base, id_, text, metadata) for id_, text, metadata in together]


def stored_fields(collection: Chroma, filters: Sequence[Filter]) -> set[str]:
    """The metadata fields of a collection's chunks; they are all read where a filter names one that the first lack."""
    wanted = {name for one in filters for name in named(one)}
    found = _fields(collection.get(limit=LOOKED_AT, include=["metadatas"]))
    return found if wanted <= found else found | _fields(collection.get(include=["metadatas"]))


def _fields(rows: Mapping[str, Any]) -> set[str]:
    return {name for metadata in rows["metadatas"] for name in metadata or ()}


def _judged(
    collection: Chroma, base: str, queries: Vectors, ids: list[str], where: dict[str, Any] | None
) -> dict[str, Candidate]:
    if not ids:
        return {}
    rows = collection.get(ids=ids, where=where, include=["documents", "metadatas", "embeddings"])
    if not rows["ids"]:
        return {}
    vectors = np.asarray(rows["embeddings"], dtype=np.float32).reshape(len(rows["ids"]), -1)
    relevance = (vectors @ queries.T).max(axis=1)
    together = zip(rows["ids"], rows["documents"], rows["metadatas"], relevance, strict=True)
    return {
        id_: Candidate(_passage(base, id_, text, metadata), float(cosine)) for id_, text, metadata, cosine in together
    }


def _passage(base: str, id_: str, text: str, metadata: Mapping[str, Any]) -> Passage:
    return Passage(
        id=id_,
        base=base,
        text=text[int(metadata["lead"]) :],
        source=str(metadata["source"]),
        title=str(metadata["title"]),
        heading=str(metadata["heading"]),
        position=int(metadata["position"]),
        line=int(metadata.get("line", 0)),
        page=int(metadata.get("page", 0)),
        dated=str(metadata.get("dated", "")),
    )
