"""Asking questions from a terminal: one event loop, one graph, and threads kept in SQLite where they are named."""

from __future__ import annotations

import asyncio
import shlex
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Self
from uuid import uuid4

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command

from errors import InputError
from graph.build import build
from graph.resources import Resources
from graph.result import result
from graph.threads import Threads
from knowledge.text import clean

Event = Callable[[dict[str, Any]], None]
Reply = Callable[[dict[str, Any]], str]
"""Asks a person for what is missing, given as the interrupt's value: its question in words, and each missing thing."""


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
        try:
            self._graph = self._runner.run(self._start())
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Close what was opened; searches that hang are left behind."""
        self._runner.run(self._close())
        self._runner.close()

    def ask(
        self, question: str, context: dict[str, Any], on_event: Event, reply: Reply | None = None
    ) -> dict[str, Any]:
        """The result of one question (see `graph.result.result`); every custom event goes to `on_event`.

        What the user must say first is asked with `reply`, outside of the run's time. Without one a named thread stops
        and waits: the result is then `waiting` (see `is_waiting`); and a run without a thread tells in its answer what
        is missing. Ctrl-C cancels the searches and model calls under way and raises KeyboardInterrupt.
        """
        stops = reply is not None or self.thread is not None
        given = {"messages": [{"role": "user", "content": clean(question)}]}
        return self._settled(given, {"interrupts": stops, **context}, on_event, reply)

    def resume(self, value: Any, context: dict[str, Any], on_event: Event) -> dict[str, Any]:
        """Go on with a thread that waits, `value` being what the user says. Raises InputError where it waits for
        nothing.
        """
        if not self._runner.run(self._waits()):
            raise InputError(f"thread {self.thread!r} waits for nothing; ask it a question")
        return self._settled(Command(resume=value), {"interrupts": True, **context}, on_event, None)

    def _settled(self, given: Any, context: dict[str, Any], on_event: Event, reply: Reply | None) -> dict[str, Any]:
        spent = 0.0
        while True:
            began = time.perf_counter()
            state = self._runner.run(self._run(given, context, on_event))
            spent += (time.perf_counter() - began) * 1000
            stopped = state.get("__interrupt__")
            if not stopped:
                return result(state, spent)
            asked = stopped[0].value
            if "handover" in asked:
                given = Command(resume="")  # for a person on the other side, who is not at this terminal
            elif reply is not None:
                given = Command(resume=reply(asked))
            else:
                return waiting(asked, self.resources.catalog.name, self.thread or "")

    async def _close(self) -> None:
        await self._open.aclose()
        await self.resources.models.close()

    async def _start(self) -> CompiledStateGraph[Any, Any, Any, Any]:
        if self.thread is None:
            return build(self.resources, InMemorySaver())  # where a run that stopped is kept until it goes on
        settings = self.resources.settings
        kept = Threads.under(settings.home)
        kept.prepare(settings.thread_days)
        saver = await self._open.enter_async_context(AsyncSqliteSaver.from_conn_string(str(kept.file)))
        return build(self.resources, saver)

    async def _waits(self) -> bool:
        if self._graph is None or self.thread is None:
            return False
        snapshot = await self._graph.aget_state(self._config())
        return bool(snapshot.interrupts)

    def _config(self) -> Any:
        # A thread belongs to a catalog: the same name in another one is another conversation.
        name = "in memory" if self.thread is None else f"{self.resources.catalog.name}/{self.thread}"
        return {"run_id": uuid4(), "configurable": {"thread_id": name}}

    async def _run(self, given: Any, context: dict[str, Any], on_event: Event) -> Any:
        if self._graph is None:
            raise RuntimeError("the session is not open; use it as a context manager")
        state: Any = None  # the last of the run's states
        stopped: Any = ()
        # One checkpoint a turn, written when the run ends or stops to ask: nobody goes back to a turn's middle here,
        # and one a step would hold the whole conversation eight times over.
        stream: Any = self._graph.astream(
            given, self._config(), context=context, stream_mode=["custom", "values"], durability="exit"
        )
        async for mode, event in stream:
            if mode == "custom":
                on_event(event)
            elif "__interrupt__" in event:
                stopped = event["__interrupt__"]
            else:
                state = event
        return {**(state or {}), **({"__interrupt__": stopped} if stopped else {})}


def waiting(asked: dict[str, Any], catalog: str, thread: str) -> dict[str, Any]:
    """What a run that stopped hands out: what it asks, each missing thing, and how to go on."""
    resume = f"signalbox ask --catalog {shlex.quote(catalog)} --thread {shlex.quote(thread)} --resume VALUE"
    return {"waiting": asked["question"], "missing": asked["missing"], "thread": thread, "resume": resume}


def is_waiting(outcome: dict[str, Any]) -> bool:
    """Whether a run stopped to ask, instead of answering."""
    return "waiting" in outcome
