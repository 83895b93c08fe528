"""Vectors of the sentences inside passages, computed on first touch and kept beside the store.

Embedding every sentence at ingest would double its time for passages nobody asks about; a passage once touched costs
nothing again.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path

import numpy as np

from knowledge.embedding import Embedder, Vectors
from knowledge.passage import Passage
from knowledge.text import units

REMEMBERED = 4096
"""Passages kept in memory: some 5 sentences of 384 float32 each, about 30 MB."""
ASKED_AT_ONCE = 500
"""Keys in one query of the file: SQLite takes at least 999 variables."""
_NONE: Vectors = np.zeros((0, 1), dtype=np.float32)


class SentenceVectors:
    """Unit vectors of a passage's quotable units, shape (units, dimensions). Safe to share between threads."""

    def __init__(self, file: Path, remembered: int = REMEMBERED) -> None:
        self._file = file
        self._remembered = remembered
        self._lock = threading.Lock()
        self._touching = threading.Lock()
        self._memory: OrderedDict[str, Vectors] = OrderedDict()

    def of(self, passage: Passage, embedder: Embedder) -> Vectors:
        """One row for each of `knowledge.text.units(passage.text)`."""
        return self.of_all([passage], embedder, 1)[0]

    def of_all(
        self, passages: Sequence[Passage], embedder: Embedder, first_touches: int, patience_s: float | None = None
    ) -> list[Vectors]:
        """The rows of each passage, in the order given.

        Only the first `first_touches` passages are embedded where they were never touched; the others have no rows
        then, since embedding a hundred passages takes seconds. One search embeds at a time: what others wait for is
        mostly the same, and the encoder does no more for being asked at once. Who has waited `patience_s` goes without
        (None: nobody does).
        """
        keys = [f"{embedder.name}/{passage.text}" for passage in passages]
        found = self._recall(keys)
        texts = {
            key: [unit.text for unit in units(passage.text)]
            for key, passage in zip(keys, passages, strict=True)
            if key not in found
        }
        # By content: rows kept for units that are cut differently today would be other sentences' vectors.
        digests = {key: _digest(embedder.name, cut) for key, cut in texts.items() if cut}
        kept = self._load(list(digests.values()))
        fresh = {key: _rows(kept[digest], len(texts[key])) for key, digest in digests.items() if digest in kept}
        untouched = [key for key in dict.fromkeys(keys[:first_touches]) if key in texts and key not in fresh]
        self._remember(fresh)
        found |= fresh
        if untouched and self._touching.acquire(timeout=-1 if patience_s is None else patience_s):
            try:
                found |= self._touched({key: texts[key] for key in untouched}, digests, embedder)
            finally:
                self._touching.release()
        return [found.get(key, _NONE) for key in keys]

    def forget(self, texts: Iterable[str], model: str) -> None:
        """Delete what is kept for passages of these texts; a text that another passage has too is embedded again."""
        keys = [(_digest(model, [unit.text for unit in units(text)]),) for text in texts]
        if not keys or not self._file.exists():
            return
        with closing(sqlite3.connect(self._file, timeout=5)) as db, db, suppress(sqlite3.OperationalError):
            db.executemany("DELETE FROM vectors WHERE key = ?", keys)

    def _touched(
        self, texts: Mapping[str, Sequence[str]], digests: Mapping[str, str], embedder: Embedder
    ) -> dict[str, Vectors]:
        """The rows of passages never touched before, or touched by another search while this one waited."""
        known = self._recall(list(texts))
        left = {key: cut for key, cut in texts.items() if key not in known}
        embedded = _embedded(left, embedder) if left else {}
        self._keep({digests[key]: rows for key, rows in embedded.items() if key in digests})
        self._remember(embedded)
        return known | embedded

    def _recall(self, keys: Sequence[str]) -> dict[str, Vectors]:
        with self._lock:
            found = {key: self._memory[key] for key in keys if key in self._memory}
            for key in found:
                self._memory.move_to_end(key)
        return found

    def _remember(self, rows: Mapping[str, Vectors]) -> None:
        with self._lock:
            self._memory.update(rows)
            while len(self._memory) > self._remembered:
                self._memory.popitem(last=False)

    def _load(self, digests: Sequence[str]) -> dict[str, bytes]:
        if not digests or not self._file.exists():
            return {}
        found: dict[str, bytes] = {}
        try:
            with closing(sqlite3.connect(self._file, timeout=1)) as db:
                for start in range(0, len(digests), ASKED_AT_ONCE):
                    some = digests[start : start + ASKED_AT_ONCE]
                    marks = ",".join("?" * len(some))
                    found |= dict(db.execute(f"SELECT key, rows FROM vectors WHERE key IN ({marks})", some))
        except sqlite3.Error:
            return {}
        return found

    def _keep(self, rows: Mapping[str, Vectors]) -> None:
        if not rows:
            return
        # The file only spares work: where it cannot be written (read-only disk, another writer), nothing is lost.
        try:
            with closing(sqlite3.connect(self._file, timeout=1)) as db, db:
                db.execute("CREATE TABLE IF NOT EXISTS vectors (key TEXT PRIMARY KEY, rows BLOB NOT NULL)")
                blobs = [(key, vectors.astype(np.float16).tobytes()) for key, vectors in rows.items()]
                db.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", blobs)
        except sqlite3.Error:
            return


def _embedded(texts: Mapping[str, Sequence[str]], embedder: Embedder) -> dict[str, Vectors]:
    # All at once: the encoder batches sentences of like length, across passages twice as fast as passage by passage.
    rows = embedder.encode([text for cut in texts.values() for text in cut])
    ends = np.cumsum([len(cut) for cut in texts.values()]).tolist()
    # As they will be read from the file: a passage scores the same on its first touch as ever after.
    rows = rows.astype(np.float16).astype(np.float32)
    return {key: rows[end - len(cut) : end] for (key, cut), end in zip(texts.items(), ends, strict=True)}


def _digest(model: str, texts: Sequence[str]) -> str:
    return hashlib.sha256("\x1f".join((model, *texts)).encode("utf-8", "replace")).hexdigest()


def _rows(blob: bytes, count: int) -> Vectors:
    # Half precision moves a cosine by less than 0.001 and halves the file.
    return np.frombuffer(blob, dtype=np.float16).reshape(count, -1).astype(np.float32)
