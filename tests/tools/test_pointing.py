"""Whether a question points at one thing that is missing, so that it is worth asking about."""

from __future__ import annotations

import pytest

from tools.pointing import points
from tools.schema import Parameter, Tool

TICKET = Tool("ticket", "", (Parameter("number", values=("TK-1", "TK-2")),), cues=("ticket", "tickets"))
OWNER = Tool("tickets_of", "", (Parameter("customer", values=("Acme", "Brightwater")),), cues=("ticket", "tickets"))
DAYS = Tool("between", "", (Parameter("first_day", unit="date"),), cues=("closed",))


@pytest.mark.parametrize(
    ("question", "tool", "strength"),
    [
        ("Who owns TK-9999?", TICKET, 2),
        ("Which tickets has Zorblax?", TICKET, 0),
        ("Which tickets has Zorblax?", OWNER, 2),
        ("which tickets has 'zorblax'?", OWNER, 2),
        ("What is the status of my ticket?", TICKET, 1),
        ("Who opened the ticket?", TICKET, 1),
        ("What makes a ticket urgent?", TICKET, 0),
        ("Which tickets did we get in March?", OWNER, 0),
        ("What was closed?", DAYS, 0),
    ],
)
def test_a_name_points_more_than_a_possessive_and_any_of_a_kind_not_at_all(
    question: str, tool: Tool, strength: int
) -> None:
    """Figures point at codes, names at names; "a ticket" is any."""
    assert points(question, tool, [one.name for one in tool.parameters]) == strength
