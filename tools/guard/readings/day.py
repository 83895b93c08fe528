"""What a date in a text is once read, and the words and steps that every reader of dates shares."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from tools.guard.readings.calendar import LAST, MONTHS, NEXT, THIS, WEEKDAYS
from tools.guard.readings.number_words import ORDINALS, all_worths, parts

MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
WEEKDAY = "|".join(sorted(WEEKDAYS, key=len, reverse=True))
NEAR: Final = "|".join(sorted(NEXT | LAST | THIS, key=len, reverse=True))
TENS = "twenty|thirty"
ONES = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
_TEENS = "|".join(
    sorted(
        (word for word, worth in ORDINALS.items() if worth <= 31 and word not in ONES.split("|")), key=len, reverse=True
    )
)
_NINE = "one|two|three|four|five|six|seven|eight|nine"
_FR_ONES = "un|deux|trois|quatre|cinq|six|sept|huit|neuf|onze"
FRENCH_DAY = (
    rf"premier|dix[ -](?:sept|huit|neuf)|(?:vingt|trente)(?:[ -]et)?[ -](?:{_FR_ONES})"
    rf"|vingt|trente|dix|douze|treize|quatorze|quinze|seize|{_FR_ONES}"
)
CARDINAL = rf"{_NINE}|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty"
DAY = (
    rf"(?:\d{{1,2}}(?:\s?(?:st|nd|rd|th|er|ten|te|\.))?|(?:{TENS})[ -]?(?:{ONES}|{_NINE})"
    rf"|{_TEENS}|{ONES}|{CARDINAL}|{FRENCH_DAY})"
)


_MONTHS: Final = {"month": 1, "quarter": 3, "year": 12, "decade": 120, "century": 1200}
"""Units by the months they last."""
_SATURDAY: Final = 5
_FAR: Final = 1000
"""Beyond which nobody counts in working days."""


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


def date_at(
    found: re.Match[str], year: int | None, month: int | None, day: int | None, *, strong: bool = True
) -> DateReading:
    """The reading of one match; what is no day of any month names none."""
    if (month is not None and not 1 <= month <= 12) or (day is not None and not 1 <= day <= 31):
        return DateReading(found.start(), found.end(), strong=False)
    return DateReading(found.start(), found.end(), year=year, month=month, day=day, strong=strong)


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


def in_month(reference: date, offset: int, day: int) -> date | None:
    """A day of the month so many months from the reference, or None where that month is shorter."""
    month = reference.month - 1 + offset
    year, month = reference.year + month // 12, month % 12 + 1
    return date(year, month, day) if 1 <= day <= calendar.monthrange(year, month)[1] else None


def offset_of(near: str | None) -> int:
    """How many stretches away one is: 1 for "next", -1 for "last", 0 for this one."""
    word = (near or "").strip()
    return 1 if word in NEXT else -1 if word in LAST else 0


def months_of(name: str | None, year: str | None, offset: int, reference: date) -> list[tuple[int, int]]:
    """The (year, month) pairs that a month may mean: a named one of its year, or of the years around the reference; one
    without a name so many months from the reference.
    """
    if name:
        years = (int(year),) if year else (reference.year - 1, reference.year, reference.year + 1)
        return [(one, MONTHS[name]) for one in years]
    first = in_month(reference, offset, 1) or reference
    return [(first.year, first.month)]


def moved_by(anchor: date, unit: str, value: float) -> date | None:
    """The day so many days, working days, weeks, months or years away, or None for another unit."""
    if unit in _MONTHS and value % 1 == 0:
        moved = anchor.month - 1 + int(value) * _MONTHS[unit]
        year, month = anchor.year + moved // 12, moved % 12 + 1
        if not 1 <= year <= 9999:
            return None
        return date(year, month, min(anchor.day, calendar.monthrange(year, month)[1]))
    if unit == "business day" and abs(value) <= _FAR:
        day, left = anchor, abs(int(value))
        while left:
            day += timedelta(days=1 if value > 0 else -1)
            left -= day.weekday() < _SATURDAY
        return day
    length = {"day": 1, "week": 7, "fortnight": 14}.get(unit)
    if length is None or abs(value) > 100000:
        return None
    return anchor + timedelta(days=round(value * length))
