"""Days named by their weekday or their place in a month: next Monday, Friday 31, the last Friday of May."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from tools.guard.readings.calendar import LAST, NEXT, THIS, WEEKDAYS
from tools.guard.readings.day import (
    CARDINAL,
    MONTH,
    NEAR,
    WEEKDAY,
    DateReading,
    day_number,
    in_month,
    months_of,
    offset_of,
)

_NAMED_DAY = re.compile(
    rf"\b(?:(?P<before>{NEAR})\s(?:(?P<week>week)\s?(?:'s\s)?(?:on\s)?)?)?(?P<day>{WEEKDAY})\b(?:\sof)?"
    rf"(?:\s(?P<after>{NEAR})\s(?:week|woche)\b|\s(?P<following>{NEAR})\b|\sde la semaine (?P<semaine>{NEAR})\b)?"
)
_PAST_THE_NEXT = re.compile(
    rf"\b(?:the\s)?(?P<day>{WEEKDAY})\s(?:(?:(?:of|in)\s)?(?:the\s)?(?P<week>week)\s)?"
    r"(?:(?P<ahead>after next)|before last)\b"
)
_IN_WEEK_PAST = re.compile(
    rf"\b(?:the\s)?week\s(?:(?P<ahead>after next)|before last),?\s(?:on\s)?(?:the\s)?(?P<day>{WEEKDAY})\b"
)
_OF_WHICH = rf"(?:of|in|de)?\s?(?:the\s)?(?:(?P<month>{MONTH})\b(?:,?\s(?P<year>\d{{4}})\b)?|(?:(?P<near>{NEAR})\s)?"
_NUMBER = r"(?P<number>first|second|third|fourth|fifth|last|premier|deuxieme|troisieme|[1-5](?:st|nd|rd|th))"
_NTH = re.compile(rf"\b(?:the\s)?{_NUMBER}\s(?P<weekday>{WEEKDAY})\s{_OF_WHICH}month\b)")
_MONTHS_NTH = re.compile(rf"\b(?P<month>{MONTH})'s\s{_NUMBER}\s(?P<weekday>{WEEKDAY})\b")
_NTH_ALONE = re.compile(rf"\b(?!last\b){_NUMBER}\s(?P<weekday>{WEEKDAY})\b(?!s|\s(?:of|in|after|before)\b)")
_NTH_OF_YEAR = re.compile(
    rf"\b(?P<number>first|last)\s(?P<weekday>{WEEKDAY})\s(?:of|in)\s(?:(?P<year>\d{{4}})|(?:the\s)?(?:(?P<near>{NEAR})\s)?year)\b"
)
_IN_NTH_WEEK = (
    re.compile(rf"\b{_NUMBER}\sweek\s{_OF_WHICH}month\b)\.?,?\s(?:on\s)?(?P<weekday>{WEEKDAY})\b"),
    re.compile(rf"\b{_NUMBER}\sweek(?:'s|,)?\s(?P<weekday>{WEEKDAY})\s{_OF_WHICH}month\b)"),
)
_END = re.compile(
    rf"\b(?:(?P<first>first day|beginning|start)|(?:last|final) day|end)\s{_OF_WHICH}(?P<what>month|year)\b)"
)
_COUNTED_DAY = re.compile(
    rf"\b(?P<count>\d|{CARDINAL})\s(?P<weekday>{WEEKDAY})s?\s(?:(?P<ago>ago)|from (?:now|today)|later)\b"
)
_COUNTED = (
    r"(?!(?:at|from|to|in|until|till?|for|and|or|of|with|this|next|is|was|works?|would|if|on|please|pls|um|ab|bis|a|de"
    rf"|{MONTH})\b)[^\W\d_]"
)
"""What is counted, and no rest of a date: "on Friday 2 seats"."""
_WEEKDAY_AND_DAY = re.compile(
    rf"\b(?P<weekday>{WEEKDAY}),?\s(?:the\s)?(?P<day>\d{{1,2}}(?:st|nd|rd|th)|\d{{1,2}}(?!\s{_COUNTED}))\b"
    rf"(?!\.?\s(?:of\s)?(?:{MONTH})\b)"
    r"(?![:./]\d|\s?[ap]\.?m)"
)


def named_days(folded: str, reference: date) -> Iterator[DateReading]:
    """Weekdays, each as the days around the reference that it may mean."""
    monday = reference - timedelta(days=reference.weekday())
    for found in _NAMED_DAY.finditer(folded):
        if found["day"] in {"mon", "sun", "sat", "wed", "mars"} and not (found["before"] or found["after"]):
            strong = False
        else:
            strong = True
        near = found["before"] or found["after"] or found["following"] or found["semaine"]
        in_week = monday + timedelta(days=WEEKDAYS[found["day"]])
        ahead = reference + timedelta(days=(WEEKDAYS[found["day"]] - reference.weekday()) % 7)
        days = _around(
            near, in_week, ahead, reference, weekly=bool(found["week"] or found["after"] or found["semaine"])
        )
        yield DateReading(found.start(), found.end(), frozenset(days), strong=strong)


def past_the_next(folded: str, reference: date) -> Iterator[DateReading]:
    """Such as "Friday after next", "the Monday before last": a week past the next or the last one."""
    for found in (match for pattern in (_PAST_THE_NEXT, _IN_WEEK_PAST) for match in pattern.finditer(folded)):
        ahead = (WEEKDAYS[found["day"]] - reference.weekday()) % 7 or 7
        behind = (reference.weekday() - WEEKDAYS[found["day"]]) % 7 or 7
        away = ahead + 7 if found["ahead"] else -behind - 7
        if found.re is _IN_WEEK_PAST or found["week"]:
            away = WEEKDAYS[found["day"]] - reference.weekday() + (14 if found["ahead"] else -14)
        yield DateReading(found.start(), found.end(), frozenset((reference + timedelta(days=away),)))


def _around(near: str | None, in_week: date, ahead: date, reference: date, *, weekly: bool) -> set[date]:
    week = timedelta(days=7)
    after = ahead if ahead > reference else ahead + week
    if near in NEXT:
        return {in_week + week} if weekly else {in_week + week, after}
    if near in LAST:
        return (
            {in_week - week} if weekly else {in_week - week, after - week if after - week < reference else ahead - week}
        )
    if near in THIS:
        return {in_week} if weekly else {in_week, ahead}
    return {ahead, after, ahead - week}


def numbered_weekdays(folded: str, reference: date) -> Iterator[DateReading]:
    """Such as "Friday 31", "Mon the 13th": the nearest months on both sides where that day is that weekday."""
    for found in _WEEKDAY_AND_DAY.finditer(folded):
        day = day_number(found["day"]) or 0
        around = {}
        for offset in (*range(-14, 0), *range(14, -1, -1)):
            candidate = in_month(reference, offset, day)
            if candidate is not None and candidate.weekday() == WEEKDAYS[found["weekday"]]:
                around[candidate >= reference] = candidate
        if around:
            yield DateReading(found.start(), found.end(), frozenset(around.values()))


def nth_weekdays(folded: str, reference: date) -> Iterator[DateReading]:
    """Such as "first Monday of May", "the last Friday of this month", "the second week of June on Saturday"."""
    for found in (match for pattern in (_NTH, *_IN_NTH_WEEK) for match in pattern.finditer(folded)):
        months = months_of(found["month"], found["year"], offset_of(found["near"]), reference)
        days = _nths(found, months)
        if days:
            yield DateReading(found.start(), found.end(), days)
    for found in _MONTHS_NTH.finditer(folded):
        yield DateReading(found.start(), found.end(), _nths(found, months_of(found["month"], None, 0, reference)))
    for found in _NTH_ALONE.finditer(folded):
        near = [month for offset in (-1, 0, 1) for month in months_of(None, None, offset, reference)]
        yield DateReading(found.start(), found.end(), _nths(found, near), strong=False)
    for found in _NTH_OF_YEAR.finditer(folded):
        first = found["number"] == "first"
        year = int(found["year"] or reference.year + offset_of(found["near"]))
        day = _nth_of(year, 1 if first else 12, WEEKDAYS[found["weekday"]], 1 if first else -1)
        yield DateReading(found.start(), found.end(), frozenset((day,)) if day else frozenset())


def _nths(found: re.Match[str], months: Iterable[tuple[int, int]]) -> frozenset[date]:
    """The weekday of a match by its number in each (year, month), where that month has so many."""
    number = {"last": -1}.get(found["number"], day_number(found["number"]) or 0)
    days = (_nth_of(year, month, WEEKDAYS[found["weekday"]], number) for year, month in months)
    return frozenset(day for day in days if day)


def _nth_of(year: int, month: int, weekday: int, number: int) -> date | None:
    days = [
        date(year, month, day)
        for day in range(1, calendar.monthrange(year, month)[1] + 1)
        if date(year, month, day).weekday() == weekday
    ]
    place = number - 1 if number > 0 else number
    return days[place] if -len(days) <= place < len(days) else None


def month_ends(folded: str, reference: date) -> Iterator[DateReading]:
    """Such as "end of the month", "last day of May", "first day of next month", "end of the year"."""
    for found in _END.finditer(folded):
        if found["what"] == "year":
            offset = offset_of(found["near"])
            months = [(reference.year + offset, 1 if found["first"] else 12)]
        else:
            months = months_of(found["month"], found["year"], offset_of(found["near"]), reference)
        days = {
            date(year, month, 1 if found["first"] else calendar.monthrange(year, month)[1]) for year, month in months
        }
        yield DateReading(found.start(), found.end(), frozenset(days))


def counted_weekdays(folded: str, reference: date) -> Iterator[DateReading]:
    """Such as "two Sundays from now", "3 Fridays ago"."""
    for found in _COUNTED_DAY.finditer(folded):
        count = day_number(found["count"])
        if count is None:
            continue
        ahead = (WEEKDAYS[found["weekday"]] - reference.weekday()) % 7 or 7
        behind = (reference.weekday() - WEEKDAYS[found["weekday"]]) % 7 or 7
        away = -(behind + 7 * (count - 1)) if found["ago"] else ahead + 7 * (count - 1)
        yield DateReading(found.start(), found.end(), frozenset((reference + timedelta(days=away),)))


def unplaced(folded: str) -> Iterator[DateReading]:
    """Weekdays where no reference date tells which day they are."""
    for found in _NAMED_DAY.finditer(folded):
        yield DateReading(found.start(), found.end(), weekday=WEEKDAYS[found["day"]])
