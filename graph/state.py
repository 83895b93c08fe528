"""What travels through the graph: a narrow input and a wide state; the payload of a search is in `graph.task`.

Values are plain dicts (typing_extensions TypedDicts, which the server can turn into a form) because a checkpoint
reader blocks other classes. Channels that several branches write at once have a reducer; every new user turn starts
them again with `Overwrite`.
"""

from __future__ import annotations

import operator
from typing import Annotated, Any, NotRequired

from langchain_core.messages import AnyMessage
from langgraph.graph.message import add_messages
from typing_extensions import TypedDict

from graph.evidence import Citation, Conditions, Dispute, Finding, Given, Slot
from graph.ledger import Ledger, add_ledgers


class Question(TypedDict):
    """One atomic question of the run."""

    id: str
    text: str
    """Standalone: what is searched for."""
    literal: str
    """The user's own words for it: a second query."""
    kind: str | None
    """Null until it is routed."""
    waits_for: str | None
    """The question whose answer this one needs before it can be asked."""
    origin: str
    """The question of the user's that this one serves: its own id, unless the critic asked it."""
    again: str
    """Why the critic asked it, or "" for a question of the user's."""
    slips: NotRequired[dict[str, str]]
    """Words that were typed, each with the word it is read as; absent where every word is read as it stands."""


class BaseScore(TypedDict):
    """One base of a decision."""

    name: str
    score: float


class Decision(TypedDict):
    """Where one question is sent, by whom, and why."""

    question: str
    bases: list[BaseScore]
    tier: str
    fell_back: bool
    reason: str
    scores: dict[str, float]
    """Every base's score, chosen or not."""
    turn: int
    ms: float
    """Milliseconds the decision took; the questions of a model call share its time."""


class Mood(TypedDict):
    """How the user's message sounds, where that leads, and who read it. Where it is not `sure`, the message is answered
    as well.
    """

    name: str
    score: float
    tier: str
    target: str
    reason: str
    sure: bool


class Handover(TypedDict):
    """A conversation given to a person: to whom, why, what was said, and when (seconds since the epoch)."""

    target: str
    mood: str
    reason: str
    conversation: list[dict[str, str]]
    at: float


class Ask(TypedDict):
    """One thing to ask the user for; `values` are its legal values where they are few."""

    argument: str
    wants: str
    reason: str
    values: list[str]
    why: str
    """Why what was said for it did not do: “a lot” holds no number; "" where nothing was said."""


class Call(TypedDict):
    """One call of a tool for one question, as the guard left it."""

    id: str
    question: str
    base: str
    tool: str
    arguments: dict[str, Any]
    """Those that the user gave; no other ever gets here."""
    asks: list[Ask]
    """What keeps it from running; empty where it runs."""
    stage: str
    """ready (it runs), ask (the user is asked once), missing (it does not run, and the answer says why)."""
    notes: list[str]
    """What the answer must say of its values."""
    sources: dict[str, str]
    """Argument to the id of the passage its value was taken from."""


class Reply(TypedDict):
    """What the user said when asked: in words, or as values by argument, and which arguments were asked for."""

    asked: list[str]
    question: str
    text: str
    values: dict[str, Any]
    other: str
    """What was sent and answers nothing that was asked, in short."""


class Critique(TypedDict):
    """What the critic found: the questions answered and not, why it looks again, and where the run goes next."""

    answered: list[str]
    missing: list[str]
    reason: str
    next: str


class Input(TypedDict):
    """What a caller gives: the conversation, its last message the user's."""

    messages: Annotated[list[AnyMessage], add_messages]


class State(Input):
    """Everything the steps share."""

    questions: list[Question]
    mood: Mood | None
    handover: Handover | None
    decisions: list[Decision]
    calls: list[Call]
    replies: list[Reply]
    findings: Annotated[list[Finding], operator.add]
    slots: list[Slot]
    answer: str
    citations: list[Citation]
    contradictions: list[Dispute]
    unsupported: list[str]
    """Sentences of the answer whose passage does not say them, each with why."""
    critique: Critique
    warnings: Annotated[list[str], operator.add]
    """What the user should know about how this run went: a model that failed, a fallback."""
    model_fault: str
    """Why the model is not asked again in this run, or ""."""
    ledger: Annotated[Ledger, add_ledgers]
    spent_before: Ledger
    """What the earlier runs of the thread have spent."""
    started: float
    """When this run began, seconds since the epoch; the deadline counts from it."""
    sides: dict[str, str]
    """The questions that each ask about one side of a comparison, with the side's name; empty for any other message."""
    conditions: Conditions
    given: list[Given]
    """Answers of earlier turns, oldest first, and those that the answer cache gave this run."""


def asked(state: State) -> list[Question]:
    """The user's own questions, without those the critic asked in their service."""
    return [question for question in state["questions"] if question["origin"] == question["id"]]


def answered_by(citations: list[Citation]) -> set[str]:
    """The questions that some citation answers."""
    return {id_ for citation in citations for id_ in citation["questions"]}
