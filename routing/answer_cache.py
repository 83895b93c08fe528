"""Answers kept for the next one who asks the same, in a SQLite file, where a setting wants it.

An answer is found again only under the key it was kept under, which says all that it depends on: store, catalog,
model, knobs and the bases that were allowed. Whatever goes wrong with the file is a miss and never fails a run.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from knowledge.embedding import Embedder
from routing.repeated import bare, find

log = logging.getLogger("signalbox.cache")

MOST = 1000
"""Answers in the file: some 5 KB each, and a look through all of one key takes about a millisecond."""
_TABLE = (
    "CREATE TABLE IF NOT EXISTS answers_1 (key TEXT NOT NULL, bare TEXT NOT NULL, question TEXT NOT NULL, "
    "at REAL NOT NULL, value TEXT NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (key, bare))"
)
"""Counts up when what is kept changes its shape; an older table is left alone and never read."""


@dataclass(frozen=True)
class AnswerCache:
    """The cache in one file. `seconds` is the greatest age of an answer. Safe to share; methods block."""

    file: Path
    seconds: float
    embedder: Embedder

    def get(self, key: str, question: str, now: float) -> dict[str, Any] | None:
        """The newest value kept under `key` for this question or one that `routing.repeated` holds for the same."""
        try:
            with self._open() as db:
                rows = db.execute(
                    "SELECT question, value, vector, bare FROM answers_1 "
                    "WHERE key = ? AND at BETWEEN ? AND ? ORDER BY at",
                    (key, now - min(self.seconds, now), now),
                ).fetchall()
        except (sqlite3.Error, OSError) as fault:
            log.warning("%s: the answer cache cannot be read: %s", self.file, fault)
            return None
        if not rows:
            return None
        said = bare(question)
        same = [row for row in rows if row[3] == said]
        vector = self.embedder.query(question)
        vectors = {row[0]: np.frombuffer(row[2], dtype=np.float32) for row in rows}
        place = find(question, [row[0] for row in same or rows], lambda _, old: float(vectors[old] @ vector))
        return None if place is None else dict(json.loads((same or rows)[place][1]))

    def put(self, key: str, question: str, value: Mapping[str, Any], at: float) -> None:
        """Keep a JSON-able value; the oldest go where there are more than MOST. A question of no words is not kept."""
        said = bare(question)
        if not said:
            return
        row = (key, said, question, at, json.dumps(value), self.embedder.query(question).astype(np.float32).tobytes())
        try:
            with self._open() as db, db:
                db.execute("INSERT OR REPLACE INTO answers_1 VALUES (?, ?, ?, ?, ?, ?)", row)
                db.execute(
                    "DELETE FROM answers_1 WHERE at < ? OR rowid NOT IN "
                    "(SELECT rowid FROM answers_1 ORDER BY at DESC, rowid DESC LIMIT ?)",
                    (at - min(self.seconds, at), MOST),
                )
        except (sqlite3.Error, OSError) as fault:
            log.warning("%s: the answer cache cannot be written: %s", self.file, fault)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self.file, timeout=1)) as db:
            db.execute(_TABLE)
            yield db
