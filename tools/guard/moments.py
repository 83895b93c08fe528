"""What a value says as a date, a time or both, in whatever format it is written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from tools.guard.readings.dates import dates
from tools.guard.readings.text import fold
from tools.guard.readings.times import minutes_of

_DATE_AND_TIME = re.compile(
    r"(?P<date>\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{4})[T ,]+"
    r"(?P<time>\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:\s?[APap]\.?[Mm]\.?)?)"
    r"(?:\s?(?:Z|[+-]\d{2}:?\d{2}|UTC))?\Z"
)
_MONTH = re.compile(r"(?P<year>(?!0000)\d{4})-(?P<month>0[1-9]|1[0-2])\Z")


@dataclass(frozen=True, slots=True)
class Moment:
    """A value that is a date, a time, or both: the days it may mean, and the minutes after midnight."""

    days: frozenset[date]
    minutes: frozenset[int]
    whole: bool = True
    """False where it names a month and no day."""


@lru_cache(maxsize=1024)
def moment(value: str) -> Moment | None:
    """What a string says as a date or a time, or None where it is something else."""
    text = value.strip()
    if not 3 <= len(text) <= 40:
        return None
    both = _DATE_AND_TIME.match(text)
    if both:
        days, minutes = _days(both["date"]), minutes_of(both["time"])
        return Moment(days, minutes) if days and minutes else None
    month = _MONTH.match(text)
    if month:
        return Moment(frozenset((date(int(month["year"]), int(month["month"]), 1),)), frozenset(), whole=False)
    days = _days(text)
    if days:
        return Moment(days, frozenset())
    minutes = minutes_of(text) if re.search(r"\d", text) else frozenset()
    return Moment(frozenset(), minutes) if minutes else None


def _days(text: str) -> frozenset[date]:
    folded = fold(text)
    found = set()
    for one in dates(text):
        if one.start == 0 and one.end >= len(folded) and one.year and one.month and one.day:
            try:
                found.add(date(one.year, one.month, one.day))
            except ValueError:  # the 31st of a shorter month
                continue
    return frozenset(found)
