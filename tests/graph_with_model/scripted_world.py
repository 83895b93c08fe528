"""A small world: three bases with one passage each, the graph over them, and what a scripted model says."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fakes import ScriptedBase, ScriptedResources, passage
from langgraph.graph.state import CompiledStateGraph
from scripted_openai import Reply, Request, ScriptedOpenAI, value

from knowledge.bases.base import Search
from knowledge.passage import Passage

TEXTS = {
    "billing": "The Pro plan costs $21 per seat and month. Coupons are entered at the checkout.",
    "technical": "The dashboard ends a session after 12 hours and asks you to sign in again.",
    "general": "Your data is kept for 30 days after you cancel, and deleted after that.",
}
SURE = {
    r"\bpro\b|charged|cost|kostet|coupon": "billing",
    r"dashboard|session|logging": "technical",
    r"\bdata\b|cancel": "general",
}
UNSURE = {"billing": 0.45, "technical": 0.40, "general": 0.38}


def table(text: str) -> Mapping[str, float]:
    """The semantic tier's scores: sure of the words it knows, unsure of all others."""
    for pattern, sure in SURE.items():
        if re.search(pattern, text, re.IGNORECASE):
            return {name: 0.9 if name == sure else 0.1 for name in TEXTS}
    return UNSURE


def holding(base: str, *texts: str) -> Callable[[Search], list[Passage]]:
    """A search that finds the texts which share a word of four letters or more with the question."""

    def search(search: Search) -> list[Passage]:
        asked = set(re.findall(r"\w{3,}", search.text.casefold())) - {"the", "you", "and", "for", "after", "what"}
        return [passage(base, text, 0.7) for text in texts if asked & set(re.findall(r"\w{3,}", text.casefold()))]

    return search


def by_shape(answer: Reply | str, **shapes: Any) -> Callable[[Request], Reply]:
    """A script: `answer` for the answer, and for each named shape a reply, a value, or a list of them in turn."""
    said = {"": Reply(answer) if isinstance(answer, str) else answer, **shapes}
    taken: dict[str, int] = {}

    def script(request: Request) -> Reply:
        given = said.get(request.shape, Reply(status=418))
        if isinstance(given, list):
            at = taken[request.shape] = taken.get(request.shape, -1) + 1
            given = given[min(at, len(given) - 1)]
        return given if isinstance(given, Reply) else value(given)

    return script


def rewritten(*texts: str) -> dict[str, Any]:
    """A rewriter's reply of questions that wait for nothing."""
    return {"questions": [{"text": text, "waits_for": None} for text in texts]}


def routed(*labels: str, questions: int = 1, mood: str = "", kind: str = "") -> dict[str, Any]:
    """A router's reply that sends every question to the same bases, and says kind and mood where they are given."""
    route: dict[str, Any] = {"bases": [{"label": label, "score": 0.9} for label in labels], "reason": "scripted"}
    route |= {"kind": kind} if kind else {}
    return {"routes": [{"question": n, **route} for n in range(1, questions + 1)]} | ({"mood": mood} if mood else {})


def reviewed(*missing: str, settled: bool = False, questions: int = 1) -> dict[str, Any]:
    """A critic's reply: the same verdict for every question."""
    one = {"settled": settled, "missing": list(missing)}
    return {"verdicts": [{"question": n, **one} for n in range(1, questions + 1)]}


@dataclass(frozen=True)
class World:
    """A graph, the server behind its model, and its bases."""

    server: ScriptedOpenAI
    resources: ScriptedResources
    bases: dict[str, ScriptedBase]
    graph: CompiledStateGraph[Any, Any, Any, Any]

    async def ask(self, question: str, thread: str = "thread", **context: Any) -> dict[str, Any]:
        """The final state of one turn."""
        config: Any = {"configurable": {"thread_id": thread}}
        state: dict[str, Any] = await self.graph.ainvoke(
            {"messages": [("user", question)]}, config, context=context or None
        )
        return state

    def stream(self, question: str, mode: Any, thread: str = "thread") -> AsyncIterator[Any]:
        """One turn in a stream mode."""
        config: Any = {"configurable": {"thread_id": thread}}
        return self.graph.astream({"messages": [("user", question)]}, config, stream_mode=mode)

    async def spoken(self, thread: str = "thread") -> list[tuple[str, str]]:
        """The conversation as the thread keeps it."""
        config: Any = {"configurable": {"thread_id": thread}}
        state = await self.graph.aget_state(config)
        return [(message.type, message.text) for message in state.values["messages"]]
