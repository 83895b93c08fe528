"""The payload of one search, and what it holds of the conversation."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from graph.ledger import Spending
from graph.state import Call


class SaidBefore(TypedDict):
    """What was said before a question, for a base to read it in; see `knowledge.bases.base.Said`."""

    first_turn: str
    previous_turn: str
    previous_answer: str
    refers_back: bool
    completed: bool


class RetrieveTask(TypedDict):
    """The payload of one search: all it needs, and nothing of the run besides."""

    question: str
    text: str
    literal: str
    base: str
    k: int
    among: int
    """The searches that are sent out at once and share the slots; 0 where k is exact."""
    threshold: float
    filter: dict[str, Any]
    said: SaidBefore | None
    """Null where nothing was said before, or where the question is not the user's one and only."""
    call: Call | None
    """The call to run instead of a search."""
    limit_s: float
    """Seconds the search may take: the base's own limit, or what is left of the run's."""
    spending: Spending | None
    """Null for a search."""
