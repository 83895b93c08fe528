"""The conversations that the command line keeps: one SQLite file under home, with a format version and an age limit.

A thread belongs to a catalog: the same name in another one is another conversation. Threads of a server are its own.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.sqlite import SqliteSaver

from errors import InputError, StoreError, StoreMismatch

FORMAT = 1
"""Kept as SQLite's user_version. 0: written before versions were, with the same tables; it is stamped on opening."""
FILE = "threads.sqlite"
SERVED = "server-threads.sqlite"
"""Where `signalbox serve` keeps its own: beside these, which the terminal's process may have open."""
_GREGORIAN = datetime(1582, 10, 15, tzinfo=UTC)
"""Where the clock of a checkpoint's id (a UUID of version 6, RFC 9562) begins; it counts 100 ns."""


@dataclass(frozen=True, slots=True)
class Thread:
    """One conversation: its name within the catalog, when it was last written, and how many checkpoints it has.

    There is one a turn, and one for each time a turn stopped to ask.
    """

    name: str
    catalog: str
    last: datetime
    checkpoints: int


@dataclass(frozen=True, slots=True)
class Threads:
    """The threads in one file. Every method blocks, and raises StoreError for a file that cannot be used."""

    file: Path

    @classmethod
    def under(cls, home: Path) -> Threads:
        """Those kept under a home."""
        return cls(home / FILE)

    def prepare(self, days: float = 0) -> None:
        """Stamp a file of an older format, and forget what is older than `days` (0: nothing).

        Raises StoreMismatch for a newer format, which this version would not read right.
        """
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self._opened() as connection:
            connection.execute(f"PRAGMA user_version = {FORMAT}")
        if days:
            self.expire(days)

    def listed(self, catalog: str) -> list[Thread]:
        """A catalog's threads, the last written first."""
        if not self.file.exists():
            return []
        with self._opened() as connection:
            if not _has_tables(connection):
                return []
            rows = connection.execute(
                "SELECT thread_id, max(checkpoint_id), count(*) FROM checkpoints GROUP BY thread_id ORDER BY 2 DESC"
            ).fetchall()
        return [
            Thread(id_.partition("/")[2], catalog, _moment(last), count)
            for id_, last, count in rows
            if id_.partition("/")[0] == catalog
        ]

    def turns(self, catalog: str, name: str) -> list[dict[str, str]]:
        """What was said in a thread, oldest first: {role, content}. Raises InputError where there is no such thread."""
        self._known(catalog, name)
        with self._opened() as connection:
            saver = SqliteSaver(connection)
            kept = saver.get_tuple({"configurable": {"thread_id": _id(catalog, name)}})
        held: dict[str, Any] = kept.checkpoint["channel_values"] if kept else {}
        return [
            {"role": "user" if isinstance(one, HumanMessage) else "assistant", "content": one.text}
            for one in held.get("messages", [])
            if isinstance(one, HumanMessage | AIMessage)
        ]

    def delete(self, catalog: str, name: str) -> None:
        """Forget a thread. Raises InputError where there is no such thread."""
        self._known(catalog, name)
        self._forget([_id(catalog, name)])

    def expire(self, days: float) -> int:
        """Forget the threads of every catalog that were not written for so many days; how many they were."""
        if not self.file.exists():
            return 0
        oldest = _clock(datetime.now(UTC) - timedelta(days=days))
        with self._opened() as connection:
            if not _has_tables(connection):
                return 0
            rows = connection.execute("SELECT thread_id, max(checkpoint_id) FROM checkpoints GROUP BY thread_id")
            old = [id_ for id_, last in rows if _ticks(last) < oldest]
        self._forget(old)
        return len(old)

    def _known(self, catalog: str, name: str) -> None:
        names = [one.name for one in self.listed(catalog)]
        if name not in names:
            there = ", ".join(names[:10]) or "none is kept"
            raise InputError(f"thread: {name!r} is no thread of {catalog!r}; there: {there}")

    def _forget(self, ids: list[str]) -> None:
        if not ids:
            return
        with self._opened() as connection, connection:
            for table in ("checkpoints", "writes"):
                connection.executemany(f"DELETE FROM {table} WHERE thread_id = ?", [(id_,) for id_ in ids])
        with self._opened() as connection:
            # What was deleted is to be gone from the file too.
            connection.execute("VACUUM")

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self.file, timeout=10, check_same_thread=False)) as connection:
                (version,) = connection.execute("PRAGMA user_version").fetchone()
                if version > FORMAT:
                    raise StoreMismatch(
                        f"{self.file}: threads of format {version}, this version reads {FORMAT}; "
                        "update Signalbox, or move the file away to begin new ones"
                    )
                yield connection
        except sqlite3.Error as fault:
            raise StoreError(
                f"{self.file}: the threads cannot be used: {fault}; make it writable, or move it away"
            ) from None


def _has_tables(connection: sqlite3.Connection) -> bool:
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'checkpoints'").fetchone()
    return found is not None


def _id(catalog: str, name: str) -> str:
    return f"{catalog}/{name}"


def _ticks(checkpoint_id: str) -> int:
    high, middle, low = checkpoint_id.split("-")[:3]
    return int(high + middle + low[1:], 16)


def _clock(moment: datetime) -> int:
    return int((moment - _GREGORIAN) / timedelta(microseconds=1)) * 10


def _moment(checkpoint_id: str) -> datetime:
    return _GREGORIAN + timedelta(microseconds=_ticks(checkpoint_id) // 10)
