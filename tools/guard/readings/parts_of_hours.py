"""Times told by their distance from an hour: quarter past, ten to, half six, an hour before noon."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tools.guard.readings.hours import (
    HALF,
    HALF_DAY,
    HOUR_WORDS,
    MINUTE_TENS,
    MINUTE_WORDS,
    TimeReading,
    number,
    told_nearby,
)

_TO_AND_PAST = re.compile(
    rf"(?<!\d[.:])\b(?:(?:a\s)?(?P<part>quarter|half)(?P<long>\s(?:of\s)?an\shour)?"
    rf"|(?P<hours>an?|\d{{1,2}}|{HOUR_WORDS})\shours?"
    rf"|(?P<count>\d{{1,2}}|{HOUR_WORDS}|{MINUTE_TENS}|{MINUTE_WORDS}|a(?=\sminute))(?:\s?min(?:ute)?s?)?)"
    rf"[\s-](?P<way>past|after|to|till?|before|of)[\s-](?P<hour>\d{{1,2}}|{HOUR_WORDS}|noon|midday|midnight)"
    rf"(?:\s?{HALF}|\b(?![:.,]\d|:))"
)
_FIXED: Final = {"noon": 12, "midday": 12, "midnight": 0}
"""Names of hours that are of one half of the day alone."""
_AT = re.compile(r"\b(?:at|by|around|about|it's|until|till?|since)\s$")
_BRITISH_HALF = re.compile(
    rf"\bhalf\s(?P<hour>{HOUR_WORDS}|\d{{1,2}})\b(?![:./,]\d|\s?(?:%|of\b|hours?|minutes?|mins?|million|thousand))"
)


def to_and_past(folded: str) -> Iterator[TimeReading]:
    """So many minutes past an hour or before it: "quarter past nine", "20 to 3"."""
    for found in _TO_AND_PAST.finditer(folded):
        hour = _FIXED.get(found["hour"], number(found["hour"]))
        count = _distance(found)
        fixed = found["half"] is not None or found["hour"] in _FIXED
        if hour is None or count is None or hour > 24 or not 0 < count < HALF_DAY or (found["hours"] and not fixed):
            continue
        if found["part"] == "half" and found["way"] not in {"past", "after"} and not found["long"]:
            continue  # "half of ten" is no time
        told = bool(found["part"]) or fixed or found["way"] == "past" or "min" in found.group()
        if not told and (count % 5 or count == 5) and not _by_five(folded, found, count):
            # "two to four" is a range as often as a time, unless it counts by fives.
            continue
        moved = count if found["way"] in {"past", "after"} else -count
        # "ten to 12 people" is a range: only a word of the clock makes it sure.
        yield replace(_moved(folded, found, hour, moved), strong=told)


def _by_five(folded: str, found: re.Match[str], count: int) -> bool:
    # "five to seven" is a range as well, unless something tells that one time is meant.
    return count == 5 and (found["way"] == "after" or _AT.search(folded, 0, found.start()) is not None)


def _distance(found: re.Match[str]) -> int | None:
    """How many minutes lie between the hour that is named and the time that is meant."""
    if found["part"]:
        return {"quarter": 15, "half": 30}[found["part"]]
    if found["hours"]:
        hours = 1 if found["hours"] in {"a", "an"} else number(found["hours"])
        return None if hours is None else 60 * hours
    minutes = 1 if found["count"] == "a" else number(found["count"])
    return minutes if minutes is not None and minutes < 60 else None


def halves_of_hours(folded: str) -> Iterator[TimeReading]:
    """Half an hour past an hour, as the British say it: "half ten"."""
    for found in _BRITISH_HALF.finditer(folded):
        hour = number(found["hour"])
        if hour is not None and hour <= 24:
            yield _moved(folded, found, hour, 30)


def _moved(folded: str, found: re.Match[str], hour: int, moved: int) -> TimeReading:
    half = found.groupdict().get("half")
    if found["hour"] in _FIXED or hour > 12:
        hours = {hour}
    elif half and (hour != 12 or moved > 0):
        hours = {hour % 12 + (12 if half.startswith("p") else 0)}
    else:
        hours = {hour, hour + 12}
    minutes = {(one * 60 + moved) % (2 * HALF_DAY) for one in hours}
    # The half of the day is that of the time meant: "quarter to 12 in the morning" is 11:45.
    return TimeReading(found.start(), found.end(), frozenset(told_nearby(minutes, folded, found)))
