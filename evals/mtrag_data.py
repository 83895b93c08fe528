"""The MTRAG rows and passages, read once and typed, for the suites that route and split.

Upstream: Katsis et al., "MTRAG", TACL 2025, doi 10.1162/TACL.a.19. The rows are evaluation data and never ship.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from evals.public import Benchmarks

KBS = ("clapnq", "cloud", "fiqa", "govt")


@dataclass(frozen=True)
class Task:
    """One question of a conversation, with everything said before it (oldest first)."""

    id: str
    conversation_id: str
    kb: str
    user_turns: tuple[str, ...]
    """Earlier questions of the user, oldest first."""
    answers: tuple[str, ...]
    """Earlier answers of the assistant, oldest first."""
    question: str
    relevant: frozenset[str] = frozenset()
    """Ids of the passages that were judged relevant; none where no passage answers."""
    answerable: str = ""
    """ANSWERABLE, PARTIAL, UNANSWERABLE or CONVERSATIONAL."""


@dataclass(frozen=True)
class Passage:
    """One passage of a base."""

    id: str
    kb: str
    text: str


@dataclass(frozen=True)
class Pair:
    """Two first-turn questions about two bases, joined by a space."""

    id: str
    question: str
    parts: tuple[str, str]
    kbs: frozenset[str]
    relevant: frozenset[str] = frozenset()
    """Ids of the passages that were judged relevant to either question."""


@cache
def tasks(data: Benchmarks) -> tuple[Task, ...]:
    """All 842 tasks. Raises BenchmarkMissing, as the others here do."""
    return tuple(_task(row) for row in data.rows("mtrag/tasks.jsonl"))


@cache
def passages(data: Benchmarks) -> tuple[Passage, ...]:
    """The passages of the four small corpora, base by base in the order of KBS."""
    return tuple(
        Passage(row["id"], row["kb"], row["text"].strip())
        for kb in KBS
        for row in data.rows(f"mtrag/corpus_small_{kb}.jsonl.gz")
    )


@cache
def pairs(data: Benchmarks) -> tuple[Pair, ...]:
    """All 240 joined questions."""
    return tuple(
        Pair(
            row["id"],
            row["question"],
            (row["parts"][0], row["parts"][1]),
            frozenset(row["kbs"]),
            frozenset(row["relevant_ids"]),
        )
        for row in data.rows("mtrag/pairs_two_kb.jsonl")
    )


def first_turns(rows: Sequence[Task]) -> list[Task]:
    """The tasks that open a conversation: single questions with nothing before them."""
    return [row for row in rows if not row.user_turns and not row.answers]


def _task(row: dict[str, Any]) -> Task:
    said = row["history"]
    return Task(
        id=row["id"],
        conversation_id=row["conversation_id"],
        kb=row["kb"],
        user_turns=tuple(turn["content"] for turn in said if turn["role"] == "user"),
        answers=tuple(turn["content"] for turn in said if turn["role"] != "user"),
        question=row["question"],
        relevant=frozenset(row["relevant_ids"]),
        answerable=row["answerability"],
    )
