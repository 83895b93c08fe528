"""Ingesting folders as they are found: files that move, change meanwhile, vanish, or cannot be read."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from documents import docx, pdf, xlsx
from fakes import write_files
from word_vectors import WordEmbedder

from errors import StoreError, StoreMismatch
from knowledge.bases.base import Search
from knowledge.bases.vector import VectorBase, scope
from knowledge.catalog import Catalog
from knowledge.ingest import Report, ingest, stale
from knowledge.manifest import Manifest
from knowledge.sentences import SentenceVectors
from knowledge.store import Store

PAGE = "# {0}\n\nIt is about {0}.\n\n## More\n\nMore of {0}.\n"


def folder_of(catalog: Catalog) -> Path:
    """Where the first base's documents lie."""
    return catalog.folder / catalog.base[0].documents


def contents(store: Store) -> dict[Path, bytes]:
    """Every file of a store but Chroma's own, which it writes anew on opening."""
    return {file: file.read_bytes() for file in store.directory.iterdir() if file.is_file()}


def metadata(catalog: Catalog, store: Store, embedder: WordEmbedder) -> list[dict[str, Any]]:
    """What Chroma keeps with each chunk."""
    with store.reading(catalog.collection(catalog.base[0]), embedder) as collection:
        return [dict(one) for one in collection.get(include=["metadatas"])["metadatas"]]


def found(catalog: Catalog, store: Store, embedder: WordEmbedder, text: str) -> list[str]:
    """The texts of the first base that a question finds."""
    sentences = SentenceVectors(store.sentences_file)
    base = VectorBase.of(catalog, catalog.base[0], store, embedder, sentences)
    return [passage.text for passage in base.search(Search(text, k=9))]


@contextmanager
def growing(file: Path) -> Iterator[None]:
    """A file that another thread appends to all the time; it is large, so that reading it takes a while."""
    os.truncate(file, 50_000_000)  # of holes
    stop, begun = threading.Event(), threading.Event()

    def write() -> None:
        with file.open("ab", buffering=0) as out:
            while not stop.is_set():
                out.write(b"x")
                begun.set()

    writer = threading.Thread(target=write)
    writer.start()
    begun.wait(10)
    try:
        yield
    finally:
        stop.set()
        writer.join()


def test_a_mixed_folder_is_ingested_and_the_rest_named(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """Every format ends in the store with its page or line, every fault in the report, and neither stops the other."""
    files = {
        "a.pdf": pdf([["Refund rules."], ["Parcels return free."]]),
        "b.docx": docx([("Heading1", "Leave"), ("", "Staff rest thirty days.")]),
        "c.xlsx": xlsx({"Prices": [["Plan", "Price"], ["Pro", 14]]}),
        "d.csv": "Plan;Seats\nTeam;5\n",
        "e.json": '[{"id": "PROJ-123", "status": "open"}]',
        "f.html": "<title>Hours</title><p>Open at nine.</p>",
        "scan.pdf": pdf([[]]),
        "broken.docx": b"PK",
        "broken.json": "{",
        "empty.md": "",
        "only heading.md": "# Title\n",
    }
    catalog = make_catalog({"wiki": {"files": files}})
    report = ingest(catalog, store, lambda name: words)
    assert report.documents == 6
    assert report.skipped == (
        "wiki/broken.docx: damaged: not a .docx file inside",
        "wiki/broken.json: not valid JSON: line 1: Expecting property name enclosed in double quotes",
        "wiki/empty.md: empty",
        "wiki/only heading.md: no text",
        "wiki/scan.pdf: no text on its 1 pages: pictures of text need OCR first",
    )
    kept = {"source", "title", "heading", "page", "line"}
    stored = sorted(metadata(catalog, store, words), key=lambda one: (one["source"], one["position"]))
    assert [{key: value for key, value in one.items() if key in kept} for one in stored] == [
        {"source": "wiki/a.pdf", "title": "a", "heading": "", "page": 1},
        {"source": "wiki/b.docx", "title": "Leave", "heading": "", "line": 3},
        {"source": "wiki/c.xlsx", "title": "c", "heading": "Prices", "line": 3},
        {"source": "wiki/d.csv", "title": "d", "heading": "", "line": 1},
        {"source": "wiki/e.json", "title": "e", "heading": "PROJ-123", "line": 3},
        {"source": "wiki/f.html", "title": "Hours", "heading": "", "line": 1},
    ]
    again = ingest(catalog, store, lambda name: words)
    assert again == Report(documents=6, added=0, deleted=0, unchanged=6, skipped=report.skipped)


def test_a_dry_run_tells_and_touches_nothing(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """Before the first build, and later, it tells what would be done; no file is made or changed, nothing embedded."""
    catalog = make_catalog({"wiki": {"files": {"a.md": PAGE.format("apples"), "b.md": PAGE.format("bread")}}})
    assert ingest(catalog, store, lambda name: words, dry_run=True) == Report(
        documents=2, added=4, deleted=0, unchanged=0, new=("wiki/a.md", "wiki/b.md"), dry_run=True
    )
    assert not store.directory.exists()
    ingest(catalog, store, lambda name: words)
    before = contents(store)
    encoded = words.encoded
    write_files(folder_of(catalog), {"a.md": PAGE.format("cherries"), "c.md": "New.\n"})
    (folder_of(catalog) / "b.md").unlink()
    assert ingest(catalog, store, lambda name: words, dry_run=True) == Report(
        documents=2,
        added=3,
        deleted=4,
        unchanged=0,
        new=("wiki/c.md",),
        changed=("wiki/a.md",),
        gone=("wiki/b.md",),
        dry_run=True,
    )
    assert contents(store) == before
    assert words.encoded == encoded


def test_what_only_moved_is_not_embedded_again(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """A renamed file and paragraphs that slid down keep their vectors; only the new paragraph is embedded."""
    catalog = make_catalog({"wiki": {"files": {"a.md": PAGE.format("apples"), "b.md": PAGE.format("bread")}}})
    ingest(catalog, store, lambda name: words)
    folder, encoded = folder_of(catalog), words.encoded
    (folder / "a.md").rename(folder / "z.md")
    write_files(folder, {"b.md": PAGE.format("bread").replace("It is", "Fresh words.\n\n## Middle\n\nIt is")})
    report = ingest(catalog, store, lambda name: words)
    assert (report.added, report.deleted, report.reused) == (5, 4, 3)
    assert words.encoded == encoded + 2  # "Fresh words.", and "It is about bread." which stands under Middle now
    assert found(catalog, store, words, "apples")[0] in {"It is about apples.", "More of apples."}


def test_a_touched_file_costs_nothing(make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder) -> None:
    """Another time of change with the same bytes is no change; the same time and size with other bytes is one."""
    catalog = make_catalog({"wiki": {"files": {"a.md": "Apples.\n"}}})
    ingest(catalog, store, lambda name: words)
    os.utime(folder_of(catalog) / "a.md", (1, 1))
    assert ingest(catalog, store, lambda name: words).unchanged == 1
    assert stale(catalog, store) == ""
    file = folder_of(catalog) / "a.md"
    file.write_text("Pears..\n")
    fresh = file.stat().st_mtime_ns
    ingest(catalog, store, lambda name: words)
    file.write_text("Plums..\n")
    os.utime(file, ns=(fresh, fresh))
    assert stale(catalog, store) == "1 of 1 documents changed, wiki/a.md among them"
    assert ingest(catalog, store, lambda name: words).changed == ("wiki/a.md",)


def test_deleted_words_leave_the_sentence_vectors(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """What was looked into while it was stored is forgotten with its document, and nothing else is."""
    catalog = make_catalog({"wiki": {"files": {"a.md": "Apples fall.\n", "b.md": "Bread falls.\n"}}})
    ingest(catalog, store, lambda name: words)
    found(catalog, store, words, "apples bread")

    def kept() -> int:
        with sqlite3.connect(store.sentences_file) as db:
            return int(db.execute("SELECT count(*) FROM vectors").fetchone()[0])

    assert kept() == 2
    (folder_of(catalog) / "a.md").unlink()
    ingest(catalog, store, lambda name: words)
    assert kept() == 1
    assert found(catalog, store, words, "apples") == []


def test_a_file_that_changes_while_it_is_read_is_kept_as_it_was(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """It is named, its stored text stays, and when it has come to rest it is ingested."""
    catalog = make_catalog({"wiki": {"files": {"log.txt": "Apples fall.\n", "a.md": "Bread.\n"}}})
    ingest(catalog, store, lambda name: words)
    with growing(folder_of(catalog) / "log.txt"):
        report = ingest(catalog, store, lambda name: words)
    assert report.skipped == ("wiki/log.txt: changes while it is read; what is stored of it was kept",)
    assert (report.documents, report.deleted) == (2, 0)
    assert found(catalog, store, words, "apples") == ["Apples fall."]
    (folder_of(catalog) / "log.txt").write_text("Pears fall.\n")
    assert ingest(catalog, store, lambda name: words).changed == ("wiki/log.txt",)


def test_a_file_that_vanishes_meanwhile_is_named(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """Between the walk and the reading a file may go, or become a folder: the others are ingested."""
    catalog = make_catalog({"wiki": {"files": {"a.md": "Apples.\n", "b.md": "Bread.\n", "c.md": "Corn.\n"}}})

    def meddle(done: int, total: int) -> None:
        if done == 1:
            (folder_of(catalog) / "b.md").unlink()
            (folder_of(catalog) / "c.md").unlink()
            (folder_of(catalog) / "c.md").mkdir()

    report = ingest(catalog, store, lambda name: words, on_read=meddle)
    assert report == Report(
        documents=1,
        added=1,
        deleted=0,
        unchanged=0,
        skipped=(
            "wiki/b.md: cannot be read: No such file or directory",
            "wiki/c.md: cannot be read: Is a directory",
        ),
        new=("wiki/a.md",),
    )
    assert ingest(catalog, store, lambda name: words).documents == 1


def test_words_lost_from_bm25_cost_no_embedding(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """A chunk whose vector is there is indexed again from it."""
    catalog = make_catalog({"wiki": {"files": {"a.md": PAGE.format("apples")}}})
    ingest(catalog, store, lambda name: words)
    encoded = words.encoded
    store.lexical.file.unlink()
    assert ingest(catalog, store, lambda name: words).reused == 2
    assert words.encoded == encoded
    assert len(store.lexical.ids(scope(catalog.collection(catalog.base[0]), "wiki"))) == 2


def test_a_lost_record_costs_no_embedding(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """The record of sources only spares reading."""
    catalog = make_catalog({"wiki": {"files": {"a.md": PAGE.format("apples")}}})
    ingest(catalog, store, lambda name: words)
    store.sources.file.unlink()
    report = ingest(catalog, store, lambda name: words)
    assert (report.added, report.deleted, report.unchanged) == (0, 0, 2)


def test_a_base_that_moved_to_another_collection_leaves_nothing(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """The collection that no base of the catalog uses any more is deleted."""
    ingest(make_catalog({"wiki": {"files": {"a.md": "Apples.\n"}, "collection": "old"}}), store, lambda name: words)
    catalog = make_catalog({"wiki": {"files": {"a.md": "Apples.\n"}, "collection": "new"}})
    assert ingest(catalog, store, lambda name: words).deleted == 1
    with store._session() as client:
        assert [one.name for one in client.list_collections()] == ["new"]
    assert store.sources.scopes() == {"new/wiki"}
    assert store.lexical.ids("old/wiki") == set()


def test_a_store_of_the_first_format_is_brought_up_without_embedding(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """It is refused to readers with the command that mends it; that command keeps its vectors."""
    catalog = make_catalog({"wiki": {"files": {"a.md": PAGE.format("apples")}}})
    name = catalog.collection(catalog.base[0])
    store.create(name, words)
    text = "Apples\nOld words."
    texts = ["apples\nIt is about apples.", "apples > More\nMore of apples.", text]
    with store.reading(name, words) as collection:
        collection.add_texts(texts, [{"base": "wiki", "source": "wiki/a.md"}] * 3, ids=["1", "2", "3"])
    store.lexical.add((str(n), scope(name, "wiki"), text) for n, text in enumerate(texts, 1))
    store.manifest_file.save(Manifest(format=1))
    encoded = words.encoded
    with pytest.raises(
        StoreMismatch, match="format 1, this version reads 2; bring it up to date with: signalbox ingest"
    ):
        stale(catalog, store)
    report = ingest(catalog, store, lambda name: words)
    assert (report.added, report.deleted, report.reused) == (2, 3, 2)
    assert words.encoded == encoded
    assert stale(catalog, store) == ""
    assert found(catalog, store, words, "old") == []


def test_a_disk_that_refuses_is_one_clear_error(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """Where a file of the store cannot be opened, its directory and the reason are told, and mending it is enough."""
    catalog = make_catalog({"wiki": {"files": {"a.md": "Apples.\n"}}})
    store.sources.file.mkdir(parents=True)
    with pytest.raises(StoreError) as raised:
        ingest(catalog, store, lambda name: words)
    assert str(raised.value) == (
        f"{store.directory}: cannot be written: unable to open database file; mend that and run again"
    )
    store.sources.file.rmdir()
    assert ingest(catalog, store, lambda name: words).added == 1


def test_a_newer_store_is_not_written(make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder) -> None:
    """What a newer version wrote is refused, unless it is to be built anew."""
    catalog = make_catalog({"wiki": {"files": {"a.md": "Apples.\n"}}})
    store.directory.mkdir(parents=True)
    store.manifest_file.save(Manifest(format=3))
    with pytest.raises(StoreMismatch, match="format 3, this version reads 2; rebuild with: signalbox ingest --rebuild"):
        ingest(catalog, store, lambda name: words)
    assert ingest(catalog, store, lambda name: words, rebuild=True).added == 1


def test_a_chunk_leads_to_its_neighbours_and_its_section(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """Small to search, its parent to read: a chunk's id gives those beside it, and all under the same heading."""
    told = " ".join(f"Sentence {n} tells something." for n in range(40))
    catalog = make_catalog({"wiki": {"files": {"a.md": f"# T\n\nIntro.\n\n## Long\n\n{told}\n\n## End\n\nBye.\n"}}})
    ingest(catalog, store, lambda name: words)
    with store.reading(catalog.collection(catalog.base[0]), words) as collection:
        rows = collection.get(include=["metadatas"])
    order = [
        id_
        for _, id_ in sorted((one["position"], id_) for id_, one in zip(rows["ids"], rows["metadatas"], strict=True))
    ]
    assert len(order) == 4
    assert [store.sources.around(id_) for id_ in order] == [order[:2], order[:3], order[1:], order[2:]]
    assert store.sources.around(order[0], 9) == order
    assert [store.sources.section(id_) for id_ in order] == [order[:1], order[1:3], order[1:3], order[3:]]
    assert store.sources.around("unknown") == []
    assert Store(store.directory / "none").sources.section("unknown") == []
