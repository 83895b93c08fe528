"""What was found, the room it got, what an answer cites of it, and what was answered before."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict


class Failure(TypedDict):
    """A base that could not be reached for a question. `kind` is a closed word: not_allowed, resting, off, timeout,
    store, query, tool, model, or error for what nobody foresaw.
    """

    kind: str
    base: str
    question: str
    reason: str


class Finding(TypedDict):
    """What one base returned for one question."""

    question: str
    base: str
    passages: list[dict[str, Any]]
    failure: Failure | None
    call: str
    """The call that was run, or "" for a search."""
    ms: float


class Slot(TypedDict):
    """One place in the answer's context: a passage, the number it is cited by, and the questions it serves."""

    n: int
    passage: dict[str, Any]
    questions: list[str]


class Citation(TypedDict):
    """A passage the answer relies on; `quote` stands in it letter for letter."""

    n: int
    base: str
    source: str
    title: str
    line: int
    """The line of the source (from 1) that the passage begins on; 0 where that is unknown."""
    page: int
    """Its page or slide (from 1), or 0."""
    id: str
    quote: str
    questions: list[str]
    """The questions that the cited sentence answers, as far as code can tell."""


class DisputeSide(TypedDict):
    """One of two statements that contradict each other; `quote` stands in the passage letter for letter."""

    n: int
    base: str
    source: str
    text: str
    quote: str
    dated: str
    """When its document was changed or came into force ("2026-02-16", "2026"), or ""."""


class Dispute(TypedDict):
    """Two passages that contradict each other ("number" or "opposite"), the newer one first where dates are known."""

    kind: str
    sides: list[DisputeSide]


class Conditions(TypedDict):
    """What an answer holds under: a digest of store, catalog, prompts, model and knobs, and the bases allowed."""

    digest: str
    allowed: list[str]


class Given(TypedDict):
    """An answer that was given before, to one question, and may be given again."""

    question: str
    """Standalone."""
    kind: str | None
    text: str
    """Its part of the answer, with the markers of its citations."""
    citations: list[Citation]
    conditions: Conditions
    at: float
    """When it was asked, seconds since the epoch."""
    cached: bool
    """Whether it comes from the answer cache, not from this conversation."""
    serves: list[str]
    """The questions of this run that it answers again."""
