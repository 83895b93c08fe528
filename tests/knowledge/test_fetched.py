"""Chunks are read from the store once, and never across a filter or a write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import numpy as np
from word_vectors import WordEmbedder

from knowledge.bases.base import Search
from knowledge.bases.vector import VectorBase
from knowledge.catalog import Catalog
from knowledge.fetched import Fetched
from knowledge.ingest import ingest
from knowledge.sentences import SentenceVectors
from knowledge.store import Store

METADATA = {"lead": 0, "source": "wiki/a.md", "title": "A", "heading": "", "position": 0}


class Shelf:
    """A collection of the chunks "a" to "d" that remembers what it was asked for; `where` is what may be seen."""

    id = UUID(int=1)

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def get(self, ids: list[str], where: dict[str, str] | None, include: list[str]) -> dict[str, Any]:
        """As Chroma answers: in its own order, and only what is there."""
        self.asked.append(tuple(ids))
        found = [id_ for id_ in "dcba" if id_ in ids and id_ in (where or {"seen": "abcd"})["seen"]]
        return {
            "ids": found,
            "documents": [f"Text {id_}." for id_ in found],
            "metadatas": [METADATA for _ in found],
            "embeddings": np.ones((len(found), 2)),
        }


def test_a_chunk_is_read_once() -> None:
    """Only what was never asked for is read, one that is not there included; the order is that of the asking."""
    shelf: Any = Shelf()
    fetched = Fetched()
    first = fetched.rows(shelf, "wiki", ["b", "a", "b", "nowhere"], None)
    assert [(id_, row.passage.id, row.passage.text, row.vector.dtype.name) for id_, row in first.items()] == [
        ("b", "b", "Text b.", "float32"),
        ("a", "a", "Text a.", "float32"),
    ]
    assert list(fetched.rows(shelf, "wiki", ["nowhere", "c", "a"], None)) == ["c", "a"]
    assert shelf.asked == [("b", "a", "nowhere"), ("c",)]


def test_who_may_not_see_a_chunk_never_gets_it() -> None:
    """What one filter lets be seen says nothing about another."""
    shelf: Any = Shelf()
    fetched = Fetched()
    assert list(fetched.rows(shelf, "wiki", "abc", None)) == ["a", "b", "c"]
    assert list(fetched.rows(shelf, "wiki", "abc", {"seen": "b"})) == ["b"]
    assert list(fetched.rows(shelf, "wiki", "abc", {"seen": "ca"})) == ["a", "c"]


def test_what_was_wanted_longest_ago_is_forgotten() -> None:
    """No more than so many chunks are kept."""
    shelf: Any = Shelf()
    fetched = Fetched(most=2)
    for id_ in "abaca":
        fetched.rows(shelf, "wiki", id_, None)
    assert shelf.asked == [("a",), ("b",), ("c",)]


def test_a_written_store_is_read_anew(make_catalog: Callable[..., Catalog], store: Store, words: WordEmbedder) -> None:
    """A chunk whose metadata changed (its text moved down the page) is told as it now stands."""
    catalog = make_catalog({"wiki": {"files": {"a.md": "# Bees\n\nBees dance.\n"}}})
    base = VectorBase.of(catalog, catalog.base[0], store, words, SentenceVectors(store.sentences_file))

    def lines() -> list[tuple[str, int]]:
        ingest(catalog, store, lambda name: words)
        return [(one.text, one.line) for one in base.search(Search("bees dance", "bees dance", 3, 0.0, {}))]

    assert lines() == [("Bees dance.", 3)]
    (catalog.folder / catalog.base[0].documents / "a.md").write_text("# Bees\n\n\n\nBees dance.\n", encoding="utf-8")
    assert lines() == [("Bees dance.", 5)]
