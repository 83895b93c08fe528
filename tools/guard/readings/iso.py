"""What ISO 8601 writes: lengths of time ("PT1H30M"), days of a week ("2024-W21-3") and of a year ("2024-143")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from tools.guard.readings.day import DateReading
from tools.guard.readings.quantity import Quantity
from tools.guard.readings.unit_table import BY_WORD

_LENGTH: Final = (
    r"p(?=t?\d)(?:(?P<y>\d+)y)?(?:(?P<mo>\d+)m)?(?:(?P<w>\d+)w)?(?:(?P<d>\d+)d)?"
    r"(?:t(?=\d)(?:(?P<h>\d+)h)?(?:(?P<mi>\d+)m)?(?:(?P<s>\d+(?:\.\d+)?)s)?)?"
)
_LENGTHS: Final = re.compile(rf"(?<!\w){_LENGTH}(?!\w)")
SECONDS: Final = {"y": 31536000, "mo": 2592000, "w": 604800, "d": 86400, "h": 3600, "mi": 60, "s": 1}
"""The names of a length's parts, and how long one lasts."""
_WEEK_DAY: Final = re.compile(r"(?<![\w-])(?P<year>\d{4})-?w(?P<week>\d\d)-?(?P<day>[1-7])(?![\w-])")
_YEAR_DAY: Final = re.compile(r"(?<![\w-])(?P<year>(?:19|20)\d\d)-(?P<day>[0-3]\d\d)(?![\w-])")


def seconds_of(found: re.Match[str]) -> float:
    """How long a match of years to seconds lasts, by the names of `SECONDS`."""
    return float(sum(float(count) * SECONDS[name] for name, count in found.groupdict().items() if count))


def lengths(folded: str) -> Iterator[Quantity]:
    """Every length of time, in seconds, or in the unit that it has alone: "P6M" is six months."""
    for found in _LENGTHS.finditer(folded):
        parts = [(name, float(count)) for name, count in found.groupdict().items() if count]
        name, value = parts[0] if len(parts) == 1 else ("s", seconds_of(found))
        yield Quantity((value,), found.start(), found.end(), BY_WORD["min" if name == "mi" else name])


def days(folded: str) -> Iterator[DateReading]:
    """Days by their week and by their number in the year; a number after a year may be anything."""
    for found in _WEEK_DAY.finditer(folded):
        day = date.fromisocalendar(int(found["year"]), int(found["week"]), int(found["day"]))
        yield DateReading(found.start(), found.end(), year=day.year, month=day.month, day=day.day)
    for found in _YEAR_DAY.finditer(folded):
        day = date(int(found["year"]), 1, 1) + timedelta(days=int(found["day"]) - 1)
        if day.year == int(found["year"]):
            yield DateReading(found.start(), found.end(), year=day.year, month=day.month, day=day.day, strong=False)
