"""Connections to one database that only read, twice over.

SQLite opens the file read only and refuses every other action by its authorizer; PostgreSQL runs read-only transactions
(connect as a role without rights to write, too).
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from errors import ConfigError, QueryError, StoreError
from knowledge.sqldb.check import Dialect

T = TypeVar("T")
DIALECTS: Final[dict[str, Dialect]] = {"sqlite": "sqlite", "postgresql": "postgres"}
STEPS: Final = 2000
"""Steps of SQLite between two looks at the clock."""
_PRAGMAS: Final = frozenset({"table_info", "table_xinfo", "table_list", "read_uncommitted"})
"""By which SQLAlchemy reads a schema and greets a connection."""
_READS: Final = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION})


@dataclass(frozen=True)
class SqlClient:
    """One database for one base. Shared by threads; each call has a connection of its own."""

    base: str
    url: str
    """Empty for the embedded file."""
    file: Path
    timeout_s: float
    _engines: list[Engine] = field(default_factory=list, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def dialect(self) -> Dialect:
        """How its SQL is read and written."""
        return DIALECTS[kind_of(self.url)] if self.url else "sqlite"

    def ask(self, ask: Callable[[Connection], T]) -> T:
        """What `ask` makes of a connection.

        Raises:
            QueryError: the database refuses what it is asked.
            StoreError: a server cannot be reached.
            TimeoutError: it took longer than the base may.
            ConfigError: the url cannot be used.
        """
        try:
            with self._engine().connect() as connection:
                return ask(connection)
        except OperationalError as fault:
            raise self._fault(fault) from fault
        except DBAPIError as fault:
            raise QueryError(f"the database refused the query: {_told(fault)}") from fault
        except SQLAlchemyError as fault:
            raise QueryError(f"the query cannot be run: {fault}") from fault

    def close(self) -> None:
        """See `Connected.close`."""
        with self._lock:
            engines = list(self._engines)
            self._engines.clear()
        for engine in engines:
            engine.dispose()

    def _engine(self) -> Engine:
        if self.dialect == "sqlite":
            # A file is opened anew for each call: it may have been swapped, and opening takes a tenth of a millisecond.
            return create_engine("sqlite://", creator=self._open, poolclass=NullPool)
        with self._lock:
            if not self._engines:
                self._engines.append(self._served())
            return self._engines[0]

    def _served(self) -> Engine:
        limits = f"-c default_transaction_read_only=on -c statement_timeout={int(self.timeout_s * 1000)}"
        try:
            return create_engine(self.url, pool_pre_ping=True, connect_args={"options": limits, "connect_timeout": 5})
        except (ArgumentError, ImportError) as fault:
            raise ConfigError(
                f"base {self.base!r}: its url cannot be used: {fault}; for PostgreSQL run pip install -e '.[postgres]' "
                "and write postgresql+psycopg://USER:PASSWORD@HOST/DATABASE"
            ) from None

    def _open(self) -> sqlite3.Connection:
        file = Path(self.url.removeprefix("sqlite:///")) if self.url else self.file
        opened = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        until = time.monotonic() + self.timeout_s
        opened.set_progress_handler(lambda: int(time.monotonic() > until), STEPS)
        opened.set_authorizer(_allowed)
        return opened

    def _fault(self, fault: OperationalError) -> Exception:
        told = _told(fault)
        if "interrupted" in told or "statement timeout" in told:
            return TimeoutError(f"the query took longer than {self.timeout_s:g} s")
        if self.url and (fault.connection_invalidated or fault.statement is None):
            place = f" {self.url.removeprefix('sqlite:///')}" if self.dialect == "sqlite" else ""
            return StoreError(f"base {self.base!r}: the database{place} cannot be reached: {told}; check its url")
        return QueryError(f"the database refused the query: {told}")


def kind_of(url: str) -> str:
    """What a database url begins with, without its driver ("postgresql+psycopg://..." is "postgresql")."""
    return url.partition(":")[0].partition("+")[0]


def _allowed(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    """SQLite's own check, statement by statement: reading, and the pragmas by which a schema is read."""
    if action in _READS:
        return sqlite3.SQLITE_DENY if second == "load_extension" else sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_PRAGMA and first in _PRAGMAS:
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_OK if action == sqlite3.SQLITE_TRANSACTION else sqlite3.SQLITE_DENY


def _told(fault: DBAPIError) -> str:
    return " ".join(str(fault.orig or fault).split())[:300]
