"""retrieve_<base>: one search of one base, or one call of a tool of its, for one question.

It receives its own small payload and never the run's state. Whatever goes wrong with a base becomes a typed failure
in its finding: a branch that raised would take the whole run down with it.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import Any

from langgraph.runtime import Runtime

from errors import SignalboxError
from graph.context import Knobs, knobs
from graph.resources import Resources
from graph.state import Failure, Finding, RetrieveTask
from knowledge.bases.base import NOTHING, Said, Search
from knowledge.blocking import in_thread
from knowledge.passage import Passage
from models.ask import Allowance, Usage
from nodes.asking import asker, shared
from nodes.calling import Calling
from nodes.summaries import room_for

log = logging.getLogger("signalbox.retrieve")


@dataclass(frozen=True)
class Retrieve:
    """The node of one base."""

    resources: Resources
    base: str
    schema: type[Knobs]

    async def __call__(self, state: RetrieveTask, runtime: Runtime[Any]) -> dict[str, Any]:
        """One finding, with passages or with a failure."""
        task = state
        runtime.stream_writer({"event": "searching", "base": self.base, "question": task["question"]})
        began = time.perf_counter()
        run, usage = knobs(runtime, self.schema), Usage()
        passages, reason = await self._found(task, run, usage)
        found = Finding(
            question=task["question"],
            base=self.base,
            passages=[passage.to_dict() for passage in passages],
            failure=Failure(base=self.base, question=task["text"], reason=reason) if reason else None,
            call=task["call"]["id"] if task["call"] else "",
            ms=round((time.perf_counter() - began) * 1000, 1),
        )
        runtime.stream_writer({"event": "found", "base": self.base, "question": task["question"], "n": len(passages)})
        spent = usage.spent() if usage.calls else {}
        return {"findings": [found], "ledger": {"retrievals": 1, **spent}}

    async def _found(self, task: RetrieveTask, run: Knobs, usage: Usage) -> tuple[list[Passage], str]:
        try:
            if task["call"] is not None:
                left = shared(self.resources.settings, run, task["spending"]) if task["spending"] else Allowance()
                asking = asker(self.resources, run, usage, task["limit_s"], left)
                return await Calling(self.resources).passages(task, asking), ""
            return await self._search(task, run), ""
        except TimeoutError:
            return [], f"it did not answer within {task['limit_s']:g} s"
        except SignalboxError as fault:
            return [], str(fault)
        except Exception as fault:
            log.exception("base %r failed", self.base)
            return [], f"{type(fault).__name__}: {fault}"

    async def _search(self, task: RetrieveTask, run: Knobs) -> list[Passage]:
        narrowed = run.filters.get(self.base, {})
        # Both filters hold: one on the same field does not take the other's place.
        filters = [one for one in (task["filter"], narrowed) if one]
        filter_ = {"$and": filters} if len(filters) > 1 else next(iter(filters), {})
        said = Said(**task["said"]) if task["said"] else NOTHING
        room = room_for(self.resources, self.base, run.model, task["k"])
        search = Search(task["text"], task["literal"], task["k"], task["threshold"], filter_, said, room)
        base = self.resources.bases[self.base]
        return await in_thread(lambda: base.search(search), task["limit_s"])
