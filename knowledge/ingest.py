"""From a catalog's documents to its store.

The store is brought to what the documents say: chunks that are missing are added, chunks whose text is gone are
deleted, the rest is not touched. Ids come from content, so running twice changes nothing, and a run that was
interrupted is finished by the next.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from errors import ConfigError
from knowledge.bases.vector import scope
from knowledge.catalog import BASE_KEY, BaseSpec, Catalog
from knowledge.chunking import Chunk, chunk_markdown
from knowledge.embedding import Embedder
from knowledge.store import Manifest, Store
from knowledge.text import clean

SUFFIXES = (".md", ".markdown", ".txt")
BATCH = 32

Progress = Callable[[int, int], None]
"""Called with (chunks embedded, chunks to embed)."""


def no_progress(done: int, total: int) -> None:
    """The Progress that shows nothing."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an ingest did."""

    documents: int
    added: int
    deleted: int
    unchanged: int
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Row:
    id: str
    text: str
    metadata: dict[str, str | int]


def ingest(
    catalog: Catalog,
    store: Store,
    embedder: Callable[[str], Embedder],
    *,
    rebuild: bool = False,
    wait_s: float = 0,
    progress: Progress = no_progress,
) -> Report:
    """Bring the store to what the catalog's documents say.

    `embedder` gives the model of a base's setting. Raises StoreBusy where another process writes the store, and
    StoreMismatch where a collection has another metric or embedding (unless `rebuild`).
    """
    documents, skipped = _documents(catalog)
    with store.writing(wait_s):
        if rebuild:
            _drop(catalog, store)
        plans = [
            _plan(catalog, spec, store, embedder(spec.embedding), documents[spec.name]) for spec in catalog.holding
        ]
        total = sum(len(plan.missing) for plan in plans)
        done = 0
        deleted = _sweep(plans, store) + sum(len(plan.gone) for plan in plans)
        for plan in plans:
            for count in plan.carry_out(store):
                done += count
                progress(done, total)
        kept = sum(plan.kept for plan in plans)
        digests = {source: _digest(text) for found in documents.values() for source, text in found.items()}
        store.save_manifest(Manifest(fingerprint=catalog.fingerprint(), documents=digests, chunks=kept + total))
    return Report(len(digests), total, deleted, kept, tuple(skipped))


def stale(catalog: Catalog, store: Store) -> str:
    """Why the store no longer says what the documents say, or "" where it does. Raises StoreMismatch as `manifest`."""
    manifest = store.manifest()
    if manifest is None:
        return "it was never built"
    if manifest.fingerprint != catalog.fingerprint():
        return "the catalog's bases changed"
    documents, _ = _documents(catalog)
    now = {source: _digest(text) for found in documents.values() for source, text in found.items()}
    if now == manifest.documents:
        return ""
    changed = sorted(
        source for source in now.keys() | manifest.documents.keys() if now.get(source) != manifest.documents.get(source)
    )
    return f"{len(changed)} of {len(now)} documents changed, {changed[0]} among them"


@dataclass(frozen=True)
class _Plan:
    """What one base lacks and holds too much."""

    spec: BaseSpec
    collection: str
    embedder: Embedder
    missing: list[_Row]
    gone: set[str]
    kept: int

    def carry_out(self, store: Store) -> Iterator[int]:
        place = scope(self.collection, self.spec.value)
        store.lexical.delete(self.gone)
        with store.reading(self.collection, self.embedder) as collection:
            if self.gone:
                collection.delete(ids=sorted(self.gone))
            for start in range(0, len(self.missing), BATCH):
                rows = self.missing[start : start + BATCH]
                # Words first: a chunk counts as stored when the vector store has it, so a kill in between is repaired.
                store.lexical.add((row.id, place, row.text) for row in rows)
                collection.add_texts(
                    [row.text for row in rows], [dict(row.metadata) for row in rows], ids=[row.id for row in rows]
                )
                yield len(rows)


def _plan(catalog: Catalog, spec: BaseSpec, store: Store, embedder: Embedder, documents: dict[str, str]) -> _Plan:
    collection = catalog.collection(spec)
    store.create(collection, embedder)
    with store.reading(collection, embedder) as opened:
        stored = set(opened.get(where={BASE_KEY: spec.value}, include=[])["ids"])
    wanted = {
        row.id: row
        for source, text in documents.items()
        for row in (
            _row(spec, source, chunk)
            for chunk in chunk_markdown(text, size=spec.chunk_size, fallback_title=Path(source).stem)
        )
    }
    have = stored & store.lexical.ids(scope(collection, spec.value))
    missing = [row for id_, row in wanted.items() if id_ not in have]
    return _Plan(spec, collection, embedder, missing, stored - wanted.keys(), len(wanted) - len(missing))


def _sweep(plans: list[_Plan], store: Store) -> int:
    """Delete the chunks of bases that are gone from the catalog or have another stored value now, and count them: a
    base that is left alone in a collection is searched without a filter.
    """
    swept = 0
    for collection, embedder in {plan.collection: plan.embedder for plan in plans}.items():
        others: Any = {BASE_KEY: {"$nin": [plan.spec.value for plan in plans if plan.collection == collection]}}
        with store.reading(collection, embedder) as opened:
            orphans = opened.get(where=others, include=[])["ids"]
            if orphans:
                store.lexical.delete(orphans)
                opened.delete(ids=orphans)
        swept += len(orphans)
    return swept


def _row(spec: BaseSpec, source: str, chunk: Chunk) -> _Row:
    text = chunk.embedded_text
    metadata: dict[str, str | int] = {
        BASE_KEY: spec.value,
        "source": source,
        "title": chunk.title,
        "heading": chunk.heading,
        "position": chunk.position,
        "lead": len(text) - len(chunk.text),
    }
    identity = "\x1f".join([text, *(f"{key}={value}" for key, value in metadata.items())])
    return _Row(hashlib.sha256(identity.encode()).hexdigest()[:32], text, metadata)


def _documents(catalog: Catalog) -> tuple[dict[str, dict[str, str]], list[str]]:
    """The text of each document by base and source, and what was passed over with the reason."""
    found: dict[str, dict[str, str]] = {}
    skipped: list[str] = []
    for spec in catalog.holding:
        folder = catalog.folder / spec.documents
        if not folder.is_dir():
            raise ConfigError(f"{catalog.folder / 'catalog.toml'}: documents of base {spec.name!r}: no folder {folder}")
        texts = found.setdefault(spec.name, {})
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            source = f"{spec.name}/{file.relative_to(folder).as_posix()}"
            if file.suffix.lower() not in SUFFIXES:
                skipped.append(f"{source}: not one of {', '.join(SUFFIXES)}")
            elif not (text := clean(file.read_bytes().decode("utf-8-sig", "replace"))).strip():
                skipped.append(f"{source}: empty")
            else:
                texts[source] = text
    return found, skipped


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _drop(catalog: Catalog, store: Store) -> None:
    for spec in catalog.holding:
        collection = catalog.collection(spec)
        store.drop(collection)
        store.lexical.delete(store.lexical.ids(scope(collection, spec.value)))
