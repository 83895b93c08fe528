"""Days by their place in a stretch: the end of the week, mid June, a working day from now, Tuesday week."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from tools.guard.readings.calendar import FROM_TODAY, WEEKDAYS
from tools.guard.readings.day import (
    CARDINAL,
    MONTH,
    NEAR,
    WEEKDAY,
    DateReading,
    day_number,
    in_month,
    months_of,
    moved_by,
    offset_of,
)

_SHORT = re.compile(
    r"\b(?P<what>eow|eom|eoy|end of (?P<near>this |next |the |last )?(?:week|year|quarter)"
    r"|end of the work(?:ing)? ?week|(?:week|month|quarter|year)(?:'s)?[ -]end)\b"
)
_START = re.compile(r"\b(?:start|beginning|first day) of (?:(?P<near>this|next|the|last|coming) )?week\b")
_MIDDLE = re.compile(
    rf"\b(?:mid|middle of|(?:mid|half)way through|mitte|mi)"
    rf"[\s-](?:(?P<month>{MONTH})|(?:the |des |(?P<near>{NEAR})\s)?(?:month|monats))\b"
)
_FROM_END = re.compile(
    rf"\b(?:(?P<count>second|third|fourth|fifth|[2-5](?:nd|rd|th))[ -](?:to[ -])?last|last but (?P<but>one|two)) day of"
    rf" (?:(?P<month>{MONTH})\b(?:,?\s(?P<year>\d{{4}}))?|(?:the |(?P<near>{NEAR})\s)?month\b)"
)
_ABROAD = re.compile(
    r"\b(?:(?P<end>ende|letzte[nr]? tag|fin|dernier jour)|anfang|erste[nr]? tag|debut|premier jour)"
    r"\s(?:des|der|du|de la|de)?\s?"
    r"(?:(?P<near>nachste[nrs]|letzte[nrs]|diese[rsn]?)\s)?(?P<what>monats?|woche|jahre?s?|mois|semaine|annee)"
    r"(?:\s(?P<after>prochaine?|derniere?))?\b"
)
_TOGETHER = re.compile(r"\b(?P<what>monat|jahr)e?s(?:(?P<end>ende)|anfang|beginn)\b")
_WORKING: Final = "(?:business|working|work|week)[ -]?day"
_WORKDAYS = re.compile(
    rf"\b(?:(?P<count>\d{{1,3}}|{CARDINAL})\s{_WORKING}s?|(?P<near>{NEAR})\s{_WORKING})\b"
    r"(?:\s(?P<way>from|after|before|ago|later|hence|following)\b)?(?:\s(?P<anchor>now|today|tomorrow|yesterday)\b)?"
)
_WORKING_DAY_OF = re.compile(
    rf"\b(?:the )?(?:(?P<first>first)|last|final) {_WORKING} (?:of|in) "
    rf"(?:(?P<month>{MONTH})\b(?:,?\s(?P<year>\d{{4}}))?|(?:the |(?P<near>{NEAR})\s)?month\b)"
)
_DAY_OF_YEAR = re.compile(
    rf"\b(?:the )?(?:day (?P<day>\d{{1,3}})|(?P<nth>\d{{1,3}})(?:st|nd|rd|th) day) of (?:(?P<year>\d{{4}})"
    rf"|(?:the |(?P<near>{NEAR})\s)?year)\b"
)
_FRIDAY: Final = 4
_WEEK_ON = re.compile(rf"\b(?P<day>{WEEKDAY}|today|tomorrow)\s(?P<what>week|fortnight)\b(?!s|\s(?:of|day))")
_IN_EIGHT = re.compile(rf"\b(?P<day>{WEEKDAY})\s(?:en (?:huit|(?P<two>quinze))|in (?:acht|(?P<zwei>vierzehn)) tagen)\b")
_LATER = re.compile(rf"\b(?:ubernachste[nrms]?)\s(?P<day>{WEEKDAY})\b")
_FRENCH_WEEK = re.compile(r"\b(?P<what>semaine|mois|annee|an)\s(?P<near>prochaine?|derniere?|passee?)\b")


def ends(folded: str, reference: date) -> Iterator[DateReading]:
    """Ends, beginnings and middles of the week, the month and the year, in English, German and French."""
    for found in _SHORT.finditer(folded):
        what = {"eow": "week", "eom": "month", "eoy": "year"}.get(found["what"]) or next(
            one for one in ("week", "month", "quarter", "year") if one in found["what"]
        )
        yield _at(found, _last_days(what, offset_of(found["near"]), reference))
    for found in _START.finditer(folded):
        yield _at(found, _first_days("week", offset_of(found["near"]), reference))
    for found in _ABROAD.finditer(folded):
        near = found["near"] or found["after"] or ""
        offset = -1 if near.startswith(("letzt", "dern")) else 1 if near.startswith(("nachst", "proch")) else 0
        what = {"m": "month", "w": "week", "s": "week"}.get(found["what"][0], "year")
        days = _last_days if found["end"] else _first_days
        yield _at(found, days(what, offset, reference))
    for found in _TOGETHER.finditer(folded):
        days = _last_days if found["end"] else _first_days
        yield _at(found, days("month" if found["what"] == "monat" else "year", 0, reference))
    for found in _FRENCH_WEEK.finditer(folded):
        offset = 1 if found["near"].startswith("proch") else -1
        what = {"semaine": "week", "mois": "month"}.get(found["what"], "year")
        yield _at(found, _first_days(what, offset, reference) | _last_days(what, offset, reference))


def middles(folded: str, reference: date) -> Iterator[DateReading]:
    """The middle of a month, and the days counted from its end."""
    for found in _MIDDLE.finditer(folded):
        months = months_of(found["month"], None, offset_of(found["near"]), reference)
        yield _at(found, {date(year, month, 15) for year, month in months})
    for found in _FROM_END.finditer(folded):
        back = {"one": 2, "two": 3}.get(found["but"] or "") or day_number(found["count"]) or 1
        months = months_of(found["month"], found["year"], offset_of(found["near"]), reference)
        yield _at(found, {date(year, month, calendar.monthrange(year, month)[1] - back + 1) for year, month in months})


def working_days(folded: str, reference: date) -> Iterator[DateReading]:
    """Working days from today or a day beside it: weekends do not count."""
    for found in _WORKDAYS.finditer(folded):
        away = offset_of(found["near"])
        count = day_number(found["count"]) or 0 if found["count"] else abs(away)
        sign = -1 if found["way"] in {"before", "ago"} or away < 0 else 1
        anchor = reference + timedelta(days=FROM_TODAY.get(found["anchor"] or "", 0))
        day = moved_by(anchor, "business day", sign * count)
        if day:
            yield DateReading(found.start(), found.end(), frozenset((day,)), strong=False)


def days_of_stretches(folded: str, reference: date) -> Iterator[DateReading]:
    """The first or last working day of a month, and days by their number in a year."""
    for found in _WORKING_DAY_OF.finditer(folded):
        first = found["first"] is not None
        days = set()
        for year, month in months_of(found["month"], found["year"], offset_of(found["near"]), reference):
            day = date(year, month, 1 if first else calendar.monthrange(year, month)[1])
            while day.weekday() > _FRIDAY:
                day += timedelta(days=1 if first else -1)
            days.add(day)
        yield _at(found, days)
    for found in _DAY_OF_YEAR.finditer(folded):
        year = int(found["year"]) if found["year"] else reference.year + offset_of(found["near"])
        yield _at(found, {date(year, 1, 1) + timedelta(days=int(found["day"] or found["nth"]) - 1)})


def weeks_on(folded: str, reference: date) -> Iterator[DateReading]:
    """Such as "Tuesday week", "tomorrow fortnight", and the Friday after next in German."""
    for found in _IN_EIGHT.finditer(folded):
        coming = (WEEKDAYS[found["day"]] - reference.weekday()) % 7 or 7
        yield _at(found, {reference + timedelta(days=coming + (14 if found["two"] or found["zwei"] else 7))})
    for pattern in (_WEEK_ON, _LATER):
        for found in pattern.finditer(folded):
            ahead = (WEEKDAYS[found["day"]] - reference.weekday()) % 7 or 7 if found["day"] in WEEKDAYS else None
            first = FROM_TODAY[found["day"]] if ahead is None else ahead
            more = 14 if pattern is _WEEK_ON and found["what"] == "fortnight" else 7
            away = {first + more} | (
                {more} if ahead == more == 7 else set()
            )  # said on that weekday, it may be the next
            yield _at(found, {reference + timedelta(days=days) for days in away})


def _at(found: re.Match[str], days: set[date]) -> DateReading:
    return DateReading(found.start(), found.end(), frozenset(days))


def _first_days(what: str, offset: int, reference: date) -> set[date]:
    if what == "week":
        monday = reference - timedelta(days=reference.weekday()) + timedelta(days=7 * offset)
        return {monday, monday - timedelta(days=1)}
    if what == "month":
        return {in_month(reference, offset, 1) or reference}
    return {date(reference.year + offset, 1, 1)}


def _last_days(what: str, offset: int, reference: date) -> set[date]:
    """Of a week its Friday, Saturday and Sunday: which of them ends it is told by nothing."""
    if what == "week":
        monday = reference - timedelta(days=reference.weekday()) + timedelta(days=7 * offset)
        return {monday + timedelta(days=extra) for extra in (4, 5, 6)}
    if what == "month":
        first = in_month(reference, offset, 1) or reference
        return {first.replace(day=calendar.monthrange(first.year, first.month)[1])}
    if what == "quarter":
        return _last_days("month", 2 - (reference.month - 1) % 3 + 3 * offset, reference)
    return {date(reference.year + offset, 12, 31)}


READERS: Final = (ends, middles, working_days, days_of_stretches, weeks_on)
