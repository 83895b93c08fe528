"""Testing a date, a time or a moment against every wording that was said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime, timedelta

from tools.guard.heard import Heard, said
from tools.guard.moments import Moment
from tools.guard.readings.day import DateReading
from tools.guard.readings.numbers import quantities
from tools.guard.readings.quantity import counted_value
from tools.guard.readings.text import fold
from tools.guard.shifted import shifted_day, shifted_time
from tools.guard.verdict import Evidence, Reason

_DELTA = re.compile(r"\s?(?:later|hence|from (?:(?:right )?now|this (?:very )?(?:moment|minute|instant)))\b")
_BEFORE_DELTA = re.compile(
    r"(?:\b(?:in|within)\s(?:(?:about|around|roughly|approximately|exactly|just|only|another|the next|a|a further)\s)?"
    r"|(?<!\S)\+\s?)$"
)
_ONE_LONG = re.compile(r"(?:an?|one|ein(?:e[nr]?)?|une?)\b")
_NOW = re.compile(
    r"\b(?:(?<!from )(?<!from right )(?:right )?now|immediately|at (?:the|this) (?:moment|minute)"
    r"|this (?:very )?(?:moment|minute|instant)"
    r"|at once|(?:right|straight) ?away|jetzt|sofort|maintenant|tout de suite)\b"
)
_SAME_TIME = re.compile(
    r"\b(?:(?:this|the same|same|that) time|(?:um )?die(?:se|selbe) zeit|(?:a )?(?:cette|la meme) heure)\b"
)
_BESIDE = re.compile(r"[\s,@-]*(?:at|on|by|around|about|um|a)?\s?")
_MIDNIGHT = re.compile(r"\b(?:midnight|mitternacht|minuit)\b")
_AGO = re.compile(r"\s?(?:ago|earlier|back|before now|prior)\b")
_FAR = 400
"""From how many days on a stretch is no stay."""


def instant(value: Moment, heard: Heard) -> Evidence | None:
    """Evidence for a date, a time or both; the moment a stretch of time away counts as well."""
    if value.days and value.minutes:
        return _both(value, heard)
    if value.days:
        return _day(value, heard)
    return _time(value.minutes, heard) or _away(value, heard)


def _both(value: Moment, heard: Heard) -> Evidence | None:
    day = _day(value, heard)
    if day is not None:
        time = _time(value.minutes, heard)
        if time is not None:
            return Evidence(day.reason, (*day.spans, *time.spans), day.weak or time.weak)
        if value.minutes <= {0, 23 * 60 + 59} and not _timed(day, heard):
            # A schema that wants a moment gets the day's first or last minute.
            return day
    return _away(value, heard) or _today(value, heard) or _midnight(value, heard)


def _timed(day: Evidence, heard: Heard) -> bool:
    """Whether a time stands beside the day that was said: "noon on Sunday"."""
    for one, reading in heard.times():
        for span in day.spans:
            if reading.strong and span.turn == one.turn:
                gap = fold(one.text)[min(reading.end, span.end) : max(reading.start, span.start)]
                if _BESIDE.fullmatch(gap):
                    return True
    return False


def _midnight(value: Moment, heard: Heard) -> Evidence | None:
    """The midnight that ends a day which was said: "midnight tonight"."""
    if value.minutes != {0}:
        return None
    for one in heard.utterances:
        found = _MIDNIGHT.search(fold(one.text))
        if found:
            before = frozenset(day - timedelta(days=1) for day in value.days if day > date.min)
            day = _day(Moment(before, value.minutes), heard)
            return day and Evidence(day.reason, (*day.spans, *said(one, found.start(), found.end()).spans), weak=True)
    return None


def _today(value: Moment, heard: Heard) -> Evidence | None:
    """A time without a day, where no day was said at all: it is of the reference day."""
    if heard.reference is None or heard.reference.date() not in value.days or any(True for _ in heard.dates()):
        return None
    time = _time(value.minutes, heard)
    return None if time is None else Evidence(Reason.COMPUTED, time.spans, weak=True)


def _day(value: Moment, heard: Heard) -> Evidence | None:
    best: Evidence | None = None
    for one, reading in heard.dates():
        for reason, weak in _holds(reading, value, heard.reference):
            found = said(one, reading.start, reading.end, reason, weak=weak)
            if not weak:
                return found
            best = best or found
    return best or _end(value, heard) or (shifted_day(value.days, heard) if value.whole else None)


def _holds(reading: DateReading, value: Moment, reference: datetime | None) -> Iterator[tuple[Reason, bool]]:
    for day in value.days:
        if not value.whole:
            if reading.month == day.month and reading.year in {None, day.year}:
                yield Reason.SAID, False
            elif {(one.year, one.month) for one in reading.days} == {(day.year, day.month)}:
                yield Reason.COMPUTED, True  # "next month", "tomorrow"
        elif reading.holds(day):
            yield from _as_far_as(reading, day, reference)


def _as_far_as(reading: DateReading, day: date, reference: datetime | None) -> Iterator[tuple[Reason, bool]]:
    """How surely a reading that may mean a day does."""
    if reading.days:
        yield (Reason.COMPUTED, True) if reading.range else (Reason.SAID, False)
    elif reading.weekday is not None:
        yield Reason.YEAR_ADDED, True
    elif reading.day is None:
        # A month stands for its first or its last day.
        if day.day == 1 or (day + timedelta(days=1)).day == 1:
            yield Reason.COMPUTED, True
    elif reading.year is not None or (reference is not None and abs(day.year - reference.year) <= _years(day)):
        yield Reason.SAID, False
    elif reference is None:
        yield Reason.YEAR_ADDED, True


def _years(day: date) -> int:
    # A day without a year is of the years around; the 29th of February comes every fourth.
    return 4 if (day.month, day.day) == (2, 29) else 1


def _end(value: Moment, heard: Heard) -> Evidence | None:
    """A day that lies a said stretch after a said day: a start plus the nights."""
    ends = {day.toordinal() for day in value.days}
    starts = [(one, reading, day) for one, reading in heard.dates() for day in _said_days(reading, value)]
    for one, quantity in heard.numbers():
        back = _AGO.match(fold(one.text), quantity.end)
        if back or quantity.unit is None or quantity.unit.name not in {"day", "week"} or quantity.ordinal:
            continue
        if not quantity.counted and not _ONE_LONG.match(fold(one.text), quantity.start, quantity.end):
            continue  # "this week" is no length
        days = quantity.values[0] * (7 if quantity.unit.name == "week" else 1)
        if abs(days) >= _FAR:
            continue
        for _, reading, day in starts:
            if day.toordinal() + int(days) in ends and (reading.end <= quantity.start or quantity.end <= reading.start):
                return said(one, quantity.start, quantity.end, Reason.COMPUTED, weak=True)
    return None


def _said_days(reading: DateReading, value: Moment) -> frozenset[date]:
    if reading.range:
        return frozenset()
    if reading.days:
        return reading.days
    if reading.month is None or reading.day is None:
        return frozenset()
    years = {reading.year} if reading.year else {day.year for day in value.days}
    try:
        return frozenset(date(year, reading.month, reading.day) for year in years if year)
    except ValueError:  # the 29th of February of another year
        return frozenset()


def _time(minutes: frozenset[int], heard: Heard) -> Evidence | None:
    for one, reading in heard.times():
        if reading.minutes & minutes:
            return said(one, reading.start, reading.end)
    return _same_time(minutes, heard) or shifted_time(minutes, heard)


def _same_time(minutes: frozenset[int], heard: Heard) -> Evidence | None:
    """The hour it is, of another day: "this time tomorrow"."""
    if heard.reference is None or heard.reference.hour * 60 + heard.reference.minute not in minutes:
        return None
    for one in heard.texts():
        found = _SAME_TIME.search(fold(one.text))
        if found:
            return said(one, found.start(), found.end(), Reason.COMPUTED)
    return None


def _away(value: Moment, heard: Heard) -> Evidence | None:
    """A stretch from now: "in 30 minutes", "two hours from now"."""
    if heard.reference is None:
        return None
    for one in heard.utterances:
        folded = fold(one.text)
        now = _NOW.search(folded)
        if now and _is(value, heard.reference):
            return said(one, now.start(), now.end())
        for quantity in quantities(one.text):
            if quantity.unit is None or quantity.unit.dimension != "time" or quantity.part:
                continue
            back = bool(_AGO.match(folded, quantity.end))
            ahead = _DELTA.match(folded, quantity.end) or _BEFORE_DELTA.search(folded, 0, quantity.start)
            if not back and not ahead:
                continue
            seconds = counted_value(quantity) * quantity.unit.factor * (-1 if back else 1)
            if abs(seconds) >= 10**9:
                continue
            with suppress(OverflowError):  # beyond the calendar's ends
                if _is(value, heard.reference + timedelta(seconds=seconds)):
                    return said(one, quantity.start, quantity.end)
    return None


def _is(value: Moment, then: datetime) -> bool:
    same_day = not value.days or then.date() in value.days
    return same_day and (not value.minutes or then.hour * 60 + then.minute in value.minutes)
