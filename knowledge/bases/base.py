"""What every base is to the rest of the house: a name and one blocking `search`; and what a structured one adds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, runtime_checkable

from knowledge.filters import Filter
from knowledge.passage import Passage


@dataclass(frozen=True, slots=True)
class Said:
    """What was said before a question; all empty where nothing was."""

    first_turn: str = ""
    """The user's opening message."""
    previous_turn: str = ""
    """The user's message before this one."""
    previous_answer: str = ""
    """The answer to it."""
    refers_back: bool = False
    """Whether the user's words cannot be understood without it."""
    completed: bool = False
    """Whether the question was made standalone by rules: it then reads well, and finds less than the user's own words
    moved toward the conversation (MTRAG: R@5 .36 to .46)."""


NOTHING = Said()
MOST_CELL: Final = 600
"""Characters of one value of a row that are shown."""


@dataclass(frozen=True, slots=True)
class Search:
    """One search of one base; it carries all it needs, so that nothing shared is ever changed.

    `text` is the standalone question and `literal` the user's own words for it; `filter` is added to the base's own
    and can only narrow it. `access` holds the words of the passages that may be seen beside those of none; None: all.
    """

    text: str
    literal: str = ""
    k: int = 3
    threshold: float = 0.2
    filter: Filter = field(default_factory=dict)
    said: Said = NOTHING
    room: int = 0
    """Characters a base that digests may give of a document, for a model to sum up; 0 for its own short digest."""
    access: frozenset[str] | None = None


class Base(Protocol):
    """A knowledge base. `search` blocks and is called from threads, many at once."""

    @property
    def name(self) -> str:
        """The base's label."""
        ...

    def search(self, search: Search) -> list[Passage]:
        """At most `k` passages, best first, each at least at `threshold`; an empty list where nothing clears it.

        Raises StoreError with a line that says what to fix, and FilterError for a filter that cannot be read.
        """
        ...


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call that passed the guard: a tool's closed name and its arguments, optional ones not given left out.

    `text` is the question it serves. `statement` is the query that a model wrote, for the base's fallback tool alone,
    and `says` what it asks for in words.
    """

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    text: str = ""
    statement: str = ""
    says: str = ""

    @property
    def words(self) -> str:
        """The call as a reader would name it: "service credit (monthly fee: 90, downtime minutes: 60)"."""
        if self.says:
            return self.says
        named = self.tool.replace("_", " ")
        told = ", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in self.arguments.items())
        return f"{named} ({told})" if told else named

    @property
    def digest(self) -> str:
        """A short key of what it asks, the same whatever the order of its arguments."""
        arguments = {name: str(value) for name, value in self.arguments.items()}
        told = json.dumps([self.tool, self.statement, arguments], sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()[:12]


def row_text(row: Mapping[str, Any]) -> str:
    """A row as one sentence, "column: value; column: value.", so that an answer can quote it whole."""
    told = "; ".join(f"{name.replace('_', ' ')}: {_cell(value)}" for name, value in row.items())
    return f"{told}." if told else ""


def _cell(value: Any) -> str:
    text = " ".join(("none" if value is None else str(value)).split())
    return text if len(text) <= MOST_CELL else f"{text[:MOST_CELL]} ..."


@runtime_checkable
class Embedded(Protocol):
    """A base that keeps a store of its own beside the chunks' one."""

    def fill(self) -> bool:
        """Bring its store to what its documents say; whether that changed it. Raises ConfigError, StoreError."""
        ...


@runtime_checkable
class Probed(Protocol):
    """A base that can tell whether its calls would work before one is made."""

    def probe(self) -> None:
        """Raises what a call would, and names the tool whose query is wrong."""
        ...


@runtime_checkable
class Connected(Protocol):
    """A base that keeps connections to its own store."""

    def close(self) -> None:
        """Let go of them; the next use connects anew."""
        ...


@dataclass(frozen=True, slots=True)
class Unsearched:
    """A base of functions only: there is nothing to search."""

    name: str

    def search(self, search: Search) -> list[Passage]:  # noqa: ARG002 - see `Base.search`
        """Nothing."""
        return []


class Structured(Base, Protocol):
    """A base whose tools are called. Everything blocks and is called from threads, many at once.

    Its `search` finds nothing: without a call there is nothing to ask it.
    """

    def values(self, tool: str, parameter: str) -> Sequence[str]:
        """The legal values of a parameter that declares a `values` query, each once; () for every other one.

        Kept until the store changes. Raises StoreError where the store cannot be reached.
        """
        ...

    def run(self, call: ToolCall) -> list[Passage]:
        """One passage a row, at most the tool's `rows`; an empty list where nothing matches.

        id = base, tool and a digest of the row; source = where the rows stand; title = the call in words; text = the
        row by `row_text`; position = its place among the rows, from 0; score = 1. Raises StoreError where the store
        cannot be reached, QueryError where it refuses or fails the statement, TimeoutError where it takes longer than
        the base's `timeout_s`.
        """
        ...


class Queryable(Structured, Protocol):
    """A structured base with a fallback tool: a model writes its statement."""

    @property
    def dialect(self) -> str:
        """The language of its statements."""
        ...

    def check(self, statement: str) -> None:
        """Raises QueryError, in words a model can act on, for a statement that may not run or cannot: it is not
        read-only, it uses names that are not there, or the database cannot plan it.
        """
        ...

    def schema(self) -> str:
        """What a model needs to know to write a statement: names, types, comments, sample values."""
        ...

    def literals(self, statement: str) -> Sequence[Any]:
        """Every literal of a statement, as a Python value, that neither the schema nor a `values` query explains: the
        guard must trace it to the user. Raises QueryError for a statement that is not allowed.
        """
        ...
