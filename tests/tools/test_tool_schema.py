"""Tools from the JSON schemas that function calling uses."""

from __future__ import annotations

import pytest

from errors import ConfigError
from tools.schema import Parameter, Tool, tool_from_schema


def test_a_schema_becomes_typed_parameters() -> None:
    """Types of several dialects, enums, defaults, items and required names; whole value."""
    schema = {
        "name": "search",
        "description": "Finds things.",
        "parameters": {
            "type": "dict",
            "required": ["query"],
            "properties": {
                "query": {"type": ["string", "null"], "description": "What to find"},
                "limit": {"type": "float", "default": None},
                "tags": {"type": "list", "items": {"type": "str", "enum": ["a", "b"]}},
            },
        },
    }
    assert tool_from_schema(schema, effect="lookup") == Tool(
        "search",
        "Finds things.",
        (
            Parameter("query", "string", "What to find", required=True),
            Parameter("limit", "number", defaults=(None,)),
            Parameter("tags", "array", items=Parameter("tags", "string", enum=("a", "b"))),
        ),
        effect="lookup",
    )


def test_a_schema_without_a_name_is_refused() -> None:
    """The error says what is there."""
    with pytest.raises(ConfigError, match="a tool needs a name; this schema has description"):
        tool_from_schema({"description": "x"})
