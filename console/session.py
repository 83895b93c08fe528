"""Asking questions from a terminal: one event loop, one graph, and threads kept in SQLite where they are named."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Self
from uuid import uuid4

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph.state import CompiledStateGraph

from graph.build import build
from graph.resources import Resources
from graph.result import result
from graph.threads import Threads
from knowledge.text import clean

Event = Callable[[dict[str, Any]], None]


@dataclass
class Session:
    """A graph that is asked one question after another; used as a context manager."""

    resources: Resources
    thread: str | None = None
    _runner: asyncio.Runner = field(default_factory=asyncio.Runner)
    _open: AsyncExitStack = field(default_factory=AsyncExitStack)
    _graph: CompiledStateGraph[Any, Any, Any, Any] | None = None

    def __enter__(self) -> Self:
        """Open the event loop and, where the thread has a name, the file it is kept in."""
        self._runner.__enter__()
        self._graph = self._runner.run(self._start())
        return self

    def __exit__(self, *_: object) -> None:
        """Close what was opened; searches that hang are left behind."""
        self._runner.run(self._close())
        self._runner.close()

    def ask(self, question: str, context: dict[str, Any], on_event: Event) -> dict[str, Any]:
        """The result of one question (see `graph.result.result`); every custom event goes to `on_event`.

        Ctrl-C cancels the searches and model calls under way and raises KeyboardInterrupt.
        """
        return self._runner.run(self._ask(question, context, on_event))

    async def _close(self) -> None:
        await self._open.aclose()
        await self.resources.models.close()

    async def _start(self) -> CompiledStateGraph[Any, Any, Any, Any]:
        if self.thread is None:
            return build(self.resources)
        settings = self.resources.settings
        kept = Threads.under(settings.home)
        kept.prepare(settings.thread_days)
        saver = await self._open.enter_async_context(AsyncSqliteSaver.from_conn_string(str(kept.file)))
        return build(self.resources, saver)

    async def _ask(self, question: str, context: dict[str, Any], on_event: Event) -> dict[str, Any]:
        if self._graph is None:
            raise RuntimeError("the session is not open; use it as a context manager")
        began = time.perf_counter()
        state: Any = None  # the last of the run's states
        # A thread belongs to a catalog: the same name in another one is another conversation.
        config: Any = {"run_id": uuid4()}
        if self.thread is not None:
            config["configurable"] = {"thread_id": f"{self.resources.catalog.name}/{self.thread}"}
        stream: Any = self._graph.astream(
            {"messages": [{"role": "user", "content": clean(question)}]},
            config,
            context=context,
            stream_mode=["custom", "values"],
        )
        async for mode, event in stream:
            if mode == "custom":
                on_event(event)
            else:
                state = event
        return result(state, (time.perf_counter() - began) * 1000)
