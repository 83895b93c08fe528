"""The guard: a number of something else fills no argument: ten samples are no ten litres, 4 percent no loan."""

from __future__ import annotations

import pytest

from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.schema import Parameter, Tool

RIGHT = [
    (Parameter("people"), 4, "dinner for 4 people"),
    (Parameter("duration", unit="minute"), 25, "25 always works"),
    (Parameter("oven", unit="celsius"), 190, "190 degrees, please"),
    (Parameter("century", unit="century"), 17, "the painters of the 17th century"),
    (Parameter("rate"), 3, "at 3 percent"),
    (Parameter("loan_discount"), 3, "at 3 percent off"),
    (Parameter("interval_days", unit="day"), 1, "daily, please"),
    (Parameter("place"), 3, "in third place"),
]
WRONG = [
    (Parameter("duration", unit="minute"), 4, "dinner for 4 people"),
    (Parameter("volume", unit="litre"), 6, "six samples of it"),
    (Parameter("depth", unit="metre"), 1, "the first one that is for sale"),
    (Parameter("radius"), 3, "the third circle"),
    (Parameter("loan"), 3, "at 3 percent"),
    (Parameter("term", unit="year"), 3, "at 3 percent"),
    (Parameter("interest_rate"), 30, "over 30 years"),
    (Parameter("term", unit="year"), 1, "with an annual review"),
    (Parameter("term", unit="day"), 250, "I can pay $250"),
    (Parameter("term", unit="day"), 250, "I can pay 250 euros"),
]


def runs(parameter: Parameter, value: float, text: str) -> bool:
    """Whether a call with this one value runs after these words."""
    tool = Tool("take", parameters=(parameter,))
    return check(tool, Call({parameter.name: value}), Conversation((Turn("user", text),))).runs


@pytest.mark.parametrize(("parameter", "value", "text"), RIGHT)
def test_a_number_of_this_kind_is_taken(parameter: Parameter, value: float, text: str) -> None:
    """What it counts, its unit or its place is what the parameter asks for, or nothing tells."""
    assert runs(parameter, value, text)


@pytest.mark.parametrize(("parameter", "value", "text"), WRONG)
def test_a_number_of_another_kind_is_refused(parameter: Parameter, value: float, text: str) -> None:
    """Things, shares, places in a row, money, lengths of time: each is no other."""
    assert not runs(parameter, value, text)
