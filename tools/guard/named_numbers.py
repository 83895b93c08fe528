"""Numbers by their names: a point of the compass in degrees, a day of the week where the description numbers them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from tools.guard.heard import Heard, said
from tools.guard.readings.calendar import WEEKDAYS
from tools.guard.readings.text import fold, name_words, words
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_BEARINGS: Final = frozenset("direction heading bearing azimuth course orientation facing aspect".split())
_POINTS: Final = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
_SHORT: Final = "n ne e se s sw w nw".split()
_COMPASS = re.compile(
    r"\b(?P<first>north|south|east|west)(?:[- ]?(?P<second>east|west))?(?:ern|erly|wards?|erlies)?\b"
    r"|(?<!\w)(?P<short>ne|nw|se|sw)(?!\w)"
)
_NUMBERED = re.compile(
    r"(?P<number>\d)\s?(?:=|:|-|is|for|as|means)\s?(?:a |the )?(?P<day>[a-z]{3,9})\b"
    r"|\b(?P<name>[a-z]{3,9})\s?(?:=|:|is|as)\s?(?P<count>\d)\b"
)


def named_number(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Weak evidence for a number that was said by its name, for a parameter that speaks of such a thing."""
    return _bearing(value, parameter, heard) or _weekday(value, parameter, heard)


def _bearing(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A direction: "westerly" is 270 degrees."""
    asked = set(name_words(parameter.name)) | {word.text for word in words(parameter.description)}
    if value % 45 or not asked & _BEARINGS:
        return None
    for one in heard.texts():
        for found in _COMPASS.finditer(fold(one.text)):
            if found["short"] and not one.text[found.start() : found.end()].isupper():
                continue
            point = found["short"] or f"{found['first']}{found['second'] or ''}"
            table = _SHORT if found["short"] else _POINTS
            if point in table and 45 * table.index(point) == value % 360:
                return said(one, found.start(), found.end(), Reason.COMPUTED, weak=True)
    return None


def _weekday(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A day of the week by its number: 2 for Tuesday, where the description tells 1 for Monday."""
    first = _first_day(parameter.description)
    if first is None or value % 1 or not 0 <= value <= 7:
        return None
    for one in heard.texts():
        for word in words(one.text):
            day = WEEKDAYS.get(word.text) if len(word.text) > 2 else None
            if day is not None and (day - first - value) % 7 == 0:
                return said(one, word.start, word.end, Reason.CODE, weak=True)
    return None


@lru_cache(maxsize=1024)
def _first_day(description: str) -> int | None:
    """The weekday that nought would stand for, where two days or more are numbered alike."""
    firsts = []
    for found in _NUMBERED.finditer(fold(description)):
        day = WEEKDAYS.get(found["day"] or found["name"])
        if day is not None:
            firsts.append((day - int(found["number"] or found["count"])) % 7)
    return firsts[0] if firsts and len(set(firsts)) == 1 else None
