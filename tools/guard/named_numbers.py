"""Numbers by their names: a compass point, a numbered weekday, a place in a row, the most and the least."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from tools.guard.heard import Heard, said
from tools.guard.readings.calendar import WEEKDAYS
from tools.guard.readings.text import fold, name_words, stem, words
from tools.guard.synonyms import alike
from tools.guard.topic import topic
from tools.guard.unspoken import FULL, LEAST
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

_COUNTED_FROM = re.compile(
    r"(?P<nought>\b(?:zero|0)[ -](?:based|indexed)|\b(?:starting|starts|counted|counting) (?:at|from|with) (?:zero|0)\b"
    r"|\b0 (?:is|=|for) (?:the )?(?:first|top|start|beginning)\b)"
    r"|\b(?:one|1)[ -](?:based|indexed)|\b(?:starting|starts|counted|counting) (?:at|from|with) (?:one|1)\b"
    r"|\b1 (?:is|=|for) (?:the )?(?:first|top|start|beginning)\b"
)
_AT_FIRST = re.compile(
    r"\b(?:at|to|on|in|from) (?:the )?(?:very )?(?:start|beginning|top|front)\b|\b(?:very first|first of all)\b"
)
_MARKS = re.compile(r"(?:full|top) (?:marks|score|points|stars)\b")
_PERCENT = re.compile(r"\bper ?cent(?:age)?\b|%")
_LABEL = re.compile(r"(?<![a-z])(?P<short>[a-z]{1,9})(?P<figure>\d{1,3})(?![\w.])")
_LARGEST_LABEL: Final = 1000
_NUMBERED_THINGS: Final = frozenset(
    """season episode priority quarter version page chapter level platform gate room section terminal grade
    floor""".split()
)
"""What one letter stands for before a number."""
_CLAUSE = re.compile(r"[.;!?,]\s")


def named_number(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Weak evidence for a number that was said by its name, for a parameter that speaks of such a thing."""
    return next((found for reader in _READERS if (found := reader(value, parameter, heard)) is not None), None)


def _bearing(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A direction: "westerly" is 270 degrees."""
    if value % 45 or not topic(parameter) & _BEARINGS:
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


def _place(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A place in a row, where the description tells how it is counted: the first is 0, or 1."""
    counted = _COUNTED_FROM.search(fold(parameter.description))
    if counted is None:
        return None
    first = 0 if counted["nought"] else 1
    for one in heard.texts():
        found = _AT_FIRST.search(fold(one.text)) if value == first else None
        if found:
            return said(one, found.start(), found.end(), Reason.CODE, weak=True)
    for one, quantity in heard.numbers():
        if quantity.ordinal and value == quantity.values[0] - 1 + first:
            return said(one, quantity.start, quantity.end, Reason.CODE, weak=True)
    return None


def _extreme(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """The most or the least there is: "seat heat at max" of 0 to 3, "full brightness" of a percentage."""
    low, high = _bounds(parameter)
    pattern = {low: LEAST, high: FULL}.get(value) if low != high else None
    named = frozenset().union(*(alike(word) for word in name_words(parameter.name) if len(word) > 2))
    for one in heard.texts() if pattern else ():
        folded = fold(one.text)
        for found in pattern.finditer(folded) if pattern else ():
            marks = _MARKS.match(folded, found.start())
            before, after = _CLAUSE.split(folded[: found.start()])[-1], _CLAUSE.split(folded[found.end() :])[0]
            if marks or any(stem(word.text) in named for part in (before, after) for word in words(part)):
                return said(one, found.start(), found.end(), Reason.CODE, weak=True)
    return None


def _labelled(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """What a short form of the name is glued to: "sev1" for severity, "p2" for priority."""
    for one in heard.texts() if 0 <= value < _LARGEST_LABEL and value % 1 == 0 else ():
        for found in _LABEL.finditer(fold(one.text)):
            short = found["short"]
            if int(found["figure"]) == value and any(
                word.startswith(short) and (len(short) > 1 or word in _NUMBERED_THINGS)
                for word in name_words(parameter.name)
            ):
                return said(one, found.start(), found.end(), Reason.CODE, weak=True)
    return None


def _bounds(parameter: Parameter) -> tuple[float, float]:
    """The least and the most a parameter may be: by its choices, its bounds, or as a percentage."""
    if parameter.bounds is not None:
        return parameter.bounds
    figures = [float(one) for one in parameter.enum if isinstance(one, int | float) and not isinstance(one, bool)]
    if len(figures) > 1:
        return min(figures), max(figures)
    percent = _PERCENT.search(fold(f"{' '.join(name_words(parameter.name))} {parameter.description}"))
    return (0.0, 100.0) if percent else (0.0, 0.0)


_READERS: Final = (_labelled, _bearing, _weekday, _place, _extreme)
