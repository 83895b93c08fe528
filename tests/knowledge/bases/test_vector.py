"""The vector base keeps the contract, alone in a collection and sharing one, and keeps bases apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from contract import QUESTION, TEXTS, BaseContract
from fakes import catalog_of
from word_vectors import WordEmbedder

from errors import StoreMissing
from graph.resources import Resources
from knowledge.bases.base import Base, Search
from knowledge.bases.vector import VectorBase
from knowledge.catalog import Catalog
from knowledge.embedding import Embedder, embedded
from knowledge.ingest import ingest
from knowledge.sentences import SentenceVectors
from knowledge.store import Store

OTHER = {"noise.md": "# Noise\n\nA first purchase is refunded within thirty days, says the other base.\n"}


def opened(catalog: Catalog, store: Store, embedder: Embedder, folder: Path) -> dict[str, VectorBase]:
    """The catalog's bases over a store filled from its documents."""
    ingest(catalog, store, lambda name: embedder)
    sentences = SentenceVectors(folder / "sentences.sqlite")
    return {spec.name: VectorBase.of(catalog, spec, store, embedder, sentences) for spec in catalog.base}


class TestVectorBaseOfItsOwnCollection(BaseContract):
    """One collection a base, the embedded model."""

    @pytest.fixture(scope="class")
    @classmethod
    def base(cls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Base]:
        """A base that is alone in its collection."""
        root = tmp_path_factory.mktemp("own")
        catalog = catalog_of(
            root, {"wiki": {"files": TEXTS, "collection": "own"}, "other": {"files": OTHER, "collection": "others"}}
        )
        with closing(Store(root / "store")) as store:
            yield opened(catalog, store, embedded(), root)["wiki"]


class TestVectorBaseOfASharedCollection(BaseContract):
    """Several bases in one collection, told apart by their stored value; quick vectors of words."""

    @pytest.fixture(scope="class")
    @classmethod
    def base(cls, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Base]:
        """A base that shares its collection with another."""
        root = tmp_path_factory.mktemp("shared")
        catalog = catalog_of(root, {"wiki": {"files": TEXTS}, "other": {"files": OTHER}})
        with closing(Store(root / "store")) as store:
            yield opened(catalog, store, WordEmbedder(), root)["wiki"]


REFUND = "Can I get my money back for a first purchase?"


def of_value(resources: Resources, value: str) -> VectorBase:
    """A base over the built store of larkspur whose stored value is `value`."""
    spec = resources.catalog.spec("general").model_copy(update={"value": value})
    bases = tuple(spec if one.name == "general" else one for one in resources.catalog.base)
    catalog = resources.catalog.model_copy(update={"base": bases})
    return VectorBase.of(catalog, spec, resources.store, resources.embedder, resources.sentences)


def test_the_stored_value_general_finds_the_refund_chunks(resources: Resources) -> None:
    """The exact stored value leads to the refund policy."""
    found = of_value(resources, "general").search(Search(REFUND, k=3, threshold=0.2))
    assert found[0].source == "general/refund-policy.md"
    assert found[0].text.startswith("A first purchase of a Larkspur plan can be returned within 30 days")
    assert {passage.source.partition("/")[0] for passage in found} == {"general"}


def test_the_stored_value_in_another_case_finds_nothing(resources: Resources) -> None:
    """`General` is not `general`: the value is exact."""
    assert of_value(resources, "General").search(Search(REFUND, k=3, threshold=0.2)) == []


def test_the_wrong_stored_value_finds_only_what_clears_the_threshold(resources: Resources) -> None:
    """`technical` gives its own passages above 0.2 relevance, or nothing; never a refund chunk."""
    found = of_value(resources, "technical").search(Search(REFUND, k=3, threshold=0.2))
    query = resources.embedder.query(REFUND)
    for passage in found:
        assert passage.source.startswith("technical/")
        lead = " > ".join(part for part in (passage.title, passage.heading) if part)
        assert float(resources.embedder.encode([f"{lead}\n{passage.text}"])[0] @ query) >= 0.2 - 0.001
    assert of_value(resources, "technical").search(Search(REFUND, k=3, threshold=0.9)) == []


def test_bases_of_own_collections_never_meet(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder, tmp_path: Path
) -> None:
    """With one collection a base, the same question finds each base's own passage."""
    catalog = make_catalog(
        {name: {"collection": f"own-{name}", "files": {"a.md": f"The code of {name} is {name}42."}} for name in "abc"}
        | {"dd": {"collection": "own-d", "files": {}}}
    )
    bases = opened(catalog, store, words, tmp_path)
    found = {name: [p.text for p in base.search(Search("What is the code?", k=3))] for name, base in bases.items()}
    assert found == {**{name: [f"The code of {name} is {name}42."] for name in "abc"}, "dd": []}


def test_a_bases_own_filter_is_always_on(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder, tmp_path: Path
) -> None:
    """A default filter narrows every search, and a caller's filter cannot replace it."""
    catalog = make_catalog({"wiki": {"files": TEXTS, "filter": {"title": "Seats"}}})
    base = opened(catalog, store, words, tmp_path)["wiki"]

    def sources(**filters: Any) -> list[str]:
        return [passage.source for passage in base.search(Search(QUESTION, k=9, threshold=0.0, filter=filters))]

    assert sources() == ["wiki/seats.md"]
    assert sources(title="Refunds") == []
    assert sources(position=0) == ["wiki/seats.md"]
    assert sources(position=7) == []


def test_words_find_what_vectors_rank_low(make_catalog: Callable[..., Catalog], store: Store, tmp_path: Path) -> None:
    """A part number that no vector knows is found by BM25."""
    files = {f"{n}.md": f"# Error list\n\nThe code LK-{4000 + n} means fault number {n}.\n" for n in range(40)}
    base = opened(make_catalog({"wiki": {"files": files}}), store, embedded(), tmp_path)["wiki"]
    assert base.search(Search("What does LK-4017 mean?", k=1, threshold=0.2))[0].source == "wiki/17.md"


def test_a_store_that_was_never_built_says_how_to_build_it(
    make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder, tmp_path: Path
) -> None:
    """Searching an absent collection is one clear error with the command."""
    catalog = make_catalog({"wiki": {"collection": "absent"}})
    base = VectorBase.of(catalog, catalog.base[0], store, words, SentenceVectors(tmp_path / "s.sqlite"))
    with pytest.raises(StoreMissing) as raised:
        base.search(Search("anything"))
    assert str(raised.value) == (
        f"{store.directory}: collection 'absent' is not there; build it with: signalbox ingest"
    )


def test_sentence_vectors_are_made_once_and_kept(tmp_path: Path, words: WordEmbedder, resources: Resources) -> None:
    """A passage's sentences are embedded on first touch, then come from memory, and in a new process from the file."""
    passage = resources.bases["general"].search(Search(REFUND, k=1))[0]
    kept = SentenceVectors(tmp_path / "s.sqlite")
    first = kept.of(passage, words)
    count = words.encoded
    assert (kept.of(passage, words) == first).all()
    again = SentenceVectors(tmp_path / "s.sqlite").of(passage, words)
    assert words.encoded == count
    assert abs(again - first).max() < 0.001


def test_sentence_vectors_of_a_broken_file_are_made_anew(
    tmp_path: Path, words: WordEmbedder, resources: Resources
) -> None:
    """The file only spares work: a broken one costs nothing but time."""
    passage = resources.bases["general"].search(Search(REFUND, k=1))[0]
    (tmp_path / "s.sqlite").write_bytes(b"not a database at all" * 100)
    assert len(SentenceVectors(tmp_path / "s.sqlite").of(passage, words)) > 0
