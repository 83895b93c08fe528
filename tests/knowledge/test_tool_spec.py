"""Tools in a catalog: what is accepted, and for each mistake the one line that names file, key, value and fix."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from errors import ConfigError
from knowledge.catalog import Catalog
from knowledge.tool_spec import ParameterSpec, ToolSpec

BASE = '[[base]]\nname = "desk"\ntype = "sql"\n'
TOOL = BASE + '[[base.tool]]\nname = "by_id"\ndescription = "One ticket."\n'
QUERY = TOOL + 'query = "SELECT * FROM ticket WHERE id = :id"\n'
ID = '[[base.tool.parameters]]\nname = "id"\n'

BAD = {
    "unknown key of a tool": (
        TOOL + 'sql = "x"',
        f"base[0].tool[0].sql: unknown key; valid: {', '.join(ToolSpec.model_fields)}",
    ),
    "unknown key of a parameter": (
        QUERY + ID + "optional = true",
        f"base[0].tool[0].parameters[0].optional: unknown key; valid: {', '.join(ParameterSpec.model_fields)}",
    ),
    "no description": (
        BASE + '[[base.tool]]\nname = "by_id"\nquery = "SELECT 1"',
        "base[0].tool[0].description: Field required",
    ),
    "a name no function could have": (
        BASE + '[[base.tool]]\nname = "by id"\ndescription = "x"\nquery = "SELECT 1"',
        "base[0].tool[0].name: String should match pattern '^[A-Za-z_][A-Za-z0-9_]{0,63}$' (got 'by id')",
    ),
    "unknown effect": (
        QUERY + 'effect = "read"\n' + ID,
        "base[0].tool[0].effect: Input should be 'lookup', 'calculator' or 'action' (got 'read')",
    ),
    "nothing to run": (
        TOOL,
        (
            "base[0].tool[0]: tool 'by_id' has no query, function or fallback; "
            "give exactly one of query, function and fallback = true"
        ),
    ),
    "two ways to run": (
        QUERY + 'function = "a.b"\n' + ID,
        "base[0].tool[0]: tool 'by_id' has query and function; give exactly one of query, function and fallback = true",
    ),
    "a path without a dot": (
        TOOL + 'function = "credit"',
        "base[0].tool[0]: tool 'by_id': 'credit' is no dotted path; write package.module.function",
    ),
    "an undeclared parameter": (
        QUERY,
        "base[0]: tool 'by_id': its query uses :id, which is no parameter; valid: none",
    ),
    "an unused parameter": (
        QUERY + ID + '[[base.tool.parameters]]\nname = "day"',
        "base[0]: tool 'by_id': its query never uses :day; use it or drop the parameter",
    ),
    "a query under a base without a store": (
        QUERY.replace('"sql"', '"vector"') + ID,
        (
            "base[0]: tool 'by_id' has a query, and base 'desk' of type 'vector' runs no queries; "
            "use a function, or a base of type graph or sql"
        ),
    ),
    "a calculator without a tool": (
        '[[base]]\nname = "desk"\ntype = "calculator"',
        "base[0]: base 'desk' is a calculator without a tool; give it a [[base.tool]] with a function",
    ),
    "two fallbacks": (
        TOOL + 'fallback = true\n[[base.tool]]\nname = "other"\ndescription = "x"\nfallback = true',
        "base[0]: base 'desk' has two fallbacks, 'by_id' and 'other'; keep one",
    ),
    "a fallback with parameters": (
        TOOL + "fallback = true\n" + ID,
        "base[0].tool[0]: tool 'by_id' is a fallback, which takes the question itself; drop its parameters",
    ),
    "two tools of one name": (
        QUERY + ID + '[[base.tool]]\nname = "by_id"\ndescription = "x"\nquery = "SELECT 1"',
        "catalog: two tools have the same name 'by_id'; each needs its own in the whole catalog",
    ),
    "an unknown kind of question": (
        QUERY + 'kinds = ["counting"]\n' + ID,
        (
            "base[0]: tool 'by_id' names an unknown kind 'counting'; "
            "valid: lookup, summarize, compute, compare, opinion, contextual, out_of_scope"
        ),
    ),
    "a default of another type": (
        QUERY + ID + 'type = "integer"\ndefault = "three"',
        "base[0].tool[0].parameters[0]: 'id' is of type 'integer', which 'three' is not",
    ),
    "required with a default": (
        QUERY + ID + 'required = true\ndefault = "1"',
        "base[0].tool[0].parameters[0]: 'id' is required and has a default '1'; drop one of the two",
    ),
    "enum and values": (
        QUERY + ID + 'enum = ["a"]\nvalues = "SELECT id FROM ticket"',
        "base[0].tool[0].parameters[0]: 'id' has both enum and values; keep the one that lists its legal values",
    ),
    "a url where nothing is served": (
        '[[base]]\nname = "desk"\nurl = "bolt://h"',
        "base[0]: base 'desk' of type 'vector' has url 'bolt://h'; only a base of type graph or sql has one",
    ),
}


@pytest.mark.parametrize("fault", BAD)
def test_a_bad_tool_is_refused_by_file_key_and_value(fault: str, tmp_path: Path) -> None:
    """The first line of the error names the file, the key, the bad value and what would be valid."""
    text, line = BAD[fault]
    (tmp_path / "catalog.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as raised:
        Catalog.load(tmp_path)
    assert str(raised.value).splitlines()[0] == f"{tmp_path / 'catalog.toml'}: {line}"


def test_what_a_tool_leaves_out_follows_from_what_it_is(tmp_path: Path) -> None:
    """A query looks up, a function calculates, and a parameter is required unless it has a default."""
    text = dedent(
        """
        [[base]]
        name = "films"
        type = "graph"
        url = "env:NEO4J_URI"
        [[base.tool]]
        name = "by_year"
        description = "Films of a year, '$none' in a text is no parameter."
        query = "MATCH (m:Movie {year: $year}) WHERE m.x <> '$none' RETURN m LIMIT $most"
        parameters = [{name = "year", type = "integer"}, {name = "most", type = "integer", default = 5}]
        [[base.tool]]
        name = "text2cypher"
        description = "Anything else."
        fallback = true
        [[base]]
        name = "policies"
        [[base.tool]]
        name = "credit"
        description = "A credit."
        function = "tools.calculators.service_credit"
        """
    )
    (tmp_path / "catalog.toml").write_text(text, encoding="utf-8")
    tools = {tool.name: tool for tool in Catalog.load(tmp_path).tools}
    assert {name: tool.effect for name, tool in tools.items()} == {
        "by_year": "lookup",
        "text2cypher": "lookup",
        "credit": "calculator",
    }
    assert [(one.name, one.required) for one in tools["by_year"].parameters] == [("year", True), ("most", False)]
