"""Times of day in a text, each with every minute it may mean: both halves of the day where nothing tells which."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from tools.guard.readings.hours import (
    ANY_HOUR,
    DE_HOURS,
    FR_HOURS,
    HOUR_WORDS,
    MINUTE_TENS,
    MINUTE_WORDS,
    TimeReading,
    halves,
    moved,
    number_of,
    reading,
)
from tools.guard.readings.romance import hours_in
from tools.guard.readings.text import fold

_MEASURES: Final = (
    r"(?:more |other |small |large |adult )?(?:people|persons?|guests?|adults?|kids|children|days?|hours?|hrs?"
    r"|nights?|weeks?|months?|years?|yrs?|min\w*|sec\w*|km|kg|g|cm|mm|m|k|miles?|feet|ft|in(?:ches)?|lbs?|pounds?|euros?|eur|usd|gbp|dollars?|bucks"
    r"|stars?|items?|pages?|units?|times|x|degrees|percent|pieces?|rooms?|seats?|tickets?|questions?|games?|sets?|goals?)"
)
"""What is counted or measured, and no hour."""
_HALF = r"(?P<half>[ap]\s?\.?\s?m\b\.?|(?<=\d)[ap]\b\.?)"

_CLOCK = re.compile(
    r"(?<![\d:/])(?P<hour>\d{1,2})(?P<sep>[:.h])(?P<minute>\d{2})(?::\d{2})?(?:\.\d+)?(?!\d|[./]\d)"
    rf"(?:\s?{_HALF})?"
)
_WITH_HALF = re.compile(
    rf"\b(?P<hour>\d{{1,2}}|{HOUR_WORDS})(?:[ .:](?P<minute>\d{{2}}|{MINUTE_WORDS}))?[\s.-]?{_HALF}"
)
_OCLOCK = re.compile(
    rf"\b(?P<hour>{ANY_HOUR})(?:\s?(?:o'?\"?\s?clock|uhr|heures?)|(?<=\d)h\b)(?:\s?(?P<minute>\d{{2}}))?"
)
_UP_TO = re.compile(r"\s?(?:and|to|till?|until|-|or|und|bis|et|a)\s?(?:the\s)?")
_BETWEEN = re.compile(r"\b(?:between|zwischen|entre)\s(?:the\s)?$")
_FOUR_FIGURES = re.compile(
    r"\b(?:at|from|to|until|till|by)\s(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d)(?=\s*(?:[.,;!?)]|$)|\s(?:on|to|until|till|for|and)\b)"
)
_RUN_TOGETHER = re.compile(rf"(?<![\w.,:/])(?P<hour>\d{{1,2}})(?P<minute>[0-5]\d)\s?{_HALF}")
_SHARP = re.compile(rf"\b(?P<hour>\d{{1,2}}|{HOUR_WORDS})(?:-?ish\b|\s(?:sharp|on the dot|prompt)\b)")
_LENGTH = re.compile(r"\s?(?:minutes?|mins?|hours?|hrs?)\b")
_MILITARY = re.compile(r"(?<![\d.,:/])(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d)\s?(?:hours|hrs|h\b|uhr)")
_TO_AND_PAST = re.compile(
    rf"(?<!\d[.:])\b(?:(?:a\s)?(?P<part>quarter|half)"
    rf"|(?P<count>\d{{1,2}}|{HOUR_WORDS}|{MINUTE_TENS}|{MINUTE_WORDS})(?:\s?min(?:ute)?s?)?)"
    rf"[\s-](?P<way>past|after|to|till|before|of)[\s-](?P<hour>\d{{1,2}}|{HOUR_WORDS}|noon|midnight)\b(?![:.,]\d|:)"
)
_GERMAN_HALF = re.compile(rf"\b(?P<part>halb|viertel (?:nach|vor))\s(?P<hour>\d{{1,2}}|{DE_HOURS})\b")
_BRITISH_HALF = re.compile(
    rf"\b(?P<part>half)\s(?P<hour>{HOUR_WORDS}|\d{{1,2}})\b(?![:./,]\d|\s?(?:%|of\b|hours?|minutes?|mins?|million|thousand))"
)
_FRENCH = re.compile(
    rf"\b(?P<hour>\d{{1,2}}|{FR_HOURS})\sheures?\s(?P<part>et demie|et quart|moins le quart|moins quart)\b"
)
_SPOKEN = re.compile(rf"\b(?P<hour>{HOUR_WORDS}|\d{{1,2}})[\s-](?P<minute>{MINUTE_WORDS})\b")
_NAMED = re.compile(r"\b(?P<name>noon|midday|midnight|mittag|mitternacht|midi|minuit|eod|end of (?:the )?day)\b")
_BARE = re.compile(
    rf"\b(?:at|around|by|from|to|until|till|between|and|about|before|after|for|um|gegen|ab|bis|vers|a|@)\s?"
    rf"(?:the\s)?(?P<hour>{ANY_HOUR})\b(?![:./,]\d|\s?%|\s?(?:people|persons?|days?|hours?|nights?|min))"
    r"|(?:(?:in the |this )?(?:morning|afternoon|evening|night)(?: at)?|tonight(?: at)?)\s"
    rf"(?P<after>{ANY_HOUR})\b(?![:./]\d)"
    rf"|\b(?P<before>{ANY_HOUR})(?:,)?\s(?=(?:in the |this |at )?(?:morning|afternoon|evening|night)|tonight)"
)
_FROM_TO = re.compile(
    rf"(?<![\w.,:/$€£#-])(?P<first>\d{{1,2}}|{HOUR_WORDS})(?:[:.](?P<minute>[0-5]\d))?(?:\s?[-–]\s?|\s(?:to|till?|until|bis)\s)"
    rf"(?P<last>\d{{1,2}}|{HOUR_WORDS})(?:[:.](?P<then>[0-5]\d))?(?=\b|[ap]\.?m)(?![\d/-]|[:.,]\d|\s?[%$€£°]|\s?(?:{_MEASURES})\b)"
)
_NAMES: Final = {
    "noon": {720},
    "midday": {720},
    "mittag": {720},
    "midi": {720},
    "midnight": {0},
    "mitternacht": {0},
    "minuit": {0},
}
_PARTS: Final = {
    "half": 30,
    "halb": -30,
    "viertel nach": 15,
    "viertel vor": -15,
    "et demie": 30,
    "et quart": 15,
    "moins le quart": -15,
    "moins quart": -15,
}


@lru_cache(maxsize=1024)
def times(text: str) -> tuple[TimeReading, ...]:
    """Every time of day in the text, in order of place; the numbers inside a longer reading are not read again."""
    folded = fold(text)
    taken: list[TimeReading] = []
    for reader in (_to_and_past, _parts_of_hours, _clocks, _short, _spoken, _named, _bare, _from_to, _in_romance):
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


def _clocks(folded: str) -> Iterator[TimeReading]:
    for found in _CLOCK.finditer(folded):
        if int(found["hour"]) <= 24 and int(found["minute"]) < 60:
            # "1:30 minutes" and "2h30" are lengths as well.
            length = found["sep"] == "h" or _LENGTH.match(folded, found.end()) is not None
            strong = bool(found["half"]) or (found["sep"] != "." and not length)
            yield reading(folded, found, int(found["hour"]), int(found["minute"]), found["half"], strong=strong)
    for found in _MILITARY.finditer(folded):
        yield TimeReading(found.start(), found.end(), frozenset((int(found["hour"]) * 60 + int(found["minute"]),)))
    for found in _WITH_HALF.finditer(folded):
        minute = number_of(found["minute"]) if found["minute"] else 0
        hour = number_of(found["hour"])
        if hour is not None and hour <= 24 and minute is not None and minute < 60:
            yield reading(folded, found, hour, minute, found["half"])
    for found in _OCLOCK.finditer(folded):
        hour = number_of(found["hour"])
        if hour is not None and hour <= 24:
            # "8h" is eight hours as often as eight o'clock.
            strong = not found.group().rstrip().endswith("h")
            yield reading(folded, found, hour, int(found["minute"] or 0), None, strong=strong)


def _short(folded: str) -> Iterator[TimeReading]:
    """Hours without a mark or a word for the clock: "645am", "9 sharp", "five-ish", "at 1700"."""
    for found in _RUN_TOGETHER.finditer(folded):
        if int(found["hour"]) <= 24:
            yield reading(folded, found, int(found["hour"]), int(found["minute"]), found["half"])
    for found in _SHARP.finditer(folded):
        hour = number_of(found["hour"])
        if hour is not None and hour <= 24:
            yield reading(folded, found, hour, 0, None)
    for found in _FOUR_FIGURES.finditer(folded):
        minutes = frozenset((int(found["hour"]) * 60 + int(found["minute"]),))
        yield TimeReading(found.start("hour"), found.end("minute"), minutes, strong=False)


def _in_romance(folded: str) -> Iterator[TimeReading]:
    """Hours of Spanish, Italian and Portuguese texts: "a las ocho y media", "alle sette"."""
    for found, hour, minute in hours_in(folded):
        if hour <= 24:
            yield reading(folded, found, hour, minute, None, strong=False)


def _to_and_past(folded: str) -> Iterator[TimeReading]:
    for found in _TO_AND_PAST.finditer(folded):
        hour = {"noon": 12, "midnight": 0}.get(found["hour"]) if found["hour"] in _NAMES else number_of(found["hour"])
        count = {"quarter": 15, "half": 30}.get(found["part"] or "", number_of(found["count"] or ""))
        if hour is None or count is None or hour > 24 or not 0 < count < 60:
            continue
        if found["part"] == "half" and found["way"] not in {"past", "after"}:
            continue  # "half of ten" is no time
        told = bool(found["part"]) or found["way"] == "past" or "min" in found.group()
        if not told and (count % 5 or count == 5):
            # "two to four" is a range as often as a time, unless it counts by fives.
            continue
        shift = count if found["way"] in {"past", "after"} else -count
        # "ten to 12 people" is a range: only a word of the clock makes it sure.
        yield replace(moved(folded, found, hour, shift), strong=told)


def _parts_of_hours(folded: str) -> Iterator[TimeReading]:
    for pattern in (_BRITISH_HALF, _GERMAN_HALF, _FRENCH):
        for found in pattern.finditer(folded):
            hour = number_of(found["hour"])
            if hour is not None and hour <= 24:
                yield moved(folded, found, hour, _PARTS[found["part"]])


def _spoken(folded: str) -> Iterator[TimeReading]:
    for found in _SPOKEN.finditer(folded):
        hour, minute = number_of(found["hour"]), number_of(found["minute"])
        if hour is not None and minute is not None and hour <= 24 and minute < 60:
            yield reading(folded, found, hour, minute, None, strong=False)


def _named(folded: str) -> Iterator[TimeReading]:
    for found in _NAMED.finditer(folded):
        minutes = _NAMES.get(found["name"], {23 * 60 + 59})
        yield TimeReading(found.start(), found.end(), frozenset(minutes))


def _bare(folded: str) -> Iterator[TimeReading]:
    for found in _BARE.finditer(folded):
        name = next(name for name in ("hour", "after", "before") if found[name])
        hour = number_of(found[name])
        if hour is not None and hour <= 24:
            minutes = frozenset(halves(folded, found, hour, 0, None))
            yield TimeReading(found.start(name), found.end(name), minutes, strong=False)


def _from_to(folded: str) -> Iterator[TimeReading]:
    """Both ends of a stretch of the day: "8-18", "10-11.30", "eleven to one"."""
    for found in _FROM_TO.finditer(folded):
        for end, part in (("first", "minute"), ("last", "then")):
            hour = number_of(found[end])
            if hour is not None and hour <= 24:
                minutes = frozenset(halves(folded, found, hour, int(found[part] or 0), None))
                close = found.end(part) if found[part] else found.end(end)
                yield TimeReading(found.start(end), close, minutes, strong=False)
