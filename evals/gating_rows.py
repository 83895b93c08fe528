"""The rows of the eval `gating`: a conversation, the tools in reach and whether one of them is called for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from evals.guard_data import turns
from evals.public import Benchmarks, Half, half
from knowledge.labelled import Split
from tools.guard.provenance import Turn
from tools.schema import Tool, tool_from_schema

FILE: Final = "guard/tool_gating.jsonl"
FIXTURES: Final = Path(__file__).parent / "fixtures" / "gating"


@dataclass(frozen=True, slots=True)
class Asked:
    """One row: the conversation, the tools in reach, and whether one of them is called for."""

    id: str
    turns: tuple[Turn, ...]
    tools: tuple[Tool, ...]
    called: bool


def own(split: Split) -> list[Asked]:
    """Rows of our own, half of them made to fit no tool that shares their words."""
    lines = (FIXTURES / f"{split}.jsonl").read_text(encoding="utf-8").splitlines()
    return [read(json.loads(line)) for line in lines]


def asked(benchmarks: Benchmarks, which: Half) -> list[Asked]:
    """The public rows of one half.

    Raises:
        BenchmarkMissing: the data is not there.
    """
    return [read(row) for row in benchmarks.rows(FILE) if half(row["id"]) == which]


def read(row: Mapping[str, Any]) -> Asked:
    """A row of either file."""
    tools = tuple(map(tool_from_schema, row["tools"]))
    return Asked(row["id"], turns(row["messages"]), tools, bool(row["should_call"]))
