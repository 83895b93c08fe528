"""Corners of the vector base: a store of another metric, one chunk, names beyond ASCII, two models on one scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import chromadb
import numpy as np
import pytest
from fakes import catalog_of
from word_vectors import WordEmbedder

from errors import StoreMismatch
from knowledge.bases.base import Search
from knowledge.bases.vector import VectorBase, covered
from knowledge.catalog import Catalog
from knowledge.embedding import Embedder, Vectors
from knowledge.ingest import ingest
from knowledge.passage import Passage
from knowledge.sentences import SentenceVectors
from knowledge.store import CHROMA, EMBEDDING_KEY, Store

LAMPS = {"lamps.md": "# Lamps\n\nA lamp is returned within ten days. The parcel is paid by us.\n"}
CHAIRS = {"chairs.md": "# Chairs\n\nA chair is returned within twenty days. The parcel is paid by you.\n"}
ASKED = "Within how many days is a lamp returned?"


def bases_of(catalog: Catalog, embedder: Embedder, store: Store) -> dict[str, VectorBase]:
    """The catalog's bases over a store filled from its documents."""
    sentences = SentenceVectors(store.directory.parent / "sentences.sqlite")
    ingest(catalog, store, lambda name: embedder)
    return {spec.name: VectorBase.of(catalog, spec, store, embedder, sentences) for spec in catalog.base}


def test_a_collection_of_another_metric_is_refused(tmp_path: Path, words: WordEmbedder, store: Store) -> None:
    """A collection made with L2 is not read as cosine, as Chroma would do without a word; the line says the mend."""
    catalog = catalog_of(tmp_path, {"wiki": {"files": LAMPS, "collection": "lamps"}})
    client = chromadb.PersistentClient(str(tmp_path / "store" / CHROMA))
    client.create_collection("lamps", metadata={EMBEDDING_KEY: words.name}, configuration={"hnsw": {"space": "l2"}})
    client.close()
    base = VectorBase.of(catalog, catalog.spec("wiki"), store, words, SentenceVectors(tmp_path / "sentences.sqlite"))
    with pytest.raises(StoreMismatch) as raised:
        base.search(Search(ASKED))
    assert str(raised.value) == (
        f"{store.directory}: collection 'lamps' was created with the metric 'l2', not 'cosine'; "
        "rebuild with: signalbox ingest --rebuild"
    )


def test_a_base_with_one_chunk_is_searched_like_any_other(tmp_path: Path, words: WordEmbedder, store: Store) -> None:
    """One chunk is found where it answers, whatever k is, and no scale divides by nothing."""
    base = bases_of(catalog_of(tmp_path, {"wiki": {"files": LAMPS}}), words, store)["wiki"]
    found = base.search(Search(ASKED, k=50))
    assert [passage.source for passage in found] == ["wiki/lamps.md"]
    assert 0 < found[0].score <= 1
    assert base.search(Search("xylophone", k=50)) == []


def test_short_and_accented_names_of_bases_are_kept_apart(tmp_path: Path, words: WordEmbedder, store: Store) -> None:
    """Bases called hr and Rückgaben share a store, and each answers from its own documents under its own name."""
    catalog = catalog_of(tmp_path, {"hr": {"files": CHAIRS}, "Rückgaben": {"files": LAMPS}})
    bases = bases_of(catalog, words, store)
    found = {name: base.search(Search(ASKED, k=5, threshold=0.0)) for name, base in bases.items()}
    assert {name: [(one.base, one.source) for one in some] for name, some in found.items()} == {
        "hr": [("hr", "hr/chairs.md")],
        "Rückgaben": [("Rückgaben", "Rückgaben/lamps.md")],
    }


def test_two_models_score_the_same_passage_alike(
    tmp_path: Path, make_store: Callable[[str], Store], words: WordEmbedder
) -> None:
    """What a base with a model of its own returns is scored by the house's model, whatever its own would say."""
    house, text = words, {"wiki": {"files": LAMPS}}
    models = (WordEmbedder("fake:crowded", 3), WordEmbedder("fake:wide", 512))
    catalog = catalog_of(tmp_path, text)
    bases = [bases_of(catalog, model, make_store(model.name.partition(":")[2]))["wiki"] for model in models]
    search = Search(ASKED, k=1, threshold=0.0)
    alone = [base.search(search)[0].score for base in bases]
    judged = [replace(base, judge=house).search(search)[0].score for base in bases]
    assert alone[0] != alone[1]
    assert judged[0] == judged[1]


def test_words_of_the_document_help_its_sections(words: WordEmbedder) -> None:
    """A section gets what its document says of the question; what it says itself counts three fifths."""
    passages = [
        Passage("1", "wiki", "A lamp is bright.", "a.md"),
        Passage("2", "wiki", "Returned within ten days.", "a.md"),
        Passage("3", "wiki", "A chair is returned.", "b.md"),
    ]
    assert covered({"lamp", "return"}, passages).tolist() == pytest.approx([0.8, 0.8, 0.3])
    assert covered({"lamp", "return"}, []).tolist() == []
    assert covered(set(), passages).tolist() == [0.0, 0.0, 0.0]


HOUSE = {
    "notruf.csv": "Störung,Telefon\nAufzug,7700 34\nRohrbruch,7700 55\n",
    "ruhe.md": "# Ruhe\n\nWelche Ruhe bei wem gilt, rufe ich nicht ins Haus.\n",
}


class Deaf(WordEmbedder):
    """A model that knows English, and finds every question a little like any text but a table."""

    languages = frozenset({"en"})

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Shape (texts, 2)."""
        out = np.zeros((len(texts), 2), dtype=np.float32)
        for row, text in zip(out, texts, strict=True):
            row[:] = (1.0, 0.0) if text.endswith("?") else (0.1, 0.995) if "Aufzug" in text else (0.3, 0.954)
        return out


def test_in_a_language_the_model_does_not_know_a_rare_word_is_enough(tmp_path: Path, store: Store) -> None:
    """The passage that says the question's rare word comes first whatever its cosine; in English its cosine counts."""
    base = bases_of(catalog_of(tmp_path, {"haus": {"files": HOUSE}}), Deaf(), store)["haus"]
    asked = "Welche Nummer hat der Notdienst bei einem Rohrbruch?"
    assert [one.source for one in base.search(Search(asked))] == ["haus/notruf.csv", "haus/ruhe.md"]
    assert [one.source for one in base.search(Search("any number for rohrbruch?"))] == ["haus/ruhe.md"]


def test_words_that_another_language_shares_by_chance_do_not_count(tmp_path: Path, store: Store) -> None:
    """A French question over English documents is judged by its cosine."""
    files = {"a.md": "# Letters\n\nThe capital letters of the code are not optional for you.\n"}
    base = bases_of(catalog_of(tmp_path, {"haus": {"files": files}}), Deaf(), store)["haus"]
    (found,) = base.search(Search("Quelle est la capitale de ce pays ?"))
    assert found.score < 0.45
