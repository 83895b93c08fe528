"""The guard: the nights of a stay follow from two ends said in different turns; a list in a record may be a stretch."""

from __future__ import annotations

from datetime import datetime

import pytest

from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.guard.verdict import Reason, Verdict
from tools.schema import Parameter, Tool, parameter_from_schema

NOW = datetime(2025, 3, 10, 9, 0)  # noqa: DTZ001 - a Monday, without a zone
NIGHTS = Parameter("nights", "integer")
TALKS = [
    (4, ("a room in Leith, arriving May 3", "And when will you leave?", "May 7")),
    (3, ("hotel in Vancouver", "When do you arrive?", "Saturday, the 15th", "How long?", "leaving on the Tuesday")),
    (2, ("checking in on June 24", "Which hotel?", "The Marina. we're checking out on the 26th of June")),
]


def verdict(parameter: Parameter, value: object, texts: tuple[str, ...]) -> tuple[Verdict, Reason]:
    """The verdict on one value after these turns, the user's first."""
    turns = [Turn("user" if place % 2 == 0 else "assistant", text) for place, text in enumerate(texts)]
    tool = Tool("book", parameters=(parameter,))
    (one,) = check(tool, Call({parameter.name: value}), Conversation(turns, reference=NOW)).arguments
    return one.verdict, one.reason


@pytest.mark.parametrize(("nights", "texts"), TALKS)
def test_the_nights_are_counted_from_one_end_to_the_other(nights: int, texts: tuple[str, ...]) -> None:
    """By the words beside each day or the question before it; one night more is nobody's word."""
    assert verdict(NIGHTS, nights, texts) == (Verdict.DERIVED, Reason.COMPUTED)
    assert verdict(NIGHTS, nights + 1, texts)[0] is Verdict.ABSENT
    assert verdict(Parameter("rooms", "integer"), nights, texts)[0] is Verdict.ABSENT


def test_two_days_that_are_no_ends_count_no_nights() -> None:
    """A birthday and an arrival make no stay."""
    talk = ("my birthday is on May 3", "When do you arrive?", "May 7")
    assert verdict(NIGHTS, 4, talk)[0] is Verdict.ABSENT


def test_a_list_inside_a_record_may_be_a_stretch() -> None:
    """Days and beds from one to another, beside what was said of each record; another bed is nobody's word."""
    names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    days = {"type": "array", "items": {"type": "string", "enum": names}}
    beds = {"type": "array", "items": {"type": "integer"}}
    record = {"type": "object", "properties": {"who": {"type": "string"}, "days": days, "beds": beds}}
    rota = parameter_from_schema("rota", {"type": "array", "items": record})
    said = ("Hamid does beds 1 to 3 mon-thu, Trudy bed 7 sat",)
    right = [{"who": "Hamid", "days": names[:4], "beds": [1, 2, 3]}, {"who": "Trudy", "days": ["sat"], "beds": [7]}]
    assert verdict(rota, right, said)[0] is not Verdict.ABSENT
    assert verdict(rota, [right[0], right[1] | {"beds": [6, 7]}], said)[0] is Verdict.ABSENT
