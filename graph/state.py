"""What travels through the graph: a narrow input, a wide state, and the small payload of each search.

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


class Ledger(TypedDict):
    """What the run has spent."""

    turns: int
    retrievals: int
    model_calls: int
    tokens: int
    cost: float
    """By the prices of the setting, in their currency; 0 where a model has none."""


EMPTY_LEDGER = Ledger(turns=0, retrievals=0, model_calls=0, tokens=0, cost=0.0)


def add_ledgers(old: Ledger, new: Ledger) -> Ledger:
    """Spending adds up: a node returns what it spent itself. A key left out counts nothing."""
    return Ledger(
        turns=old["turns"] + new.get("turns", 0),
        retrievals=old["retrievals"] + new.get("retrievals", 0),
        model_calls=old["model_calls"] + new.get("model_calls", 0),
        tokens=old["tokens"] + new.get("tokens", 0),
        cost=old.get("cost", 0.0) + new.get("cost", 0.0),
    )


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


class SaidBefore(TypedDict):
    """What was said before a question, for a base to read it in; see `knowledge.bases.base.Said`."""

    first_turn: str
    previous_turn: str
    previous_answer: str
    refers_back: bool
    completed: bool


class Spending(TypedDict):
    """For a branch that asks a model: what its run and the thread had spent, and how many such branches run at once."""

    run: Ledger
    before: Ledger
    branches: int


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


def asked(state: State) -> list[Question]:
    """The user's own questions, without those the critic asked in their service."""
    return [question for question in state["questions"] if question["origin"] == question["id"]]


def answered_by(citations: list[Citation]) -> set[str]:
    """The questions that some citation answers."""
    return {id_ for citation in citations for id_ in citation["questions"]}
