"""A tool that returns many rows: one finding that fits the slots in the query's order; what was left out is said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from streams import ask

from graph.build import build
from graph.resources import Resources

TABLES = "CREATE TABLE ticket (number INTEGER, customer TEXT, status TEXT, subject TEXT);" + "".join(
    f"INSERT INTO ticket VALUES ({number}, 'Brightwater', 'open', 'The printer on the second floor of the old house "
    f"does not print any more and shows a red light since the last update of its software');"
    for number in range(1, 201)
)
CALL = "tickets by customer (customer: Brightwater)"


def world(make_resources: Callable[..., Resources], rows: int) -> Any:
    """A graph over one base of two hundred tickets, of which a call returns at most `rows`."""
    tool = {
        "name": "tickets_by_customer",
        "description": "The tickets of one customer.",
        "cues": ["tickets"],
        "rows": rows,
        "query": "SELECT number, status, subject FROM ticket WHERE customer = :customer ORDER BY number",
        "parameters": [{"name": "customer", "values": "SELECT DISTINCT customer FROM ticket"}],
    }
    block = {"type": "sql", "description": "Support tickets.", "tool": [tool], "files": {"t.sql": TABLES}}
    return build(make_resources({"desk": block}, routing={"policy": "all"}))


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (500, "“{call}” has 200 rows: 6 were read, 194 left out."),
        (50, "“{call}” has at least 50 rows: 6 were read, 44 left out."),
        (200, "“{call}” has at least 200 rows: 6 were read, 194 left out."),
    ],
)
def test_what_has_no_room_is_counted(make_resources: Callable[..., Resources], rows: int, told: str) -> None:
    """The first rows of the query fill the slots, however alike they read; the answer says how many there were."""
    state = ask(world(make_resources, rows), "Which tickets does Brightwater have?")
    assert [len(one["passages"]) for one in state["findings"]] == [min(rows, 200)]
    shown = [slot["passage"]["text"].partition(";")[0] for slot in state["slots"]]
    assert shown == [f"number: {number}" for number in range(1, 7)]
    assert told.format(call=CALL) in state["answer"]


def test_rows_that_all_fit_are_not_counted(make_resources: Callable[..., Resources]) -> None:
    """Nothing is said where nothing was left out."""
    state = ask(world(make_resources, 4), "Which tickets does Brightwater have?")
    assert len(state["slots"]) == 4
    assert "left out" not in state["answer"]
