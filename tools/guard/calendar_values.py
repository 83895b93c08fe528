"""Testing strings that write a stretch of the calendar: "PT2H", "2024-06-03 to 2024-06-07", "2022-Q1", "1990s"."""

from __future__ import annotations

import re
from typing import Final

from tools.guard.heard import Heard, said
from tools.guard.instants import instant
from tools.guard.moments import moment
from tools.guard.quantities import number
from tools.guard.readings import iso
from tools.guard.readings.periods import decades, quarters_in
from tools.guard.readings.text import fold, name_words
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_SHORT_DURATION: Final = re.compile(
    r"(?=\d)(?:(?P<d>\d+)\s?d(?:ays?)?\s?)?(?:(?P<h>\d+)\s?h(?:(?:ou)?rs?)?\s?)?(?:(?P<mi>\d+)\s?m(?:in(?:ute)?s?)?\s?)?"
    r"(?:(?P<s>\d+)\s?s(?:ec(?:ond)?s?)?)?\Z"
)
_CLOCK_DURATION: Final = re.compile(r"(?P<h>\d{1,3}):(?P<mi>\d{2})(?::(?P<s>\d{2}))?\Z")
_LENGTHS: Final = frozenset("duration length dauer duree runtime timeout elapsed".split())
_RANGE: Final = re.compile(r"(?P<from>\S.*?)\s*(?:\bto\b|\buntil\b|[–/,]|\s-\s|\.\.)\s*(?P<to>\S.*)\Z")
_HOURS: Final = re.compile(
    r"(?=.*(?:\d:\d|[ap]m))(?P<from>\d{1,2}(?::\d\d)?\s?(?:[ap]m)?)\s?[-–]\s?(?P<to>\d{1,2}(?::\d\d)?\s?(?:[ap]m)?)\Z",
    re.IGNORECASE,
)
_QUARTER: Final = re.compile(
    r"(?:(?P<before>\d{4})[ -]?)?Q(?P<number>[1-4])(?:[ -/]?(?P<after>\d{4}))?\Z", re.IGNORECASE
)
_SEASON: Final = re.compile(r"(?<![\d/-])(?P<first>(?:19|20)\d\d)\s?[-/–]\s?(?P<last>(?:19|20)?\d\d)(?![\d/-])")
_DECADE: Final = re.compile(r"(?P<year>\d{3}0)s\Z")


def calendar_value(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Evidence for a length of time, a range of dates, a quarter or a decade; None where it is none or was not said."""
    seconds = _seconds(value, parameter)
    if seconds:
        found = number(seconds, Parameter(parameter.name, unit="seconds"), heard)
        return found if isinstance(found, Evidence) else None
    return _season(value, heard) or _quarter(value, heard) or _decade(value, heard) or _range(value, heard)


def _seconds(value: str, parameter: Parameter) -> float:
    written = next(iso.lengths(value.lower()), None) if value.startswith("P") else None
    if written is not None and written.unit is not None and written.end == len(value):
        return written.values[0] * written.unit.factor
    found = None
    if set(name_words(parameter.name)) & _LENGTHS:
        found = _CLOCK_DURATION.match(value) or _SHORT_DURATION.match(value)
    if found is None and len(re.findall(r"\d+", value)) > 1:
        found = _SHORT_DURATION.match(value)
    return iso.seconds_of(found) if found else 0.0


def _season(value: str, heard: Heard) -> Evidence | None:
    """Two years with a sign between, the second whole or by its end: "2021-2022" is "2021/22"."""
    wanted = _SEASON.fullmatch(value)
    for one in heard.texts() if wanted else ():
        for found in _SEASON.finditer(fold(one.text)):
            if wanted and found["first"] == wanted["first"] and found["last"][-2:] == wanted["last"][-2:]:
                return said(one, found.start(), found.end())
    return None


def _range(value: str, heard: Heard) -> Evidence | None:
    """Both ends of a range of dates or times."""
    found = _HOURS.match(value) or _RANGE.match(value)
    ends = [moment(found[name]) for name in ("from", "to")] if found else []
    parts = [instant(end, heard) for end in ends if end is not None]
    if len(parts) != 2 or None in parts:
        return None
    kept = [part for part in parts if part is not None]
    spans = tuple(span for part in kept for span in part.spans)
    return Evidence(kept[0].reason, spans, weak=any(part.weak for part in kept))


def _quarter(value: str, heard: Heard) -> Evidence | None:
    wanted = _QUARTER.match(value)
    year = wanted and (wanted["before"] or wanted["after"])
    reference = heard.reference.date() if heard.reference else None
    for one in heard.texts() if wanted else ():
        folded = fold(one.text)
        for found, said_year, quarter in quarters_in(folded, reference):
            if wanted and quarter == int(wanted["number"]) and (year is None or int(year) == said_year):
                return said(one, found.start(), found.end(), Reason.SAID)
    return None


def _decade(value: str, heard: Heard) -> Evidence | None:
    wanted = _DECADE.match(value)
    for one in heard.texts() if wanted else ():
        for reading in decades(fold(one.text)):
            if wanted and any(day.year == int(wanted["year"]) for day in reading.days):
                return said(one, reading.start, reading.end)
    return None
