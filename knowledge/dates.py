"""Dates as people write them, and the date a document tells of itself: which of two statements is the newer one.

Dates are strings that sort: "2026-02-16", "2026-02" where no day is told, "2026" where only the year is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from knowledge.text import fold

_MONTHS = (
    ("jan", "january", "januar", "janvier"),
    ("feb", "february", "februar", "fevrier"),
    ("mar", "march", "marz", "mars"),
    ("apr", "april", "avril"),
    ("may", "mai"),
    ("jun", "june", "juni", "juin"),
    ("jul", "july", "juli", "juillet"),
    ("aug", "august", "aout"),
    ("sep", "sept", "september", "septembre"),
    ("oct", "october", "oktober", "octobre"),
    ("nov", "november", "novembre"),
    ("dec", "december", "dezember", "decembre"),
)
_NUMBER = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}
_MONTH = rf"(?P<month>{'|'.join(sorted(_NUMBER, key=len, reverse=True))})\b\.?"
_DAY = r"(?P<day>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|er)?\b\.?"
_YEAR = r"(?P<year>(?:19|20)\d\d)\b"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"\b{_YEAR}-(?P<month>0[1-9]|1[0-2])(?:-(?P<day>0[1-9]|[12]\d|3[01]))?\b",
        r"\b(?P<day>0?[1-9]|[12]\d|3[01])\.\s?(?P<month>0?[1-9]|1[0-2])\.\s?(?P<year>(?:19|20)\d\d)\b",
        rf"\b{_DAY}\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR})?",
        rf"\b{_MONTH}\s+{_DAY}(?:,?\s+{_YEAR})?",
        rf"\b{_MONTH},?\s+{_YEAR}",
    )
)
_BARE_YEAR = re.compile(r"(?<![\d.,-])(?:19|20)\d\d(?![\d.,]*\d)")
_ITS_OWN = re.compile(
    r"\b(?:(?:last\s+)?(?:updated|changed|modified|reviewed|revised|published)|valid|effective|in force|as of|stand|"
    r"gultig|geandert|aktualisiert|version of|en vigueur|mis a jour)"
    r"(?:\s+(?:on|from|since|as of|ab|seit|am|vom|le|du|depuis))?\s*:?\s*(?P<date>[^\n;]{4,30})"
)


@dataclass(frozen=True, slots=True)
class Date:
    """A date and the characters it takes in the folded text (`knowledge.text.fold`)."""

    start: int
    end: int
    iso: str
    """Without a year it begins with "----"."""


def dates(text: str) -> list[Date]:
    """The dates with a month in `text`, in order. Of forms such as 1/2/2026 nobody knows what they mean: left out."""
    folded = fold(text)
    found: list[Date] = []
    for form in _FORMS:
        for match in form.finditer(folded):
            if any(match.start() < one.end and one.start < match.end() for one in found):
                continue
            parts = match.groupdict()
            month = _NUMBER.get(parts["month"]) or int(parts["month"])
            day = f"-{int(parts['day']):02}" if parts.get("day") else ""
            found.append(Date(match.start(), match.end(), f"{parts.get('year') or '----'}-{month:02}{day}"))
    return sorted(found, key=lambda one: one.start)


def dated(text: str, *names: str) -> str:
    """When a document was changed or came into force, as far as it says so; "" where it does not.

    A line such as "Last updated: 2026-02-16" or "valid from May 2025" counts most, then a date or year in one of
    `names` (title, heading, source).
    """
    told = []
    for match in _ITS_OWN.finditer(fold(text)):
        near = match["date"]
        first = [one.iso for one in dates(near) if one.start < 4 and not one.iso.startswith("-")]
        year = _BARE_YEAR.match(near)
        told += first or ([year[0]] if year else [])
    if told:
        return max(told)
    for name in names:
        spaced = fold(name).replace("_", " ")
        whole = [one.iso for one in dates(spaced) if not one.iso.startswith("-")]
        years = re.findall(r"(?<!\d)(?:19|20)\d\d(?!\d)", spaced)
        if whole or years:
            return max(whole or years)
    return ""
