"""Runs of the graph as tests read them: update by update, without what differs from run to run."""

from __future__ import annotations

import asyncio
from itertools import groupby
from typing import Any

from langchain_core.messages import AnyMessage, BaseMessage, HumanMessage, RemoveMessage
from langgraph.types import Overwrite

VOLATILE = {"ms", "started", "conditions"}


def ask(graph: Any, text: str, *, thread: str = "", context: dict[str, Any] | None = None) -> dict[str, Any]:
    """The state after one user message, run to its end."""
    return asyncio.run(graph.ainvoke(message(text), thread_of(thread), context=context))


def updates(graph: Any, text: str, *, thread: str = "", context: dict[str, Any] | None = None) -> list[Any]:
    """The update stream of one user message: [(node, update), ...]. Branches of one fan-out are sorted by node."""

    async def run() -> list[Any]:
        stream = graph.astream(message(text), thread_of(thread), context=context, stream_mode="updates")
        return [item async for chunk in stream for item in chunk.items()]

    told = [(node, plain(update)) for node, update in asyncio.run(run())]
    grouped = groupby(told, key=lambda item: item[0].startswith("retrieve_"))
    return [item for branches, items in grouped for item in (sorted(items, key=_place) if branches else items)]


def events(graph: Any, text: str, **config: Any) -> list[Any]:
    """The custom stream of one user message."""

    async def run() -> list[Any]:
        return [event async for event in graph.astream(message(text), stream_mode="custom", **config)]

    return asyncio.run(run())


def message(text: str) -> dict[str, list[AnyMessage]]:
    """The graph's input."""
    return {"messages": [HumanMessage(text)]}


def thread_of(name: str) -> dict[str, Any]:
    """The configuration of a thread, or of none."""
    return {"configurable": {"thread_id": name}} if name else {}


def plain(value: Any) -> Any:
    """`value` with times left out, messages as (type, text), and a reset channel as {"reset": value}."""
    if isinstance(value, Overwrite):
        return {"reset": plain(value.value)}
    if isinstance(value, RemoveMessage):
        return ("remove",)
    if isinstance(value, BaseMessage):
        return (value.type, value.text)
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items() if key not in VOLATILE}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


def _place(item: tuple[str, Any]) -> tuple[str, str]:
    node, update = item
    return node, str(update["findings"][0]["question"])
