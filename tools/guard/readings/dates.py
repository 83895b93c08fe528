"""Dates in a text: every day each wording may mean, against a reference date where it names a day from today."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from tools.guard.readings.calendar import FROM_TODAY, LAST, MONTHS, NEXT, THIS, WEEKDAYS
from tools.guard.readings.holidays import PATTERN, falls
from tools.guard.readings.number_words import ORDINALS, all_worths, parts
from tools.guard.readings.numbers import Quantity, quantities
from tools.guard.readings.text import fold


@dataclass(frozen=True, slots=True)
class DateReading:
    """One wording: the days it names, or the parts of a date it gives (None where it leaves one open)."""

    start: int
    end: int
    days: frozenset[date] = frozenset()
    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    """A day of the week that no reference date pins to one day."""
    strong: bool = True
    """Nothing but a date is written so; the numbers inside are no other argument's."""
    range: bool = False
    """It names a stretch (a week, a weekend), and `days` its first and last days."""

    def holds(self, wanted: date) -> bool:
        """Whether the wording may mean this day, as far as it goes."""
        if self.days:
            return wanted in self.days
        if self.weekday is not None:
            return wanted.weekday() == self.weekday
        if self.day is None and self.month is None:
            return False
        return all(
            said is None or said == given
            for said, given in ((self.year, wanted.year), (self.month, wanted.month), (self.day, wanted.day))
        )


_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_WEEKDAY = "|".join(sorted(WEEKDAYS, key=len, reverse=True))
_NEAR: Final = "|".join(sorted(NEXT | LAST | THIS, key=len, reverse=True))
_TODAY = "|".join(map(re.escape, sorted(FROM_TODAY, key=len, reverse=True)))
_TENS = "twenty|thirty"
_ONES = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
_TEENS = "|".join(sorted((word for word in ORDINALS if word not in _ONES.split("|")), key=len, reverse=True))
_CARDINAL = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty"
_DAY = rf"(?:\d{{1,2}}(?:\s?(?:st|nd|rd|th|er|ten|te|\.))?|(?:{_TENS})[ -]?(?:{_ONES}|one|two|three|four|five|six|seven|eight|nine)|{_TEENS}|{_ONES}|{_CARDINAL})"
_SPELLED_YEAR = (
    r"(?:(?:eighteen|nineteen|twenty)(?: hundred)?|two thousand)(?:[ -](?:and|oh|hundred|ten|eleven|twelve|\w+teen"
    r"|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|one|two|three|four|five|six|seven|eight|nine)){1,4}"
)
_YEAR = rf"(?:{_SPELLED_YEAR}|\d{{4}}|'\d{{2}}|\d{{2}}(?![\d:]| ?[ap]\.?m))"
_SEP = r"[\s,./-]"

_YEAR_MONTH_DAY = re.compile(rf"(?<!\d)(?P<year>\d{{4}})[\s/.-](?P<month>{_MONTH})[\s/.-](?P<day>\d{{1,2}})(?!\d)")
_DAY_BEFORE = re.compile(rf"(?<![\w/])(?P<day>{_DAY})\s?(?:to|-|until|till|through|thru|and|or|bis|au)\s?(?:the\s)?$")
_DAY_AFTER = re.compile(
    rf"\s?(?:-|to|until|till|through|thru|and|or)\s?(?:the\s)?(?P<day>\d{{1,2}}(?:st|nd|rd|th)?)\b(?![:/.]\d|\s?[ap]\.?m)(?:,?\s(?P<year>\d{{4}})\b)?"
)

_ISO = re.compile(r"(?<![\d/.])(?<!\d-)(?P<year>\d{4})[-/. ](?P<month>\d{1,2})[-/. ](?P<day>\d{1,2})(?![\d/-])")
_COMPACT = re.compile(r"(?<!\d)(?P<year>(?:19|20)\d{2})(?P<month>0[1-9]|1[0-2])(?P<day>[0-2]\d|3[01])(?!\d)")
_FIGURES = re.compile(r"(?<![\d/.-])(?P<one>\d{1,2})(?P<sep>[-/.])(?P<two>\d{1,2})(?P=sep)(?P<year>\d{4}|\d{2})(?![\d/-])")
_SHORT = re.compile(r"(?<![\d/.,$-])(?P<one>\d{1,2})(?P<sep>[-/.])(?P<two>\d{1,2})(?![\d/%]|[-.,]\d)\.?")
_MONTH_DAY = re.compile(
    rf"\b(?P<month>{_MONTH})\b\.?{_SEP}{{0,2}}(?:the )?(?P<day>{_DAY})\b(?!:\d)(?:{_SEP}{{1,2}}(?P<year>{_YEAR})\b)?"
)
_DAY_MONTH = re.compile(
    rf"(?<![\w/])(?P<day>{_DAY}){_SEP}{{0,2}}(?:of |de |day of )?(?P<month>{_MONTH})\b\.?"
    rf"(?:{_SEP}{{1,2}}(?:of )?(?P<year>{_YEAR})\b)?"
)
_MONTH_YEAR = re.compile(rf"\b(?P<month>{_MONTH})\b\.?(?:{_SEP}{{1,2}}|\s(?:of|de)\s)(?P<year>\d{{4}})\b")
_MONTH_ONLY = re.compile(rf"\b(?P<month>{_MONTH})\b")
_DAY_ONLY = re.compile(
    r"\b(?:the|on|am|le|from|to|until|till)\s(?:the\s)?(?P<day>\d{1,2}(?:st|nd|rd|th)"
    rf"|(?:{_TENS})[ -](?:{_ONES})|{_ONES})\b|(?<!\w)(?P<bare>\d{{1,2}}(?:st|nd|rd|th))\b"
    r"|\b(?:am|vom|bis|zum)\s(?P<german>\d{1,2})\.(?!\d)"
)
_OF_MONTH = re.compile(r"\s(?:of|in)\s(?:the\s)?(?P<near>this|next|last|current|coming)\s(?:month)")
_RELATIVE = re.compile(rf"(?<!\w)(?P<word>{_TODAY})(?!\w)")
_NAMED_DAY = re.compile(
    rf"\b(?:(?P<before>{_NEAR})\s)?(?:(?P<week>week)\s?(?:'s\s)?(?:on\s)?)?(?P<day>{_WEEKDAY})\b(?:\sof)?"
    rf"(?:\s(?:(?P<after>{_NEAR})\s)?week\b|\s(?P<following>{_NEAR})\b)?"
)
_WEEKEND = re.compile(rf"\b(?:(?P<near>{_NEAR}|the)\s)?(?:weekend|wochenende|week-end)\b")
_WEEK = re.compile(rf"\b(?P<near>{_NEAR})\s(?P<what>week|month|year|woche|monat|jahr|semaine|mois)\b")
_AWAY = re.compile(
    r"\s?(?:(?P<ago>ago|before|earlier|prior to)|(?P<on>from|after|later|hence|starting))\b\s?(?P<anchor>\w+)?"
)
_OF_WHICH = rf"(?:of|in)?\s?(?:the\s)?(?:(?P<month>{_MONTH})\b(?:,?\s(?P<year>\d{{4}})\b)?|(?:(?P<near>{_NEAR})\s)?"
_NTH = re.compile(
    rf"\b(?P<number>first|second|third|fourth|fifth|last|[1-5](?:st|nd|rd|th))\s(?P<weekday>{_WEEKDAY})\s{_OF_WHICH}month\b)"
)
_END = re.compile(
    rf"\b(?:(?P<first>first day|beginning|start)|last day|end)\s{_OF_WHICH}(?P<what>month|year)\b)"
)
_COUNTED_DAY = re.compile(
    rf"\b(?P<count>\d|{_CARDINAL})\s(?P<weekday>{_WEEKDAY})s?\s(?:(?P<ago>ago)|from (?:now|today)|later)\b"
)
_NEXT_DAY = re.compile(r"\b(?:(?P<ahead>(?:the )?(?:next|following) day)|(?:the )?(?:previous|last) day|the day before)\b")
_WEEKDAY_AND_DAY = re.compile(rf"\b(?P<weekday>{_WEEKDAY}),?\s(?:the\s)?(?P<day>\d{{1,2}}(?:st|nd|rd|th)?)\b(?![:./]\d|\s?[ap]\.?m)")
_AFTER = re.compile(r"\s(?:after|from|since|(?P<back>before|prior to))\s")
_INTO = re.compile(r"\b(?:in|within|for|dans|en)\s(?:the next\s|about\s)?$")
_BACK = re.compile(r"\b(?:vor|il y a)\s$")


@lru_cache(maxsize=1024)
def dates(text: str, reference: date | None = None) -> tuple[DateReading, ...]:
    """Every date of the text; wordings counted from today only where a reference date is given."""
    folded = fold(text)
    found = list(_absolute(folded, reference))
    if reference is not None:
        for reader in _RELATIVE_READERS:
            found += reader(folded, reference)
    else:
        found += [
            DateReading(one.start(), one.end(), weekday=WEEKDAYS[one["day"]]) for one in _NAMED_DAY.finditer(folded)
        ]
    return tuple(sorted(_outermost(found), key=lambda one: (one.start, -one.end)))


def _outermost(found: list[DateReading]) -> Iterator[DateReading]:
    """Those that lie in no longer sure reading: the March of "March 8th" is not the month of March."""
    for one in found:
        if not any(
            other.strong and other.start <= one.start and one.end <= other.end and other.end - other.start > one.end - one.start
            for other in found
        ):
            yield one


def day_number(text: str) -> int | None:
    """The number of a day of the month as written: 8th, eighth, twenty-second, 3."""
    figures = re.match(r"\d+", text)
    if figures:
        return int(figures.group())
    words = [word for word in re.split(r"[ -]", text) if word]
    last = ORDINALS.get(words[-1])
    if last is None:
        worths = all_worths([part for word in words for part in parts(word)])
        return min(worths) if worths else None
    return last + (all_worths(parts(words[0])).pop() if len(words) > 1 else 0)


def _absolute(folded: str, reference: date | None) -> Iterator[DateReading]:
    for pattern in (_ISO, _COMPACT):
        for found in pattern.finditer(folded):
            # Eight digits in a row may be any number.
            strong = pattern is _ISO
            yield _reading(found, int(found["year"]), int(found["month"]), int(found["day"]), strong=strong)
    for found in _FIGURES.finditer(folded):
        year = _year(found["year"])
        for month, day in {(found["one"], found["two"]), (found["two"], found["one"])}:
            yield _reading(found, year, int(month), int(day))
    for found in _SHORT.finditer(folded):
        for month, day in {(found["one"], found["two"]), (found["two"], found["one"])}:
            yield _reading(found, None, int(month), int(day), strong=False)
    for pattern in (_MONTH_DAY, _DAY_MONTH):
        for found in pattern.finditer(folded):
            day = day_number(found["day"])
            year = _year(found["year"]) if found["year"] else None
            yield _reading(found, year, MONTHS[found["month"]], day)
            if year is not None and len(found["year"]) == 2:
                yield _reading(found, None, MONTHS[found["month"]], day)
    for found in _YEAR_MONTH_DAY.finditer(folded):
        yield _reading(found, int(found["year"]), MONTHS[found["month"]], int(found["day"]))
    yield from _holidays(folded, reference)
    yield from _shared_months(folded)
    for found in _MONTH_YEAR.finditer(folded):
        yield _reading(found, int(found["year"]), MONTHS[found["month"]], None)
    for found in _MONTH_ONLY.finditer(folded):
        yield _reading(found, None, MONTHS[found["month"]], None, strong=False)
    if reference is not None:
        yield from _days_of_month(folded, reference)


def _holidays(folded: str, reference: date | None) -> Iterator[DateReading]:
    """Holidays of the year named beside them, else of the years around the reference."""
    for found in PATTERN.finditer(folded):
        year = re.compile(r"\s(?:of |in )?(?P<year>\d{4})\b").match(folded, found.end())
        if year:
            yield DateReading(found.start(), year.end(), frozenset((falls(found, int(year["year"])),)))
        elif reference is not None:
            days = frozenset(falls(found, reference.year + offset) for offset in (-1, 0, 1))
            yield DateReading(found.start(), found.end(), days)


def _shared_months(folded: str) -> Iterator[DateReading]:
    """Two days of one month: "from the 1st to the 31st of January 2023", "July 10-20, 2022"."""
    for found in _DAY_MONTH.finditer(folded):
        before = _DAY_BEFORE.search(folded, 0, found.start())
        if before:
            year = _year(found["year"]) if found["year"] else None
            yield _reading(before, year, MONTHS[found["month"]], day_number(before["day"]))
    for found in _MONTH_DAY.finditer(folded):
        after = _DAY_AFTER.match(folded, found.end())
        if after:
            named = after["year"] or found["year"]
            year = int(after["year"]) if after["year"] else None
            yield _reading(after, year, MONTHS[found["month"]], day_number(after["day"]))
            if named:
                yield _reading(found, _year(named), MONTHS[found["month"]], day_number(found["day"]))


def _reading(
    found: re.Match[str], year: int | None, month: int | None, day: int | None, *, strong: bool = True
) -> DateReading:
    if (month is not None and not 1 <= month <= 12) or (day is not None and not 1 <= day <= 31):
        return DateReading(found.start(), found.end(), strong=False)
    return DateReading(found.start(), found.end(), year=year, month=month, day=day, strong=strong)


def _year(text: str) -> int:
    if not re.search(r"\d", text):
        spoken = [part for word in re.split(r"[ -]", text) for part in parts(word)]
        return max(all_worths(spoken), default=0)
    figures = int(re.sub(r"\D", "", text))
    if figures >= 100:
        return figures
    return 2000 + figures if figures < 70 else 1900 + figures


def _days_of_month(folded: str, reference: date) -> Iterator[DateReading]:
    """ "the 8th", "the 8th of next month": of the months around the reference where none is named."""
    for found in _DAY_ONLY.finditer(folded):
        day = day_number(found["day"] or found["bare"] or found["german"])
        near = _OF_MONTH.match(folded, found.end())
        offsets = {"next": (1,), "coming": (1,), "last": (-1,)}.get(near["near"], (0,)) if near else (-1, 0, 1)
        days = {_in_month(reference, offset, day or 0) for offset in offsets} - {None}
        if days:
            end = near.end() if near else found.end()
            yield DateReading(found.start(), end, frozenset(one for one in days if one), strong=near is not None)


def _in_month(reference: date, offset: int, day: int) -> date | None:
    month = reference.month - 1 + offset
    year, month = reference.year + month // 12, month % 12 + 1
    return date(year, month, day) if 1 <= day <= calendar.monthrange(year, month)[1] else None


def _from_today(folded: str, reference: date) -> Iterator[DateReading]:
    for found in _RELATIVE.finditer(folded):
        day = reference + timedelta(days=FROM_TODAY[found["word"]])
        yield DateReading(found.start(), found.end(), frozenset((day,)))


def _named_days(folded: str, reference: date) -> Iterator[DateReading]:
    monday = reference - timedelta(days=reference.weekday())
    for found in _NAMED_DAY.finditer(folded):
        if found["day"] in {"mon", "sun", "sat", "wed", "mars"} and not (found["before"] or found["after"]):
            strong = False
        else:
            strong = True
        near = found["before"] or found["after"] or found["following"]
        in_week = monday + timedelta(days=WEEKDAYS[found["day"]])
        ahead = reference + timedelta(days=(WEEKDAYS[found["day"]] - reference.weekday()) % 7)
        days = _around(near, in_week, ahead, reference, weekly=bool(found["week"] or found["after"]))
        yield DateReading(found.start(), found.end(), frozenset(days), strong=strong)


def _around(near: str | None, in_week: date, ahead: date, reference: date, *, weekly: bool) -> set[date]:
    week = timedelta(days=7)
    after = ahead if ahead > reference else ahead + week
    if near in NEXT:
        return {in_week + week} if weekly else {in_week + week, after}
    if near in LAST:
        return {in_week - week} if weekly else {in_week - week, after - week if after - week < reference else ahead - week}
    if near in THIS:
        return {in_week} if weekly else {in_week, ahead}
    return {ahead, after, ahead - week}


def _numbered_weekdays(folded: str, reference: date) -> Iterator[DateReading]:
    """ "Friday 31", "Mon the 13th": the nearest months on both sides where that day is that weekday."""
    for found in _WEEKDAY_AND_DAY.finditer(folded):
        day = day_number(found["day"]) or 0
        around = {}
        for offset in (*range(-14, 0), *range(14, -1, -1)):
            candidate = _in_month(reference, offset, day)
            if candidate is not None and candidate.weekday() == WEEKDAYS[found["weekday"]]:
                around[candidate >= reference] = candidate
        if around:
            yield DateReading(found.start(), found.end(), frozenset(around.values()))


def _after_named(folded: str, reference: date) -> Iterator[DateReading]:
    """A stretch after a day that is named: "two months after next Friday", "three months after Easter"."""
    named = [*_named_days(folded, reference), *_holidays(folded, reference)]
    for one in quantities(folded):
        after = _AFTER.match(folded, one.end)
        if after is None or one.unit is None or one.unit.dimension != "time":
            continue
        for reading in named:
            if 0 <= reading.start - after.end() <= 4:
                sign = -1 if after["back"] else 1
                moved = {_moved(day, one.unit.name, sign * one.values[0]) for day in reading.days} - {None}
                yield DateReading(one.start, reading.end, frozenset(day for day in moved if day))


def _nth_weekdays(folded: str, reference: date) -> Iterator[DateReading]:
    """ "first Monday of May", "the last Friday of this month", "second Saturday in June 2020"."""
    for found in _NTH.finditer(folded):
        months = _months_of(found, reference)
        number = {"last": -1}.get(found["number"], day_number(found["number"]) or 0)
        days = {_nth_of(year, month, WEEKDAYS[found["weekday"]], number) for year, month in months} - {None}
        if days:
            yield DateReading(found.start(), found.end(), frozenset(day for day in days if day))


def _months_of(found: re.Match[str], reference: date) -> list[tuple[int, int]]:
    if found["month"]:
        year = int(found["year"]) if found["year"] else None
        years = (year,) if year else (reference.year - 1, reference.year, reference.year + 1)
        return [(one, MONTHS[found["month"]]) for one in years]
    offset = 1 if found["near"] in NEXT else -1 if found["near"] in LAST else 0
    first = _in_month(reference, offset, 1) or reference
    return [(first.year, first.month)]


def _nth_of(year: int, month: int, weekday: int, number: int) -> date | None:
    days = [
        date(year, month, day)
        for day in range(1, calendar.monthrange(year, month)[1] + 1)
        if date(year, month, day).weekday() == weekday
    ]
    place = number - 1 if number > 0 else number
    return days[place] if -len(days) <= place < len(days) else None


def _month_ends(folded: str, reference: date) -> Iterator[DateReading]:
    """ "end of the month", "last day of May", "first day of next month", "end of the year"."""
    for found in _END.finditer(folded):
        if found["what"] == "year":
            offset = 1 if found["near"] in NEXT else -1 if found["near"] in LAST else 0
            months = [(reference.year + offset, 1 if found["first"] else 12)]
        else:
            months = _months_of(found, reference)
        days = {date(year, month, 1 if found["first"] else calendar.monthrange(year, month)[1]) for year, month in months}
        yield DateReading(found.start(), found.end(), frozenset(days))


def _counted_weekdays(folded: str, reference: date) -> Iterator[DateReading]:
    """ "two Sundays from now", "3 Fridays ago"."""
    for found in _COUNTED_DAY.finditer(folded):
        count = day_number(found["count"])
        if count is None:
            continue
        ahead = (WEEKDAYS[found["weekday"]] - reference.weekday()) % 7 or 7
        behind = (reference.weekday() - WEEKDAYS[found["weekday"]]) % 7 or 7
        away = -(behind + 7 * (count - 1)) if found["ago"] else ahead + 7 * (count - 1)
        yield DateReading(found.start(), found.end(), frozenset((reference + timedelta(days=away),)))


def _neighbours(folded: str, reference: date) -> Iterator[DateReading]:
    """ "the next day", "the day before": from the reference."""
    for found in _NEXT_DAY.finditer(folded):
        step = 1 if found["ahead"] else -1
        yield DateReading(found.start(), found.end(), frozenset((reference + timedelta(days=step),)), strong=False)


def _weekends(folded: str, reference: date) -> Iterator[DateReading]:
    saturday = reference + timedelta(days=(5 - reference.weekday()) % 7)
    for found in _WEEKEND.finditer(folded):
        weeks = {True: (0, 1)}.get(found["near"] in NEXT, (-1,) if found["near"] in LAST else (0,))
        days = {saturday + timedelta(days=7 * week + extra) for week in weeks for extra in (-1, 0, 1, 2)}
        yield DateReading(found.start(), found.end(), frozenset(days), strong=False, range=True)


def _weeks(folded: str, reference: date) -> Iterator[DateReading]:
    """The first and last days of a week, month or year, and the day as far away."""
    for found in _WEEK.finditer(folded):
        offset = 1 if found["near"] in NEXT else -1 if found["near"] in LAST else 0
        days = _bounds(found["what"], offset, reference)
        yield DateReading(found.start(), found.end(), frozenset(days), strong=False, range=True)


def _bounds(what: str, offset: int, reference: date) -> set[date]:
    if what in {"week", "woche", "semaine"}:
        monday = reference - timedelta(days=reference.weekday()) + timedelta(days=7 * offset)
        first = {monday - timedelta(days=1), monday, reference + timedelta(days=7 * offset)}
        return first | {monday + timedelta(days=extra) for extra in (4, 6)}
    if what in {"month", "monat", "mois"}:
        first_day = _in_month(reference, offset, 1) or reference
        last_day = first_day.replace(day=calendar.monthrange(first_day.year, first_day.month)[1])
        same = _in_month(reference, offset, reference.day)
        return {first_day, last_day} | ({same} if same else set())
    year = reference.year + offset
    return {date(year, 1, 1), date(year, 12, 31)}


def _counted(folded: str, reference: date) -> Iterator[DateReading]:
    """ "in 3 days", "two weeks from tomorrow", "a month ago", "three days after today"."""
    for one, smaller in _stretches(folded):
        away = _AWAY.match(folded, one.end)
        behind = bool(away and away["ago"]) or bool(_BACK.search(folded, 0, one.start))
        if not away and not behind and not _INTO.search(folded, 0, one.start):
            continue
        anchor = reference + timedelta(days=FROM_TODAY.get((away and away["anchor"]) or "", 0))
        sign = -1 if behind else 1
        end = away.end() if away and away["anchor"] in FROM_TODAY else one.end
        days = set()
        for value in one.values:
            day = _moved(anchor, one.unit.name if one.unit else "", sign * value)
            for less in smaller:
                day = _moved(day, less.unit.name, sign * less.values[0]) if day and less.unit else day
            days |= {day} if day else set()
        if days:
            yield DateReading(one.start, end, frozenset(days), strong=False)


def _stretches(folded: str) -> Iterator[tuple[Quantity, list[Quantity]]]:
    """Stretches of days and more, the last part of each with the larger parts before it: "2 years 1 month 21 days"."""
    before: list[Quantity] = []
    for one in quantities(folded):
        if one.unit is None or one.unit.dimension != "time" or one.unit.factor < 86400:
            continue
        near = before and 0 <= one.start - before[-1].end <= 6
        before = [*before, one] if near else [one]
        yield one, before[:-1]


def _moved(anchor: date, unit: str, value: float) -> date | None:
    if unit in {"month", "year"} and value == int(value):
        moved = anchor.month - 1 + int(value) * (12 if unit == "year" else 1)
        year, month = anchor.year + moved // 12, moved % 12 + 1
        if not 1 <= year <= 9999:
            return None
        return date(year, month, min(anchor.day, calendar.monthrange(year, month)[1]))
    length = {"day": 1, "week": 7}.get(unit)
    if length is None or abs(value) > 100000:
        return None
    return anchor + timedelta(days=round(value * length))


_RELATIVE_READERS: Final[tuple[Callable[[str, date], Iterator[DateReading]], ...]] = (
    _from_today,
    _named_days,
    _nth_weekdays,
    _month_ends,
    _counted_weekdays,
    _neighbours,
    _numbered_weekdays,
    _after_named,
    _weekends,
    _weeks,
    _counted,
)
