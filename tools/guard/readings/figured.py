"""Dates in figures alone, in the orders and with the signs of several countries: 3/4/2019, 87-03-09, 17.V.2024."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tools.guard.readings.day import DateReading, date_at
from tools.guard.readings.periods import written_year, written_years

_ISO = re.compile(r"(?<![\d/.])(?<!\d-)(?P<year>\d{4})[-/. ](?P<month>\d{1,2})[-/. ](?P<day>\d{1,2})(?![\d/-])")
_COMPACT = re.compile(r"(?<!\d)(?P<year>(?:19|20)\d{2})(?P<month>0[1-9]|1[0-2])(?P<day>[0-2]\d|3[01])(?!\d)")
_FIGURES = re.compile(
    r"(?<![\d/.-])(?P<one>\d{1,2})(?P<sep>\s?[-/.]\s?|\s(?=\d{1,2}\s(?:19|20)\d\d))(?P<two>\d{1,2})(?:(?P=sep)|(?<=/\d),|(?<=/\d\d),)(?P<year>\d{4}|\d{2})(?![\d/-])"
)
_ROMANS: Final = "i ii iii iv v vi vii viii ix x xi xii".split()
_ROMAN = re.compile(
    rf"(?<![\d/.-])(?P<day>\d{{1,2}})(?P<sep>[./-]|\. )(?P<month>{'|'.join(_ROMANS)})(?P=sep)"
    r"(?P<year>\d{4}|\d{2})(?!\d)"
)
_YEAR_FIRST = re.compile(
    r"(?<![\d/.-])(?P<year>3[2-9]|[4-9]\d)(?P<sep>[/-])(?P<month>\d\d)(?P=sep)(?P<day>\d\d)(?![\d/-])"
)
_SHORT = re.compile(r"(?<![\d/.,$-])(?P<one>\d{1,2})(?P<sep>[-/.])(?P<two>\d{1,2})(?![\d/%]|[-.,]\d)\.?")
_UNIT_AFTER = re.compile(
    r"\s?(?:[kcm]?m|[km]?g|lbs?|[cm]?l|[kmgt]b|miles?|k?w|kwh|mph|°|euros?|eur|usd|dollars?|pounds?)(?!\w)"
)
_MONTH_SLASH_YEAR = re.compile(r"(?<![\d/.-])(?P<month>0?[1-9]|1[0-2])/(?P<year>(?:19|20)\d{2})(?![\d/-])")


def in_figures(folded: str) -> Iterator[DateReading]:
    """Dates in figures alone; where day and month may change places, both ways."""
    yield from _in_order(folded)
    yield from _either_way(folded)


def _in_order(folded: str) -> Iterator[DateReading]:
    """Those that tell themselves which figure is which: the year comes first, or the month is a Roman number."""
    for pattern in (_ISO, _COMPACT):
        for found in pattern.finditer(folded):
            # Eight digits in a row may be any number.
            strong = pattern is _ISO
            yield date_at(found, int(found["year"]), int(found["month"]), int(found["day"]), strong=strong)
    for found in _ROMAN.finditer(folded):
        month = _ROMANS.index(found["month"]) + 1
        for year in written_years(found["year"]):
            yield date_at(found, year, month, int(found["day"]))
    for found in _YEAR_FIRST.finditer(folded):
        yield date_at(found, written_year(found["year"]), int(found["month"]), int(found["day"]))
    for found in _MONTH_SLASH_YEAR.finditer(folded):
        yield date_at(found, int(found["year"]), int(found["month"]), None)


def _either_way(folded: str) -> Iterator[DateReading]:
    for found in _FIGURES.finditer(folded):
        years = written_years(found["year"])
        for month, day in {(found["one"], found["two"]), (found["two"], found["one"])}:
            # Numbers apart may be any three.
            for year in years:
                yield date_at(found, year, int(month), int(day), strong=found["sep"] != " ")
    for found in _SHORT.finditer(folded):
        if found["sep"] == "." and _UNIT_AFTER.match(folded, found.end()):
            continue  # 7.9 kg
        for month, day in {(found["one"], found["two"]), (found["two"], found["one"])}:
            yield date_at(found, None, int(month), int(day), strong=False)
