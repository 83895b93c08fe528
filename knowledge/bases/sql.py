"""The SQL base: a catalog's named queries, and checked ones that a model wrote, over SQLite or PostgreSQL."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, text

from errors import ConfigError, QueryError
from knowledge.base_spec import BaseSpec
from knowledge.bases.base import Search, ToolCall, row_text
from knowledge.catalog import Catalog
from knowledge.passage import Passage
from knowledge.sqldb import schema
from knowledge.sqldb.check import Dialect, checked, literals, quoted_columns
from knowledge.sqldb.client import DIALECTS, SqlClient, kind_of
from knowledge.sqldb.fill import filled
from knowledge.tool_spec import named_parameters

T = TypeVar("T")
FRESH_S: Final = 60.0
"""How long legal values of a server are kept: nobody tells when its tables change."""


@dataclass(frozen=True)
class SqlBase:
    """A base whose tools are SQL. Shared by threads."""

    spec: BaseSpec
    client: SqlClient
    documents: Path
    _kept: dict[str, tuple[Any, Any]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, catalog: Catalog, spec: BaseSpec, folder: Path) -> SqlBase:
        """The base that `spec` declares; an embedded one is kept in `folder`. Raises ConfigError for its url."""
        url = spec.url
        if url.startswith("env:"):
            url = os.environ.get(url.removeprefix("env:"), "")
            if not url:
                raise ConfigError(f"base {spec.name!r}: the environment has no {spec.url.removeprefix('env:')}; set it")
        if url and kind_of(url) not in DIALECTS:
            raise ConfigError(f"base {spec.name!r}: url of kind {kind_of(url)!r}; valid: {', '.join(DIALECTS)}")
        if kind_of(url) == "sqlite":
            # From the catalog's folder, as its documents are, wherever the command was started.
            url = f"sqlite:///{catalog.folder / url.removeprefix('sqlite:///')}"
        digest = hashlib.sha256(spec.name.encode()).hexdigest()[:8]
        client = SqlClient(spec.name, url, folder / f"sql-{digest}.sqlite", spec.timeout_s)
        return cls(spec, client, catalog.folder / spec.documents)

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def dialect(self) -> Dialect:
        """How its SQL is read and written."""
        return self.client.dialect

    def fill(self) -> bool:
        """Bring an embedded base to what its documents say; whether that changed it. Raises ConfigError, StoreError."""
        if self.client.url:
            return False
        return filled(self.documents, self.client.file)

    def close(self) -> None:
        """See `Connected.close`."""
        self.client.close()

    def search(self, search: Search) -> list[Passage]:  # noqa: ARG002 - see `Structured`
        """Nothing: without a call there is nothing to ask it."""
        return []

    def values(self, tool: str, parameter: str) -> Sequence[str]:
        """See `Structured.values`."""
        found = self.spec.tool_named(tool).parameter(parameter)
        if found is None or not found.values:
            return ()
        return self._known(f"values {tool}.{parameter}", lambda: self._first_column(found.values))

    def run(self, call: ToolCall) -> list[Passage]:
        """See `Structured.run`."""
        tool = self.spec.tool_named(call.tool)
        if tool.fallback:
            return self._passages(call, self.rows_of(call.statement, tool.rows))
        defaults = {one.name: one.default for one in tool.parameters}
        values = {name: call.arguments.get(name, defaults[name]) for name in named_parameters("sql", tool.query)}
        return self._passages(call, self._rows(tool.query, values, tool.rows, bound=True))

    def probe(self) -> None:
        """See `Probed.probe`; queries are tried where it is SQLite, which needs no values for it."""
        self._ask(schema.tables)
        for tool in self.spec.tool:
            if tool.query and self.dialect == "sqlite":
                given = dict.fromkeys(named_parameters("sql", tool.query))
                try:
                    self._rows(f"EXPLAIN {tool.query}", given, 1, bound=True)
                except QueryError as fault:
                    raise QueryError(f"tool {tool.name!r}: {fault}; mend its query in catalog.toml") from None

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

    def _tables(self) -> Sequence[str]:
        there = self._known("tables", self._table_names)
        return [name for name in there if not self.spec.tables or name in self.spec.tables]

    def _table_names(self) -> Sequence[str]:
        return self._ask(schema.tables)

    def _columns(self) -> frozenset[str]:
        among = self._tables()
        return self._ask(lambda connection: schema.columns(connection, among))

    def _first_column(self, query: str) -> tuple[str, ...]:
        rows = self._ask(lambda connection: connection.execute(text(query)).fetchall())
        return tuple(dict.fromkeys(str(row[0]) for row in rows if row[0] is not None))

    def _described(self) -> str:
        among = self._tables()
        return self._ask(lambda connection: schema.described(connection, among))

    def _closed(self) -> frozenset[str]:
        among = self._tables()
        shown = self._ask(lambda connection: schema.closed(connection, among))
        tools = [(tool.name, one.name) for tool in self.spec.tool for one in tool.parameters]
        return shown.union(value.casefold() for tool, name in tools for value in self.values(tool, name))

    def _rows(self, statement: str, values: Mapping[str, Any], most: int, *, bound: bool) -> list[dict[str, Any]]:
        driven = statement if self.dialect == "sqlite" else statement.replace("%", "%%")

        def ask(connection: Connection) -> list[dict[str, Any]]:
            # What a model wrote holds no parameters: a colon in it is text, and so is a percent sign.
            done = connection.execute(text(statement), values) if bound else connection.exec_driver_sql(driven)
            return [dict(row) for row in done.mappings().fetchmany(most)]

        return self._ask(ask)

    def _known(self, key: str, ask: Callable[[], T]) -> T:
        """What was asked before and still holds. Two threads may ask at once; both get the same."""
        now = self._stamp()
        held = self._kept.get(key)
        if held is None or held[0] != now:
            held = self._kept[key] = (now, ask())
        kept: T = held[1]
        return kept

    def _stamp(self) -> Any:
        if self.client.url:
            return int(time.monotonic() / FRESH_S)
        self.fill()
        return self.client.file.stat().st_mtime_ns

    def _ask(self, ask: Callable[[Connection], T]) -> T:
        """See `SqlClient.ask`; an embedded base is filled first."""
        if not self.client.url:
            self.fill()
        return self.client.ask(ask)
