"""The wiring, in one flat block."""

from __future__ import annotations

from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from graph.context import context_schema
from graph.edges import after_critique, fan_out, node_names
from graph.resources import Resources
from graph.state import Input, State
from graph.tracing import begin
from nodes.answer import Answer
from nodes.clarify import Clarify
from nodes.critique import Critic
from nodes.escalate import Escalate
from nodes.retrieve import Retrieve
from nodes.rewrite import Rewrite
from nodes.route import Route
from nodes.supervise import Supervise

RECURSION_LIMIT = 200
"""A backstop: the ledger ends a run long before (20 turns of 6 steps)."""


def build(
    resources: Resources, checkpointer: BaseCheckpointSaver[Any] | None = None, *, interrupts: bool = False
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The graph of one catalog. Give no checkpointer where a server brings its own.

    `interrupts` is the default of that knob: on only where threads are kept.
    """
    begin(resources.settings.trace)
    catalog = resources.catalog
    schema = context_schema(catalog, resources.settings, interrupts=interrupts)
    searches = node_names(catalog)

    graph = StateGraph(State, context_schema=schema, input_schema=Input)
    graph.add_node("rewrite", Rewrite(resources, schema))
    graph.add_node("route", Route(resources, schema))
    for base, name in searches.items():
        graph.add_node(name, Retrieve(resources, base, schema))
    graph.add_node("clarify", Clarify(resources, schema))
    graph.add_node("escalate", Escalate(resources, schema))
    graph.add_node("supervise", Supervise(resources, schema))
    graph.add_node("answer", Answer(resources, schema))
    graph.add_node("critique", Critic(resources, schema))

    graph.add_edge(START, "rewrite")
    graph.add_edge("rewrite", "route")
    graph.add_conditional_edges(
        "route", fan_out(catalog, resources.settings), [*searches.values(), "answer", "clarify", "escalate"]
    )
    graph.add_edge("clarify", "route")
    graph.add_edge("escalate", END)
    for name in searches.values():
        graph.add_edge(name, "supervise")
    graph.add_edge("supervise", "answer")
    graph.add_edge("answer", "critique")
    graph.add_conditional_edges("critique", after_critique, ["route", "rewrite", END])

    compiled = graph.compile(checkpointer=checkpointer, name=f"signalbox-{catalog.name}")
    return compiled.with_config(recursion_limit=RECURSION_LIMIT)
