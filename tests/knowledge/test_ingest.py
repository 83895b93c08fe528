"""Ingest: the store is brought to what the documents say, whatever happened before."""

from __future__ import annotations

import shutil
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from fakes import write_files
from other_process import holdings, other_process
from word_vectors import WordEmbedder

from errors import ConfigError, StoreBusy, StoreMismatch, StoreMissing
from knowledge.bases.base import Search
from knowledge.bases.vector import VectorBase, scope
from knowledge.catalog import Catalog
from knowledge.formats import SUFFIXES
from knowledge.ingest import Report, ingest, stale
from knowledge.sentences import SentenceVectors
from knowledge.store import Store

TESTS = Path(__file__).resolve().parent.parent
DOCUMENTS = {
    "a.md": "# Alpha\n\nAlpha keeps apples.\n\n## More\n\nAlpha also keeps pears.\n",
    "b.md": "# Beta\n\nBeta keeps bread.\n",
}
MANY = {
    f"{n:03}.md": f"# Page {n}\n\nPage {n} is about topic{n}.\n\n## More\n\nIt has word{n} too.\n" for n in range(80)
}


def found(catalog: Catalog, store: Store, embedder: WordEmbedder, text: str) -> list[str]:
    """The texts of the first base that a question finds."""
    base = VectorBase.of(catalog, catalog.base[0], store, embedder, SentenceVectors(store.directory / "s.sqlite"))
    return [passage.text for passage in base.search(Search(text, k=9))]


def test_chunks_keep_source_title_and_position(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """Each stored chunk tells its base, source, title, heading and place."""
    catalog = make_catalog({"wiki": {"files": DOCUMENTS, "value": "WIKI"}})
    assert ingest(catalog, store, lambda name: words) == Report(
        documents=2, added=3, deleted=0, unchanged=0, new=("wiki/a.md", "wiki/b.md")
    )
    with store.reading(catalog.collection(catalog.base[0]), words) as collection:
        rows = collection.get(include=["documents", "metadatas"])
    stored = sorted(zip(rows["documents"], [dict(sorted(m.items())) for m in rows["metadatas"]], strict=True))
    keys = ("base", "heading", "lead", "line", "position", "source", "title")
    assert stored == [
        ("Alpha\nAlpha keeps apples.", dict(zip(keys, ("WIKI", "", 6, 3, 0, "wiki/a.md", "Alpha"), strict=True))),
        (
            "Alpha > More\nAlpha also keeps pears.",
            dict(zip(keys, ("WIKI", "More", 13, 7, 1, "wiki/a.md", "Alpha"), strict=True)),
        ),
        ("Beta\nBeta keeps bread.", dict(zip(keys, ("WIKI", "", 5, 3, 0, "wiki/b.md", "Beta"), strict=True))),
    ]


def test_twice_is_a_no_op(make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder) -> None:
    """A second run embeds nothing, changes nothing and says so."""
    catalog = make_catalog({"wiki": {"files": DOCUMENTS}, "news": {"files": MANY}})
    ingest(catalog, store, lambda name: words)
    before, encoded = holdings(catalog, store, words), words.encoded
    assert ingest(catalog, store, lambda name: words) == Report(documents=82, added=0, deleted=0, unchanged=163)
    assert holdings(catalog, store, words) == before
    assert words.encoded == encoded


def test_progress_counts_every_chunk(make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder) -> None:
    """Progress rises to the number of chunks there are to embed."""
    seen: list[tuple[int, int]] = []
    catalog = make_catalog({"wiki": {"files": MANY}, "news": {"files": DOCUMENTS}})
    ingest(catalog, store, lambda name: words, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(32, 163), (64, 163), (96, 163), (128, 163), (160, 163), (163, 163)]


def test_a_changed_document_replaces_its_chunks(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """The old words are found no more, by vectors or by BM25; the untouched chunk is kept."""
    catalog = make_catalog({"wiki": {"files": DOCUMENTS}})
    ingest(catalog, store, lambda name: words)
    folder = catalog.folder / catalog.base[0].documents
    write_files(folder, {"a.md": "# Alpha\n\nAlpha keeps cherries.\n\n## More\n\nAlpha also keeps pears.\n"})
    assert ingest(catalog, store, lambda name: words) == Report(
        documents=2, added=1, deleted=1, unchanged=2, changed=("wiki/a.md",)
    )
    assert found(catalog, store, words, "apples") == []
    assert found(catalog, store, words, "cherries") == ["Alpha keeps cherries."]
    assert store.lexical.search("apples", scope(catalog.collection(catalog.base[0]), "wiki"), 9) == []


def test_a_deleted_document_disappears(make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder) -> None:
    """Its chunks leave Chroma and BM25."""
    catalog = make_catalog({"wiki": {"files": DOCUMENTS}})
    ingest(catalog, store, lambda name: words)
    (catalog.folder / catalog.base[0].documents / "b.md").unlink()
    assert ingest(catalog, store, lambda name: words) == Report(
        documents=1, added=0, deleted=1, unchanged=2, gone=("wiki/b.md",)
    )
    assert found(catalog, store, words, "bread") == []
    assert store.lexical.search("bread", scope(catalog.collection(catalog.base[0]), "wiki"), 9) == []


def test_a_base_taken_out_of_the_catalog_disappears(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """The base that is left alone in the collection does not answer with the other's passages."""
    ingest(make_catalog({"wiki": {"files": DOCUMENTS}, "news": {"files": MANY}}), store, lambda name: words)
    catalog = make_catalog({"wiki": {"files": DOCUMENTS}})
    assert ingest(catalog, store, lambda name: words).deleted == 160
    assert found(catalog, store, words, "topic7 word7") == []


def test_another_stored_value_replaces_the_old(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """A base whose stored value changes does not hold its chunks twice."""
    ingest(make_catalog({"wiki": {"files": DOCUMENTS, "value": "old"}}), store, lambda name: words)
    catalog = make_catalog({"wiki": {"files": DOCUMENTS, "value": "new"}})
    ingest(catalog, store, lambda name: words)
    assert found(catalog, store, words, "apples") == ["Alpha keeps apples."]


def test_odd_bytes_do_not_stop_an_ingest(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """NUL, BOM, cp1252, UTF-16, control characters and lone surrogates are read as can be; the rest is named."""
    files = {
        "bom.md": b"\xef\xbb\xbf# Bom\n\nThe bom page.\n",
        "cp1252.md": "# Café\n\nThe café “quoted”.\n".encode("cp1252"),
        "nul.md": b"# Nul\n\nThe nul\x00 page \x07rings.\n",
        "surrogate.md": b"# Half\n\nThe half \xed\xa0\x80 pair.\n",
        "utf16.md": "# Wide\n\nThe wide page.\n".encode("utf-16"),
        "windows.md": b"# Lines\r\n\r\nThe lines page.\r\n",
        "empty.md": b"",
        "blank.md": b" \n\n",
        "image.png": b"\x89PNG",
        "deep/er/Note.TXT": b"The deep note.",
    }
    catalog = make_catalog({"wiki": {"files": files}})
    report = ingest(catalog, store, lambda name: words)
    assert report.skipped == (
        "wiki/blank.md: empty",
        "wiki/empty.md: empty",
        f"wiki/image.png: not one of {', '.join(SUFFIXES)}",
    )
    assert report.documents == 7
    assert found(catalog, store, words, "bom page")[0] == "The bom page."
    assert found(catalog, store, words, "nul rings")[0] == "The nul page rings."
    assert found(catalog, store, words, "lines page")[0] == "The lines page."
    assert found(catalog, store, words, "deep note")[0] == "The deep note."


def test_a_missing_folder_is_named(make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder) -> None:
    """A base without its folder is an error that names file, base and folder, before anything is written."""
    catalog = make_catalog({"wiki": {}})
    folder = catalog.folder / catalog.base[0].documents
    folder.rmdir()
    with pytest.raises(ConfigError) as raised:
        ingest(catalog, store, lambda name: words)
    assert str(raised.value) == f"{catalog.folder / 'catalog.toml'}: documents of base 'wiki': no folder {folder}"
    assert not store.directory.exists()


@pytest.mark.parametrize(("stop_at", "stored"), [(32, 0), (128, 128), (160, 160)])
def test_an_interrupted_run_is_finished_by_the_next(
    stop_at: int,
    stored: int,
    make_catalog: Callable[..., Catalog],
    make_store: Callable[[str], Store],
    words: WordEmbedder,
) -> None:
    """Whatever batch it stopped at, running again gives what an undisturbed run gives."""
    catalog = make_catalog({"wiki": {"files": MANY}})
    whole, broken = make_store("whole"), make_store("broken")
    ingest(catalog, whole, lambda name: words)

    def stop(done: int, total: int) -> None:
        if done >= stop_at:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ingest(catalog, broken, lambda name: words, progress=stop)
    assert stale(catalog, broken) == "it was never built"
    report = ingest(catalog, broken, lambda name: words)
    assert (report.added, report.unchanged) == (160 - stored, stored)
    assert holdings(catalog, broken, words) == holdings(catalog, whole, words)


def test_one_process_writes_and_a_killed_one_is_finished_by_the_next(
    make_catalog: Callable[..., Catalog], make_store: Callable[[str], Store], words: WordEmbedder
) -> None:
    """The second writer is told that another writes; after kill -9 it may, and gives what an undisturbed run gives."""
    catalog = make_catalog({"wiki": {"files": MANY}})
    whole, broken = make_store("whole"), make_store("broken")
    ingest(catalog, whole, lambda name: words)
    with other_process(catalog, broken, pause_s=60) as process:
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in range(5)][-1] == "128\n"
        with pytest.raises(StoreBusy) as raised:
            ingest(catalog, broken, lambda name: words)
        process.send_signal(signal.SIGKILL)
    assert str(raised.value) == f"{broken.directory}: another process is writing this store; try again when it is done"
    report = ingest(catalog, broken, lambda name: words)
    assert (report.added, report.unchanged) == (32, 128)
    assert holdings(catalog, broken, words) == holdings(catalog, whole, words)


def test_words_lost_from_bm25_are_brought_back(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """A chunk that only Chroma holds is indexed again."""
    catalog = make_catalog({"wiki": {"files": DOCUMENTS}})
    ingest(catalog, store, lambda name: words)
    before = holdings(catalog, store, words)
    store.lexical.file.unlink()
    ingest(catalog, store, lambda name: words)
    assert holdings(catalog, store, words) == before


def test_a_second_thread_waits_or_is_told(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """Within one process too only one writes; who may wait gets its turn."""
    catalog = make_catalog({"wiki": {"files": DOCUMENTS}})
    inside, leave = threading.Event(), threading.Event()

    def hold(done: int, total: int) -> None:
        inside.set()
        leave.wait(10)

    first = threading.Thread(target=ingest, args=(catalog, store, lambda name: words), kwargs={"progress": hold})
    first.start()
    inside.wait(10)
    with pytest.raises(StoreBusy):
        ingest(catalog, Store(store.directory), lambda name: words)
    threading.Timer(0.2, leave.set).start()
    assert ingest(catalog, store, lambda name: words, wait_s=10).unchanged == 3
    first.join()


def test_a_reader_sees_what_another_process_wrote(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """An open reader finds the new document and loses the deleted one, without being opened again by hand."""
    catalog = make_catalog({"wiki": {"files": DOCUMENTS}})
    ingest(catalog, store, lambda name: words)
    assert found(catalog, store, words, "bread") == ["Beta keeps bread."]
    folder = catalog.folder / catalog.base[0].documents
    (folder / "b.md").unlink()
    write_files(folder, {"c.md": "# Gamma\n\nGamma keeps grapes.\n"})
    with other_process(catalog, store) as process:
        assert process.communicate(timeout=60)[0].endswith("end\n")
    assert found(catalog, store, words, "grapes") == ["Gamma keeps grapes."]
    assert found(catalog, store, words, "bread") == []


def test_stale_says_why(make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder) -> None:
    """Never built, up to date, another catalog, changed, added and deleted documents are told apart."""
    catalog = make_catalog({"wiki": {"files": DOCUMENTS}})
    folder = catalog.folder / catalog.base[0].documents
    said = [stale(catalog, store)]
    ingest(catalog, store, lambda name: words)
    said.append(stale(catalog, store))
    said.append(stale(make_catalog({"wiki": {"files": DOCUMENTS, "chunk_size": 300}}), store))
    write_files(folder, {"a.md": "# Alpha\n\nChanged.\n"})
    said.append(stale(catalog, store))
    write_files(folder, {"c.md": "New.\n"})
    said.append(stale(catalog, store))
    (folder / "c.md").unlink()
    (folder / "a.md").unlink()
    said.append(stale(catalog, store))
    assert said == [
        "it was never built",
        "",
        "the catalog's bases changed",
        "1 of 2 documents changed, wiki/a.md among them",
        "2 of 3 documents changed, wiki/a.md among them",
        "1 of 1 documents changed, wiki/a.md among them",
    ]


def test_a_collection_of_another_metric_is_refused(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """A collection that was created with L2 is refused with the command that mends it, and --rebuild mends it."""
    catalog = make_catalog({"wiki": {"files": DOCUMENTS, "collection": "made-elsewhere"}})
    with store._session() as client:
        client.create_collection("made-elsewhere", metadata={"signalbox-embedding": words.name})
    for attempt in (lambda: ingest(catalog, store, lambda name: words), lambda: found(catalog, store, words, "x")):
        with pytest.raises(StoreMismatch) as raised:
            attempt()
        assert str(raised.value) == (
            f"{store.directory}: collection 'made-elsewhere' was created with the metric 'l2', not 'cosine'; "
            "rebuild with: signalbox ingest --rebuild"
        )
    assert ingest(catalog, store, lambda name: words, rebuild=True).added == 3
    assert found(catalog, store, words, "bread") == ["Beta keeps bread."]


def test_another_embedding_is_refused(make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder) -> None:
    """Vectors of two models do not mix: neither ingest nor search touches the collection, and --rebuild mends it."""
    catalog = make_catalog({"wiki": {"files": DOCUMENTS}})
    ingest(catalog, store, lambda name: words)
    before = holdings(catalog, store, words)
    other = WordEmbedder("fake:other", 64)
    for attempt in (lambda: ingest(catalog, store, lambda name: other), lambda: found(catalog, store, other, "x")):
        with pytest.raises(StoreMismatch) as raised:
            attempt()
        assert str(raised.value) == (
            f"{store.directory}: collection {catalog.collection(catalog.base[0])!r} holds vectors of 'fake:words', not "
            "of 'fake:other'; two embedding models cannot share a collection: rebuild with: signalbox ingest --rebuild"
        )
    assert holdings(catalog, store, words) == before
    assert ingest(catalog, store, lambda name: other, rebuild=True).added == 3


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{", "/manifest.json: not readable; rebuild with: signalbox ingest --rebuild"),
        ('{"format": 99}', ": format 99, this version reads 2; rebuild with: signalbox ingest --rebuild"),
        ('{"format": 1}', ": format 1, this version reads 2; bring it up to date with: signalbox ingest"),
        ('{"format": 2, "extra": 1}', "/manifest.json: not readable; rebuild with: signalbox ingest --rebuild"),
        ("[]", "/manifest.json: not readable; rebuild with: signalbox ingest --rebuild"),
    ],
)
def test_a_strange_manifest_is_refused(
    content: str, says: str, make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """A manifest that this version cannot read is named with the command that mends it, and --rebuild mends it."""
    catalog = make_catalog({"wiki": {"files": DOCUMENTS}})
    ingest(catalog, store, lambda name: words)
    (store.directory / "manifest.json").write_text(content, encoding="utf-8")
    with pytest.raises(StoreMismatch) as raised:
        store.manifest()
    assert str(raised.value) == f"{store.directory}{says}"
    ingest(catalog, store, lambda name: words, rebuild=True)
    assert stale(catalog, store) == ""


def test_a_store_whose_chroma_is_gone_says_so(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """A deleted folder is one clear error on search, and the next ingest builds it again."""
    catalog = make_catalog({"wiki": {"files": DOCUMENTS}})
    ingest(catalog, store, lambda name: words)
    store.close()
    shutil.rmtree(store.directory / "chroma")
    with pytest.raises(StoreMissing, match="build it with: signalbox ingest"):
        found(catalog, store, words, "bread")
    ingest(catalog, store, lambda name: words)
    assert found(catalog, store, words, "bread") == ["Beta keeps bread."]


def test_chunks_know_their_documents_date(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder
) -> None:
    """The date that a document tells of itself is stored with each of its chunks and comes back with the passage."""
    files = {
        "old.md": "---\nupdated: 2024-05-01\n---\n# Pro\n\nPro costs $12.",
        "new.md": "# Pro\n\nLast updated: 2026-02-16\n\n## Price\n\nPro costs $14.",
    }
    catalog = make_catalog({"wiki": {"files": files}})
    ingest(catalog, store, lambda name: words)
    base = VectorBase.of(catalog, catalog.base[0], store, words, SentenceVectors(store.directory / "s.sqlite"))
    told = {(one.text, one.line, one.dated) for one in base.search(Search("pro costs", k=9))}
    assert told == {("Pro costs $12.", 6, "2024-05-01"), ("Pro costs $14.", 7, "2026-02-16")}
