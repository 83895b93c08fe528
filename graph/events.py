"""What a run tells while it goes on (stream mode "custom"): a closed set of events, each with its shape.

Whoever watches (terminal, page, a client of the server) reads these and nothing else; a new event is added here.
"""

from __future__ import annotations

from typing import Any, Literal

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from graph.state import BaseScore


class Rewriting(TypedDict):
    """The message is being made into standalone questions, or a question that waited is completed."""

    event: Literal["rewriting"]


class Routed(TypedDict):
    """One question was decided on; the fields are those of `graph.state.Decision`."""

    event: Literal["routed"]
    question: str
    """Its id; the events of its searches carry it too."""
    text: str
    bases: list[BaseScore]
    scores: dict[str, float]
    """Every base's score, chosen or not."""
    tier: str
    fell_back: bool
    why: str
    turn: int
    ms: float


class Searching(TypedDict):
    """One base is asked for one question."""

    event: Literal["searching"]
    base: str
    question: str


class Found(TypedDict):
    """What became of it: how many passages in how many milliseconds, or why the base could not be reached."""

    event: Literal["found"]
    base: str
    question: str
    n: int
    ms: float
    failure: str
    """Empty where the base answered."""


class Asking(TypedDict):
    """The run stops, because a value is missing; the interrupt that follows carries the form."""

    event: Literal["asking"]
    text: str


class Escalated(TypedDict):
    """The conversation is handed over to a person."""

    event: Literal["escalated"]
    target: str
    mood: str


class Writing(TypedDict):
    """The answer is being written from so many slots."""

    event: Literal["writing"]
    slots: int


class Token(TypedDict):
    """A piece of a model's answer, markers of passages that do not exist already removed."""

    event: Literal["token"]
    text: str


class Discard(TypedDict):
    """What came as tokens since `writing` is void: the model broke off."""

    event: Literal["discard"]


class Checking(TypedDict):
    """The critic looks at the answer."""

    event: Literal["checking"]


class Again(TypedDict):
    """The run goes on: why, and with which new questions."""

    event: Literal["again"]
    why: str
    questions: list[str]


Event = Rewriting | Routed | Searching | Found | Asking | Escalated | Writing | Token | Discard | Checking | Again


def tell(runtime: Runtime[Any], event: Event) -> None:
    """Put an event on the run's custom stream; nothing happens where nobody listens."""
    runtime.stream_writer(event)
