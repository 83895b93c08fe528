"""supervise: the findings compete for the answer's slots. Pure: no model, no store, no clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from langgraph.runtime import Runtime

from graph.context import Knobs, knobs
from graph.state import Slot, State
from knowledge.budget import fill
from knowledge.passage import Passage


@dataclass(frozen=True)
class Supervise:
    """The node: everything found in this run, by every turn, is weighed anew."""

    schema: type[Knobs]

    async def __call__(self, state: State, runtime: Runtime[Any]) -> dict[str, Any]:
        """The slots, numbered as the answer will cite them."""
        run = knobs(runtime, self.schema)
        origins = {question["id"]: question["origin"] for question in state["questions"]}
        found = [
            (origins[finding["question"]], Passage.from_dict(passage))
            for finding in state["findings"]
            for passage in finding["passages"]
        ]
        order = list(dict.fromkeys(origins.values()))
        chosen = fill(found, order, slots=run.slots, cap=run.per_base_cap)
        return {
            "slots": [
                Slot(n=number, passage=one.passage.to_dict(), questions=list(one.questions))
                for number, one in enumerate(chosen, 1)
            ]
        }
