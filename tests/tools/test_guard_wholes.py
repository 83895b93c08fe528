"""A part of a number is no number: neither the hour of "an hour and a half" runs a tool nor the 120 of "120,000"."""

from __future__ import annotations

import pytest

from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.schema import Parameter, Tool

WHOLE = [
    ("second", 8100, "two hours and 15 minutes"),
    ("second", 90, "a minute thirty"),
    ("second", 6300, "one and three quarter hours"),
    ("", 430000, "430 000"),
    ("", 1500, "$1.5k"),
    ("kilometre", 5, "a 5k"),
    ("second", 4200, "hour and ten minutes"),
    ("second", 100, "1 min 40 s"),
    ("second", 4500, "PT1H15M"),
    ("month", 18, "P18M"),
    ("second", 14400, "four entire hours"),
    ("kilogram", 2.5, "2,5 kg"),
    ("celsius", -8, "eight degrees below zero"),
    ("", 350000, "350,000"),
    ("", 3.5e6, "3,5 Millionen"),
    ("", 0.1, "one tenth of it"),
    ("second", 1, "one second"),
    ("", 3, "[2,3]"),
    ("", 2.125, "es ist 2,125"),
    ("celsius", -6, "six degrees below freezing"),
    ("", 18, "one and a half dozen"),
    ("", 7500000, "seven and a half million"),
    ("foot", 5 + 7 / 12, "5-foot-7"),
    ("inch", 13.3, 'a 13.3" laptop'),
    ("litre", 0.3, "3 dl"),
    ("knot", 12, "12 kts"),
    ("metre", 7, "7 mtrs of cable"),
    ("metre", 4000, "four klicks"),
    ("second", 20, "veinte segundos, o sea 20 segundos"),
    ("kilometre per hour", 90, "90 kmph"),
    ("hour", 0.75, "3/4 hour"),
    ("centimetre", 12, "2.5 m and twelve centimetres thick"),
    ("minute", 30, "half hour 1:1 with Ann"),
    ("day", 90, "for 3 months and 2 weeks and 2 days ago he left"),
]
PART = [
    ("second", 7200, "two hours and 15 minutes"),
    ("second", 900, "two hours and 15 minutes"),
    ("hour", 2, "two hours and 15 minutes"),
    ("minute", 15, "two hours and 15 minutes"),
    ("metre", 1, "one metre sixty"),
    ("metre", 60, "one metre sixty"),
    ("second", 2700, "one and three quarter hours"),
    ("", 430, "430 000"),
    ("", 1.5, "$1.5k"),
    ("second", 3600, "1h40"),
    ("second", 1800, "twelve and a half hours"),
    ("second", 86400, "1d 4h"),
    ("kilogram", 5, "2,5 kg"),
    ("celsius", 8, "eight degrees below zero"),
    ("celsius", 0, "eight degrees below zero"),
    ("", 350, "350,000"),
    ("", 0, "1,250,000"),
    ("", 3, "3,5 Millionen"),
    ("", 1, "one tenth of it"),
    ("hour", 1, "une demi-heure"),
    ("celsius", 6, "six degrees below freezing"),
    ("", 1.5, "one and a half dozen"),
    ("", 500000, "seven and a half million"),
    ("", 0.5, "four and a half"),
    ("centimetre", 13.3, 'a 13.3" laptop'),
    ("mile per hour", 90, "90 kmph"),
    ("hour", 3, "3/4 hour"),
]


def runs(unit: str, value: float, text: str) -> bool:
    """Whether a call with this value runs, for a parameter of this unit."""
    tool = Tool("measure", parameters=(Parameter("value", unit=unit),))
    return check(tool, Call({"value": value}), Conversation((Turn("user", text),))).runs


@pytest.mark.parametrize(("unit", "value", "text"), WHOLE)
def test_a_measure_of_several_parts_is_one(unit: str, value: float, text: str) -> None:
    """The whole in any unit, each part in its own."""
    assert runs(unit, value, text)


@pytest.mark.parametrize(("unit", "value", "text"), PART)
def test_a_part_alone_is_refused(unit: str, value: float, text: str) -> None:
    """Converted into another unit or torn out of its figures it was not said."""
    assert not runs(unit, value, text)


def test_parts_that_several_arguments_take_are_given() -> None:
    """Hours and minutes are one length, in two arguments."""
    tool = Tool("wait", parameters=(Parameter("hours", unit="hour"), Parameter("minutes", unit="minute")))
    turns = (Turn("user", "two hours and 15 minutes"),)
    assert check(tool, Call({"hours": 2, "minutes": 15}), Conversation(turns)).runs
    assert not check(tool, Call({"hours": 2}), Conversation(turns)).runs
    assert not check(tool, Call({"hours": 2, "minutes": 0}), Conversation(turns)).runs
