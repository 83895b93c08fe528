"""The role check: units, the words beside a value and its form, where two values of one type could change places."""

from __future__ import annotations

from typing import Any

import pytest

from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.guard.roles import exchanges, with_roles
from tools.guard.verdict import Reason, Verdict
from tools.schema import Parameter, Tool

FLIGHT = Tool("flight", "", (Parameter("origin", "string"), Parameter("destination", "string")))
CREDIT = Tool("credit", "", (Parameter("monthly_fee", "number"), Parameter("downtime_minutes", "number")))
STAY = Tool("stay", "", (Parameter("hotel", "string"), Parameter("arrival_date", "string")))
LESSON = Tool("lesson", "", (Parameter("day", "string", "YYYY-MM-DD"), Parameter("time", "string", "HH:MM")))
WRITE = Tool("write", "", (Parameter("subject", "string"), Parameter("email", "string")))
PAIR = Tool("add", "", (Parameter("a", "number"), Parameter("b", "number")))


@pytest.mark.parametrize(
    ("tool", "question", "right"),
    [
        (FLIGHT, "I fly from Oslo to Rome", {"origin": "Oslo", "destination": "Rome"}),
        (FLIGHT, "to Rome, departing from Oslo", {"origin": "Oslo", "destination": "Rome"}),
        (STAY, "a room at the Swan, 2024-08-02", {"hotel": "the Swan", "arrival_date": "2024-08-02"}),
        (LESSON, "2024-08-02 and 14:30 would do", {"day": "2024-08-02", "time": "14:30"}),
        (WRITE, "thanks, ann@example.org", {"subject": "thanks", "email": "ann@example.org"}),
        (CREDIT, "my fee is 90 and it was down 45 minutes", {"monthly_fee": 90, "downtime_minutes": 45}),
    ],
)
def test_an_exchange_that_the_words_contradict_is_seen(tool: Tool, question: str, right: dict[str, Any]) -> None:
    """The right call raises no doubt, the same call with its values exchanged does, and is then asked about."""
    turns = [Turn("user", question)]
    names, values = list(right), list(right.values())
    good = check(tool, Call(right), Conversation(turns))
    bad = check(tool, Call(dict(zip(names, reversed(values), strict=True))), Conversation(turns))
    assert exchanges(tool, good, turns) == []
    assert with_roles(tool, good, turns) == good
    doubted = [one for one in with_roles(tool, bad, turns).arguments if one.verdict is not Verdict.ABSENT]
    assert {(one.verdict, one.reason) for one in doubted} == {(Verdict.DERIVED, Reason.ROLE_DOUBT)}


def test_where_nothing_stands_beside_the_values_no_exchange_is_seen() -> None:
    """The check cannot tell the two addends apart, and does not pretend to."""
    turns = [Turn("user", "add 3 and 4")]
    assert exchanges(PAIR, check(PAIR, Call({"a": 4, "b": 3}), Conversation(turns)), turns) == []
