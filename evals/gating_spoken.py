"""Rows of what people say to an assistant: CLINC150's training messages beside tools of our own for its intents.

A message calls for the tool of its intent; tools that are near in meaning and do another job are made its negatives,
and so are those nearest to what asks for no tool. `fixtures/gating/spoken.jsonl` holds one tool an intent (none where
no tool is called for) and the intents that are `near`: their tools may do the job as well and are no negatives.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from evals.gating_rows import Asked
from evals.public import Benchmarks, Half, half
from knowledge.embedding import Embedder
from tools.gating.features import card
from tools.guard.provenance import Turn
from tools.schema import Tool, tool_from_schema

FIXTURE: Final = Path(__file__).parent / "fixtures" / "gating" / "spoken.jsonl"
MESSAGES: Final = "clinc150/train.jsonl"
STRANGE: Final = "clinc150/oos_train_plus.jsonl"
EACH: Final = 5
"""Messages taken of each intent."""
LIKE: Final = 3
"""How many tools that are nearest to a message are left out where others stand beside its own: they may serve too."""
FAR: Final = 30


@dataclass(frozen=True, slots=True)
class Intent:
    """One intent's tool, or none, and the intents whose tools may do its job."""

    tool: Tool | None
    near: frozenset[str]


def spoken(benchmarks: Benchmarks, which: Half, model: Embedder) -> list[Asked]:
    """The rows whose message is of one half by its md5, the same at every call.

    Raises:
        BenchmarkMissing: the data is not there.
    """
    known = intents()
    names = [name for name, one in known.items() if one.tool]
    tools = [one.tool for one in known.values() if one.tool]
    cards = model.encode([card(tool) for tool in tools])
    said = list(_said(benchmarks, which, known))
    rows: list[Asked] = []
    for (intent, text), vector in zip(said, model.encode([text for _, text in said]), strict=True):
        ordered = [names[at] for at in np.argsort(-(cards @ vector), kind="stable")]
        called, offered = _offered(intent, text, ordered, known)
        chosen = sorted((tools[names.index(name)] for name in offered), key=lambda tool: _draw(text + tool.name))
        rows.append(Asked(f"spoken/{len(rows)}", (Turn("user", text),), tuple(chosen), called))
    return rows


def intents() -> dict[str, Intent]:
    """The intents of the fixture by name."""
    lines = map(json.loads, FIXTURE.read_text(encoding="utf-8").splitlines())
    return {
        line["intent"]: Intent(
            tool_from_schema(line["tool"]) if "tool" in line else None, frozenset(line.get("near", ()))
        )
        for line in lines
    }


def _said(benchmarks: Benchmarks, which: Half, known: Mapping[str, Intent]) -> Iterator[tuple[str, str]]:
    """Intents and messages: `EACH` of every intent, and all that belong to none."""
    of: dict[str, list[str]] = {name: [] for name in known}
    for row in benchmarks.rows(MESSAGES):
        if half(row["text"]) == which:
            of[row["intent"]].append(row["text"])
    for name, texts in of.items():
        yield from ((name, text) for text in sorted(texts, key=_draw)[:EACH])
    for row in benchmarks.rows(STRANGE):
        if half(row["text"]) == which:
            yield "", row["text"]


def _offered(intent: str, text: str, ordered: Sequence[str], known: Mapping[str, Intent]) -> tuple[bool, Sequence[str]]:
    """Whether a message calls for a tool, and the intents whose tools are offered; every other message has its own."""
    drawn = _draw(text)
    if intent and known[intent].tool:
        others = [name for name in ordered if name != intent]
        if drawn % 2:
            beside = sorted(others[LIKE:FAR], key=lambda name: _draw(text + name))
            return True, [intent, *beside[: max(0, drawn // 2 % 4 - 1)]]
        return False, [name for name in others if name not in known[intent].near][: max(1, drawn // 2 % 4)]
    return False, ordered[: max(1, drawn // 2 % 4)]


def _draw(text: str) -> int:
    """A number that stands for chance, the same at every call."""
    return int(hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()[:8], 16)
