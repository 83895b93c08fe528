"""What one base's store lacks and holds too much, found by comparing three things: the files, the record of what was
taken from them, and what Chroma and the BM25 index really hold.

A file whose stamp is known and whose chunks are all there is not opened. Nothing is written here.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from errors import ConfigError, DocumentError, StoreMissing
from knowledge import chunking, formats
from knowledge.access import access_of, stored
from knowledge.base_spec import BASE_KEY, BaseSpec
from knowledge.bases.vector import scope
from knowledge.catalog import Catalog
from knowledge.chunking import Chunk, chunk_markdown
from knowledge.embedding import Embedder
from knowledge.formats import Loaded, MissingExtra, load
from knowledge.front import Front, front
from knowledge.reading import Unread, read
from knowledge.scanning import File, Scan, scan
from knowledge.sources import Place, Record
from knowledge.store import Store


@dataclass(frozen=True, slots=True)
class Row:
    """A chunk as it is stored."""

    id: str
    text: str
    metadata: dict[str, str | int]


@dataclass(frozen=True, slots=True)
class Draft:
    """What a file that was read anew says: its record, its chunks, and their places."""

    record: Record
    rows: list[Row]
    places: list[Place]


@dataclass(slots=True)
class Plan:
    """What is to be done for one base, and what was found on the way."""

    spec: BaseSpec
    collection: str
    scope: str
    embedder: Embedder
    drafts: dict[str, Draft] = field(default_factory=dict)
    """By source: files that are new, changed, damaged in the store, or cut in another way than before."""
    seen: dict[str, Record] = field(default_factory=dict)
    """By source: files that were opened and are what they were."""
    documents: dict[str, str] = field(default_factory=dict)
    """Digest of every file that the store will hold text of."""
    notes: dict[str, str] = field(default_factory=dict)
    """By source: why a file is passed over, or kept as it was."""
    wanted: set[str] = field(default_factory=set)
    """The ids the store is to hold."""
    missing: list[tuple[str, Row]] = field(default_factory=list)
    """Source and chunk, in reading order."""
    gone: set[str] = field(default_factory=set)
    """Ids that Chroma is to lose."""
    words_gone: set[str] = field(default_factory=set)
    """Ids that the BM25 index is to lose."""
    wordless: set[str] = field(default_factory=set)
    """Ids whose vector is stored and whose words are not."""
    forgotten: set[str] = field(default_factory=set)
    """Sources whose record is to go."""
    new: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)


def scan_base(catalog: Catalog, spec: BaseSpec) -> Scan:
    """What lies in a base's folder. Raises ConfigError where there is no such folder."""
    folder = catalog.folder / spec.documents
    if not folder.is_dir():
        raise ConfigError(f"{catalog.folder / 'catalog.toml'}: documents of base {spec.name!r}: no folder {folder}")
    return scan(spec, folder)


def make_plan(
    catalog: Catalog, spec: BaseSpec, found: Scan, store: Store, embedder: Embedder, on_read: Callable[[], None]
) -> Plan:
    """The plan of one base; `on_read` is called once a file. Raises StoreMismatch for another metric or embedding."""
    collection = catalog.collection(spec)
    plan = Plan(spec, collection, scope(collection, spec.value), embedder, notes=dict(found.notes))
    records, chunks = store.sources.records(plan.scope), store.sources.chunks(plan.scope)
    stored, words = _held(plan, store)
    have = stored & words
    for source, file in found.files.items():
        _look(plan, file, records.get(source), chunks.get(source, []), have)
        on_read()
    for source in records.keys() - found.files.keys():
        if source.startswith(tuple(found.unread)):
            _keep(plan, source, records[source], chunks.get(source, []))
        else:
            plan.forgotten.add(source)
    plan.missing = [(source, row) for source, draft in plan.drafts.items() for row in draft.rows if row.id not in have]
    plan.gone, plan.words_gone = stored - plan.wanted, words - plan.wanted
    plan.wordless = stored & plan.wanted - words
    return plan


def made(spec: BaseSpec) -> str:
    """The way a file is read and cut: a record made in another way is of no use."""
    told = "".join(f"\x1f{pattern}={word}" for pattern, word in spec.access.items())
    access = f".{digest(told.encode())[:8]}" if told else ""
    return f"{formats.VERSION}.{chunking.VERSION}.{spec.chunk_size}{access}"


def unchanged(file: File, record: Record | None, spec: BaseSpec) -> bool:
    """Whether a file is what it was when it was read, as its stamp tells or, where that is another, its bytes."""
    if record is None or record.made != made(spec):
        return False
    if record.stamp and record.stamp == file.stamp:
        return True
    try:
        return digest(read(file)[0]) == record.digest
    except Unread:
        return False


def digest(data: bytes) -> str:
    """The sha256 of a file's bytes."""
    return hashlib.sha256(data).hexdigest()


def _held(plan: Plan, store: Store) -> tuple[set[str], set[str]]:
    words = store.lexical.ids(plan.scope) if store.lexical.file.exists() else set()
    where: Any = {BASE_KEY: plan.spec.value}
    if not store.built:  # opening would make it
        return set(), words
    try:
        with store.reading(plan.collection, plan.embedder) as opened:
            return set(opened.get(where=where, include=[])["ids"]), words
    except StoreMissing:
        return set(), words


def _look(plan: Plan, file: File, record: Record | None, ids: list[str], have: set[str]) -> None:
    whole = record is not None and record.made == made(plan.spec) and have.issuperset(ids)
    if whole and record is not None and record.stamp and record.stamp == file.stamp:
        _keep(plan, file.source, record, ids)
        return
    try:
        data, stamp = read(file)
    except Unread as fault:
        known = record is not None and not record.note
        plan.notes[file.source] = f"{fault}{'; what is stored of it was kept' if known else ''}"
        if record is not None:
            _keep(plan, file.source, record, ids)
        return
    told = digest(data)
    if whole and record is not None and record.digest == told:
        plan.seen[file.source] = Record(stamp, told, record.made, record.note)
        _keep(plan, file.source, record, ids)
        return
    _draft(plan, file, data, Record(stamp, told, made(plan.spec)))
    if not plan.drafts[file.source].record.note:
        (plan.new if record is None or record.note else plan.changed).append(file.source)


def _keep(plan: Plan, source: str, record: Record, ids: list[str]) -> None:
    plan.wanted.update(ids)
    if record.note:
        plan.notes.setdefault(source, record.note)
    else:
        plan.documents[source] = record.digest


def _draft(plan: Plan, file: File, data: bytes, record: Record) -> None:
    loaded, told = Loaded(""), Front("")
    try:
        loaded = load(data, file.path.suffix, plan.spec.max_file_mb)
        told = front(loaded.text, loaded.title, file.source)
        title = told.title or loaded.title or Path(file.source).stem
        chunks = chunk_markdown(told.text, size=plan.spec.chunk_size, fallback_title=title)
        note = "" if chunks else "no text" if loaded.text.strip() else "empty"
    except MissingExtra as fault:
        # Without stamp and digest it is tried again each time.
        chunks, note, record = [], str(fault), Record("", "", record.made)
    except DocumentError as fault:
        chunks, note = [], str(fault)
    access = access_of(told.access, file.source.removeprefix(f"{plan.spec.name}/"), plan.spec.access)
    rows = [_row(plan.spec, file.source, chunk, loaded, told.dated, access) for chunk in chunks]
    places = [Place(row.id, chunk.section) for row, chunk in zip(rows, chunks, strict=True)]
    plan.drafts[file.source] = Draft(Record(record.stamp, record.digest, record.made, note), rows, places)
    plan.wanted.update(row.id for row in rows)
    if note:
        plan.notes[file.source] = note
    else:
        plan.documents[file.source] = record.digest


def _row(spec: BaseSpec, source: str, chunk: Chunk, loaded: Loaded, dated: str, access: str) -> Row:
    text = chunk.embedded_text
    metadata: dict[str, str | int] = {
        BASE_KEY: spec.value,
        "source": source,
        "title": chunk.title,
        "heading": chunk.heading,
        "position": chunk.position,
        "lead": len(text) - len(chunk.text),
    }
    if loaded.pages:
        metadata["page"] = bisect_right(loaded.pages, chunk.line - 1)
    else:
        metadata["line"] = chunk.line
    if dated:
        metadata["dated"] = dated
    metadata |= stored(access)
    identity = "\x1f".join([text, *(f"{key}={value}" for key, value in metadata.items())])
    return Row(hashlib.sha256(identity.encode()).hexdigest()[:32], text, metadata)
