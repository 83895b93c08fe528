"""escalate: a message whose mood leads to a person is handed over, and nothing is searched; where the mood is not sure,
the message is answered at the same time.

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
from nodes.handover import ends_here, told
from nodes.record import record


@dataclass(frozen=True)
class Escalate:
    """The node."""

    resources: Resources
    schema: type[Knobs]

    async def __call__(self, state: State, runtime: Runtime[Any]) -> dict[str, Any]:
        """The hand-over, and what the user is told or what a person answers. Beside an answer, which says so itself, it
        is the hand-over alone.
        """
        mood = state["mood"]
        if mood is None:
            raise RuntimeError("escalate was reached without a mood")
        tell(runtime, Escalated(event="escalated", target=mood["target"], mood=mood["name"]))
        given = _handover(state, mood)
        text = told(mood, self.resources.catalog)
        if not ends_here(mood):
            await in_thread(lambda: self._write(given))
            return {"handover": given}
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
