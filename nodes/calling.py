"""Running one call inside a search branch: a tool at once, a fallback once a model has written its statement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from errors import QueryError, ToolError
from graph.resources import Resources
from graph.task import RetrieveTask
from knowledge.bases.base import Queryable, ToolCall
from knowledge.blocking import in_thread
from knowledge.passage import Passage
from tools.guard.heard import Heard
from tools.guard.provenance import Utterance
from tools.guard.shapes import evidence
from tools.guard.verdict import Evidence
from tools.running import run
from tools.schema import Parameter
from tools.writing_statements import Written, write_statement

if TYPE_CHECKING:
    from models.ask import Asker


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

        def take(written: Written) -> list[Passage]:
            made = ToolCall(call.tool, {}, call.text, written.statement, written.says)
            return self._traced(base, made, task["literal"])

        return await write_statement(asking, base, task["literal"], take, limit_s=task["limit_s"])

    def _traced(self, base: Queryable, call: ToolCall, literal: str) -> list[Passage]:
        """The rows, once every literal of the statement is traced to the user, the schema or legal values."""
        heard = Heard((Utterance(0, literal, "user"),))
        for value in base.literals(call.statement):
            found: Any = evidence(Parameter("value"), value, heard)
            if not (isinstance(found, Evidence) and found.spans):
                raise QueryError(f"the value {value!r} was said by nobody; use the user's own words")
        return run(self.resources.registry, call)
