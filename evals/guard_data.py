"""The public rows of tool calls, as the guard takes them: the tool, the call, the conversation, what is scored."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from evals.public import Benchmarks, Half, half
from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.guard.verdict import CallVerdict
from tools.schema import Tool, tool_from_schema

FILES: Final = ("guard/guard_pairs_apache-mit.jsonl", "guard/guard_pairs_sgd_cc-by-sa.jsonl")
SGD_TODAY: Final = datetime(2019, 3, 1)  # noqa: DTZ001 - the set's own reference day, without a zone
_DATE: Final = re.compile(r"(?P<date>[A-Z][a-z]+ \d{1,2}, \d{4})")


@dataclass(frozen=True, slots=True)
class Pair:
    """One row: a call that the user supplied every value of, or one that holds an invented value."""

    id: str
    source: str
    tool: Tool
    call: Call
    conversation: Conversation
    supplied: bool
    invented: frozenset[str]
    """The arguments the user never gave."""
    scored: frozenset[str]
    """The arguments a verdict is scored on: all, but on rows whose other values come from the tool's state."""
    types: Mapping[str, str]

    def verdict(self, *, affirmed: bool = True) -> CallVerdict:
        """The guard's answer; `affirmed` False hears the user's turns alone."""
        talk = self.conversation
        return check(self.tool, self.call, Conversation(talk.turns, reference=talk.reference, affirmed=affirmed))


def pairs(benchmarks: Benchmarks, which: Half) -> list[Pair]:
    """The rows of one half by the function's name, without those the set itself marks as noise.

    Raises:
        BenchmarkMissing: a file is not there.
    """
    rows = [row for name in FILES for row in benchmarks.rows(name)]
    return [
        _pair(row) for row in rows if half(row["tool"]["name"]) == which and not row.get("held_value_still_in_question")
    ]


def turns(messages: Sequence[Mapping[str, Any]]) -> tuple[Turn, ...]:
    """A row's messages as turns of the conversation."""
    return tuple(Turn(message["role"], message["content"]) for message in messages)


def _pair(row: Mapping[str, Any]) -> Pair:
    arguments = row["call"]["arguments"]
    invented = frozenset(row["ungrounded_args"])
    partial = str(row["source"]).startswith("bfcl_miss_param")
    scored = invented | frozenset(row.get("supplied_args", ())) if partial else frozenset(arguments)
    return Pair(
        id=row["id"],
        source=row["source"],
        tool=tool_from_schema(row["tool"]),
        call=Call(arguments),
        conversation=Conversation(turns(row["messages"]), reference=_reference(row)),
        supplied=row["label"] == "supplied",
        invented=invented,
        scored=scored & frozenset(arguments),
        types=dict(_types(row)),
    )


def _types(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    declared = row["tool"]["parameters"].get("properties", {})
    for name in row["call"]["arguments"]:
        schema = declared.get(name, {})
        yield name, "enum" if schema.get("enum") else str(schema.get("type") or "any")


def _reference(row: Mapping[str, Any]) -> datetime | None:
    """The moment a row's relative dates are counted from; None where the row states none."""
    if str(row["source"]).startswith("sgd"):
        return SGD_TODAY
    found = _DATE.search(row.get("context_time") or "")
    return datetime.strptime(found["date"], "%B %d, %Y") if found else None  # noqa: DTZ007
