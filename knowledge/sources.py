"""What the store took from which file, beside the store in SQLite: the record that makes an ingest incremental, and
the order of a document's chunks, so that a found chunk can be read with its neighbours or its whole section.

Why not langchain_core.indexing with its SQL record manager: it believes its own table. It does not notice chunks that
Chroma or the BM25 index lost, knows nothing of the second index and the sentence vectors, needs every document read,
converted and cut again to find out that nothing changed, and after a kill between two deletions leaves chunks behind.
This record is a cache that each run checks against what the stores really hold; losing it costs a reading, no
embedding.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Record:
    """What was seen of one file when it was last read.

    `stamp` is the file's (see `knowledge.scanning`), `digest` the sha256 of its bytes, `made` the way it was cut;
    `note` tells why nothing is stored of it, or is "".
    """

    stamp: str
    digest: str
    made: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A chunk's id, and the number of the section of its document that it stands in."""

    id: str
    section: int


class Sources:
    """The records of one store, by scope (a collection and stored value) and source."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def records(self, scope: str) -> dict[str, Record]:
        """Every record of a scope by source."""
        if not self.file.exists():
            return {}
        with self._open() as db:
            rows = db.execute("SELECT source, stamp, digest, made, note FROM source WHERE scope = ?", (scope,))
            return {source: Record(*rest) for source, *rest in rows}

    def chunks(self, scope: str) -> dict[str, list[str]]:
        """The ids of every source's chunks, in reading order."""
        found: dict[str, list[str]] = {}
        if not self.file.exists():
            return found
        with self._open() as db:
            for source, id_ in db.execute(
                "SELECT source, id FROM chunk WHERE scope = ? ORDER BY source, position", (scope,)
            ):
                found.setdefault(source, []).append(id_)
        return found

    def scopes(self) -> set[str]:
        """Every scope there is a record of."""
        with self._open() as db:
            return {scope for (scope,) in db.execute("SELECT DISTINCT scope FROM source")}

    def save(self, scope: str, records: Mapping[str, tuple[Record, Sequence[Place] | None]]) -> None:
        """Replace the records of these sources, and their chunks where they are not None, all or none."""
        changed = [(source, places) for source, (_, places) in records.items() if places is not None]
        with self._open() as db:
            db.executemany(
                "DELETE FROM chunk WHERE scope = ? AND source = ?", [(scope, source) for source, _ in changed]
            )
            db.executemany(
                "INSERT INTO chunk VALUES (?, ?, ?, ?, ?)",
                [
                    (scope, source, position, place.section, place.id)
                    for source, places in changed
                    for position, place in enumerate(places)
                ],
            )
            db.executemany(
                "INSERT OR REPLACE INTO source VALUES (?, ?, ?, ?, ?, ?)",
                [(scope, source, one.stamp, one.digest, one.made, one.note) for source, (one, _) in records.items()],
            )

    def forget(self, scope: str, sources: Iterable[str]) -> None:
        """Drop the records of these sources."""
        keys = [(scope, source) for source in sources]
        with self._open() as db:
            for name in ("chunk", "source"):
                db.executemany(f"DELETE FROM {name} WHERE scope = ? AND source = ?", keys)

    def forget_scope(self, scope: str) -> None:
        """Drop every record of a scope."""
        with self._open() as db:
            for name in ("chunk", "source"):
                db.execute(f"DELETE FROM {name} WHERE scope = ?", (scope,))

    def around(self, id_: str, reach: int = 1) -> list[str]:
        """The ids of a chunk and up to `reach` neighbours on each side, in reading order; [] for an unknown id."""
        return self._near(id_, "near.position BETWEEN here.position - ? AND here.position + ?", (reach, reach))

    def section(self, id_: str) -> list[str]:
        """The ids of all chunks under the same heading as this one, in reading order: its parent. [] if unknown."""
        return self._near(id_, "near.section = here.section", ())

    def _near(self, id_: str, which: str, values: tuple[int, ...]) -> list[str]:
        if not self.file.exists():
            return []
        with self._open() as db:
            rows = db.execute(
                "SELECT near.id FROM chunk here JOIN chunk near"
                f" ON near.scope = here.scope AND near.source = here.source AND {which}"
                " WHERE here.id = ? ORDER BY near.position",
                (*values, id_),
            )
            return [found for (found,) in rows]

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self.file, timeout=5)) as db:
            db.executescript(_SCHEMA)
            with db:
                yield db


_SCHEMA = """
CREATE TABLE IF NOT EXISTS source (
    scope TEXT, source TEXT, stamp TEXT, digest TEXT, made TEXT, note TEXT, PRIMARY KEY (scope, source)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS chunk (
    scope TEXT, source TEXT, position INTEGER, section INTEGER, id TEXT, PRIMARY KEY (scope, source, position)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS chunk_id ON chunk (id);
"""
