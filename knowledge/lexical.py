"""BM25 over the stored chunks, on disk, in SQLite's FTS5.

FTS5 comes with Python, is transactional (it is updated and deleted from as the vector store is) and is read from any
thread or process while one writes. Its ranking is Okapi BM25 with k1 = 1.2 and b = 0.75.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from knowledge.text import STOP_WORDS, stem, words

MAX_TERMS = 64
"""A longer query is cut: past this many terms a ranking no longer changes, only its cost."""

SHORTEST_STEM = 4
"""Letters up to which a word is its own stem."""


@dataclass(frozen=True, slots=True)
class LexicalIndex:
    """The index in one SQLite file. Terms are folded as `knowledge.text.words` does, so accents, case and CJK match."""

    file: Path

    def add(self, rows: Iterable[tuple[str, str, str]]) -> None:
        """Add (id, scope, text) rows; an id already there is replaced. A scope is a collection and stored value."""
        with self._open() as db:
            rows = list(rows)
            _delete(db, [id_ for id_, _, _ in rows])
            for id_, scope, text in rows:
                body = " ".join(words(text))
                added = db.execute("INSERT INTO passage (id, scope, body) VALUES (?, ?, ?)", (id_, scope, body))
                db.execute("INSERT INTO place VALUES (?, ?, ?)", (id_, scope, added.lastrowid))

    def delete(self, ids: Iterable[str]) -> None:
        """Forget these ids; unknown ones are ignored."""
        with self._open() as db:
            _delete(db, ids)

    def ids(self, scope: str) -> set[str]:
        """Every id stored under a scope."""
        with self._open() as db:
            return {row[0] for row in db.execute("SELECT id FROM place WHERE scope = ?", (scope,))}

    def search(self, text: str, scope: str, n: int) -> list[tuple[str, float]]:
        """The `n` best (id, BM25 score > 0) under a scope, best first; nothing where no term matches."""
        query = [word for word in dict.fromkeys(words(text)) if word not in STOP_WORDS][:MAX_TERMS]
        if not query or not self.file.exists():
            return []
        match = " OR ".join('"' + word.replace('"', '""') + '"' for word in query)
        with self._reading() as db:
            rows = db.execute(
                "SELECT id, -bm25(passage) FROM passage WHERE passage MATCH ? AND scope = ? ORDER BY rank LIMIT ?",
                (f"body : ({match})", scope, n),
            )
            return [(str(id_), max(float(score), 0.0)) for id_, score in rows]

    def known(self, asked: Collection[str]) -> frozenset[str]:
        """Of these stems (`knowledge.text.stem`), those of a word that some passage says, whatever its scope; all of
        them where nothing is indexed: then nobody can tell.
        """
        if not self.file.exists():
            return frozenset(asked)
        with self._reading() as db:
            db.execute(_WORDS)
            return frozenset(one for one in asked if _said(db, one))

    def near(self, word: str, most: int, scopes: Collection[str]) -> list[tuple[str, int, int]]:
        """The words of letters alone that begin as the folded `word` does and are at most `most` slips from it, as far
        as a passage under `scopes` says them: (word, slips, passages of the index that say it), in no order.

        Slips are Damerau's: a letter left out, put in, changed, or swapped with its neighbour.
        """
        if not scopes or not self.file.exists():
            return []
        with self._reading() as db:
            db.execute(_WORDS)
            begin = word[0], chr(ord(word[0]) + 1)
            said = dict(db.execute("SELECT term, doc FROM temp.said WHERE term >= ? AND term < ?", begin).fetchall())
            distance = DamerauLevenshtein.distance
            found = process.extract(word, list(said), scorer=distance, score_cutoff=most, limit=None)
            return [
                (term, int(slips), said[term])
                for term, slips, _ in found
                if term.isalpha() and _is_said(db, f'"{term}"', scopes)
            ]

    def together(self, pairs: Collection[tuple[str, str]], scopes: Collection[str]) -> bool:
        """Whether a passage under `scopes` says one of these pairs of folded words, the one right before the other."""
        if not pairs or not scopes or not self.file.exists():
            return False
        said = " OR ".join(f'"{before} {after}"' for before, after in pairs)
        with self._reading() as db:
            return _is_said(db, said, scopes)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        # Every search comes here, and finds the tables made: making sure of all of them takes longer than it does.
        with closing(sqlite3.connect(self.file, timeout=5)) as db:
            if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'passage'").fetchone():
                yield db
                return
        with self._open() as db:
            yield db

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        # One connection a call: SQLite connections may not cross threads, and opening costs about 0.1 ms.
        with closing(sqlite3.connect(self.file, timeout=5)) as db:
            db.execute(
                "CREATE VIRTUAL TABLE IF NOT EXISTS passage USING fts5("
                "id UNINDEXED, scope UNINDEXED, body, tokenize = \"unicode61 remove_diacritics 0 tokenchars '-.'\")"
            )
            with db:
                if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'place'").fetchone():
                    db.execute(_PLACES)
                    db.execute("INSERT INTO place SELECT id, scope, rowid FROM passage")  # of a store without one
                yield db


def _said(db: sqlite3.Connection, asked: str) -> bool:
    # A stem may end otherwise than its word does ("policy", "policies"), but begins alike; U+10FFFF ends the range.
    start = asked[:-1] if len(asked) > SHORTEST_STEM else asked
    rows = db.execute("SELECT term FROM temp.said WHERE term >= ? AND term <= ?", (start, f"{start}\U0010ffff"))
    return any(stem(term) == asked for (term,) in rows)


def _is_said(db: sqlite3.Connection, match: str, scopes: Collection[str]) -> bool:
    places = ", ".join("?" * len(scopes))
    query = f"SELECT 1 FROM passage WHERE passage MATCH ? AND scope IN ({places}) LIMIT 1"
    return db.execute(query, (f"body : ({match})", *scopes)).fetchone() is not None


# The index's words, each with the number of passages that say it.
_WORDS = "CREATE VIRTUAL TABLE temp.said USING fts5vocab(main, passage, row)"
# Columns of an FTS5 table have no index: finding a row by its id would read all of them.
_PLACES = "CREATE TABLE place (id TEXT PRIMARY KEY, scope TEXT, row INTEGER) WITHOUT ROWID"


def _delete(db: sqlite3.Connection, ids: Iterable[str]) -> None:
    for id_ in ids:
        for (row,) in db.execute("DELETE FROM place WHERE id = ? RETURNING row", (id_,)).fetchall():
            db.execute("DELETE FROM passage WHERE rowid = ?", (row,))
