"""What doctor and the health route say of a base of tools."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from graph.checks import Check, examine
from graph.resources import Resources

TABLE = {"a.sql": "CREATE TABLE sale (day TEXT, beer TEXT);"}
TOLD = {
    "type": "sql",
    "description": "Every single sale of a day: which beer was sold, to whom, and at which counter.",
    "examples": ["What sold on Monday?"],
}
TOOL = {"name": "sales", "description": "All sales.", "query": "SELECT day, beer FROM sale"}
GUESSED = Check(
    "base desk",
    "warning",
    "no cues for sales: what each is offered for is guessed",
    'name the words that ask for it, or a value: cues = ["invoice", "{customer}"]',
)
WRONG = "tool 'sales': the database refused the query: no such column: price; mend its query in catalog.toml"


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"cues": ["sales"]}, [Check("base desk", "ok", "tools: sales")]),
        ({}, [GUESSED, Check("base desk", "ok", "tools: sales")]),
        ({"cues": ["sales"], "query": "SELECT price FROM sale"}, [Check("base desk", "fault", WRONG)]),
    ],
)
def test_a_base_of_tools_is_tried_before_anybody_asks(
    changed: dict[str, Any], expected: list[Check], make_resources: Callable[..., Resources]
) -> None:
    """Its database, its queries, and whether each tool has words that ask for it."""
    resources = make_resources({"desk": {**TOLD, "files": TABLE, "tool": [{**TOOL, **changed}]}})
    assert [check for check in examine(resources, model=False) if check.what == "base desk"] == expected
