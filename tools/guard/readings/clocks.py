"""Times as a clock shows them: with minutes, with am or pm, with a word for the hour, in four figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tools.guard.readings.day import WEEKDAY
from tools.guard.readings.hours import (
    HALF,
    HOUR_WORDS,
    LATE_HOURS,
    MINUTE_WORDS,
    TimeReading,
    halves,
    number,
    reading,
)

_CLOCK = re.compile(
    r"(?<![\d:/])(?P<hour>\d{1,2})(?P<sep>[:.h])(?P<minute>\d{2})(?::\d{2})?(?:\.\d+)?(?!\d|[./]\d)"
    rf"(?:\s?{HALF})?"
)
_WITH_HALF = re.compile(
    rf"\b(?P<hour>\d{{1,2}}|{HOUR_WORDS})(?:[ .:-](?P<minute>\d{{2}}|{MINUTE_WORDS}))?[\s.-]?{HALF}"
)
_OCLOCK = re.compile(rf"\b(?P<hour>\d{{1,2}}|{HOUR_WORDS})(?:\s?o'?\"?\s?clock|(?<=\d)h\b)(?:\s?(?P<minute>\d{{2}}))?")
_JOINED = re.compile(r"\b(?P<hour>\d{1,2})(?P<minute>[0-5]\d)\s?(?P<half>[ap]\s?\.?\s?m\b\.?)")
_LONG = re.compile(r"\d\d\d")
_AFTER = (
    r"(?=\s*(?:[.,;!?)]|$)|\s(?:on|to|until|till|for|and|or|if|when|please|in the|this|today|tonight|tomorrow"
    rf"|{WEEKDAY})\b)"
)
"""What may stand behind figures that are a time, and counts nothing."""
_FIGURES = re.compile(
    rf"(?:(?:\b(?:at|around|about|approximately|today|tomorrow|tonight|{WEEKDAY})\s|@\s?)(?P<hour>0?\d|1\d|2[0-3])"
    rf"|\b(?:from|to|until|till|by)\s(?P<end>[01]\d|2[0-3])"
    rf"|(?<![\w.,:/$€£-])(?P<alone>[01]\d|2[0-3])(?=\d\d\s(?:on\s)?(?:today|tomorrow|tonight|{WEEKDAY})\b))(?P<minute>[0-5]\d)(?:-?ish\b)?{_AFTER}"
)
_APART = re.compile(rf"\b(?:at|around|by|from|until|till)\s(?P<hour>\d{{1,2}})\s(?P<minute>[0-5]\d){_AFTER}")
_SHARP = re.compile(rf"\b(?P<hour>\d{{1,2}}|{HOUR_WORDS})(?:-?ish\b|\s(?:sharp|on the dot|prompt)\b)")
_HUNDRED = re.compile(
    rf"\b(?:(?:oh|o|zero)[\s-](?P<early>{HOUR_WORDS})|(?P<late>ten|eleven|twelve|{LATE_HOURS})"
    rf"|(?P<any>{HOUR_WORDS})(?=\shundred\s(?:hours|hrs)))[\s-]hundred(?:\s(?:hours|hrs))?\b"
    rf"(?!\s(?:and\s)?(?:{HOUR_WORDS}|{LATE_HOURS}|{MINUTE_WORDS}))"
)
_LENGTH = re.compile(r"\s?(?:minutes?|mins?|hours?|hrs?)\b")
_MILITARY = re.compile(r"(?<![\d.,:/])(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d)\s?(?:hours|hrs|h\b|uhr)")


def clocks(folded: str) -> Iterator[TimeReading]:
    """Hours with minutes, with am or pm, or with a word for the clock."""
    for found in _CLOCK.finditer(folded):
        if int(found["hour"]) <= 24 and int(found["minute"]) < 60:
            # "1:30 minutes" and "2h30" are lengths as well.
            length = found["sep"] == "h" or _LENGTH.match(folded, found.end()) is not None
            strong = bool(found["half"]) or (found["sep"] != "." and not length)
            read = reading(folded, found, int(found["hour"]), int(found["minute"]), found["half"], strong=strong)
            yield _of_24(read, found) if found["hour"][0] == "0" or found["sep"] == "h" else read
    for found in _MILITARY.finditer(folded):
        yield TimeReading(found.start(), found.end(), frozenset((int(found["hour"]) * 60 + int(found["minute"]),)))
    for found in _WITH_HALF.finditer(folded):
        minute = number(found["minute"]) if found["minute"] else 0
        hour = number(found["hour"])
        if hour is not None and hour <= 24 and minute is not None and minute < 60:
            # "10p" may be ten pence.
            yield reading(folded, found, hour, minute, found["half"], strong="m" in found["half"])
    for found in _JOINED.finditer(folded):
        if 0 < int(found["hour"]) <= 12:
            yield reading(folded, found, int(found["hour"]), int(found["minute"]), found["half"])
    for found in _OCLOCK.finditer(folded):
        hour = number(found["hour"])
        if hour is not None and hour <= 24:
            # "8h" is eight hours as often as eight o'clock.
            strong = not found.group().rstrip().endswith("h")
            yield reading(folded, found, hour, int(found["minute"] or 0), None, strong=strong)


def _of_24(read: TimeReading, found: re.Match[str]) -> TimeReading:
    """What "07:20" and "12h45" mean where no word beside them tells the half of the day: the hour as it is written."""
    written = int(found["hour"]) % 24 * 60 + int(found["minute"])
    return replace(read, minutes=frozenset({written})) if written in read.minutes else read


def short(folded: str) -> Iterator[TimeReading]:
    """Hours without a word for the clock: "9 sharp", "five-ish", "at 1700", "at 8 15"."""
    for found in _SHARP.finditer(folded):
        hour = number(found["hour"])
        if hour is not None and hour <= 24:
            yield reading(folded, found, hour, 0, None, strong="ish" not in found.group())
    for found in _HUNDRED.finditer(folded) if "hundred" in folded else ():
        hour = number(found["early"] or found["late"] or found["any"])
        if hour is not None and hour <= 24:
            yield TimeReading(found.start(), found.end(), frozenset((hour % 24 * 60,)), strong=False)
    for found in _FIGURES.finditer(folded) if _LONG.search(folded) else ():
        name = next(name for name in ("hour", "end", "alone") if found[name])
        # "0730" is of the 24 hours of a day.
        hours = {int(found[name])} if found[name].startswith("0") else _either(folded, found, name)
        minutes = frozenset(hour * 60 + int(found["minute"]) for hour in hours)
        yield TimeReading(found.start(name), found.end(), minutes, strong=False)
    for found in _APART.finditer(folded):
        if int(found["hour"]) <= 24:
            minutes = frozenset(halves(folded, found, int(found["hour"]), int(found["minute"]), None))
            yield TimeReading(found.start("hour"), found.end(), minutes, strong=False)


def _either(folded: str, found: re.Match[str], name: str) -> set[int]:
    return {minute // 60 for minute in halves(folded, found, int(found[name]), 0, None)}
