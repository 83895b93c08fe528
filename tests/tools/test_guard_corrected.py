"""The guard: what the user corrects, in the same breath or in a later turn, is not meant any more."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.guard.verdict import Reason, Verdict
from tools.schema import Parameter, Tool

NOW = datetime(2025, 3, 10, 9, 0)  # noqa: DTZ001 - a Monday, without a zone
TOOL = Tool(
    "order",
    parameters=(
        Parameter("time"),
        Parameter("date"),
        Parameter("guests", "integer"),
        Parameter("nights", "integer"),
        Parameter("city"),
        Parameter("size", enum=("small", "medium", "large")),
    ),
)
CORRECTED: list[tuple[str, Any, Any, tuple[str, ...]]] = [
    ("time", "19:00", "20:00", ("table at 7 pm, no wait, 8 pm",)),
    ("date", "2025-03-11", "2025-03-12", ("a table on Tuesday, sorry, I mean Wednesday",)),
    ("guests", 750, 75, ("750 guests are coming-- no sorry, 75",)),
    ("guests", 4, 5, ("a table for 4... make that 5",)),
    ("guests", 6, 7, ("not 6 but 7 people",)),
    ("guests", 6, 7, ("7 people instead of 6",)),
    ("city", "Oslo", "Bergen", ("a flight to Oslo, no, Bergen",)),
    ("date", "2025-03-12", "2025-03-14", ("move my Wednesday lesson to Friday",)),
    ("time", "18:00", "19:00", ("can you change it from 6 pm to 7 pm",)),
    ("size", "small", "large", ("a small one, actually make it large",)),
    ("size", "small", "large", ("a small pizza", "Small, anything else?", "make it a large one")),
    ("guests", 4, 5, ("a table for 4", "For 4 at 7 pm?", "actually we're 5")),
    ("guests", 4, 5, ("a table for 4", "For 4 at 7 pm?", "yes, but for 5")),
    ("time", "19:00", "20:00", ("a table for 4", "For 4 at 7 pm?", "yes, but at 8")),
]
KEPT: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    ({"guests": 4, "nights": 3}, ("4 guests for 3 nights", "Noted.", "actually 5 nights would be too long")),
    ({"guests": 10}, ("10 guests, no 5-year-olds",)),
    ({"guests": 4}, ("4 guests, sorry for the late call",)),
    ({"guests": 4, "time": "20:00"}, ("a table for 4", "At 7?", "rather at 8")),
    ({"date": "2025-03-12"}, ("move it to Wednesday for the lesson on wheels",)),
    ({"city": "Inbox"}, ("move the file from Inbox to Archive",)),
    ({"guests": 2}, ("move 2 guests to 3 rooms",)),
    ({"city": "Oslo"}, ("a flight to Oslo, no stops",)),
    ({"size": "small"}, ("a small one please", "Anything else?", "yes, but not too hot")),
]


def judged(values: dict[str, Any], texts: tuple[str, ...]) -> dict[str, tuple[Verdict, Reason]]:
    """The verdict on each value after these turns, the user's first."""
    turns = [Turn("user" if place % 2 == 0 else "assistant", text) for place, text in enumerate(texts)]
    found = check(TOOL, Call(values), Conversation(turns, reference=NOW)).arguments
    return {one.name: (one.verdict, one.reason) for one in found}


@pytest.mark.parametrize(("name", "old", "new", "texts"), CORRECTED)
def test_the_correction_counts_and_what_it_corrects_does_not(
    name: str, old: Any, new: Any, texts: tuple[str, ...]
) -> None:
    """The first value was said and is taken back; the second runs."""
    assert judged({name: old}, texts) == {name: (Verdict.ABSENT, Reason.NEGATED)}
    assert judged({name: new}, texts)[name][0] is not Verdict.ABSENT


@pytest.mark.parametrize(("values", "texts"), KEPT)
def test_what_is_not_corrected_stands(values: dict[str, Any], texts: tuple[str, ...]) -> None:
    """A word of correction beside something of another sort, or of another argument, takes nothing back."""
    assert Verdict.ABSENT not in {verdict for verdict, _ in judged(values, texts).values()}
