"""Days counted from a day that is named: two months after next Friday, the day before Christmas, the Monday after."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from tools.guard.readings.absolute import absolute
from tools.guard.readings.calendar import WEEKDAYS
from tools.guard.readings.day import WEEKDAY, DateReading, moved_by
from tools.guard.readings.numbers import quantities
from tools.guard.readings.relative import INTO, WORKING, from_today, weekends
from tools.guard.readings.weekdays import month_ends, named_days, nth_weekdays, numbered_weekdays

_AFTER = re.compile(
    r"\s(?:after|following|from|since|(?P<back>before|prior to|preceding|ago)"
    rf"|(?P<straight>on(?=\s(?:the\s)?(?:{WEEKDAY})\b)|(?=(?:today|tomorrow)\b)))\s?"
)
_A: Final = re.compile(r"(?:an?|one)\b")
_BESIDE = re.compile(
    rf"\b(?:(?:first|last|next|closest)\s)?(?P<weekday>{WEEKDAY})\s"
    r"(?:after|following|nach|apres|(?P<back>before|preceding|prior to|vor|avant))\s"
)
_DAY_BESIDE = re.compile(
    r"\b(?:(?:the )?(?:day (?:after|following|(?P<back>before|preceding))|(?P<eve>eve) (?:of|before))"
    r" (?!tomorrow|yesterday)"
    r"|tag (?:nach|(?P<vor>vor)) |(?:(?P<veille>veille)|lendemain) (?:de la |de l'|de |du |d'))"
)
_WEEKDAY_ALONE = re.compile(WEEKDAY)
_SATURDAY: Final = 5
_NEXT_DAY = re.compile(
    r"\b(?:(?P<ahead>(?:the )?(?:next|following) day"
    r"|(?:the )?day after(?! tomorrow)|(?:the )?following (?:night|morning|evening)"
    r"|the (?:night|morning|evening) after|(?:le )?lendemain|le jour suivant"
    r"|am (?:nachsten|folgenden) tag|am tag darauf|tags darauf)"
    r"|(?:the )?(?:previous|last) day|the day before(?! yesterday)|la veille|am vortag)\b"
)


def after_named(folded: str, reference: date) -> Iterator[DateReading]:
    """A stretch after a day that is named: "two months after next Friday", "3 days before May 5"."""
    stretches, weekdays = list(_away_from(folded)), list(_BESIDE.finditer(folded))
    if not stretches and not weekdays:
        return
    named = _named(folded, reference)
    for found in weekdays:
        for reading, days in named:
            if 0 <= reading.start - found.end() <= 4:
                beside = frozenset(_beside(day, WEEKDAYS[found["weekday"]], bool(found["back"])) for day in days)
                yield DateReading(found.start(), reading.end, beside)
    for start, end, unit, value, back in stretches:
        year = re.compile(r"(?P<year>\d{4})\b(?!-)").match(folded, end)
        if year and unit == "year":
            day = moved_by(date(int(year["year"]), 1, 1), "year", value)
            yield DateReading(start, year.end(), frozenset((day,)) if day else frozenset(), strong=False)
        for reading, days in named:
            if 0 <= reading.start - end <= 4:
                alone = _WEEKDAY_ALONE.fullmatch(folded, reading.start, reading.end) is not None
                # "a week from Friday" counts from the Friday to come.
                kept = (day for day in days if back or not alone or day >= reference)
                moved = {moved_by(day, unit, -value if back else value) for day in kept} - {None}
                if not moved:
                    continue
                yield DateReading(start, reading.end, frozenset(day for day in moved if day))


def _named(folded: str, reference: date) -> list[tuple[DateReading, frozenset[date]]]:
    """Every wording that names days by itself, with its days: of a weekend its own."""
    readers = (from_today, named_days, numbered_weekdays, absolute, month_ends, nth_weekdays, weekends)
    named = []
    for one in (one for reader in readers for one in reader(folded, reference)):
        days = _days_of(one, reference)
        if one.range:
            days = frozenset(day for day in days if day.weekday() >= _SATURDAY)
        if days:
            named.append((one, days))
    longest = {one.start: max(other.end for other, _ in named if other.start == one.start) for one, _ in named}
    return [(one, days) for one, days in named if one.end == longest[one.start]]


def _beside(day: date, weekday: int, back: bool) -> date:
    """The nearest such weekday after a day, or before it."""
    away = (day.weekday() - weekday) % 7 or 7 if back else (weekday - day.weekday()) % 7 or 7
    return day + timedelta(days=-away if back else away)


def _away_from(folded: str) -> Iterator[tuple[int, int, str, float, bool]]:
    """Stretches before or after something: where they begin, where that is named, the unit, how many, and if before."""
    for one in quantities(folded):
        after = _AFTER.match(folded, one.end)
        if after is None or one.unit is None or one.unit.dimension != "time":
            continue
        if after["straight"] and INTO.search(folded, 0, one.start):
            continue  # "in two weeks on Friday" is the Friday of that week
        # "a week on Friday", and not "last week on Friday"
        if after["straight"] is None or one.counted or _A.match(folded, one.start):
            unit = "business day" if WORKING.search(folded, one.start, one.end) else one.unit.name
            yield one.start, after.end(), unit, one.values[0], bool(after["back"])
    for found in _DAY_BESIDE.finditer(folded):
        yield found.start(), found.end(), "day", 1.0, any(found.groupdict().values())


def _days_of(reading: DateReading, reference: date) -> frozenset[date]:
    """The days a wording names; without a year, those of the years around."""
    if reading.days or reading.month is None or reading.day is None:
        return reading.days
    years = (reading.year,) if reading.year else (reference.year - 1, reference.year, reference.year + 1)
    found = set()
    for year in years:
        try:
            found.add(date(year, reading.month, reading.day))
        except ValueError:  # the 29th of February of another year
            continue
    return frozenset(found)


def neighbours(folded: str, reference: date) -> Iterator[DateReading]:
    """Such as "the next day", "the day before": from the reference, or from the day that was named last."""
    places = list(_NEXT_DAY.finditer(folded))
    named = _named(folded, reference) if places else []
    for found in places:
        step = timedelta(days=1 if found["ahead"] else -1)
        before = max((one for one in named if one[0].end <= found.start()), key=lambda one: one[0].end, default=None)
        days = {day + step for day in (reference, *(before[1] if before else ()))}
        yield DateReading(found.start(), found.end(), frozenset(days), strong=False)
