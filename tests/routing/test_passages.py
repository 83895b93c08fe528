"""What the bases' passages say about a question follows the store: what changed in it, and when it is back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from chromadb.errors import InternalError
from word_vectors import WordEmbedder

from knowledge.catalog import Catalog
from knowledge.clients import embedded
from knowledge.ingest import ingest
from knowledge.store import Store
from routing.passages import AGAIN_S, Passages

TEA = {"tea": {"files": {"tea.md": "# Tea\n\nGreen tea steeps for two minutes.\n"}}}


def test_a_store_that_was_away_is_read_when_it_is_back(
    make_catalog: Callable[..., Catalog], tmp_path: Path, words: WordEmbedder
) -> None:
    """Bases are judged by their descriptions while it is away, and by their passages after a while, with no ingest."""
    catalog, away, now = make_catalog(TEA), False, 0.0

    def opener(folder: Path) -> Any:
        if away:
            raise InternalError
        return embedded(folder)

    store = Store(tmp_path / "store", opener)
    ingest(catalog, store, lambda name: words)
    store.close()
    away, passages = True, Passages(catalog, store, words, clock=lambda: now)
    vector = words.query("How long does green tea steep?")
    assert passages.nearest(vector) == {}
    away, now = False, AGAIN_S - 1
    assert passages.nearest(vector) == {}
    now = AGAIN_S
    assert list(passages.nearest(vector)) == ["tea"]
    store.close()
