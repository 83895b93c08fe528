"""Stretches of the calendar, each as its first and its last day: a year, a quarter, a decade, the last seven days."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from tools.guard.readings.calendar import LAST, NEXT
from tools.guard.readings.day import NEAR, DateReading, moved_by, offset_of
from tools.guard.readings.number_words import all_worths, parts
from tools.guard.readings.unit_table import BY_WORD

_YEAR = re.compile(
    r"\b(?:in|during|for|from|to|until|till|through|of|since|and|or|between|year|by|von|bis|seit|en|depuis|jahr|annee)"
    r"\s(?:the year |the )?(?P<year>(?:1[5-9]|20)\d\d)\b(?!\s?[-/.]\s?\d{1,2}\b|\s(?:units|items|people|dollars|euros))"
    r"|\bfy\s?'?(?P<fiscal>(?:20)?\d\d)(?!\d)"
    r"|\b(?:in|of|since|until|till|from|to|by|for|and|spring|summer|autumn|fall|winter|season|class|early|mid|late)\s"
    r"(?:the\s)?'(?P<short>\d\d)(?![\d'])"
    r"|(?<![\d/.-])(?P<first>(?:1[5-9]|20)\d\d)\s?-\s?(?P<last>(?:1[5-9]|20)\d\d)(?![\d/.-])"
    r"|(?<![\d/.-])(?P<begun>(?:19|20)\d\d)\s?[-/]\s?(?P<until>1[3-9]|[2-9]\d)(?![\d/.-])"
)
_NUMBERED: Final = {
    **{
        f"{word}{ending}": place
        for place, row in enumerate(
            ("first erst premier", "second zweit deuxieme", "third dritt troisieme", "fourth viert quatrieme"), start=1
        )
        for word in row.split()
        for ending in ("", "e", "en", "es")
    },
    "1st": 1,
    "2nd": 2,
    "3rd": 3,
    "4th": 4,
    "last": 4,
    **{str(place): place for place in range(1, 5)},
    **{f"{place}.": place for place in range(1, 5)},
}
_NUMBER: Final = "|".join(map(re.escape, sorted(_NUMBERED, key=len, reverse=True)))
_QUARTER = re.compile(
    rf"(?:\b(?P<before>\d{{4}})[ -])?(?<!\w)(?:q(?P<sign>[1-4])|(?P<word>{_NUMBER})\s(?:quarter|quartal|trimestre))\b"
    rf"(?:,?[ -](?:of |in |von |de )?(?:(?P<after>\d{{4}})\b|(?:the )?(?P<near>{NEAR})\syear\b))?"
)
_PART_OF_YEAR = re.compile(
    rf"\b(?:(?P<half>first|second|1st|2nd)\shalf|h(?P<sign>[12])|(?P<season>spring|summer|autumn|fall|winter))"
    rf"(?:\s(?:of\s)?(?:(?P<year>(?:19|20)\d\d)|(?:the\s)?(?P<after>{NEAR})\syear|'(?P<short>\d\d)))?\b"
)
_NEAR_BEFORE = re.compile(rf"\b(?P<near>{NEAR})\s$")
_SEASONS: Final = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""The month each begins with, north of the equator."""
_TO_DATE = re.compile(r"\b(?:(?P<year>year|ytd)|month|mtd)(?: to date|(?<=td))\b")
_DECADE = re.compile(
    r"(?<![\w'])(?P<century>1[89]|20)?'?(?P<tens>[0-9])0'?s\b"
    r"|\b(?P<word>twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)\b"
)
_TENS: Final = "twenties thirties forties fifties sixties seventies eighties nineties".split()
_ROLLING = re.compile(
    rf"\b(?P<near>{NEAR})\s(?:(?P<count>\d{{1,3}}|[a-z]+)\s)?(?P<unit>days?|weeks?|months?|years?|yrs?|wks?|tagen?|wochen?"
    r"|monaten?|jahren?|jours|semaines?|mois|ans|annees?|quarters?|hours)\b"
)


def written_year(figures: str) -> int:
    """A year in figures; of two figures it is the one nearest to our days."""
    year = int(figures)
    return year if year >= 100 else 2000 + year if year < 70 else 1900 + year


def written_years(figures: str) -> tuple[int, ...]:
    """The years that figures may write: of two figures of the middle of a century, its century is open."""
    year = written_year(figures)
    return (year, year - 100) if len(figures) == 2 and year >= 2030 else (year,)


def years(folded: str) -> Iterator[DateReading]:
    """The first and last days of a year that is named as such: "in 2023", "from 2021 to 2023", "2021-2023"."""
    for found in _YEAR.finditer(folded):
        for name in ("year", "fiscal", "short", "first", "last"):
            if found[name]:
                year = written_year(found[name])
                yield _stretch(found.start(name), found.end(name), date(year, 1, 1), date(year, 12, 31))
        if found["begun"]:
            # "2018-20" ends in 2020.
            for name, year in (("begun", int(found["begun"])), ("until", int(found["begun"][:2] + found["until"]))):
                yield _stretch(found.start(name), found.end(name), date(year, 1, 1), date(year, 12, 31))


def quarters(folded: str, reference: date | None) -> Iterator[DateReading]:
    """The first and last days of a quarter; of the year named beside it, else of the reference's."""
    for found, year, number in quarters_in(folded, reference):
        first, last = date(year, 3 * number - 2, 1), 3 * number
        yield _stretch(found.start(), found.end(), first, date(year, last, calendar.monthrange(year, last)[1]))


def quarters_in(folded: str, reference: date | None) -> Iterator[tuple[re.Match[str], int, int]]:
    """Each quarter that is named: its place, its year and its number. Without any year there is none."""
    for found in _QUARTER.finditer(folded):
        number = int(found["sign"]) if found["sign"] else _NUMBERED[found["word"]]
        written = found["before"] or found["after"]
        if written:
            yield found, int(written), number
        elif reference is not None:
            moved = offset_of(found["near"])
            yield found, reference.year + moved, number


def parts_of_years(folded: str, reference: date) -> Iterator[DateReading]:
    """The first and last days of half a year or a season: "the first half of 2024", "this summer"."""
    for found in _PART_OF_YEAR.finditer(folded):
        before = _NEAR_BEFORE.search(folded, 0, found.start())
        written = found["year"] or found["short"]
        year = (
            written_year(written)
            if written
            else reference.year + offset_of(found["after"] or (before and before["near"]))
        )
        if found["season"]:
            first, months = _SEASONS[found["season"]], 3
        else:
            first, months = (7 if (found["half"] or "").startswith(("s", "2")) or found["sign"] == "2" else 1), 6
        start = date(year, first, 1)
        after = moved_by(start, "month", months)
        if after is not None:
            yield _stretch(found.start(), found.end(), start, after - timedelta(days=1))
    for found in _TO_DATE.finditer(folded):
        yield _stretch(
            found.start(),
            found.end(),
            reference.replace(day=1, month=1 if found["year"] else reference.month),
            reference,
        )


def decades(folded: str) -> Iterator[DateReading]:
    """The first and last days of a decade: "the 1990s", "the 80s", "the nineties"."""
    for found in _DECADE.finditer(folded):
        tens = int(found["tens"]) if found["tens"] else _TENS.index(found["word"]) + 2
        centuries = (int(found["century"]),) if found["century"] else (19, 20) if tens < 3 else (19,)
        for century in centuries:
            year = century * 100 + tens * 10
            yield _stretch(found.start(), found.end(), date(year, 1, 1), date(year + 9, 12, 31))


def rolling(folded: str, reference: date) -> Iterator[DateReading]:
    """A stretch up to today or from today on: "the last 7 days", "over the past year", "the next two weeks"."""
    for found in _ROLLING.finditer(folded):
        unit = BY_WORD.get(found["unit"]) or BY_WORD.get(found["unit"].removesuffix("s"))
        count = _count(found["count"])
        if count is None or (found["near"] not in LAST | NEXT):
            continue
        name, size = (unit.name, 1) if unit is not None else ("month", 3)
        if name == "hour":
            if count % 24:
                continue
            name, count = "day", count // 24
        sign = -1 if found["near"] in LAST else 1
        far = moved_by(reference, name, sign * count * size)
        if far is not None:
            # Whether today counts as one of the days is open.
            days = {far, far + timedelta(days=-sign), reference, reference + timedelta(days=sign)}
            yield DateReading(found.start(), found.end(), frozenset(days), strong=False, range=True)


def _count(text: str | None) -> int | None:
    if text is None:
        return 1
    if text.isdigit():
        return int(text)
    worths = all_worths(parts(text)) if parts(text) else set()
    return min(worths) if worths else None


def _stretch(start: int, end: int, first: date, last: date) -> DateReading:
    return DateReading(start, end, frozenset((first, last)), strong=False, range=True)
