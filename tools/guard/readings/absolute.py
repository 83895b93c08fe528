"""Dates that are written out, whole or in part, and holidays; a reference date fills in a missing year."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from tools.guard.readings import east_asian
from tools.guard.readings.calendar import DAY_FIRST, MONTHS
from tools.guard.readings.day import (
    DAY,
    FRENCH_DAY,
    MONTH,
    NEAR,
    ONES,
    TENS,
    DateReading,
    date_at,
    day_number,
    in_month,
    offset_of,
)
from tools.guard.readings.figured import in_figures
from tools.guard.readings.holidays import PATTERN, falls
from tools.guard.readings.number_words import ORDINALS, all_worths, parts
from tools.guard.readings.periods import written_year, written_years

_SPELLED_YEAR = (
    r"(?:(?:eighteen|nineteen|twenty)(?: hundred)?|two thousand)(?:[ -](?:and|oh|hundred|ten|eleven|twelve|\w+teen"
    r"|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|one|two|three|four|five|six|seven|eight|nine)){1,4}"
)
_SPELLED_ABROAD = (
    r"(?:(?:achtzehn|neunzehn)hundert|zweitausend)(?:und)?[a-zß]*"
    r"|(?:mille (?:huit|neuf)[ -]cents?|deux mille)(?:[ -](?:et|un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze"
    r"|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante|septante|nonante)){0,5}"
)
_YEAR = rf"(?:{_SPELLED_YEAR}|{_SPELLED_ABROAD}|\d{{4}}|'\d{{2}}|\d{{2}}(?![\d:]|,? \d{{4}}| ?[ap]\.?m))"
_DAYS = 31
_SEP = r"[\s,./-]"
_YEAR_MONTH_DAY = re.compile(
    rf"(?<!\d)(?P<year>\d{{4}})(?:[\s/.-]|, )(?P<month>{MONTH})[\s/.-](?P<day>\d{{1,2}})(?!\d)"
)
_DAY_BEFORE = re.compile(rf"(?<![\w/])(?P<day>{DAY})\s?(?:to|-|until|till?|through|thru|and|or|bis|au)\s?(?:the\s)?$")
_DAY_AFTER = re.compile(
    r"\s?(?:-|to|until|till?|through|thru|and|or)\s?(?:the\s)?(?P<day>\d{1,2}(?:st|nd|rd|th)?)\b(?![:/.]\d|\s?[ap]\.?m)(?:,?\s(?P<year>\d{4})\b)?"
)
_LENGTH = r"\s?(?:yrs?|years?|months?|mos|weeks?|wks?|days?|hours?|hrs?)\b"
"""What "apr 4 yrs" is: a rate and a length."""
_MONTH_DAY = re.compile(
    rf"\b(?P<month>{MONTH})(?![^\W\d_])(?:'s)?\.?{_SEP}{{0,2}}(?:the )?(?P<day>{DAY})\b(?!:\d)(?!{_LENGTH})"
    rf"(?:(?:{_SEP}{{1,2}}|\sof\s|\sin\s)(?:the year )?(?P<year>{_YEAR})\b"
    r"|\s\d{1,2}:\d\d(?::\d\d)?(?:\s[a-z]{3,4})?\s(?P<after>(?:19|20)\d\d)\b)?"  # Mon Apr 02 17:00:00 UTC 2007
)
_DAY_MONTH = re.compile(
    rf"(?<![\w/])(?:(?:the|am|den|der|le) )?(?P<day>{DAY}){_SEP}{{0,2}}(?:of |de |di |day of )?"
    rf"(?:(?:this|next|last|coming) )?(?P<month>{MONTH})(?![^\W\d_])\.?"
    rf"(?:{_SEP}{{0,2}}(?:of |in )?(?:the year )?(?P<year>{_YEAR})\b)?"
)
_MONTH_YEAR = re.compile(rf"\b(?P<month>{MONTH})\b\.?(?:{_SEP}{{1,2}}|\s(?:of|de)\s)(?P<year>\d{{4}}|'\d\d)\b(?!')")
_MONTH_ONLY = re.compile(rf"\b(?P<month>{MONTH})\b")
_ORDINAL = "|".join(sorted((word for word, worth in ORDINALS.items() if worth <= 31), key=len, reverse=True))
_ORDINAL = rf"(?:{TENS})[ -](?:{ONES})|{_ORDINAL}"
_DAY_ONLY = re.compile(
    r"\b(?:the|on|am|le|from|to|until|till)\s(?:the\s)?(?P<day>\d{1,2}\s?(?:st|nd|rd|th)"
    rf"|{_ORDINAL})\b|(?<!\w)(?P<bare>\d{{1,2}}(?:st|nd|rd|th)|(?:{TENS})[ -](?:{ONES})"
    rf"|(?:{_ORDINAL})(?=\s(?:of|in)\s(?:the\s)?(?:this|next|last|current|coming)\smonth))\b"
    r"|\b(?:am|vom|bis|zum)\s(?P<german>\d{1,2})\.(?!\d)"
    r"|\bday\s(?P<numbered>\d{1,2})\b"
    r"|\bon\s(?:the\s)?(?P<plain>\d{1,2})(?=\s*(?:[.,;!?]\s|[.,;!?]?$))"
)
_FRENCH_DAY = re.compile(r"\ble\s(?P<day>\d{1,2})(?=\sdu mois|\s*[.,;!?]|\s*$)")
_OF_YEAR = re.compile(rf"\s(?:of |in )?(?:(?P<year>\d{{4}}|'\d\d)\b|(?:the )?(?P<near>{NEAR})\syear\b)")
_NEAR_BEFORE = re.compile(rf"\b(?<!day )(?P<near>{NEAR})\s(?P<year>year(?:'s)?\s)?$")
_OF_MONTH = re.compile(
    rf"\s(?:(?:of|in)\s(?:the\s)?(?P<near>current|{NEAR})\smonth|(?:des\s)?(?P<before>{NEAR})\smonats"
    rf"|du mois (?P<after>{NEAR}))\b"
)


def absolute(folded: str, reference: date | None) -> Iterator[DateReading]:
    """Every date that is written out, as far as it goes."""
    yield from in_figures(folded)
    yield from _with_month(folded)
    if not folded.isascii():
        yield from east_asian.written(folded)
    yield from holidays(folded, reference)
    yield from _shared_months(folded)
    if reference is not None:
        yield from _days_of_month(folded, reference)


def _with_month(folded: str) -> Iterator[DateReading]:
    """Dates with the name of a month, with or without a day and a year."""
    for pattern in (_MONTH_DAY, _DAY_MONTH):
        for found in pattern.finditer(folded):
            yield from _of_month(found, folded, first=pattern is _MONTH_DAY)
    for found in _YEAR_MONTH_DAY.finditer(folded):
        yield date_at(found, int(found["year"]), MONTHS[found["month"]], int(found["day"]))
    for found in _MONTH_YEAR.finditer(folded):
        yield date_at(found, _year(found["year"]), MONTHS[found["month"]], None)
    for found in _MONTH_ONLY.finditer(folded):
        yield date_at(found, None, MONTHS[found["month"]], None, strong=False)


def _of_month(found: re.Match[str], folded: str, *, first: bool) -> Iterator[DateReading]:
    """What a match of a month and a day means; `first` where the month is written first."""
    if first and found["month"] in DAY_FIRST:
        return
    if found["month"] == "sept" and re.fullmatch(FRENCH_DAY, found["day"]):
        return  # dix-sept is seventeen
    month, day_said = MONTHS[found["month"]], day_number(found["day"])
    if first and _to_another_day(found, folded):
        yield DateReading(found.start(), found.end("day"), month=month, day=day_said)
        yield DateReading(found.end("day"), found.end(), month=month, day=int(found["year"]))
        return
    written = found["year"] or found.groupdict().get("after")
    figures = written and re.sub(r"\D", "", written)
    for year in written_years(figures) if figures else (_year(written) if written else None,):
        yield date_at(found, year, month, day_said)
    if written and len(written) == 2:
        yield date_at(found, None, month, day_said)


def _to_another_day(found: re.Match[str], folded: str) -> bool:
    """Whether what looks like a year is the last of some days: "aug 9-12", and not "aug-9-12"."""
    last = found["year"] or ""
    joined = (
        folded[found.end("day") : found.start("year")] == "-" and "-" not in folded[found.start() : found.end("day")]
    )
    return joined and last.isdigit() and (day_number(found["day"]) or _DAYS) < int(last) <= _DAYS


def holidays(folded: str, reference: date | None) -> Iterator[DateReading]:
    """Holidays of the year named beside them, else of the years around the reference: the last ones, or the next."""
    for found in PATTERN.finditer(folded):
        after = _OF_YEAR.match(folded, found.end())
        before = _NEAR_BEFORE.search(folded, 0, found.start())
        start = before.start() if before else found.start()
        end = after.end() if after else found.end()
        if after and after["year"]:
            yield DateReading(found.start(), end, frozenset((falls(found, _year(after["year"])),)))
        elif reference is not None and after:
            yield DateReading(start, end, frozenset((falls(found, reference.year + offset_of(after["near"])),)))
        elif reference is not None and before and before["year"]:
            yield DateReading(start, end, frozenset((falls(found, reference.year + offset_of(before["near"])),)))
        elif reference is not None:
            days = [falls(found, reference.year + offset) for offset in (-1, 0, 1)]
            side = offset_of(before["near"]) if before else 0
            kept = [day for day in days if side * (day - reference).days > 0 or not side]
            yield DateReading(start, end, frozenset(kept))


def _shared_months(folded: str) -> Iterator[DateReading]:
    """Two days of one month: "from the 1st to the 31st of January 2023", "July 10-20, 2022"."""
    for found in _DAY_MONTH.finditer(folded):
        before = _DAY_BEFORE.search(folded, 0, found.start())
        if before:
            year = _year(found["year"]) if found["year"] else None
            yield date_at(before, year, MONTHS[found["month"]], day_number(before["day"]))
    for found in _MONTH_DAY.finditer(folded):
        after = _DAY_AFTER.match(folded, found.end())
        if after:
            named = after["year"] or found["year"]
            year = int(after["year"]) if after["year"] else None
            yield date_at(after, year, MONTHS[found["month"]], day_number(after["day"]))
            if named:
                yield date_at(found, _year(named), MONTHS[found["month"]], day_number(found["day"]))


def _year(text: str) -> int:
    if not re.search(r"\d", text):
        spoken = [part for word in re.split(r"[ -]", text) for part in parts(word)]
        return max(all_worths(spoken), default=0)
    return written_year(re.sub(r"\D", "", text))


def _days_of_month(folded: str, reference: date) -> Iterator[DateReading]:
    """Such as "the 8th", "the 8th of next month": of the months around the reference where none is named."""
    for found in (*_DAY_ONLY.finditer(folded), *_FRENCH_DAY.finditer(folded)):
        day = day_number(next(text for text in found.groupdict().values() if text))
        near = _OF_MONTH.match(folded, found.end())
        offsets = (offset_of(near["near"] or near["before"] or near["after"]),) if near else (-1, 0, 1)
        days = {in_month(reference, offset, day or 0) for offset in offsets} - {None}
        if days:
            end = near.end() if near else found.end()
            yield DateReading(found.start(), end, frozenset(one for one in days if one), strong=near is not None)
