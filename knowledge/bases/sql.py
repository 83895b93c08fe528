"""The SQL base: a catalog's named queries, and checked ones that a model wrote, over SQLite or PostgreSQL.

Every connection is read only, twice over: SQLite opens the file read only and refuses every other action by its
authorizer; PostgreSQL runs read-only transactions (connect as a role without rights to write, too).
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine, inspect, text
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from errors import ConfigError, QueryError, StoreError
from knowledge.base_spec import BaseSpec
from knowledge.bases.base import Search, ToolCall, row_text
from knowledge.catalog import Catalog
from knowledge.passage import Passage
from knowledge.sql_check import Dialect, checked, literals, quoted_columns
from knowledge.sql_fill import filled
from knowledge.tool_spec import ToolSpec, named_parameters

T = TypeVar("T")
DIALECTS: Final[Mapping[str, Dialect]] = {"sqlite": "sqlite", "postgresql": "postgres"}
FRESH_S: Final = 60.0
"""How long legal values of a server are kept: nobody tells when its tables change."""
FEW: Final = 8
"""Up to how many different texts a column is a closed set, which a model is shown and may use."""
STEPS: Final = 2000
"""Steps of SQLite between two looks at the clock."""
_PRAGMAS: Final = frozenset({"table_info", "table_xinfo", "table_list", "read_uncommitted"})
"""By which SQLAlchemy reads a schema and greets a connection."""
_READS: Final = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION})


@dataclass(frozen=True)
class SqlBase:
    """One base over one database. Shared by threads; each call has a connection of its own."""

    name: str
    spec: BaseSpec
    url: str
    """Empty for the embedded file."""
    documents: Path
    file: Path
    _kept: dict[str, tuple[Any, Any]] = field(default_factory=dict, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @classmethod
    def of(cls, catalog: Catalog, spec: BaseSpec, folder: Path) -> SqlBase:
        """The base that `spec` declares; an embedded one is kept in `folder`. Raises ConfigError for its url."""
        url = spec.url
        if url.startswith("env:"):
            url = os.environ.get(url.removeprefix("env:"), "")
            if not url:
                raise ConfigError(f"base {spec.name!r}: the environment has no {spec.url.removeprefix('env:')}; set it")
        kind = url.partition(":")[0].partition("+")[0]
        if url and kind not in DIALECTS:
            raise ConfigError(f"base {spec.name!r}: url of kind {kind!r}; valid: {', '.join(DIALECTS)}")
        digest = hashlib.sha256(spec.name.encode()).hexdigest()[:8]
        return cls(spec.name, spec, url, catalog.folder / spec.documents, folder / f"sql-{digest}.sqlite")

    @property
    def dialect(self) -> Dialect:
        """How its SQL is read and written."""
        return DIALECTS[self.url.partition(":")[0].partition("+")[0]] if self.url else "sqlite"

    def fill(self) -> bool:
        """Bring an embedded base to what its documents say; whether that changed it. Raises ConfigError, StoreError."""
        if self.url:
            return False
        with self._lock:
            return filled(self.documents, self.file)

    def close(self) -> None:
        """See `Connected.close`."""
        with self._lock:
            _, engine = self._kept.pop("engine", (None, None))
        if engine is not None:
            engine.dispose()

    def search(self, search: Search) -> list[Passage]:  # noqa: ARG002 - see `Structured`
        """Nothing: without a call there is nothing to ask it."""
        return []

    def values(self, tool: str, parameter: str) -> Sequence[str]:
        """See `Structured.values`."""
        found = self._tool(tool).parameter(parameter)
        if found is None or not found.values:
            return ()
        return self._known(f"values {tool}.{parameter}", lambda: self._first_column(found.values))

    def run(self, call: ToolCall) -> list[Passage]:
        """See `Structured.run`."""
        tool = self._tool(call.tool)
        if tool.fallback:
            return self._passages(call, self.rows_of(call.statement, tool.rows))
        defaults = {one.name: one.default for one in tool.parameters}
        values = {name: call.arguments.get(name, defaults[name]) for name in named_parameters("sql", tool.query)}
        return self._passages(call, self._rows(tool.query, values, tool.rows, bound=True))

    def rows_of(self, statement: str, most: int) -> list[dict[str, Any]]:
        """At most `most` rows of a model's query, written anew from what was checked. Raises what `run` does."""
        return self._rows(checked(statement, self._tables(), self.dialect, most), {}, most, bound=False)

    def schema(self) -> str:
        """See `Queryable.schema`."""
        return self._known("schema", self._described)

    def check(self, statement: str) -> None:
        """See `Queryable.check`. The plan is asked for what would run, so that a column that is not there is found."""
        safe = checked(statement, self._tables(), self.dialect, 1)
        quoted_columns(safe, self.dialect, self._known("columns", self._columns))
        self._rows(f"EXPLAIN {safe}", {}, 1, bound=False)

    def literals(self, statement: str) -> Sequence[Any]:
        """See `Queryable.literals`."""
        checked(statement, self._tables(), self.dialect, 1)
        closed = self._known("closed", self._closed)
        return [one for one in literals(statement, self.dialect) if str(one).casefold() not in closed]

    def _passages(self, call: ToolCall, rows: Sequence[Mapping[str, Any]]) -> list[Passage]:
        return [self._passage(call, row, number) for number, row in enumerate(rows)]

    def _passage(self, call: ToolCall, row: Mapping[str, Any], number: int) -> Passage:
        told = row_text(row)
        shown = f"{call.says.rstrip('.')}: {told}" if call.says else told
        key = hashlib.sha256(shown.encode()).hexdigest()[:12]
        source = f"{self.name}, {call.tool.replace('_', ' ')}"
        return Passage(
            f"{self.name}:{call.tool}:{key}", self.name, shown, source, call.words, position=number, score=1.0
        )

    def _tool(self, name: str) -> ToolSpec:
        for tool in self.spec.tool:
            if tool.name == name:
                return tool
        valid = ", ".join(tool.name for tool in self.spec.tool) or "none"
        raise QueryError(f"base {self.name!r} has no tool {name!r}; valid: {valid}")

    def _tables(self) -> Sequence[str]:
        there = self._known("tables", self._table_names)
        return [name for name in there if not self.spec.tables or name in self.spec.tables]

    def _table_names(self) -> Sequence[str]:
        return self._with(lambda connection: sorted(inspect(connection).get_table_names()))

    def _columns(self) -> frozenset[str]:
        def names(connection: Connection) -> frozenset[str]:
            look = inspect(connection)
            return frozenset(one["name"].casefold() for table in self._tables() for one in look.get_columns(table))

        return self._with(names)

    def _first_column(self, query: str) -> tuple[str, ...]:
        rows = self._with(lambda connection: connection.execute(text(query)).fetchall())
        return tuple(dict.fromkeys(str(row[0]) for row in rows if row[0] is not None))

    def _described(self) -> str:
        return "\n\n".join(self._with(partial(_table, name=name)) for name in self._tables())

    def _closed(self) -> frozenset[str]:
        found: set[str] = set()
        for name in self._tables():
            for samples in self._with(partial(_samples, name=name)).values():
                found |= {sample.casefold() for sample in samples if len(samples) <= FEW}
        for tool in self.spec.tool:
            for one in tool.parameters:
                found |= {value.casefold() for value in self.values(tool.name, one.name)}
        return frozenset(found)

    def _rows(self, statement: str, values: Mapping[str, Any], most: int, *, bound: bool) -> list[dict[str, Any]]:
        driven = statement if self.dialect == "sqlite" else statement.replace("%", "%%")

        def ask(connection: Connection) -> list[dict[str, Any]]:
            # What a model wrote holds no parameters: a colon in it is text, and so is a percent sign.
            done = connection.execute(text(statement), values) if bound else connection.exec_driver_sql(driven)
            return [dict(row) for row in done.mappings().fetchmany(most)]

        return self._with(ask)

    def _known(self, key: str, ask: Callable[[], T]) -> T:
        """What was asked before and still holds. Two threads may ask at once; both get the same."""
        now = self._stamp()
        held = self._kept.get(key)
        if held is None or held[0] != now:
            held = self._kept[key] = (now, ask())
        kept: T = held[1]
        return kept

    def _stamp(self) -> Any:
        if self.url:
            return int(time.monotonic() / FRESH_S)
        self.fill()
        return self.file.stat().st_mtime_ns

    def _with(self, ask: Callable[[Connection], T]) -> T:
        """What `ask` makes of a connection, its faults turned into ours."""
        if not self.url:
            self.fill()
        try:
            with self._engine().connect() as connection:
                return ask(connection)
        except OperationalError as fault:
            raise self._fault(fault) from fault
        except DBAPIError as fault:
            raise QueryError(f"the database refused the query: {_told(fault)}") from fault
        except SQLAlchemyError as fault:
            raise QueryError(f"the query cannot be run: {fault}") from fault

    def _fault(self, fault: OperationalError) -> Exception:
        told = _told(fault)
        if "interrupted" in told or "statement timeout" in told:
            return TimeoutError(f"the query took longer than {self.spec.timeout_s:g} s")
        if self.url and (fault.connection_invalidated or fault.statement is None):
            return StoreError(f"base {self.name!r}: the database cannot be reached: {told}; check its url")
        return QueryError(f"the database refused the query: {told}")

    def _engine(self) -> Engine:
        if not self.url:
            # A file is opened anew for each call: it may have been swapped, and opening takes a tenth of a millisecond.
            return create_engine("sqlite://", creator=self._open, poolclass=NullPool)
        with self._lock:
            held = self._kept.get("engine")
            if held is None:
                held = self._kept["engine"] = (None, self._served())
        engine: Engine = held[1]
        return engine

    def _served(self) -> Engine:
        if self.dialect == "sqlite":
            return create_engine("sqlite://", creator=self._open, poolclass=NullPool)
        limits = f"-c default_transaction_read_only=on -c statement_timeout={int(self.spec.timeout_s * 1000)}"
        try:
            return create_engine(self.url, pool_pre_ping=True, connect_args={"options": limits, "connect_timeout": 5})
        except (ArgumentError, ImportError) as fault:
            raise ConfigError(
                f"base {self.name!r}: its url cannot be used: {fault}; for PostgreSQL run pip install -e '.[postgres]' "
                "and write postgresql+psycopg://USER:PASSWORD@HOST/DATABASE"
            ) from None

    def _open(self) -> sqlite3.Connection:
        file = Path(self.url.removeprefix("sqlite:///")) if self.url else self.file
        opened = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        until = time.monotonic() + self.spec.timeout_s
        opened.set_progress_handler(lambda: int(time.monotonic() > until), STEPS)
        opened.set_authorizer(_allowed)
        return opened


def _allowed(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    """SQLite's own check, statement by statement: reading, and the pragmas by which a schema is read."""
    if action in _READS:
        return sqlite3.SQLITE_DENY if second == "load_extension" else sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_PRAGMA and first in _PRAGMAS:
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_OK if action == sqlite3.SQLITE_TRANSACTION else sqlite3.SQLITE_DENY


def _table(connection: Connection, name: str) -> str:
    """A table as a model is told of it: columns with types and comments, and what stands in those of few values."""
    look, samples = inspect(connection), _samples(connection, name)
    lines = [f"table {name}"]
    if connection.dialect.name == "sqlite":
        made = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).scalar()
        lines = [str(made)]
    else:
        lines[0] += f" -- {look.get_table_comment(name)['text'] or ''}"
        lines += [f"  {one['name']} {one['type']} -- {one.get('comment') or ''}" for one in look.get_columns(name)]
    for column, found in samples.items():
        told = "one of" if len(found) <= FEW else "such as"
        lines.append(f"  {column}: {told} {', '.join(map(repr, found[:FEW] if told == 'one of' else found[:3]))}")
    return "\n".join(lines)


def _samples(connection: Connection, name: str) -> dict[str, list[str]]:
    """For each column of texts, its different values, at most one more than a closed set has."""
    found = {}
    quote = connection.dialect.identifier_preparer.quote
    for column in inspect(connection).get_columns(name):
        if getattr(column["type"], "python_type", object) is not str:
            continue
        named = quote(column["name"])
        query = f"SELECT DISTINCT {named} FROM {quote(name)} WHERE {named} IS NOT NULL LIMIT {FEW + 1}"
        found[column["name"]] = [str(row[0]) for row in connection.exec_driver_sql(query)]
    return found


def _told(fault: DBAPIError) -> str:
    return " ".join(str(fault.orig or fault).split())[:300]
