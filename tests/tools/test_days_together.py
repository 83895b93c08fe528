"""Wordings that say one day together mean that day alone; a part of one names no day of its own."""

from __future__ import annotations

from datetime import date

import pytest

from tools.guard.readings.dates import dates
from tools.guard.readings.times import times

FRIDAY = date(2019, 3, 1)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("August 9th last year", date(2018, 8, 9)),
        ("next year's August 9th", date(2020, 8, 9)),
        ("last year on August 9", date(2018, 8, 9)),
        ("this day last month", date(2019, 2, 1)),
        ("this time next week", date(2019, 3, 8)),
        ("last year on this day", date(2018, 3, 1)),
        ("three years ago today", date(2016, 3, 1)),
        ("from the day before yesterday", date(2019, 2, 27)),
        ("Tuesday of the week after next", date(2019, 3, 12)),
        ("a week from Tuesday", date(2019, 3, 12)),
        ("the Tuesday after this weekend", date(2019, 3, 5)),
        ("in 2019-W12-3, please", date(2019, 3, 20)),
        ("5.VIII.2019", date(2019, 8, 5)),
        ("93-11-30", date(1993, 11, 30)),
        ("Thursday, May 23rd 2019", date(2019, 5, 23)),
        ("Orthodox Easter 2021", date(2021, 5, 2)),
    ],
)
def test_only_one_day_is_meant(text: str, day: date) -> None:
    """Neither the day it is counted from nor the weekday's next date is."""
    found = {
        one for reading in dates(text, FRIDAY) for one in _days(reading.days, reading.year, reading.month, reading.day)
    }
    assert found == {day}


def _days(days: frozenset[date], year: int | None, month: int | None, day: int | None) -> frozenset[date]:
    return frozenset({date(year, month, day)}) if year and month and day else days


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Thursday, May 23rd", date(2019, 3, 7)),
        ("Sat, 15/06", date(2019, 3, 2)),
        ("Thursday 14 November", date(2019, 3, 14)),
        ("Montag nächster Woche", date(2019, 3, 8)),
        ("vergangenen Mittwoch", date(2019, 3, 6)),
        ("August 9th last year", date(2019, 8, 9)),
        ("a week from Tuesday", date(2019, 3, 5)),
        ("the Tuesday after this weekend", date(2019, 3, 3)),
        ("end of day Tuesday the 5th", date(2019, 3, 1)),
        ("in 2 months and 5 days", date(2019, 5, 1)),
        ("two weeks after Monday the 4th", date(2019, 3, 4)),
    ],
)
def test_what_stands_beside_a_day_is_none(text: str, day: date) -> None:
    """The weekday of a date, the year that is not meant, the day that is counted from."""
    assert not any(found.holds(day) for found in dates(text, FRIDAY))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("June's second Saturday", date(2019, 6, 8)),
        ("the third Sunday of Advent", date(2019, 12, 15)),
        ("the eve of Independence Day", date(2019, 7, 3)),
        ("two weeks after Monday the 4th", date(2019, 3, 18)),
        ("end of day Tuesday the 5th", date(2019, 3, 5)),
        ("within 3 days, 2 weeks at most", date(2019, 3, 4)),
        ("in three weeks on Tuesday", date(2019, 3, 19)),
        ("the week after next, on Tuesday", date(2019, 3, 12)),
        ("the week before last, Tuesday", date(2019, 2, 12)),
        ("midway through May", date(2019, 5, 15)),
        ("in 2 months and 5 days", date(2019, 5, 6)),
        ("+6 weeks", date(2019, 4, 12)),
        ("2019-201", date(2019, 7, 20)),
        ("on Friday 8.30", date(2019, 3, 1)),
        ("20 minutes from today", date(2019, 3, 1)),
    ],
)
def test_a_day_may_be_written_so(text: str, day: date) -> None:
    """A month's own weekday, an eve, a sign, the number of a day; a time beside a weekday takes nothing from it."""
    assert any(found.holds(day) for found in dates(text, FRIDAY))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("06:45", {"06:45"}),
        ("06:45 tonight", {"18:45"}),
        ("12h20", {"12:20"}),
        ("6:45", {"06:45", "18:45"}),
        ("at three in the small hours", {"03:00"}),
        ("noonish", {"12:00"}),
        ("quarter til 6 pm", {"17:45"}),
        ("@ 4", {"04:00", "16:00"}),
    ],
)
def test_an_hour_of_two_figures_is_of_the_24(text: str, said: set[str]) -> None:
    """Unless a word beside it tells the half of the day."""
    (found,) = times(text)
    assert {f"{minute // 60:02}:{minute % 60:02}" for minute in found.minutes} == said
