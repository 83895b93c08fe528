"""MTRAG's messages through the whole graph, with no model: what is found, what gets a slot, what is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from evals.mtrag_catalog import Opened
from evals.mtrag_data import Task
from graph.build import build
from graph.state import State


@dataclass(frozen=True)
class Graph:
    """The graph over the four bases."""

    resources: Opened

    @cached_property
    def compiled(self) -> Any:
        """The product's graph."""
        return build(self.resources)

    def states(
        self, conversations: Iterable[Sequence[AnyMessage]], *, answer: bool = False, **knobs: Any
    ) -> list[State]:
        """The state after each conversation's last message: before the answer, or with it."""
        return asyncio.run(self._states(conversations, [] if answer else ["answer"], knobs))

    async def _states(
        self, conversations: Iterable[Sequence[AnyMessage]], stop: list[str], knobs: dict[str, Any]
    ) -> list[State]:
        return [
            await self.compiled.ainvoke({"messages": list(said)}, context=knobs, interrupt_before=stop)
            for said in conversations
        ]


def conversation(task: Task) -> list[AnyMessage]:
    """A task's messages, oldest first."""
    said: list[AnyMessage] = []
    for turn, answer in zip(task.user_turns, task.answers, strict=True):
        said += [HumanMessage(turn), AIMessage(answer)]
    return [*said, HumanMessage(task.question)]


def in_slots(state: State) -> list[str]:
    """The ids of the passages that have a slot."""
    return [str(slot["passage"]["id"]) for slot in state["slots"]]


def width(state: State) -> int:
    """How many bases were searched."""
    return len({base["name"] for decision in state["decisions"] for base in decision["bases"]})
