"""MTRAG's four bases as a catalog of the application's own, so that what is measured is the product's search and graph.

The store is made once in the home from the passages and their remembered vectors; a passage keeps its own id.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from errors import StoreMismatch
from evals.mtrag_data import Passage, passages
from evals.public import Benchmarks
from evals.vectors import VectorCache
from graph.resources import Resources
from graph.settings import Settings
from knowledge.base_spec import BASE_KEY
from knowledge.bases.vector import scope
from knowledge.catalog import Catalog
from knowledge.embedding import EMBEDDED, Embedder, Vectors, embedded
from knowledge.ingest import Progress, no_progress
from knowledge.manifest import Manifest
from knowledge.passage import Passage as Evidence
from knowledge.sentences import SentenceVectors
from knowledge.store import Store
from models.chat import ChatModels

FIXTURE = Path(__file__).parent / "fixtures" / "mtrag"
FOLDER = "evals"
BATCH = 1000
SENTENCES_AT_ONCE = 100
REMEMBERED = 10_000
"""Passages whose sentences stay in memory: all of them."""


class CachedEmbedder(Embedder):
    """The embedded model, whose vectors of the public sets are remembered from run to run."""

    name = EMBEDDED

    def __init__(self, cache: VectorCache) -> None:
        self.cache = cache

    def encode(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder.encode`."""
        return self.cache(texts)

    def query(self, text: str) -> Vectors:
        """See `Embedder.query`."""
        vector: Vectors = self.cache([text])[0]
        return vector


@dataclass(frozen=True)
class Opened(Resources):
    """The catalog's resources, with remembered vectors."""

    cache: CachedEmbedder | None = None

    @cached_property
    def sentences(self) -> SentenceVectors:
        """Vectors of sentences, kept in memory for every passage."""
        self.folder.mkdir(parents=True, exist_ok=True)
        return SentenceVectors(self.folder / "sentences.sqlite", REMEMBERED)

    def embedder_of(self, own: str) -> Embedder:  # noqa: ARG002 - the catalog has one model
        """The remembered model, whatever a base would have."""
        if self.cache is None:
            raise ValueError("opened without its embedder")
        return self.cache


def opened(settings: Settings, cache: VectorCache, progress: Progress = no_progress, **changes: Any) -> Opened:
    """The catalog over its store, which is built where it is not there yet; `changes` replace parts of the catalog.

    Raises:
        BenchmarkMissing: the passages are not there.
    """
    data = Benchmarks(settings.benchmarks)
    held = passages(data)
    catalog = Catalog.load(FIXTURE).model_copy(update=changes)
    home = settings.home / FOLDER
    resources = Opened(
        settings.model_copy(update={"home": home, "log": "none", "model": ""}),
        catalog,
        ChatModels(settings.model_timeout),
        cache=CachedEmbedder(cache),
    )
    _fill(catalog, resources.store, resources.embedder, held, progress)
    return resources


def ready(settings: Settings, progress: Progress = no_progress) -> tuple[Opened, VectorCache]:
    """The catalog with every sentence known, and the cache of vectors to save in the end. Raises BenchmarkMissing."""
    cache = VectorCache.of(settings, progress)
    resources = opened(settings, cache, progress)
    know_sentences(resources, progress)
    return resources, cache


def know_sentences(resources: Resources, progress: Progress = no_progress) -> None:
    """Embed the sentences of every passage that has none yet, as a base does that was asked for a while."""
    held = passages(Benchmarks(resources.settings.benchmarks))
    for start in range(0, len(held), SENTENCES_AT_ONCE):
        part = [evidence(one) for one in held[start : start + SENTENCES_AT_ONCE]]
        resources.sentences.of_all(part, embedded(), len(part))
        progress(min(start + SENTENCES_AT_ONCE, len(held)), len(held))


def evidence(passage: Passage) -> Evidence:
    """A passage of the set as the bases return it, without its score."""
    return Evidence(passage.id, passage.kb, passage.text, passage.id)


def _fill(catalog: Catalog, store: Store, embedder: Embedder, held: Sequence[Passage], progress: Progress) -> None:
    digest = hashlib.sha256("\x1f".join(f"{p.kb}{p.id}{p.text}" for p in held).encode()).hexdigest()[:16]
    # What another version wrote is made anew: the vectors are remembered, so that takes seconds.
    with suppress(StoreMismatch):
        known = store.manifest()
        if known is not None and known.fingerprint == digest:
            return
    with store.writing():
        for spec in catalog.base:
            collection = catalog.collection(spec)
            store.drop(collection)
            store.create(collection, embedder)
        done = 0
        for spec in catalog.base:
            collection = catalog.collection(spec)
            own = [passage for passage in held if passage.kb == spec.name]
            store.lexical.delete(store.lexical.ids(scope(collection, spec.value)))
            store.lexical.add((passage.id, scope(collection, spec.value), passage.text) for passage in own)
            with store.reading(collection, embedder) as rows:
                for part in _batches(own):
                    rows.add_texts(
                        [passage.text for passage in part],
                        [_metadata(passage, spec.value) for passage in part],
                        ids=[passage.id for passage in part],
                    )
                    done += len(part)
                    progress(done, len(held))
        store.manifest_file.save(Manifest(fingerprint=digest, chunks=len(held)))


def _batches(rows: Sequence[Passage]) -> Iterator[Sequence[Passage]]:
    for start in range(0, len(rows), BATCH):
        yield rows[start : start + BATCH]


def _metadata(passage: Passage, value: str) -> dict[str, Any]:
    return {BASE_KEY: value, "source": passage.id, "title": "", "heading": "", "position": 0, "lead": 0}
