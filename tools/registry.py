"""The catalog's tools by their closed names, as the gate and the guard read them, with the functions behind some."""

from __future__ import annotations

import importlib
import inspect
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Final, get_type_hints

from errors import ConfigError, SignalboxError
from knowledge.base_spec import BaseSpec
from knowledge.bases.base import Structured
from knowledge.catalog import Catalog
from knowledge.resting import Rests, own
from knowledge.tool_spec import ParameterSpec, ToolSpec
from tools.gating.gate import Gate
from tools.guard.provenance import Turn
from tools.schema import Parameter, Tool

log = logging.getLogger("signalbox.tools")

_TAKES: Final[Mapping[str, tuple[Any, ...]]] = {
    "string": (str,),
    "integer": (int, float, Decimal),
    "number": (float, Decimal),
    "boolean": (bool,),
}
"""What a function may write beside an argument of each type."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One tool: the base it belongs to, what the catalog says of it, and its function where it has one."""

    base: str
    spec: ToolSpec
    function: Callable[..., Any] | None = None


@dataclass(frozen=True)
class Registry:
    """Every tool of a catalog. A name that is not in `entries` cannot be called."""

    entries: Mapping[str, Entry]
    stores: Mapping[str, Structured]
    """The bases that know legal values, by name."""
    gate: Gate
    rests: Rests = field(default_factory=Rests)

    @classmethod
    def of(cls, catalog: Catalog, stores: Mapping[str, Structured], gate: Gate, rests: Rests | None = None) -> Registry:
        """The catalog's tools. Raises ConfigError for a function that is not there or takes other arguments."""
        entries = {
            tool.name: Entry(spec.name, tool, _function(catalog, spec, tool) if tool.function else None)
            for spec in catalog.base
            for tool in spec.tool
        }
        return cls(entries, stores, gate, rests or Rests())

    def tool(self, name: str) -> Tool:
        """The tool with its legal values as they are now; none where its store cannot be reached. Blocks."""
        entry = self.entries[name]
        return _tool(entry.spec, lambda parameter: self._values(entry, parameter))

    def computes(self, name: str) -> bool:
        """Whether a tool is a function, which asks no base."""
        entry = self.entries.get(name)
        return entry is not None and entry.function is not None

    def offered(self, text: str, bases: Sequence[str], kind: str | None) -> list[tuple[Tool, float]]:
        """The tools of these bases that a question calls for, without fallbacks, in the catalog's order, each with how
        much it does. Blocks.
        """
        own = [
            self.tool(name) if any("{" in cue for cue in entry.spec.cues) else _tool(entry.spec)
            for name, entry in self.entries.items()
            if entry.base in bases and not entry.spec.fallback
        ]
        offers = self.gate.offers([Turn("user", text)], own, kind)
        return [(self.tool(one.tool), one.score) for one in offers if one.offered]

    def fallback(self, base: str) -> str:
        """The name of a base's fallback tool, or ""."""
        return next((name for name, one in self.entries.items() if one.base == base and one.spec.fallback), "")

    def _values(self, entry: Entry, parameter: ParameterSpec) -> tuple[str, ...]:
        store = self.stores.get(entry.base)
        if store is None or not parameter.values:
            return ()
        try:
            self.rests.check(entry.base)
            return tuple(store.values(entry.spec.name, parameter.name))
        except (SignalboxError, TimeoutError) as fault:
            # The call itself will meet the same fault and name it. Values may be remembered ones: that they are there
            # does not prove that the base can be reached, that they are not does prove the contrary.
            if own(fault):
                self.rests.failed(entry.base, str(fault))
            log.warning("no values of %s.%s: %s", entry.spec.name, parameter.name, fault)
            return ()


def _tool(spec: ToolSpec, values: Callable[[ParameterSpec], tuple[str, ...]] | None = None) -> Tool:
    parameters = tuple(replace(_parameter(one), values=values(one) if values else ()) for one in spec.parameters)
    return Tool(spec.name, spec.description, parameters, spec.effect, spec.cues, spec.kinds)


def _parameter(spec: ParameterSpec) -> Parameter:
    return Parameter(
        name=spec.name,
        kind=spec.type,
        description=spec.description,
        required=spec.required,
        enum=spec.enum,
        unit=spec.unit,
        defaults=() if spec.default is None else (spec.default,),
    )


def _function(catalog: Catalog, base: BaseSpec, tool: ToolSpec) -> Callable[..., Any]:
    key = f"{catalog.folder / 'catalog.toml'}: base {base.name!r}, tool {tool.name!r}.function"
    module, _, name = tool.function.rpartition(".")
    try:
        found = getattr(importlib.import_module(module), name)
        hints = get_type_hints(found)
        takes = inspect.signature(found).parameters
    except (ImportError, AttributeError, TypeError, NameError) as fault:
        raise ConfigError(f"{key}: {tool.function!r} cannot be called: {fault}; name a typed Python function") from None
    declared = {one.name: one for one in tool.parameters}
    for given in declared.keys() - takes.keys():
        raise ConfigError(f"{key}: {tool.function!r} takes no {given!r}; valid: {', '.join(takes) or 'none'}")
    for name_, one in takes.items():
        spec = declared.get(name_)
        optional = one.default is not inspect.Parameter.empty
        if spec is None or not (spec.required or optional or spec.default is not None):
            if spec is None and optional:
                continue
            raise ConfigError(f"{key}: {tool.function!r} needs {name_!r}; declare it as a required parameter")
        if hints.get(name_) not in _TAKES[spec.type]:
            expected = " or ".join(each.__name__ for each in _TAKES[spec.type])
            raise ConfigError(
                f"{key}: {name_!r} is of type {spec.type!r}, which {tool.function!r} does not take; "
                f"annotate it with {expected}"
            )
    return found  # type: ignore[no-any-return]
