"""retrieve_<base>: one search of one base, or one call of a tool of its, for one question.

It receives its own small payload and never the run's state. Whatever goes wrong with a base becomes a typed failure
in its finding: a branch that raised would take the whole run down with it.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from langgraph.runtime import Runtime

from errors import BaseOff, BaseResting, ModelError, QueryError, SignalboxError, StoreError, ToolError
from graph.context import Knobs, allowed_bases, knobs
from graph.events import Found, Searching, tell
from graph.evidence import Failure, Finding
from graph.resources import Resources
from graph.task import RetrieveTask
from knowledge.bases.base import NOTHING, Said, Search
from knowledge.bases.summary import SummaryBase
from knowledge.blocking import in_thread
from knowledge.passage import Passage
from knowledge.tool_spec import STRUCTURED
from knowledge.tracing import child_run
from models.ask import Allowance, Asker, Usage
from nodes.asking import asker, shared
from nodes.calling import Calling
from nodes.summaries import room_for
from nodes.summing import Summing

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
        tell(runtime, Searching(event="searching", base=self.base, question=task["question"]))
        began = time.perf_counter()
        run, usage = knobs(runtime, self.schema), Usage()
        passages, fault = await self._found(task, run, usage)
        found = Finding(
            question=task["question"],
            base=self.base,
            passages=[passage.to_dict() for passage in passages],
            failure=fault and Failure(kind=fault[0], base=self.base, question=task["text"], reason=fault[1]),
            call=task["call"]["id"] if task["call"] else "",
            ms=round((time.perf_counter() - began) * 1000, 1),
        )
        tell(
            runtime,
            Found(
                event="found",
                base=self.base,
                question=task["question"],
                n=len(passages),
                ms=found["ms"],
                failure=fault[1] if fault else "",
            ),
        )
        spent = usage.spent() if usage.calls else {}
        told = {"warnings": usage.faults} if usage.faults else {}
        return {"findings": [found], "ledger": {"retrievals": 1, **spent}, **told}

    async def _found(
        self, task: RetrieveTask, run: Knobs, usage: Usage
    ) -> tuple[list[Passage], tuple[str, str] | None]:
        """The passages, or the kind of a failure and its reason."""
        try:
            # Not only route sends here: the server lets a caller start a run at any step.
            if self.base not in allowed_bases(self.resources.catalog, run):
                return [], ("not_allowed", f"this run may not search {self.base}")
            return await self._asked(task, run, usage), None
        except TimeoutError:
            return [], ("timeout", f"it did not answer within {task['limit_s']:g} s")
        except SignalboxError as fault:
            return [], (kind_of(fault), str(fault))
        except Exception as fault:
            log.exception("base %r failed", self.base)
            return [], ("error", f"{type(fault).__name__}: {fault}")

    async def _asked(self, task: RetrieveTask, run: Knobs, usage: Usage) -> list[Passage]:
        rests, call = self.resources.rests, task["call"]
        spec = self.resources.catalog.spec(self.base)
        # A run that is at its end gives a base less time than it needs: that is no failure of the base's.
        own_limit = task["limit_s"] >= spec.timeout_s
        if call is not None:
            calling, asking = Calling(self.resources), self._asker(task, run, usage)
            with child_run(call["tool"], "tool", call["arguments"]) as shown:
                if self.resources.registry.computes(call["tool"]):
                    rows = await calling.passages(task, asking)  # a function asks no store
                else:
                    with rests.asking(self.base, own_limit=own_limit):
                        rows = await calling.passages(task, asking)
                shown({"documents": [_document(row) for row in rows]})
            return rows
        if spec.type in STRUCTURED:
            rests.check(self.base)  # its search asks no store, so that nothing is learned from it
            return await self._search(task, run, usage)
        with rests.asking(self.base, own_limit=own_limit):
            return await self._search(task, run, usage)

    async def _search(self, task: RetrieveTask, run: Knobs, usage: Usage) -> list[Passage]:
        narrowed = run.filters.get(self.base, {})
        # Both filters hold: one on the same field does not take the other's place.
        filters = [one for one in (task["filter"], narrowed) if one]
        filter_ = {"$and": filters} if len(filters) > 1 else next(iter(filters), {})
        said = Said(**task["said"]) if task["said"] else NOTHING
        room = room_for(self.resources, self.base, run.model, task["k"])
        access, k = run.caller.access, self._k(task, run)
        search = Search(task["text"], task["literal"], k, task["threshold"], filter_, said, room, access)
        base = self.resources.bases[self.base]
        asked = {"query": search.text, "literal": search.literal, "k": search.k, "filter": search.filter}
        with child_run(f"search {self.base}", "retriever", asked) as shown:
            asking = self._asker(task, run, usage) if room else None
            if asking is not None and isinstance(base, SummaryBase):
                found, fault = await Summing(base, room, asking, task["limit_s"]).search(search)
                usage.faults += [fault] if fault else []
            else:
                found = await in_thread(lambda: base.search(search), task["limit_s"])
            shown({"documents": [_document(passage) for passage in found]})
        return found

    def _asker(self, task: RetrieveTask, run: Knobs, usage: Usage) -> Asker | None:
        left = shared(self.resources.settings, run, task["spending"]) if task["spending"] else Allowance()
        return asker(self.resources, run, usage, task["limit_s"], left)

    def _k(self, task: RetrieveTask, run: Knobs) -> int:
        """The passages to ask for: at least so many that the searches sent out together can fill the slots."""
        catalog = self.resources.catalog
        if not task["among"] or run.budget or catalog.evidence.strict_cap or catalog.spec(self.base).type != "vector":
            return task["k"]
        return max(task["k"], math.ceil(run.slots / task["among"]))


def _document(passage: Passage) -> dict[str, Any]:
    """A passage as a trace shows what a store returned."""
    held = passage.to_dict()
    return {"type": "Document", "page_content": held.pop("text"), "metadata": held}


_KINDS: Final[Sequence[tuple[type[SignalboxError], str]]] = (
    (BaseResting, "resting"),
    (BaseOff, "off"),
    (StoreError, "store"),
    (QueryError, "query"),
    (ToolError, "tool"),
    (ModelError, "model"),
)


def kind_of(fault: SignalboxError) -> str:
    """The closed word for a fault of ours; see `graph.evidence.Failure`."""
    return next((word for kind, word in _KINDS if isinstance(fault, kind)), "error")
