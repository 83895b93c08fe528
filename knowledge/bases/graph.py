"""The graph base: named tools over a graph database, and statements that a model wrote, behind the three locks."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from errors import ToolError
from knowledge.base_spec import BaseSpec
from knowledge.bases.base import Search, ToolCall, row_text
from knowledge.catalog import Catalog
from knowledge.graphdb.client import GraphClient
from knowledge.graphdb.loading import load
from knowledge.graphdb.places import Embedded, place_of
from knowledge.graphdb.readonly import check_read_only
from knowledge.graphdb.rows import said
from knowledge.graphdb.schema import GraphSchema
from knowledge.graphdb.tokens import literals
from knowledge.passage import Passage

if TYPE_CHECKING:
    from langchain_neo4j import Neo4jGraph

VALUES: Final = 100_000
"""The most legal values that are read for one parameter."""

T = TypeVar("T")


@dataclass
class _Kept:
    """What was read from the database and holds until it changes."""

    stamp: int = -1
    held: dict[Any, Any] = field(default_factory=dict)
    guard: threading.Lock = field(default_factory=threading.Lock)

    def get(self, key: Any, stamp: int, read: Callable[[], T]) -> T:
        with self.guard:
            if self.stamp != stamp:
                self.held.clear()
                self.stamp = stamp
            if key in self.held:
                found: T = self.held[key]
                return found
        value = read()  # without the lock: a slow database must hold up nobody who asks for something else
        with self.guard:
            if self.stamp == stamp:
                self.held[key] = value
        return value


@dataclass(frozen=True)
class GraphBase:
    """A base whose tools are Cypher. It implements `Queryable`; frozen and shared between threads."""

    spec: BaseSpec
    client: GraphClient
    documents: Path
    kept: _Kept = field(default_factory=_Kept, repr=False)

    @classmethod
    def of(cls, catalog: Catalog, spec: BaseSpec, home: Path) -> GraphBase:
        """The base that `spec` declares. Nothing is started or connected yet. Raises ConfigError as `place_of`."""
        return cls(spec, GraphClient(place_of(catalog.name, spec, home)), catalog.folder / spec.documents)

    @property
    def name(self) -> str:
        return self.spec.name

    def search(self, search: Search) -> list[Passage]:  # noqa: ARG002 - without a call there is nothing to ask
        """Nothing: see `Structured`."""
        return []

    def values(self, tool: str, parameter: str) -> Sequence[str]:
        """See `Structured.values`."""
        declared = self.spec.tool_named(tool).parameter(parameter)
        if declared is None or not declared.values:
            return ()
        query = declared.values
        return self.kept.get(query, self.client.place.stamp(), lambda: self._values(query))

    def run(self, call: ToolCall) -> list[Passage]:
        """See `Structured.run`. A statement of a model's is checked here again, whoever checked it before."""
        tool = self.spec.tool_named(call.tool)
        if tool.fallback:
            return self._passages(call, self.rows_of(call.statement, tool.rows))
        bound = {one.name: call.arguments.get(one.name, one.default) for one in tool.parameters}
        strange = sorted(call.arguments.keys() - bound.keys())
        if strange:
            raise ToolError(f"{tool.name}: {strange[0]!r} is no argument; valid: {', '.join(bound) or 'none'}")
        return self._passages(call, self._read(tool.query, bound, tool.rows))

    def rows_of(self, statement: str, most: int) -> list[dict[str, Any]]:
        """At most `most` rows of a model's statement as plain values. Raises what `check` and `run` do."""
        self.check(statement)
        return self._read(statement, {}, most)

    @property
    def dialect(self) -> str:
        """The language of its statements."""
        return "Cypher"

    def fill(self) -> bool:
        """Bring the database to what the documents say; whether that changed it. A graph without documents is the
        operator's own and is left as it is. Raises ConfigError, DocumentError and StoreError as `loading.load`.
        """
        if not isinstance(self.client.place, Embedded) and not self.documents.is_dir():
            return False
        return load(self.client, self.name, self.documents).changed

    def schema(self) -> str:
        """See `Queryable.schema`: names and directions, then the catalog's terminology and examples."""
        parts = [self._schema().text()]
        if self.spec.terminology:
            parts.append("\n".join(["Terminology:", *self.spec.terminology]))
        parts += [f"Question: {one.question}\nStatement: {' '.join(one.text.split())}" for one in self.spec.statement]
        return "\n\n".join(parts)

    def literals(self, statement: str) -> Sequence[Any]:
        """See `Queryable.literals`. 0 and 1 belong to the form of a statement ("more than none", the first)."""
        found = check_read_only(statement)
        own = {value.casefold() for value in self._schema().shown if isinstance(value, str)}
        for tool in self.spec.tool:
            for parameter in tool.parameters:
                own.update(value.casefold() for value in self.values(tool.name, parameter.name))
        return [
            value
            for value in literals(found)
            if value not in {0, 1} and not (isinstance(value, str) and (value.casefold() in own or not value.strip()))
        ]

    def check(self, statement: str) -> None:
        """Raises QueryError, in words a model can act on, for a statement that may not run or cannot: not read-only,
        names that the graph has not, or one that the database cannot plan.
        """
        found = check_read_only(statement)
        self._schema().check(found)
        self.client.explain(statement, {}, limit_s=self.spec.timeout_s)

    def langchain_graph(self) -> Neo4jGraph:
        """langchain-neo4j's own graph with the reader's account and this schema, for chains of the operator's.

        It is for reading by trusted code: the statement check and the limits of this base do not stand before it.
        """
        from langchain_neo4j import Neo4jGraph  # slow to import

        account = self.client.place.reader()
        # Its own way to the schema needs APOC, which neither the embedded server nor every Neo4j has.
        graph = Neo4jGraph(
            account.uri,
            account.user,
            account.password,
            database=account.database,
            timeout=self.spec.timeout_s,
            refresh_schema=False,
        )
        graph.schema = self.schema()
        return graph

    def close(self) -> None:
        """Let go of connections."""
        self.client.close()

    def _schema(self) -> GraphSchema:
        limit_s = self.spec.timeout_s
        return self.kept.get("schema", self.client.place.stamp(), lambda: GraphSchema.read(self.client, limit_s))

    def _values(self, query: str) -> tuple[str, ...]:
        rows = self._read(query, {}, VALUES)
        found = (next(iter(row.values()), None) for row in rows)
        return tuple(dict.fromkeys(str(value) for value in found if value is not None and value != ""))

    def _read(self, statement: str, parameters: Mapping[str, Any], rows: int) -> list[dict[str, Any]]:
        return self.client.read(statement, parameters, limit_s=self.spec.timeout_s, rows=rows)

    def _passages(self, call: ToolCall, rows: Sequence[Mapping[str, Any]]) -> list[Passage]:
        return [self._passage(call, row, number) for number, row in enumerate(rows)]

    def _passage(self, call: ToolCall, row: Mapping[str, Any], number: int) -> Passage:
        digest = hashlib.sha256(json.dumps([row, call.statement], sort_keys=True).encode()).hexdigest()[:12]
        return Passage(
            id=f"{self.name}/{call.tool}/{digest}",
            base=self.name,
            text=row_text({key: said(value) for key, value in row.items() if said(value)}),
            source=f"{self.name}/{call.tool}",
            title=call.words,
            position=number,
            score=1.0,
        )
