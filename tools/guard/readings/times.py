"""Times of day in a text, each with every minute it may mean: both halves of the day where nothing tells which."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from tools.guard.readings.clocks import clocks, short
from tools.guard.readings.day import WEEKDAY
from tools.guard.readings.foreign_hours import french_hours, german_hours
from tools.guard.readings.hours import (
    ANY_HOUR,
    HOUR_WORDS,
    LATE_HOURS,
    MINUTE_WORDS,
    TimeReading,
    halves,
    number,
    reading,
)
from tools.guard.readings.parts_of_hours import halves_of_hours, to_and_past
from tools.guard.readings.romance import hours_in
from tools.guard.readings.text import fold

_MEASURES: Final = (
    r"(?:more |other |small |large |adult )?(?:people|persons?|guests?|adults?|kids|children|days?|hours?|hrs?"
    r"|nights?|weeks?|months?|years?|yrs?|min\w*|sec\w*|km|kg|g|cm|mm|m|k|miles?|feet|ft|in(?:ches)?|lbs?|pounds?|euros?|eur|usd|gbp|dollars?|bucks"
    r"|stars?|items?|pages?|units?|times|x|degrees|percent|pieces?|rooms?|seats?|tickets?|questions?|games?|sets?|goals?)"
)
"""What is counted or measured, and no hour."""
_UP_TO = re.compile(r"\s?(?:and|to|till?|until|-|or|und|bis|et|a)\s?(?:the\s)?")
_BETWEEN = re.compile(r"\b(?:between|zwischen|entre)\s(?:the\s)?$")
_SPOKEN = re.compile(rf"\b(?P<hour>{HOUR_WORDS}|{LATE_HOURS}|\d{{1,2}})[\s-](?P<minute>{MINUTE_WORDS})\b")
_NAMED = re.compile(
    r"\b(?:(?:12|twelve)\s)?(?P<name>noon|midday|midnight|mittags?|mitternacht|eod|end of (?:the )?day)"
    r"(?:-?ish|time)?\b"
)
_BARE = re.compile(
    rf"(?:\b(?:at|around|by|from|to|until|till|between|and|about|before|after|for|um|gegen|ab|bis|vers|a)|@)\s?"
    rf"(?:the\s)?(?P<hour>{ANY_HOUR})\b(?![:./,]\d|\s?%|\s?(?:people|persons?|days?|hours?|nights?|min))"
    r"|(?:(?:in the |this )?(?:morning|afternoon|evening|night)(?: at)?|tonight(?: at)?)\s"
    rf"(?P<after>{ANY_HOUR})\b(?![:./]\d)"
    rf"|\b(?P<before>{ANY_HOUR})(?:,)?\s(?=(?:(?:on )?(?:tomorrow|yesterday|{WEEKDAY}) |in the |this |at )?"
    r"(?:morning|afternoon|evening|night)|tonight)"
)
_FROM_TO = re.compile(
    rf"(?<![\w.,:/$€£#-])(?P<first>\d{{1,2}}|{HOUR_WORDS})(?:[:.](?P<minute>[0-5]\d))?(?:\s?[-–]\s?|\s(?:to|till?|until|bis)\s)"
    rf"(?P<last>\d{{1,2}}|{HOUR_WORDS})(?:[:.](?P<then>[0-5]\d))?(?=\b|[ap]\.?m)(?![\d/-]|[:.,]\d|\s?[%$€£°]|\s?(?:{_MEASURES})\b)"
)
_NAMES: Final = {
    "noon": {720},
    "midday": {720},
    "mittag": {720},
    "mittags": {720},
    "midnight": {0},
    "mitternacht": {0},
}


@lru_cache(maxsize=1024)
def times(text: str) -> tuple[TimeReading, ...]:
    """Every time of day in the text, in order of place; the numbers inside a longer reading are not read again."""
    folded = fold(text)
    taken: list[TimeReading] = []
    for reader in _READERS:
        read = [one for one in reader(folded) if all(one.end <= old.start or one.start >= old.end for old in taken)]
        taken += read
    found = sorted(dict.fromkeys(taken), key=lambda one: one.start)
    return tuple(_sure(found, folded)) if len(found) > 1 else tuple(found)


def _sure(found: list[TimeReading], folded: str) -> Iterator[TimeReading]:
    """The same readings; the other end of a stretch that surely begins with a time is one: "between noon and four"."""
    for at, one in enumerate(found):
        before = found[at - 1] if at else None
        if before is not None and before.strong and not one.strong and _UP_TO.fullmatch(folded, before.end, one.start):
            between = _BETWEEN.search(folded, 0, before.start)
            if between or "and" not in folded[before.end : one.start]:
                yield replace(one, strong=True)
                continue
        yield one


def minutes_of(text: str) -> frozenset[int]:
    """The times a value such as "14:30" or "7 PM" may mean, where it is nothing but a time."""
    folded = fold(text).strip()
    written = re.fullmatch(r"(?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d)(?::[0-5]\d)?(?:\.\d+)?", folded)
    if written:
        return frozenset((int(written["hour"]) * 60 + int(written["minute"]),))
    return frozenset(
        minute for one in times(folded) if one.start == 0 and one.end >= len(folded) for minute in one.minutes
    )


def _in_romance(folded: str) -> Iterator[TimeReading]:
    """Hours of Spanish, Italian and Portuguese texts: "a las ocho y media", "alle sette"."""
    for found, hour, minute in hours_in(folded):
        if hour <= 24:
            yield reading(folded, found, hour, minute, None, strong=False)


def _spoken(folded: str) -> Iterator[TimeReading]:
    for found in _SPOKEN.finditer(folded):
        hour, minute = number(found["hour"]), number(found["minute"])
        if hour is not None and minute is not None and hour <= 24 and minute < 60:
            yield reading(folded, found, hour, minute, None, strong=False)


def _named(folded: str) -> Iterator[TimeReading]:
    for found in _NAMED.finditer(folded):
        minutes = _NAMES.get(found["name"], {23 * 60 + 59})
        yield TimeReading(found.start(), found.end(), frozenset(minutes))


def _bare(folded: str) -> Iterator[TimeReading]:
    for found in _BARE.finditer(folded):
        name = next(name for name in ("hour", "after", "before") if found[name])
        hour = number(found[name])
        if hour is not None and hour <= 24:
            minutes = frozenset(halves(folded, found, hour, 0, None))
            yield TimeReading(found.start(name), found.end(name), minutes, strong=False)


def _from_to(folded: str) -> Iterator[TimeReading]:
    """Both ends of a stretch of the day: "8-18", "10-11.30", "eleven to one"."""
    for found in _FROM_TO.finditer(folded):
        for end, part in (("first", "minute"), ("last", "then")):
            hour = number(found[end])
            if hour is not None and hour <= 24:
                minutes = frozenset(halves(folded, found, hour, int(found[part] or 0), None))
                close = found.end(part) if found[part] else found.end(end)
                yield TimeReading(found.start(end), close, minutes, strong=False)


_READERS: Final[tuple[Callable[[str], Iterator[TimeReading]], ...]] = (
    german_hours,
    french_hours,
    to_and_past,
    halves_of_hours,
    clocks,
    short,
    _spoken,
    _named,
    _bare,
    _from_to,
    _in_romance,
)
"""In the order in which they are tried: what one has read is read by no other."""
