"""What a tool takes, as the guard and the gate need to know it: typed parameters, with the words that describe them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from errors import ConfigError

Kind = Literal["string", "integer", "number", "boolean", "array", "object", "any"]
Effect = Literal["lookup", "calculator", "action"]
"""lookup reads and changes nothing; calculator computes from values; action changes something."""

KINDS: Final[Mapping[str, Kind]] = {
    "string": "string",
    "str": "string",
    "integer": "integer",
    "int": "integer",
    "long": "integer",
    "number": "number",
    "float": "number",
    "double": "number",
    "boolean": "boolean",
    "bool": "boolean",
    "array": "array",
    "list": "array",
    "tuple": "array",
    "object": "object",
    "dict": "object",
    "any": "any",
    "enum": "string",
}
"""The type names that schemas of several dialects use."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument a tool takes.

    `unit` is a word such as kg or minutes; where it is empty the guard reads one from the name and the description.
    `values` lists the legal values of an open set (a gazetteer), `enum` those of a closed one. `defaults` holds the
    declared default, or nothing: a default may itself be None. `bounds` are the least and the most a number may
    be, where both are declared.
    """

    name: str
    kind: Kind = "any"
    description: str = ""
    required: bool = False
    enum: tuple[Any, ...] = ()
    unit: str = ""
    defaults: tuple[Any, ...] = ()
    bounds: tuple[float, float] | None = None
    values: tuple[str, ...] = ()
    items: Parameter | None = None
    properties: tuple[Parameter, ...] = ()

    def property(self, name: str) -> Parameter:
        """The declared member of an object of this name, or an undeclared one that borrows this description."""
        return next((one for one in self.properties if one.name == name), Parameter(name, description=""))


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool by its closed name."""

    name: str
    description: str = ""
    parameters: tuple[Parameter, ...] = ()
    effect: Effect = "action"
    cues: tuple[str, ...] = field(default=())
    """Words, one of which a question must hold before the tool is offered; empty asks for none."""
    kinds: tuple[str, ...] = field(default=())
    """Kinds of question the tool is offered for; empty allows every kind."""

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of this name, if the tool has it."""
        return next((one for one in self.parameters if one.name == name), None)


def tool_from_schema(schema: Mapping[str, Any], *, effect: Effect = "action") -> Tool:
    """A tool from the JSON schema that function calling uses: name, description, parameters.

    Raises:
        ConfigError: the schema has no name; names what is there.
    """
    name = schema.get("name")
    if not isinstance(name, str) or not name:
        raise ConfigError(f"a tool needs a name; this schema has {', '.join(map(str, schema)) or 'no keys'}")
    declared = schema.get("parameters") or {}
    return Tool(
        name=name,
        description=str(schema.get("description") or ""),
        parameters=_properties(declared),
        effect=effect,
    )


def parameter_from_schema(name: str, schema: Mapping[str, Any], *, required: bool = False) -> Parameter:
    """One parameter from its JSON schema; types of other dialects are understood, unknown ones become "any"."""
    items = schema.get("items")
    return Parameter(
        name=name,
        kind=KINDS.get(_type_name(schema.get("type")), "any"),
        description=str(schema.get("description") or ""),
        required=required,
        enum=tuple(_sequence(schema.get("enum"))),
        unit=str(schema.get("unit") or ""),
        defaults=(schema["default"],) if "default" in schema else (),
        bounds=_bounds(schema),
        items=parameter_from_schema(name, items) if isinstance(items, Mapping) else None,
        properties=_properties(schema),
    )


def _bounds(schema: Mapping[str, Any]) -> tuple[float, float] | None:
    low, high = schema.get("minimum"), schema.get("maximum")
    return (low, high) if isinstance(low, int | float) and isinstance(high, int | float) else None


def _properties(schema: Mapping[str, Any]) -> tuple[Parameter, ...]:
    declared = schema.get("properties")
    if not isinstance(declared, Mapping):
        return ()
    required = set(_sequence(schema.get("required")))
    return tuple(
        parameter_from_schema(str(name), one if isinstance(one, Mapping) else {}, required=name in required)
        for name, one in declared.items()
    )


def _type_name(declared: Any) -> str:
    # JSON schema allows a list of types, such as ["string", "null"].
    names = [str(one).lower() for one in (declared if isinstance(declared, list) else [declared])]
    return next((one for one in names if one != "null"), "any")


def _sequence(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()
