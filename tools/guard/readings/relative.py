"""Days counted from a reference date: tomorrow, next week, in three days, two months after Friday."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import zip_longest

from tools.guard.readings.calendar import FROM_TODAY, LAST, NEXT, WEEKDAYS
from tools.guard.readings.day import (
    NEAR,
    WEEKDAY,
    DateReading,
    in_month,
    moved_by,
    offset_of,
)
from tools.guard.readings.numbers import quantities
from tools.guard.readings.quantity import Quantity, counted_value

_TODAY = "|".join(map(re.escape, sorted(FROM_TODAY, key=len, reverse=True)))
_RELATIVE = re.compile(rf"(?<!\w)(?<!la )(?P<word>{_TODAY})s?(?!\w)")
_SAME_DAY = re.compile(
    rf"\b(?:(?:(?:this|the same|same) (?:very )?(?:day|date|time)|today) (?P<near>{NEAR}) (?P<what>week|month|year)"
    rf"|(?P<before>{NEAR}) (?P<unit>week|month|year),? (?:on |at )?this (?:very )?(?:day|date|time))\b(?!')"
)
_WEEKEND = re.compile(rf"\b(?:(?P<near>{NEAR}|the)\s)?(?:weekend|wochenende|week-end)\b")
_WEEK = re.compile(
    rf"\b(?P<near>{NEAR})\s(?P<what>week|month|year|woche|monat|jahr|semaine|mois|semana|settimana|mes|mese)\b"
)
_AWAY = re.compile(
    r"\s?(?:(?P<ago>ago|before|earlier|back|prior(?: to)?|fruher|zuvor|plus tot)"
    r"|(?P<on>from|after|later|hence|starting|out(?! of)|spater|danach|plus tard|'?\s?time))\b\s?(?P<anchor>\w+)?"
)
INTO = re.compile(
    r"(?:\b(?:in|within|after|for|dans|en|d'ici)\s"
    r"(?:(?:the next|about|around|roughly|approximately|another|exactly|just|only)\s)?|(?<!\S)\+\s?)$"
)
_WEEKDAY_BEFORE = re.compile(rf"\b(?P<weekday>{WEEKDAY}),?\s$")
_WEEKDAY_AFTER = re.compile(rf",?\son (?:the )?(?P<weekday>{WEEKDAY})\b")
WORKING = re.compile(r"\b(?:business|working|work)\b")
_DAYS_ABROAD = re.compile(r"(?:tagen?|jours)\Z")
_BACK = re.compile(r"\b(?:vor|il y a)\s$")


def from_today(folded: str, reference: date) -> Iterator[DateReading]:
    """Days named from today: tomorrow, yesterday, the day after tomorrow."""
    for found in _RELATIVE.finditer(folded):
        day = reference + timedelta(days=FROM_TODAY[found["word"]])
        yield DateReading(found.start(), found.end(), frozenset((day,)))


def same_day(folded: str, reference: date) -> Iterator[DateReading]:
    """Such as "this day last year", "this time next week", "next month on this date"."""
    for found in _SAME_DAY.finditer(folded):
        day = moved_by(reference, found["what"] or found["unit"], offset_of(found["near"] or found["before"]))
        if day:
            yield DateReading(found.start(), found.end(), frozenset((day,)))


def weekends(folded: str, reference: date) -> Iterator[DateReading]:
    """The days of a weekend, with the Friday before and the Monday after."""
    saturday = reference + timedelta(days=(5 - reference.weekday()) % 7)
    for found in _WEEKEND.finditer(folded):
        weeks = {True: (0, 1)}.get(found["near"] in NEXT, (-1,) if found["near"] in LAST else (0,))
        days = {saturday + timedelta(days=7 * week + extra) for week in weeks for extra in (-1, 0, 1, 2)}
        yield DateReading(found.start(), found.end(), frozenset(days), strong=False, range=True)


def weeks(folded: str, reference: date) -> Iterator[DateReading]:
    """The first and last days of a week, month or year, and the day as far away."""
    for found in _WEEK.finditer(folded):
        offset = offset_of(found["near"])
        days = _bounds(found["what"], offset, reference)
        yield DateReading(found.start(), found.end(), frozenset(days), strong=False, range=True)


def _bounds(what: str, offset: int, reference: date) -> set[date]:
    if what in {"week", "woche", "semaine", "semana", "settimana"}:
        monday = reference - timedelta(days=reference.weekday()) + timedelta(days=7 * offset)
        first = {monday - timedelta(days=1), monday, reference + timedelta(days=7 * offset)}
        return first | {monday + timedelta(days=extra) for extra in (4, 6)}
    if what in {"month", "monat", "mois", "mes", "mese"}:
        first_day = in_month(reference, offset, 1) or reference
        last_day = first_day.replace(day=calendar.monthrange(first_day.year, first_day.month)[1])
        same = in_month(reference, offset, reference.day)
        return {first_day, last_day} | ({same} if same else set())
    year = reference.year + offset
    return {date(year, 1, 1), date(year, 12, 31)}


def counted(folded: str, reference: date) -> Iterator[DateReading]:
    """Such as "in 3 days", "two weeks from tomorrow", "a month ago", "three days after today"."""
    stretches = list(_stretches(folded))
    for (one, larger), after in zip_longest(stretches, stretches[1:]):
        continued = after is not None and bool(after[1])
        away = _AWAY.match(folded, one.end)
        behind = bool(away and away["ago"]) or bool(_BACK.search(folded, 0, one.start))
        whole = bool(larger) and INTO.search(folded, 0, larger[0].start) is not None
        if not away and not behind and not whole and (continued or not INTO.search(folded, 0, one.start)):
            continue
        anchor = reference + timedelta(days=FROM_TODAY.get((away and away["anchor"]) or "", 0))
        sign = -1 if behind else 1
        end = away.end() if away and away["anchor"] in FROM_TODAY else one.end
        days = set()
        for parts in ([*larger, one],) if whole else ([one], [*larger, one]):
            day: date | None = anchor
            for part in parts:
                day = _moved(day, part, sign) if day else day
            days |= {day} if day else set()
            if day and parts == [one] and one.values[0] in {8, 15} and _DAYS_ABROAD.search(folded, one.start, one.end):
                days.add(day - timedelta(days=sign))  # eight days are a week, and quinze jours two
        named = _WEEKDAY_BEFORE.search(folded, 0, one.start) or _WEEKDAY_AFTER.match(folded, one.end)
        if named:
            # "Thursday, two weeks from now": that weekday of the week it falls in.
            wanted = WEEKDAYS[named["weekday"]]
            days |= {day + timedelta(days=wanted - day.weekday()) for day in days}
        if days:
            yield DateReading(one.start, end, frozenset(days), strong=False)


def _moved(day: date, stretch: Quantity, sign: int) -> date | None:
    """The day so long away: whole days where hours make them, months where a half year does."""
    if stretch.unit is None:
        return day
    name, value = stretch.unit.name, sign * counted_value(stretch)
    if name == "hour":
        name, value = "day", value / 24
    elif name == "year" and value % 1 != 0:
        name, value = "month", 12 * value
    return moved_by(day, name, value)


def _stretches(folded: str) -> Iterator[tuple[Quantity, list[Quantity]]]:
    """Stretches of days and more, the last part of each with the larger parts before it: "2 years 1 month 21 days"."""
    before: list[Quantity] = []
    found = quantities(folded)
    for one in found:
        if one.unit is None or one.unit.dimension != "time":
            continue
        if WORKING.search(folded, one.start, one.end):
            continue  # those are counted without weekends
        if one.unit.factor < 86400 and (one.unit.name != "hour" or one.values[0] % 24):
            continue
        if _is_sum(one, found):
            continue  # its parts are read one by one
        last = before[-1].unit if before and 0 <= one.start - before[-1].end <= 6 else None
        before = [*before, one] if last is not None and last.factor > one.unit.factor else [one]
        yield one, before[:-1]


def _is_sum(one: Quantity, found: Sequence[Quantity]) -> bool:
    """Whether it begins with a measure and holds another: "1 year 2 months", but not "a year and a half"."""
    parts = [other for other in found if other.unit is not None and one.start <= other.start and other.end <= one.end]
    return any(other.start == one.start and other.end < one.end for other in parts) and any(
        other.start > one.start for other in parts
    )
