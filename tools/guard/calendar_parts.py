"""Testing parts of the calendar: a year, a month, a day or an hour on its own, and a month or a weekday by its name."""

from __future__ import annotations

import re
from typing import Final

from tools.guard.heard import Heard, said
from tools.guard.readings.calendar import MONTHS, WEEKDAYS
from tools.guard.readings.text import fold, name_words, words
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_ENDS: Final = (
    (frozenset("from start since begin after first decade".split()), min),
    (frozenset("to end until till through last before".split()), max),
)
"""Words of the name of one end of a stretch of years, and which end it is."""
_LASTING: Final = frozenset("duration length delay timeout interval wait lead reminder snooze time".split())
"""Words of a name that asks for a length of time."""
_SEASONS: Final = {
    "winter": frozenset({12, 1, 2}),
    "spring": frozenset({3, 4, 5}),
    "summer": frozenset({6, 7, 8}),
    "autumn": frozenset({9, 10, 11}),
    "fall": frozenset({9, 10, 11}),
}
"""The months of a season in the north; it is inferred, and to be asked about."""
_EVERY = re.compile(r"\b(?:(?P<free>weekends?)|(?P<working>weekdays?|working days?)|every day|daily|all week)\b")


def part_of_date(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A year, month or day on its own, where the parameter's name asks for one."""
    asked = {word.removesuffix("s") for word in name_words(parameter.name)}
    if asked & {"year", "month", "day", "jahr", "monat", "tag"}:
        for one, reading in heard.dates():
            parts: set[int | None] = set()
            for name, given in (("year", reading.year), ("month", reading.month), ("day", reading.day)):
                if name in asked:
                    parts |= {given, *(getattr(day, name) for day in reading.days)}
            if value in parts - {None}:
                return said(one, reading.start, reading.end)
            running = heard.reference.year if heard.reference and reading.month and not reading.year else None
            if "year" in asked and value == running:
                return said(one, reading.start, reading.end, Reason.YEAR_ADDED, weak=True)
    return None


def end_of_years(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """The first or the last of some years: "in the sixties" is from 1960 to 1969."""
    asked = set(name_words(parameter.name))
    for ends, edge in _ENDS if 1000 < value < 3000 else ():
        for one, reading in heard.dates() if asked & ends else ():
            named = {day.year for day in reading.days}
            if reading.range and len(named) > 1 and edge(named) == value:
                return said(one, reading.start, reading.end, Reason.COMPUTED, weak=True)
    return None


def part_of_time(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """An hour or a minute of a time, where the parameter's name asks for one."""
    asked = {word.removesuffix("s") for word in name_words(parameter.name)}
    if asked & {"hour", "minute", "stunde"} and not asked & _LASTING:
        for one, time in heard.times():
            if any(value in {minute // 60, minute % 60, minute // 60 % 12} for minute in time.minutes):
                return said(one, time.start, time.end)
    return None


def calendar_name(value: str, heard: Heard) -> Evidence | None:
    """A month or a weekday by its name, said in any of the languages, as part of a date or of "every weekday"."""
    weekday = _weekday_of(fold(value))
    if weekday is not None:
        return _weekday(weekday, heard)
    season = _SEASONS.get(fold(value))
    for one, reading in heard.dates() if season else ():
        if season and reading.month in season:
            return said(one, reading.start, reading.end, Reason.INFERRED, weak=True)
    month = MONTHS.get(fold(value))
    if month is None:
        return None
    for one, reading in heard.dates():
        if reading.month == month or month in {day.month for day in reading.days}:
            return said(one, reading.start, reading.end)
    return None


def _weekday_of(word: str) -> int | None:
    return WEEKDAYS.get(word, WEEKDAYS.get(word.removesuffix("s")))


def _weekday(weekday: int, heard: Heard) -> Evidence | None:
    for one in heard.texts():
        for word in words(one.text):
            if _weekday_of(word.text) == weekday:
                return said(one, word.start, word.end)
        every = _EVERY.search(fold(one.text))
        if every and (weekday > 4 if every["free"] else weekday < 5 or not every["working"]):
            return said(one, every.start(), every.end(), Reason.COMPUTED, weak=True)
    return None
