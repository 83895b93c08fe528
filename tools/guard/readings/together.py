"""Wordings that say one day together: the weekday beside a date, the "next year" beside it, the "now" of "from now"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from tools.guard.readings.day import NEAR, WEEKDAY, DateReading, offset_of

_WEEKDAY: Final = re.compile(rf"(?:(?:{NEAR})\s)?(?:{WEEKDAY})")
_BETWEEN: Final = re.compile(r"[\s,.(]*(?:the |on )?")
_YEAR_AFTER: Final = re.compile(rf",?\s(?:of |in )?(?:the )?(?P<near>{NEAR})\syear\b(?!')")
_YEAR_BEFORE: Final = re.compile(rf"\b(?P<near>{NEAR})\syear(?:'s|,)?\s(?:on )?(?:the )?$")
_COUNTED_FROM: Final = re.compile(
    r"\b(?:days?|nights?|weeks?|fortnights?|months?|years?|decades?)\s"
    r"(?:from|after|before|since|ago)\s(?:right )?$"
)
_CLOSE: Final = re.compile(r"end of day|eod")
_CLOCK: Final = re.compile(r"\d{1,2}[.-]\d{1,2}\.?")


def together(found: Sequence[DateReading], folded: str, reference: date | None) -> list[DateReading]:
    """The readings without those that are only a part of what another one says."""
    kept = [*(found if reference is None else _of_years(found, folded, reference))]
    kept = [one for one in kept if not _counted_from(one, folded) and not _close_of(one, kept, folded)]
    return [*_with_weekdays(kept, folded)]


def _of_years(found: Sequence[DateReading], folded: str, reference: date) -> Iterator[DateReading]:
    """A day and a month with the year that is named beside them: "May 5th last year", "next year's May 5th"."""
    made = []
    for one in found:
        if one.month is None or one.day is None or one.year is not None:
            continue
        after, before = _YEAR_AFTER.match(folded, one.end), _YEAR_BEFORE.search(folded, 0, one.start)
        beside = after or before
        if beside is not None:
            start, end = min(one.start, beside.start()), max(one.end, beside.end())
            made.append(replace(one, start=start, end=end, year=reference.year + offset_of(beside["near"])))
    yield from made
    for one in found:
        if not any(other.start <= one.start and one.end <= other.end for other in made):
            yield one


def _with_weekdays(found: Sequence[DateReading], folded: str) -> Iterator[DateReading]:
    """Each date with the weekday beside it: the Friday of "Friday, May 3rd" is no other one."""
    weekdays = [one for one in found if _WEEKDAY.fullmatch(folded, one.start, one.end)]
    taken: list[DateReading] = []
    for one in found:
        if weekdays and one.month and one.day and not _CLOCK.fullmatch(folded, one.start, one.end):
            for other in weekdays:
                if _beside(one, other, folded):
                    taken.append(other)
                    one = replace(one, start=min(one.start, other.start), end=max(one.end, other.end))  # noqa: PLW2901
            yield one
        elif one not in weekdays:
            yield one
    yield from (one for one in weekdays if one not in taken)


def _beside(one: DateReading, other: DateReading, folded: str) -> bool:
    if other.start < one.end and one.start < other.end:
        return False
    return _BETWEEN.fullmatch(folded, min(one.end, other.end), max(one.start, other.start)) is not None


def _close_of(one: DateReading, found: Sequence[DateReading], folded: str) -> bool:
    """Whether it is the end of a day that is named beside it: "end of day Friday", "by EOD on the 3rd"."""
    if not _CLOSE.fullmatch(folded, one.start, one.end):
        return False
    return any(other.days != one.days and _beside(one, other, folded) for other in found)


def _counted_from(one: DateReading, folded: str) -> bool:
    """Whether days are counted from it: the "today" of "two years ago today"."""
    return one.days != frozenset() and not one.range and _COUNTED_FROM.search(folded, 0, one.start) is not None
