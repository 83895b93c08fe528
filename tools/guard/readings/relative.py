"""Days counted from a reference date: tomorrow, next week, in three days, two months after Friday."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Final

from tools.guard.readings.absolute import absolute
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
from tools.guard.readings.quantity import Quantity
from tools.guard.readings.weekdays import month_ends, named_days, nth_weekdays

_TODAY = "|".join(map(re.escape, sorted(FROM_TODAY, key=len, reverse=True)))
_RELATIVE = re.compile(rf"(?<!\w)(?<!la )(?P<word>{_TODAY})s?(?!\w)")
_WEEKEND = re.compile(rf"\b(?:(?P<near>{NEAR}|the)\s)?(?:weekend|wochenende|week-end)\b")
_WEEK = re.compile(
    rf"\b(?P<near>{NEAR})\s(?P<what>week|month|year|woche|monat|jahr|semaine|mois|semana|settimana|mes|mese)\b"
)
_AWAY = re.compile(
    r"\s?(?:(?P<ago>ago|before|earlier|back|prior(?: to)?|fruher|zuvor|plus tot)"
    r"|(?P<on>from|after|later|hence|starting|out(?! of)|spater|danach|plus tard|'?\s?time))\b\s?(?P<anchor>\w+)?"
)
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
    r"\b(?:(?:the )?day (?:after|following|(?P<back>before|preceding)) (?!tomorrow|yesterday)"
    r"|tag (?:nach|(?P<vor>vor)) |(?:(?P<veille>veille)|lendemain) (?:de la |de l'|de |du |d'))"
)
_INTO = re.compile(
    r"\b(?:in|within|after|for|dans|en|d'ici)\s"
    r"(?:(?:the next|about|around|roughly|approximately|another|exactly|just|only)\s)?$"
)
_WEEKDAY_BEFORE = re.compile(rf"\b(?P<weekday>{WEEKDAY}),?\s$")
_WORKING = re.compile(r"\b(?:business|working|work)\b")
_DAYS_ABROAD = re.compile(r"(?:tagen?|jours)\Z")
_BACK = re.compile(r"\b(?:vor|il y a)\s$")
_NEXT_DAY = re.compile(
    r"\b(?:(?P<ahead>(?:the )?(?:next|following) day"
    r"|(?:the )?day after(?! tomorrow)|(?:the )?following (?:night|morning|evening)"
    r"|the (?:night|morning|evening) after|(?:le )?lendemain|le jour suivant"
    r"|am (?:nachsten|folgenden) tag|am tag darauf|tags darauf)"
    r"|(?:the )?(?:previous|last) day|the day before|la veille|am vortag)\b"
)


def from_today(folded: str, reference: date) -> Iterator[DateReading]:
    """Days named from today: tomorrow, yesterday, the day after tomorrow."""
    for found in _RELATIVE.finditer(folded):
        day = reference + timedelta(days=FROM_TODAY[found["word"]])
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
    for one, larger in _stretches(folded):
        away = _AWAY.match(folded, one.end)
        behind = bool(away and away["ago"]) or bool(_BACK.search(folded, 0, one.start))
        if not away and not behind and not _INTO.search(folded, 0, one.start):
            continue
        anchor = reference + timedelta(days=FROM_TODAY.get((away and away["anchor"]) or "", 0))
        sign = -1 if behind else 1
        end = away.end() if away and away["anchor"] in FROM_TODAY else one.end
        days = set()
        for parts in ([one], [*larger, one]):
            day: date | None = anchor
            for part in parts:
                day = _moved(day, part, sign) if day else day
            days |= {day} if day else set()
            if day and parts == [one] and one.values[0] in {8, 15} and _DAYS_ABROAD.search(folded, one.start, one.end):
                days.add(day - timedelta(days=sign))  # eight days are a week, and quinze jours two
        named = _WEEKDAY_BEFORE.search(folded, 0, one.start)
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
    name, value = stretch.unit.name, sign * stretch.values[0]
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
        if _WORKING.search(folded, one.start, one.end):
            continue  # those are counted without weekends
        if one.unit.factor < 86400 and (one.unit.name != "hour" or one.values[0] % 24):
            continue
        if _is_sum(one, found):
            continue  # its parts are read one by one
        near = before and 0 <= one.start - before[-1].end <= 6
        before = [*before, one] if near else [one]
        yield one, before[:-1]


def _is_sum(one: Quantity, found: Sequence[Quantity]) -> bool:
    """Whether it begins with a measure and holds another: "1 year 2 months", but not "a year and a half"."""
    parts = [other for other in found if other.unit is not None and one.start <= other.start and other.end <= one.end]
    return any(other.start == one.start and other.end < one.end for other in parts) and any(
        other.start > one.start for other in parts
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
                moved = {moved_by(day, unit, -value if back else value) for day in days} - {None}
                if not moved:
                    continue
                yield DateReading(start, reading.end, frozenset(day for day in moved if day))


def _named(folded: str, reference: date) -> list[tuple[DateReading, frozenset[date]]]:
    """Every wording that names days by itself, with its days."""
    readers = (reader(folded, reference) for reader in (from_today, named_days, absolute, month_ends, nth_weekdays))
    return [(one, days) for reader in readers for one in reader if (days := _days_of(one, reference))]


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
        # "a week on Friday", and not "last week on Friday"
        if after["straight"] is None or one.counted or _A.match(folded, one.start):
            unit = "business day" if _WORKING.search(folded, one.start, one.end) else one.unit.name
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
