"""The guard: a day or a time that was said before, moved by so much, is computed; the old one is taken back."""

from __future__ import annotations

from datetime import datetime

import pytest

from tools.guard.check import Call, Conversation, check
from tools.guard.provenance import Turn
from tools.guard.verdict import ArgumentVerdict, Reason, Span, Verdict
from tools.schema import Parameter, Tool

NOW = datetime(2025, 3, 10, 9, 0)  # noqa: DTZ001 - a Monday, without a zone
TOOL = Tool("move", parameters=(Parameter("date"), Parameter("time"), Parameter("end")))
PARCEL = "Your parcel arrives on March 18."
ALARMS = "'Gym' at 6:00 and 'Meds' at 21:30, both on."
ROOM = "The room is yours from 16:00 to 18:00 today."
TRIP = "Detroit to Orlando, October 10 to 17?"
RIGHT = [
    ("date", "2025-03-19", (PARCEL, "Can it be a day later?")),
    ("date", "2025-03-25", (PARCEL, "please postpone it by a week")),
    ("date", "2025-03-17", (PARCEL, "could you bring it forward by one day")),
    ("date", "2025-10-09", (TRIP, "Make it a day earlier both ways")),
    ("date", "2025-10-16", (TRIP, "Make it a day earlier both ways")),
    ("time", "22:00", (ALARMS, "push the second one back by half an hour")),
    ("time", "16:15", (ROOM, "can we start a quarter of an hour later?")),
    ("time", "16:00", ("", "dinner at 17:00. no wait, make it an hour earlier")),
    ("date", "2025-03-25", (PARCEL, "can we make it the week after?")),
    ("date", "2025-03-20", (PARCEL, "the Thursday after that")),
]
BESIDE = [
    ("date", "2025-05-04", ("", "Leipzig on May 3rd and the night after in Warsaw")),
    ("date", "2025-03-12", ("", "a desk tomorrow and the day after")),
    ("date", "2025-07-27", ("", "tug of war on Sat 26 July. Next day the scone contest")),
    ("date", "2025-04-07", ("", "Oslo on April 3, back Monday")),
    ("date", "2025-04-04", ("", "a desk from Apr 1st to Friday")),
    ("date", "2025-05-02", ("", "the show is on May 3, we arrive the day before")),
]
WRONG = [
    ("date", "2025-03-20", (PARCEL, "Can it be a day later?")),
    ("date", "2025-03-17", (PARCEL, "Can it be a day later?")),
    ("date", "2025-03-18", (PARCEL, "Can it be a day later?")),
    ("date", "2025-10-11", (TRIP, "Make it a day earlier both ways")),
    ("time", "06:30", (ALARMS, "push the second one back by half an hour")),
    ("time", "21:00", (ALARMS, "push the second one back by half an hour")),
    ("time", "22:15", (ALARMS, "push the second one back by half an hour")),
    ("date", "2025-05-05", ("", "Leipzig on May 3rd and the night after in Warsaw")),
    ("date", "2025-04-14", ("", "Oslo on April 3, back Monday")),
    ("date", "2025-03-19", (PARCEL, "see you later")),
    ("date", "2025-03-19", (PARCEL, "a day is enough")),
]


def judged(name: str, value: str, texts: tuple[str, ...]) -> ArgumentVerdict:
    """The verdict on one value after a turn of the assistant's and turns of the user's."""
    turns = [Turn("user" if place else "assistant", text) for place, text in enumerate(texts)]
    (verdict,) = check(TOOL, Call({name: value}), Conversation(turns, reference=NOW)).arguments
    return verdict


@pytest.mark.parametrize(("name", "value", "texts"), RIGHT)
def test_what_was_said_before_is_moved_by_so_much(name: str, value: str, texts: tuple[str, ...]) -> None:
    """Earlier, later, put off, brought forward, the day after: counted from what was said last."""
    verdict = judged(name, value, texts)
    assert (verdict.verdict, verdict.reason) == (Verdict.DERIVED, Reason.COMPUTED)


@pytest.mark.parametrize(("name", "value", "texts"), BESIDE)
def test_a_day_beside_one_that_was_said_runs(name: str, value: str, texts: tuple[str, ...]) -> None:
    """The day, the night before or after, in one breath."""
    assert judged(name, value, texts).verdict is not Verdict.ABSENT


@pytest.mark.parametrize(("name", "value", "texts"), WRONG)
def test_another_way_or_another_length_is_not_said(name: str, value: str, texts: tuple[str, ...]) -> None:
    """Nor is the other option's time moved, or anything without a length."""
    assert judged(name, value, texts).verdict is Verdict.ABSENT


def test_the_ends_of_the_calendar_break_nothing() -> None:
    """No day lies after the last one, and nothing is moved by more than anybody counts."""
    assert judged("date", "9999-12-31", ("", "from 9999-12-31 to the Monday after")).verdict is Verdict.GIVEN
    assert judged("date", "2025-05-03", ("", f"on May 4, then {10**6} days later")).verdict is Verdict.ABSENT


def test_the_place_is_where_the_shift_was_said() -> None:
    """A computed value points at the words that move it."""
    verdict = judged("date", "2025-03-19", (PARCEL, "Can it be a day later?"))
    spans = (Span(1, 10, 15, "a day"),)
    assert verdict == ArgumentVerdict("date", "2025-03-19", Verdict.DERIVED, Reason.COMPUTED, spans, "date")


def test_what_the_user_said_first_is_taken_back_by_a_shift_and_not_by_a_companion() -> None:
    """Moved, the first day is not meant any more; beside it, it is."""
    assert judged("date", "2025-05-03", ("", "on May 3", "make it a day later")).reason is Reason.NEGATED
    assert judged("date", "2025-05-03", ("", "on May 3", "and we leave the day after")).verdict is Verdict.GIVEN
    assert judged("time", "09:00", ("", "the flight is at 9:00", "lunch is an hour later")).verdict is Verdict.GIVEN
