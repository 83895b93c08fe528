"""A tool as a catalog declares it: name, words, typed parameters, and the query or the function behind it.

Only what can be judged from the file itself is checked here; that a function exists and takes these arguments is
checked where functions are called.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

Identifier = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,63}$")]
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000)]
BaseType = Literal["vector", "summary", "graph", "sql", "calculator", "web"]
STRUCTURED: Final[tuple[BaseType, ...]] = ("graph", "sql")
"""Types whose tools are queries."""
Effect = Literal["lookup", "calculator", "action"]
"""lookup reads and changes nothing; calculator computes from values; action changes something."""
ParameterType = Literal["string", "integer", "number", "boolean"]

TYPES: Final = get_args(ParameterType)
_PYTHON: Final[dict[str, type | tuple[type, ...]]] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
}
_DOTTED: Final = re.compile(r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$")
_QUOTED: Final = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|--[^\n]*|//[^\n]*|/\*.*?\*/", re.DOTALL)
_NAMED: Final[dict[str, re.Pattern[str]]] = {
    "sql": re.compile(r"(?<![:\w]):([A-Za-z_]\w*)"),
    "graph": re.compile(r"\$([A-Za-z_]\w*)"),
}


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ParameterSpec(_Strict):
    """One argument. `unit` is a word such as minutes, dollars, percent or date; `values` a query whose first column
    lists the legal values.

    It is required unless it says otherwise or has a `default`, which applies where the user says nothing.
    """

    name: Identifier
    type: ParameterType = "string"
    description: str = ""
    enum: tuple[str | int | float, ...] = ()
    unit: str = ""
    required: bool = True
    default: str | bool | int | float | None = None
    values: str = ""

    @model_validator(mode="before")
    @classmethod
    def _optional_by_default(cls, given: Any) -> Any:
        return {"required": False, **given} if isinstance(given, dict) and "default" in given else given

    @model_validator(mode="after")
    def _agrees(self) -> ParameterSpec:
        if self.default is not None and self.required:
            raise ValueError(f"{self.name!r} is required and has a default {self.default!r}; drop one of the two")
        if self.enum and self.values:
            raise ValueError(f"{self.name!r} has both enum and values; keep the one that lists its legal values")
        if self.values and self.type != "string":
            raise ValueError(f"{self.name!r} has values and is of type {self.type!r}; values are strings")
        given = [*self.enum, *([] if self.default is None else [self.default])]
        for one in given:
            if not is_a(one, self.type):
                raise ValueError(f"{self.name!r} is of type {self.type!r}, which {one!r} is not")
        if self.enum and self.default is not None and self.default not in self.enum:
            raise ValueError(f"{self.name!r} has a default {self.default!r} that its enum does not hold")
        return self


class ToolSpec(_Strict):
    """One tool of a base: a `query` with named parameters (:name in SQL, $name in Cypher), or a `function` by its
    dotted path, or, as the base's one `fallback`, neither: a model then writes the query from the question.

    `cues` are words one of which a question must hold before the tool is offered, `kinds` the kinds of question it is
    offered for; without them the gate decides. An optional argument that nobody gave is bound as NULL in a query and
    left out of a function's call. `rows` is the most that a query returns.
    """

    name: Identifier
    description: Words
    effect: Effect
    cues: tuple[Words, ...] = ()
    kinds: tuple[str, ...] = ()
    parameters: tuple[ParameterSpec, ...] = ()
    query: str = ""
    function: str = ""
    fallback: bool = False
    rows: int = Field(50, ge=1, le=1000)

    @model_validator(mode="before")
    @classmethod
    def _effect_by_what_it_is(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {"effect": "calculator" if given.get("function") else "lookup", **given}

    @model_validator(mode="after")
    def _one_way_to_run(self) -> ToolSpec:
        ways = [key for key in ("query", "function", "fallback") if getattr(self, key)]
        if len(ways) != 1:
            raise ValueError(
                f"tool {self.name!r} has {' and '.join(ways) or 'no query, function or fallback'}; "
                "give exactly one of query, function and fallback = true"
            )
        if self.function and not _DOTTED.match(self.function):
            raise ValueError(f"tool {self.name!r}: {self.function!r} is no dotted path; write package.module.function")
        if self.fallback and self.parameters:
            raise ValueError(f"tool {self.name!r} is a fallback, which takes the question itself; drop its parameters")
        twice = [name for name, count in Counter(one.name for one in self.parameters).items() if count > 1]
        if twice:
            raise ValueError(f"tool {self.name!r} has two parameters {twice[0]!r}; each needs its own name")
        return self

    def parameter(self, name: str) -> ParameterSpec | None:
        """The parameter of this name, if the tool has it."""
        return next((one for one in self.parameters if one.name == name), None)


def is_a(value: Any, kind: str) -> bool:
    """Whether a value is of a parameter's type; true and false are no numbers."""
    return isinstance(value, _PYTHON[kind]) and (kind == "boolean" or not isinstance(value, bool))


def check_tools(base: str, kind: str, tools: tuple[ToolSpec, ...], kinds: tuple[str, ...]) -> None:
    """Raises ValueError for a tool that does not fit its base: a query where nothing runs it, a named parameter that
    the query lacks or that nobody declared, a second fallback, an unknown kind of question.
    """
    if kind == "calculator" and not tools:
        raise ValueError(f"base {base!r} is a calculator without a tool; give it a [[base.tool]] with a function")
    fallbacks = [tool.name for tool in tools if tool.fallback]
    if len(fallbacks) > 1:
        raise ValueError(f"base {base!r} has two fallbacks, {fallbacks[0]!r} and {fallbacks[1]!r}; keep one")
    for tool in tools:
        _fits(base, kind, tool)
        unknown = [one for one in tool.kinds if one not in kinds]
        if unknown:
            raise ValueError(f"tool {tool.name!r} names an unknown kind {unknown[0]!r}; valid: {', '.join(kinds)}")


def named_parameters(kind: str, query: str) -> list[str]:
    """The named parameters of a query of a base's type, each once, those in literals and comments left out."""
    return list(dict.fromkeys(_NAMED[kind].findall(_QUOTED.sub(" ", query))))


def _fits(base: str, kind: str, tool: ToolSpec) -> None:
    queries = [one.name for one in tool.parameters if one.values]
    if kind not in STRUCTURED:
        wrong = "a query" if tool.query else "fallback = true" if tool.fallback else "values" if queries else ""
        if wrong:
            raise ValueError(
                f"tool {tool.name!r} has {wrong}, and base {base!r} of type {kind!r} runs no queries; "
                f"use a function, or a base of type {' or '.join(STRUCTURED)}"
            )
        return
    if not tool.query:
        return
    used, declared = named_parameters(kind, tool.query), [one.name for one in tool.parameters]
    sign = ":" if kind == "sql" else "$"
    for name in used:
        if name not in declared:
            raise ValueError(
                f"tool {tool.name!r}: its query uses {sign}{name}, which is no parameter; "
                f"valid: {', '.join(declared) or 'none'}"
            )
    for name in declared:
        if name not in used:
            raise ValueError(f"tool {tool.name!r}: its query never uses {sign}{name}; use it or drop the parameter")
