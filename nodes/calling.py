"""Running one call inside a search branch: a tool at once, a fallback once a model has written its statement."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel

from errors import QueryError, ToolError
from graph.resources import Resources
from graph.state import RetrieveTask
from knowledge.bases.base import Queryable, ToolCall
from knowledge.blocking import in_thread
from knowledge.passage import Passage
from prompts import render
from tools.guard.check import evidence
from tools.guard.heard import Heard
from tools.guard.provenance import Utterance
from tools.guard.verdict import Evidence
from tools.running import run
from tools.schema import Parameter

if TYPE_CHECKING:
    from models.ask import Asker

REPAIRS = 2
"""How often a statement that was refused goes back to the model."""


class Statement(BaseModel):
    """The reply: the query, and what it asks for in words."""

    statement: str
    says: str


@dataclass(frozen=True)
class Calling:
    """Runs the call of a task."""

    resources: Resources

    async def passages(self, task: RetrieveTask, asking: Asker | None) -> list[Passage]:
        """What the call finds. Raises what `tools.running.run` does, and ModelError."""
        call = task["call"]
        if call is None:
            raise ToolError(f"base {task['base']!r}: the task holds no call")
        made = ToolCall(call["tool"], call["arguments"], task["text"])
        registry = self.resources.registry
        entry = registry.entries.get(call["tool"])
        if entry is None or not entry.spec.fallback:
            return await in_thread(lambda: run(registry, made), task["limit_s"])
        if asking is None:
            raise ToolError(f"tool {call['tool']!r} needs a model to write its query; set SIGNALBOX_MODEL")
        return await self._written(task, made, asking)

    async def _written(self, task: RetrieveTask, call: ToolCall, asking: Asker) -> list[Passage]:
        base = cast("Queryable", self.resources.bases[task["base"]])
        schema = await in_thread(base.schema, task["limit_s"])
        dialect, fault, tried = getattr(base, "dialect", "Cypher"), "", ""
        for _ in range(REPAIRS + 1):
            prompt = render("statement", dialect=dialect, schema=schema, question=task["literal"], fault=fault)
            written = await asking.structured(Statement, prompt)
            if written.statement == tried:
                break  # a repair that repeats itself will not mend it
            tried = written.statement
            made = ToolCall(call.tool, {}, call.text, written.statement, written.says)
            try:
                return await in_thread(partial(self._checked, base, made, task["literal"]), task["limit_s"])
            except QueryError as refused:
                fault = f"Your last query was refused: {written.statement}\nReason: {refused}"
        raise QueryError(f"no query could be written: {fault.rpartition('Reason: ')[2] or 'the model repeated itself'}")

    def _checked(self, base: Queryable, call: ToolCall, literal: str) -> list[Passage]:
        """The rows, once every literal of the statement is traced to the user, the schema or legal values."""
        heard = Heard((Utterance(0, literal, "user"),))
        for value in base.literals(call.statement):
            found: Any = evidence(Parameter("value"), value, heard)
            if not (isinstance(found, Evidence) and found.spans):
                raise QueryError(f"the value {value!r} was said by nobody; use the user's own words")
        return run(self.resources.registry, call)
