"""escalate: a message whose mood leads to a person is handed over, and nothing is searched.

The hand-over is recorded with the conversation. Where interrupts are on, a person can answer in its place: what they
send on resuming becomes the answer.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from graph.context import Knobs, knobs
from graph.events import Escalated, tell
from graph.resources import Resources
from graph.state import Critique, Handover, Mood, State
from knowledge.blocking import in_thread
from nodes.record import record

TOLD = {
    "person": "I am handing this over to a person, together with our conversation. They will answer you here.",
    "on-call": "This sounds urgent, so the person on call is being told right now, together with our conversation. "
    "If anyone is in danger, call your local emergency number.",
}
"""What the user is told; a catalog says it in its own words under [handover]."""


@dataclass(frozen=True)
class Escalate:
    """The node."""

    resources: Resources
    schema: type[Knobs]

    async def __call__(self, state: State, runtime: Runtime[Any]) -> dict[str, Any]:
        """The hand-over, and what the user is told or what a person answers."""
        mood = state["mood"]
        if mood is None:
            raise RuntimeError("escalate was reached without a mood")
        tell(runtime, Escalated(event="escalated", target=mood["target"], mood=mood["name"]))
        given = _handover(state, mood)
        text = self.resources.catalog.handover.get(mood["target"]) or TOLD[mood["target"]]  # type: ignore[call-overload]
        if knobs(runtime, self.schema).interrupts:
            reply = interrupt({"handover": given, "told": text, "answer": "send the answer as text, or nothing"})
            text = _said(reply) or text
        # Written after the interrupt: a resumed node runs from its start, and a hand-over is recorded once.
        await in_thread(lambda: self._write(given))
        update = {
            "handover": given,
            "answer": text,
            "messages": [AIMessage(text)],
            "critique": Critique(answered=[], missing=[], reason=f"handed over: {mood['reason']}", next="end"),
        }
        await record(self.resources, state, update, runtime, knobs(runtime, self.schema))
        return update

    def _write(self, given: Handover) -> None:
        file = self.resources.folder / "handovers.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(given, ensure_ascii=False) + "\n")


def _said(reply: Any) -> str:
    """What a person sent on resuming, as text or under `answer`; "" for anything else."""
    given = reply.get("answer") if isinstance(reply, dict) else reply
    return given.strip() if isinstance(given, str) else ""


def _handover(state: State, mood: Mood) -> Handover:
    spoken = [
        {"role": "user" if isinstance(message, HumanMessage) else "assistant", "content": message.text}
        for message in state["messages"]
        if isinstance(message, HumanMessage | AIMessage)
    ]
    return Handover(
        target=mood["target"], mood=mood["name"], reason=mood["reason"], conversation=spoken, at=time.time()
    )
