"""From a catalog's documents to its store.

The store is brought to what the documents say: chunks that are missing are added, chunks whose text is gone are
deleted, the rest is not touched. Ids come from content and every run compares with what the stores really hold, so
running twice changes nothing, and a run that was killed anywhere is finished by the next.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from errors import StoreError
from knowledge.bases.vector import scope
from knowledge.catalog import Catalog
from knowledge.embedding import Embedder
from knowledge.filling import Known, clear, fill
from knowledge.manifest import Manifest
from knowledge.plan import Plan, make_plan, scan_base, unchanged
from knowledge.scanning import Scan
from knowledge.store import Store

Progress = Callable[[int, int], None]
"""Called with (chunks embedded, chunks to embed)."""


def no_progress(done: int, total: int) -> None:
    """The Progress that shows nothing."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an ingest did, or with `dry_run` would do. Chunks are counted, sources are named.

    `reused` of the `added` chunks had a vector already (a file that was moved, a paragraph that slid down); `skipped`
    tells "source: reason" of every file that is not stored, or stored as it once was.
    """

    documents: int
    added: int
    deleted: int
    unchanged: int
    skipped: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    reused: int = 0
    dry_run: bool = False


def ingest(
    catalog: Catalog,
    store: Store,
    embedder: Callable[[str], Embedder],
    *,
    rebuild: bool = False,
    dry_run: bool = False,
    wait_s: float = 0,
    progress: Progress = no_progress,
    on_read: Progress = no_progress,
) -> Report:
    """Bring the store to what the catalog's documents say; `dry_run` only tells what that would take.

    `embedder` gives the model of a base's setting; `on_read` is told of (files looked at, files there are). Raises
    StoreBusy where another process writes the store, StoreMismatch where a collection has another metric or embedding
    or a newer version wrote the store (unless `rebuild`), StoreError where the disk or its rights refuse, and
    ConfigError for a base without its folder.
    """
    scans = {spec.name: scan_base(catalog, spec) for spec in catalog.chunked}
    if dry_run:
        return _report(_plans(catalog, scans, store, embedder, on_read), dry_run=True)
    try:
        with store.writing(wait_s):
            if rebuild:
                _drop(catalog, store)
            else:
                store.manifest_file.check_not_newer()
            for spec in catalog.chunked:
                store.create(catalog.collection(spec), embedder(spec.embedding))
            plans = _plans(catalog, scans, store, embedder, on_read)
            return _carried_out(catalog, plans, store, progress)
    except (sqlite3.Error, OSError) as fault:
        raise StoreError(f"{store.directory}: cannot be written: {fault}; mend that and run again") from fault


def _carried_out(catalog: Catalog, plans: list[Plan], store: Store, progress: Progress) -> Report:
    known = Known.of(plans, store)
    deleted = clear(plans, store)
    done, total = 0, sum(len(plan.missing) for plan in plans)
    for plan in plans:
        for count in fill(plan, store, known):
            done += count
            progress(done, total)
    documents = {source: told for plan in plans for source, told in plan.documents.items()}
    chunks = sum(len(plan.wanted) for plan in plans)
    store.manifest_file.save(Manifest(fingerprint=catalog.fingerprint(), documents=documents, chunks=chunks))
    return _report(plans, deleted=deleted, reused=known.used)


def stale(catalog: Catalog, store: Store) -> str:
    """Why the store no longer says what the documents say, or "" where it does. Raises StoreMismatch as `manifest`.

    Only files whose stamp is another are opened.
    """
    manifest = store.manifest()
    if manifest is None:
        return "it was never built"
    if manifest.fingerprint != catalog.fingerprint():
        return "the catalog's bases changed"
    changed: list[str] = []
    there = 0
    for spec in catalog.chunked:
        found = scan_base(catalog, spec)
        records = store.sources.records(scope(catalog.collection(spec), spec.value))
        for source, file in found.files.items():
            record = records.pop(source, None)
            there += record is None or not record.note
            missing_extra = record is not None and record.note and not record.digest
            if not missing_extra and not unchanged(file, record, spec):
                changed.append(source)
        changed += [
            source
            for source, record in records.items()
            if not record.note and not source.startswith(tuple(found.unread))
        ]
    if not changed:
        return ""
    return f"{len(changed)} of {there} documents changed, {min(changed)} among them"


def _plans(
    catalog: Catalog,
    scans: Mapping[str, Scan],
    store: Store,
    embedder: Callable[[str], Embedder],
    on_read: Progress,
) -> list[Plan]:
    total = sum(len(found.files) for found in scans.values())
    read = 0

    def one_more() -> None:
        nonlocal read
        read += 1
        on_read(read, total)

    return [
        make_plan(catalog, spec, scans[spec.name], store, embedder(spec.embedding), one_more)
        for spec in catalog.chunked
    ]


def _report(plans: list[Plan], *, deleted: int = 0, reused: int = 0, dry_run: bool = False) -> Report:
    added = sum(len(plan.missing) for plan in plans)
    return Report(
        documents=sum(len(plan.documents) for plan in plans),
        added=added,
        deleted=sum(len(plan.gone) for plan in plans) if dry_run else deleted,
        unchanged=sum(len(plan.wanted) for plan in plans) - added,
        skipped=tuple(f"{source}: {why}" for plan in plans for source, why in sorted(plan.notes.items())),
        new=tuple(source for plan in plans for source in plan.new),
        changed=tuple(source for plan in plans for source in plan.changed),
        gone=tuple(source for plan in plans for source in sorted(plan.forgotten)),
        reused=reused,
        dry_run=dry_run,
    )


def _drop(catalog: Catalog, store: Store) -> None:
    store.sentences_file.unlink(missing_ok=True)
    for spec in catalog.chunked:
        collection = catalog.collection(spec)
        store.drop(collection)
        store.lexical.delete(store.lexical.ids(scope(collection, spec.value)))
        store.sources.forget_scope(scope(collection, spec.value))
