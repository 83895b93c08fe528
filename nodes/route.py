"""route: every question that is ready and was not routed yet gets a decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from langgraph.runtime import Runtime

from errors import ModelError
from graph.context import Knobs, allowed_bases, knobs, limits
from graph.resources import Resources
from graph.state import Decision, Question, State
from knowledge.blocking import in_thread
from models.ask import Usage
from nodes.asking import asker_in, down
from nodes.conversation import transcript
from routing import decision as routing


@dataclass(frozen=True)
class Route:
    """The node. It classifies a question once a run: later turns see only questions that are new."""

    resources: Resources
    schema: type[Knobs]

    async def __call__(self, state: State, runtime: Runtime[Any]) -> dict[str, Any]:
        """The decisions so far and those of this turn."""
        run = knobs(runtime, self.schema)
        new = unrouted(state)
        usage = Usage()
        decided, fault = await self._decide(state, new, run, usage)
        decisions = [cast("Decision", decision.to_dict()) for decision in decided]
        texts = {question["id"]: question["text"] for question in new}
        for decision in decisions:
            runtime.stream_writer({"event": "routed", "text": texts[decision["question"]], **decision})
        return {
            "decisions": [*state["decisions"], *decisions],
            "warnings": [f"routing fell back: {fault}"] if fault else [],
            "model_fault": state["model_fault"] or down(fault),
            "ledger": {"turns": 1, **usage.spent()},
        }

    async def _decide(
        self, state: State, new: list[Question], run: Knobs, usage: Usage
    ) -> tuple[list[routing.Decision], ModelError | None]:
        cascade, allowed = self.resources.cascade, allowed_bases(self.resources.catalog, run)
        rule = limits(self.resources.catalog, run)
        decided: dict[str, routing.Decision] = {}
        unsure = []
        for question in new:
            if question["again"]:
                again = (question["id"], question["text"], allowed, question["again"])
                decided[question["id"]] = await in_thread(lambda again=again: cascade.everywhere(*again))  # type: ignore[misc]
                continue
            ask = (question["id"], question["text"], allowed, rule)
            decision, sure = await in_thread(lambda ask=ask: cascade.decide(*ask))  # type: ignore[misc]
            decided[question["id"]] = decision
            if not sure:
                unsure.append((decision, question["text"]))
        asking = asker_in(state, self.resources, run.model, usage) if unsure else None
        if asking is None:
            return list(decided.values()), None
        spoken = transcript(state["messages"], self.resources.settings.model_window)
        answered, fault = await cascade.ask(asking, unsure, allowed, rule, spoken)
        decided |= {decision.question: decision for decision in answered}
        return list(decided.values()), fault


def unrouted(state: State) -> list[Question]:
    """The questions that are ready to be asked and have no decision yet."""
    known = {decision["question"] for decision in state["decisions"]}
    return [q for q in state["questions"] if q["id"] not in known and q["waits_for"] is None]
