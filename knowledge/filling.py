"""Carrying plans out: what is gone leaves Chroma, the BM25 index and the sentence vectors, what is missing is embedded
and added, and the record follows.

The order is what makes a kill at any point harmless. What is gone leaves first, so that it is quoted no more while the
rest is embedded. A file is recorded when all of it is stored, and forgotten when all of it is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from knowledge.base_spec import BASE_KEY
from knowledge.embedding import Embedder, Vectors
from knowledge.plan import Plan, Row
from knowledge.sentences import SentenceVectors
from knowledge.store import Store

BATCH = 32
"""Chunks embedded at once, and between two words of progress."""
WRITTEN = 128
"""Chunks written at once, and so lost at most by a kill: writing 32 at once costs twice as much a chunk."""
FETCHED = 1000
"""Rows fetched or deleted at once: Chroma refuses more than 5461."""


@dataclass(slots=True)
class Known:
    """Vectors the store holds already, by model and text: of chunks that only moved (a paragraph slid down, a file was
    renamed) and of chunks whose words the BM25 index lost. They are not embedded again.
    """

    vectors: dict[tuple[str, str], Vectors]
    used: int = 0

    @classmethod
    def of(cls, plans: Sequence[Plan], store: Store) -> Known:
        """The vectors that the plans can use, read before anything is deleted."""
        wanted = {(plan.embedder.name, row.text) for plan in plans for _, row in plan.missing}
        known: dict[tuple[str, str], Vectors] = {}
        for plan in plans if wanted else []:
            ids = plan.gone | plan.wordless
            for rows in _rows(plan.collection, plan.embedder, ids, store, "embeddings"):
                for text, vector in zip(rows["documents"], rows["embeddings"], strict=True):
                    if (plan.embedder.name, text) in wanted:
                        known[plan.embedder.name, text] = np.asarray(vector, dtype=np.float32)
        return cls(known)

    def encode(self, rows: Sequence[Row], embedder: Embedder) -> Vectors:
        """Vectors of these rows, shape (len(rows), dimensions); only the unknown ones are embedded."""
        found = {row.text: self.vectors.get((embedder.name, row.text)) for row in rows}
        unknown = [text for text, vector in found.items() if vector is None]
        self.used += sum(found[row.text] is not None for row in rows)
        if unknown:
            found |= dict(zip(unknown, embedder.encode(unknown), strict=True))
        return np.stack([np.asarray(found[row.text]) for row in rows])


def clear(plans: Sequence[Plan], store: Store) -> int:
    """Take out all that is gone, and what belongs to no base of the catalog any more; the number of chunks.

    A base that is left alone in a collection is searched without a filter: what another base left there would answer.
    """
    deleted = 0
    for collection, embedder in {plan.collection: plan.embedder for plan in plans}.items():
        sharing = [plan for plan in plans if plan.collection == collection]
        others: Any = {BASE_KEY: {"$nin": [plan.spec.value for plan in sharing]}}
        with store.filling(collection, embedder) as opened:
            orphans = opened.get(where=others, include=[])["ids"]
        deleted += _take_out(collection, embedder, {*orphans, *(id_ for plan in sharing for id_ in plan.gone)}, store)
    for plan in plans:
        store.lexical.delete(plan.words_gone)
        store.sources.forget(plan.scope, plan.forgotten)
    return deleted + _drop_strangers(plans, store)


def fill(plan: Plan, store: Store, known: Known) -> Iterator[int]:
    """Add what is missing, a batch at a time, and yield the number of chunks of each; they are written in groups."""
    waiting = dict.fromkeys(plan.drafts, 0)
    for source, _ in plan.missing:
        waiting[source] += 1
    store.sources.save(plan.scope, {source: (record, None) for source, record in plan.seen.items()})
    _record(plan, [source for source, count in waiting.items() if not count], store)
    for start in range(0, len(plan.missing), WRITTEN):
        group = plan.missing[start : start + WRITTEN]
        vectors: list[Vectors] = []
        for at in range(0, len(group), BATCH):
            vectors.append(known.encode([row for _, row in group[at : at + BATCH]], plan.embedder))
            if at + BATCH < len(group):
                yield len(vectors[-1])
        _write(plan, [row for _, row in group], np.concatenate(vectors), store)
        for source, _ in group:
            waiting[source] -= 1
        _record(plan, dict.fromkeys(source for source, _ in group if not waiting[source]), store)
        yield len(vectors[-1])


def _write(plan: Plan, rows: Sequence[Row], vectors: Vectors, store: Store) -> None:
    store.lexical.add((row.id, plan.scope, row.text) for row in rows)
    with store.filling(plan.collection, plan.embedder) as collection:
        collection.upsert(
            ids=[row.id for row in rows],
            embeddings=vectors,
            documents=[row.text for row in rows],
            metadatas=[dict(row.metadata) for row in rows],
        )


def _record(plan: Plan, sources: Iterable[str], store: Store) -> None:
    drafts = {source: plan.drafts[source] for source in sources}
    if drafts:
        store.sources.save(plan.scope, {source: (draft.record, draft.places) for source, draft in drafts.items()})


def _take_out(collection: str, embedder: Embedder, ids: set[str], store: Store) -> int:
    """Delete chunks everywhere; Chroma, where their ids are found, comes last."""
    sentences = SentenceVectors(store.sentences_file)
    for rows in _rows(collection, embedder, ids, store, "metadatas"):
        stored = zip(rows["documents"], rows["metadatas"], strict=True)
        sentences.forget((text[int(metadata.get("lead", 0)) :] for text, metadata in stored), embedder.name)
    listed = sorted(ids)
    for start in range(0, len(listed), FETCHED):
        some = listed[start : start + FETCHED]
        store.lexical.delete(some)
        with store.filling(collection, embedder) as opened:
            opened.delete(ids=some)
    return len(listed)


def _drop_strangers(plans: Sequence[Plan], store: Store) -> int:
    """Delete the collections that only bases use which are gone from the catalog."""
    dropped = 0
    for old in store.sources.scopes() - {plan.scope for plan in plans}:
        collection = old.partition("/")[0]
        if collection not in {plan.collection for plan in plans}:
            left = store.lexical.ids(old)
            dropped += len(left)
            store.sentences_file.unlink(missing_ok=True)  # only spares work; whose rows these are is not told
            store.lexical.delete(left)
            store.drop(collection)
        store.sources.forget_scope(old)
    return dropped


def _rows(collection: str, embedder: Embedder, ids: set[str], store: Store, what: str) -> Iterator[Any]:
    """Documents, and `what` besides, of these chunks."""
    include: Any = ["documents", what]
    listed = sorted(ids)
    for start in range(0, len(listed), FETCHED):
        with store.filling(collection, embedder) as opened:
            rows = opened.get(ids=listed[start : start + FETCHED], include=include)
        yield rows
