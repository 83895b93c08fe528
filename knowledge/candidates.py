"""The candidates of a search, read from a collection: what each of its queries and its words brings, judged alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from chromadb import Collection

from knowledge.embedding import Vectors
from knowledge.fetched import Fetched, Row, passage_of
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
    collection: Collection,
    fetched: Fetched,
    base: str,
    queries: Vectors,
    ids: Iterable[str],
    where: dict[str, Any] | None,
    many: int,
) -> list[Candidate]:
    """The `many` nearest chunks of each query, shape (n, dimensions), and those with `ids`; all of them under `where`.

    Every one is judged by the query that is nearest to it.
    """
    found: Any = collection.query(query_embeddings=queries.tolist(), n_results=many, where=where, include=["distances"])
    near: dict[str, float] = {}
    for ids_, distances in zip(found["ids"], found["distances"], strict=True):
        near |= dict(zip(ids_, distances, strict=True))
    rows = fetched.rows(collection, base, [*near, *ids], where)
    # With one query the distances say it all; with several each chunk is held against those that did not find it.
    relevance = {id_: 1 - distance for id_, distance in near.items()} if len(queries) == 1 else {}
    relevance |= _judged({id_: row for id_, row in rows.items() if id_ not in relevance}, queries)
    return [Candidate(row.passage, relevance[id_]) for id_, row in rows.items()]


def everything(
    collection: Collection, base: str, where: dict[str, Any] | None, most: int | None = None
) -> list[Passage]:
    """Every chunk under `where`, or so many of them, without a score."""
    rows: Any = collection.get(where=where, limit=most, include=["documents", "metadatas"])
    together = zip(rows["ids"], rows["documents"], rows["metadatas"], strict=True)
    return [passage_of(base, id_, text, metadata) for id_, text, metadata in together]


def stored_fields(collection: Collection, filters: Sequence[Filter]) -> set[str]:
    """The metadata fields of a collection's chunks; they are all read where a filter names one that the first lack."""
    wanted = {name for one in filters for name in named(one)}
    found = _fields(collection.get(limit=LOOKED_AT, include=["metadatas"]))
    return found if wanted <= found else found | _fields(collection.get(include=["metadatas"]))


def _fields(rows: Mapping[str, Any]) -> set[str]:
    return {name for metadata in rows["metadatas"] for name in metadata or ()}


def _judged(rows: Mapping[str, Row], queries: Vectors) -> dict[str, float]:
    if not rows:
        return {}
    cosines = (np.stack([row.vector for row in rows.values()]) @ queries.T).max(axis=1)
    return dict(zip(rows, cosines.tolist(), strict=True))
