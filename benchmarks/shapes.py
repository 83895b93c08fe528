"""The product's own wiring with steps that do nothing, and bare LangGraph of the same shape: what the wiring costs."""

from __future__ import annotations

import operator
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

from langgraph.graph import END, START, StateGraph
from langgraph.types import Overwrite, Send
from typing_extensions import TypedDict

from graph.build import wired
from graph.context import context_schema
from graph.edges import node_names
from graph.evidence import Finding
from graph.ledger import EMPTY_LEDGER
from graph.settings import Settings
from graph.state import BaseScore, Critique, Decision, Mood, Question
from knowledge.base_spec import BaseSpec
from knowledge.catalog import Catalog

CALM = Mood(name="neutral", score=1.0, tier="semantic", target="answer", reason="", sure=True)
Ask = Callable[[], Awaitable[Any]]


class BareState(TypedDict):
    """The channels of the bare graph."""

    messages: list[str]
    findings: Annotated[list[int], operator.add]


def bare(searches: int = 3, *, plain_edge: bool = False) -> Ask:
    """Five steps in a row, the second fanned out to `searches`, on two channels.

    A `plain_edge` is a function, as most applications write it: LangGraph runs that in a thread.
    """

    async def step(state: BareState) -> dict[str, Any]:
        return {"messages": state["messages"]}

    async def search(state: dict[str, Any]) -> dict[str, Any]:
        return {"findings": [state["base"]]}

    names = [f"search_{place}" for place in range(searches)]
    graph = StateGraph(BareState)
    for name in ("rewrite", "route", "supervise", "answer", "critique"):
        graph.add_node(name, step)
    for name in names:
        graph.add_node(name, search)
        graph.add_edge(name, "supervise")
    graph.add_edge(START, "rewrite")
    graph.add_edge("rewrite", "route")

    def fanned(_: BareState) -> list[Send]:
        return [Send(name, {"base": at}) for at, name in enumerate(names)]

    async def on_the_loop(state: BareState) -> list[Send]:
        return fanned(state)

    graph.add_conditional_edges("route", fanned if plain_edge else on_the_loop, names)
    graph.add_edge("supervise", "answer")
    graph.add_edge("answer", "critique")
    graph.add_edge("critique", END)
    compiled = graph.compile()
    return lambda: compiled.ainvoke({"messages": ["?"]})


def ours(searches: int = 3, step_s: Callable[[str], Awaitable[None]] | None = None) -> Ask:
    """The product's channels, edges and payloads; `step_s` is awaited in each search, by its base's name."""
    names = [f"base{place}" for place in range(searches)]
    catalog = Catalog(
        folder=Path(),
        name="empty",
        title="empty",
        description="empty",
        base=tuple(BaseSpec(name=name, description=f"about {name}", documents=name) for name in names),
    )
    settings = Settings.from_env({})
    schema = context_schema(catalog, settings)
    asked = Question(id="q1", text="?", literal="?", kind="lookup", waits_for=None, origin="q1", again="")
    decided = Decision(
        question="q1", bases=[BaseScore(name=name, score=0.9) for name in names], tier="rules", fell_back=False,
        reason="", scores={}, turn=1, ms=0.0,
    )  # fmt: skip

    async def rewrite(_: Any) -> dict[str, Any]:
        reset = {"findings": Overwrite([]), "warnings": Overwrite([]), "ledger": Overwrite(EMPTY_LEDGER)}
        return {"questions": [asked], "calls": [], "started": time.time(), "mood": None, **reset}

    async def route(_: Any) -> dict[str, Any]:
        return {"mood": CALM, "decisions": [decided], "calls": []}

    def search(name: str) -> Callable[[Any], Awaitable[dict[str, Any]]]:
        async def searched(_: Any) -> dict[str, Any]:
            if step_s is not None:
                await step_s(name)
            return {"findings": [Finding(question="q1", base=name, passages=[], failure=None, call="", ms=0.0)]}

        return searched

    async def supervise(_: Any) -> dict[str, Any]:
        return {"slots": []}

    async def answer(_: Any) -> dict[str, Any]:
        return {"answer": "", "citations": []}

    async def critique(_: Any) -> dict[str, Any]:
        return {"critique": Critique(answered=["q1"], missing=[], reason="", next="end")}

    async def nothing(_: Any) -> dict[str, Any]:
        return {"answer": ""}

    steps: dict[str, Any] = {"rewrite": rewrite, "route": route}
    steps |= {node: search(name) for name, node in node_names(catalog).items()}
    steps |= {"clarify": nothing, "escalate": nothing, "supervise": supervise, "answer": answer, "critique": critique}
    compiled = wired(catalog, settings, schema, steps)
    return lambda: compiled.ainvoke({"messages": [("user", "?")]})


async def alternately(asks: Sequence[Ask], n: int, warm: int = 5) -> list[list[float]]:
    """Milliseconds of `n` runs of each, taken in turn, so that whatever else the machine does falls on all of them."""
    times: list[list[float]] = [[] for _ in asks]
    for at in range(n + warm):
        for taken, ask in zip(times, asks, strict=True):
            began = time.perf_counter()
            await ask()
            if at >= warm:
                taken.append((time.perf_counter() - began) * 1000)
    return times
