"""Vectors of the sentences inside passages, computed on first touch and kept beside the store.

Embedding every sentence at ingest would double its time for passages nobody asks about; a passage once touched costs
nothing again.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path

import numpy as np

from knowledge.embedding import Embedder, Vectors
from knowledge.passage import Passage
from knowledge.text import units

REMEMBERED = 4096
"""Passages kept in memory: some 5 sentences of 384 float32 each, about 30 MB."""


class SentenceVectors:
    """Unit vectors of a passage's quotable units, shape (units, dimensions). Safe to share between threads."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._memory: OrderedDict[str, Vectors] = OrderedDict()

    def of(self, passage: Passage, embedder: Embedder) -> Vectors:
        """One row for each of `knowledge.text.units(passage.text)`."""
        key = f"{embedder.name}/{passage.text}"
        with self._lock:
            known = self._memory.get(key)
            if known is not None:
                self._memory.move_to_end(key)
                return known
        texts = [unit.text for unit in units(passage.text)]
        stored = _key(texts, embedder.name)
        vectors = self._load(stored, len(texts))
        if vectors is None:
            vectors = embedder.encode(texts) if texts else np.zeros((0, 1), dtype=np.float32)
            self._keep(stored, vectors)
        with self._lock:
            self._memory[key] = vectors
            while len(self._memory) > REMEMBERED:
                self._memory.popitem(last=False)
        return vectors

    def forget(self, texts: Iterable[str], model: str) -> None:
        """Delete what is kept for passages of these texts; a text that another passage has too is embedded again."""
        keys = [(_key([unit.text for unit in units(text)], model),) for text in texts]
        if not keys or not self._file.exists():
            return
        with closing(sqlite3.connect(self._file, timeout=5)) as db, db, suppress(sqlite3.OperationalError):
            db.executemany("DELETE FROM vectors WHERE key = ?", keys)

    def _load(self, key: str, rows: int) -> Vectors | None:
        if not rows or not self._file.exists():
            return None
        try:
            with closing(sqlite3.connect(self._file, timeout=1)) as db:
                row = db.execute("SELECT rows FROM vectors WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error:
            return None
        # Half precision moves a cosine by less than 0.001 and halves the file.
        return None if row is None else np.frombuffer(row[0], dtype=np.float16).reshape(rows, -1).astype(np.float32)

    def _keep(self, key: str, vectors: Vectors) -> None:
        # The file only spares work: where it cannot be written (read-only disk, another writer), nothing is lost.
        try:
            with closing(sqlite3.connect(self._file, timeout=1)) as db, db:
                db.execute("CREATE TABLE IF NOT EXISTS vectors (key TEXT PRIMARY KEY, rows BLOB NOT NULL)")
                blob = vectors.astype(np.float16).tobytes()
                db.execute("INSERT OR REPLACE INTO vectors VALUES (?, ?)", (key, blob))
        except sqlite3.Error:
            return


def _key(texts: Sequence[str], model: str) -> str:
    # By content: rows kept for units that are cut differently today would be other sentences' vectors.
    return hashlib.sha256("\x1f".join((model, *texts)).encode("utf-8", "replace")).hexdigest()
