"""The wiring, in one flat block."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from graph.context import Knobs, context_schema
from graph.edges import after_critique, fan_out, node_names
from graph.resources import Resources
from graph.settings import Settings
from graph.state import Input, State
from graph.tracing import begin
from knowledge.catalog import Catalog
from nodes.answer import Answer
from nodes.clarify import Clarify
from nodes.critique import Critic
from nodes.escalate import Escalate
from nodes.retrieve import Retrieve
from nodes.rewrite import Rewrite
from nodes.route import Route
from nodes.supervise import Supervise

Step = Callable[..., Any]
"""State (and runtime) in, a partial update out."""
RECURSION_LIMIT = 200
"""A backstop: the ledger ends a run long before (20 turns of 6 steps)."""


def build(
    resources: Resources, checkpointer: BaseCheckpointSaver[Any] | None = None, *, interrupts: bool = False
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The graph of one catalog. Give no checkpointer where a server brings its own.

    `interrupts` is the default of that knob: on only where threads are kept.
    """
    begin(resources.settings.trace)
    schema = context_schema(resources.catalog, resources.settings, interrupts=interrupts)
    steps: dict[str, Step] = {
        "rewrite": Rewrite(resources, schema),
        "route": Route(resources, schema),
        **{name: Retrieve(resources, base, schema) for base, name in node_names(resources.catalog).items()},
        "clarify": Clarify(resources, schema),
        "escalate": Escalate(resources, schema),
        "supervise": Supervise(resources, schema),
        "answer": Answer(resources, schema),
        "critique": Critic(resources, schema),
    }
    return wired(resources.catalog, resources.settings, schema, steps, checkpointer)


def wired(
    catalog: Catalog,
    settings: Settings,
    schema: type[Knobs],
    steps: Mapping[str, Step],
    checkpointer: BaseCheckpointSaver[Any] | None = None,
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The same graph over any steps, by the names of the nodes: what the wiring itself costs is measured with empty
    ones.
    """
    searches = node_names(catalog)
    graph = StateGraph(State, context_schema=schema, input_schema=Input)
    for name, step in steps.items():
        graph.add_node(name, step)

    graph.add_edge(START, "rewrite")
    graph.add_edge("rewrite", "route")
    graph.add_conditional_edges(
        "route", _on_the_loop(fan_out(catalog, settings)), [*searches.values(), "answer", "clarify", "escalate"]
    )
    graph.add_edge("clarify", "route")
    graph.add_edge("escalate", END)
    for name in searches.values():
        graph.add_edge(name, "supervise")
    graph.add_edge("supervise", "answer")
    graph.add_edge("answer", "critique")
    graph.add_conditional_edges("critique", _on_the_loop(after_critique), ["route", "rewrite", END])

    compiled = graph.compile(checkpointer=checkpointer, name=f"signalbox-{catalog.name}")
    return compiled.with_config(recursion_limit=RECURSION_LIMIT)


def _on_the_loop(edge: Callable[[State], Any]) -> Callable[[State], Awaitable[Any]]:
    """The same edge as a coroutine: LangGraph hands a plain function to a thread, which takes longer than it does."""

    async def chosen(state: State) -> Any:
        return edge(state)

    return chosen
