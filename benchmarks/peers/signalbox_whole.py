"""Signalbox as a system of the whole-question benchmark, with the scripted model or without one.

It opens the stores that the peers' chunks and vectors were read from; nothing is laid down for it but the rows. What it
is run as is `model` or `none`, with `*2` behind it for twice the catalog's slots.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from whole_exchange import Ask, Group, Row, serve

from errors import StoreMissing
from evals.mtrag_catalog import Opened
from evals.mtrag_catalog import opened as open_mtrag
from evals.vectors import VectorCache
from graph.build import build
from graph.resources import Resources
from graph.settings import Settings
from knowledge.bases.base import Base, Search
from knowledge.passage import Passage

MODEL = "openai:scripted"


@dataclass(frozen=True)
class Down:
    """A base that cannot be reached."""

    name: str

    def search(self, search: Search) -> list[Passage]:  # noqa: ARG002 - the protocol's own name
        """Raises as a store does."""
        raise StoreMissing(f"{self.name} is down")


@dataclass(frozen=True)
class OneDown(Resources):
    """The catalog's resources, of which one base is down."""

    down: str = ""

    @cached_property
    def bases(self) -> dict[str, Base]:
        """Every base by name."""
        return {**{name: self._base(name) for name in self.catalog.names}, self.down: Down(self.down)}


def opener(model: str, times: float) -> Any:
    """How it is opened over a set, with so many times the set's places as slots."""

    def opened(group: Group, down: str) -> Ask:
        settings = Settings.from_env(log="none", shadow=0, model=model)
        resources: Resources
        if group.name == "larkspur":
            known = Resources.load(settings)
            resources = known if not down else OneDown(settings, known.catalog, known.models, down=down)
        else:
            held: Opened = open_mtrag(settings, VectorCache.of(settings))
            resources = replace(held, settings=held.settings.model_copy(update={"model": model}))
        resources.prepare()
        graph, context = build(resources), {"slots": round(group.k * times)}

        async def ask(row: Row) -> tuple[str, list[str]]:
            said = [HumanMessage(text) if role == "user" else AIMessage(text) for role, text in row.history]
            state = await graph.ainvoke({"messages": [*said, HumanMessage(row.message)]}, context=context)
            return state["answer"], [slot["passage"]["text"] for slot in state["slots"]]

        return ask

    return opened


if __name__ == "__main__":
    kind, _, factor = sys.argv[4].partition("*")
    serve(opener(MODEL if kind == "model" else "", float(factor or 1)), ("langgraph", "chromadb"))
