"""Running a call that passed the guard: a function here, a query in its base. Nothing else may run one."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, get_type_hints

from errors import ToolError
from knowledge.bases.base import ToolCall
from knowledge.passage import Passage
from tools.registry import Entry, Registry


@dataclass(frozen=True, slots=True)
class Computed:
    """What a calculator hands back: the result in a sentence, and how it was reached, inputs and all."""

    result: str
    working: str
    source: str = ""
    """Where the rule stands, if it stands in a document."""


def run(registry: Registry, call: ToolCall) -> list[Passage]:
    """The passages of a call. Blocks. Raises ToolError for a name or an argument that is not the catalog's and for a
    value that a function refuses, and what the base's `run` raises.
    """
    entry = registry.entries.get(call.tool)
    if entry is None:
        raise ToolError(f"{call.tool!r} is no tool; valid: {', '.join(registry.entries) or 'none'}")
    if entry.function is not None:
        return [_computed(entry, call)]
    store = registry.stores.get(entry.base)
    if store is None:
        raise ToolError(f"tool {call.tool!r}: base {entry.base!r} runs no queries")
    return store.run(call)


def _computed(entry: Entry, call: ToolCall) -> Passage:
    function = entry.function
    if function is None:
        raise ToolError(f"tool {call.tool!r} has no function")
    unknown = [name for name in call.arguments if entry.spec.parameter(name) is None]
    if unknown:
        valid = ", ".join(one.name for one in entry.spec.parameters)
        raise ToolError(f"tool {call.tool!r} has no argument {unknown[0]!r}; valid: {valid}")
    defaults = {one.name: one.default for one in entry.spec.parameters if one.default is not None}
    hints = get_type_hints(function)
    values = {name: _as(hints.get(name), value) for name, value in (defaults | dict(call.arguments)).items()}
    done = function(**values)
    if not isinstance(done, Computed):
        raise ToolError(f"tool {call.tool!r}: {entry.spec.function!r} must return tools.running.Computed, not {done!r}")
    return Passage(
        id=f"{entry.base}:{call.tool}:{call.digest}",
        base=entry.base,
        text=f"{done.result} {done.working}",
        source=done.source or f"tool {call.tool}",
        title=call.words,
        score=1.0,
    )


def _as(kind: Any, value: Any) -> Any:
    # A decimal is read from what was written, so that 0.1 stays a tenth.
    return Decimal(str(value)) if kind is Decimal else value
