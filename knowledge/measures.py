"""Numbers as statements make them: amounts with their units, one scale for each kind of thing that is measured.

"two weeks" and "14 days" are the same, "$8 a month" and "$8 a year" are not; a number that names something
("Room 101", "LK-4012", "version 2.0") measures nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from knowledge.dates import dates
from knowledge.text import STOP_WORDS, fold, stem

_SPOKEN = {
    word: number
    for number, names in enumerate(
        (
            "zero null",
            "one eins",
            "two zwei deux",
            "three drei trois",
            "four vier quatre",
            "five funf cinq",
            "six sechs",
            "seven sieben sept",
            "eight acht huit",
            "nine neun neuf",
            "ten zehn dix",
            "eleven elf onze",
            "twelve zwolf douze",
        )
    )
    for word in names.split()
} | {"fourteen": 14, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90}
_HOURS = {
    "second": 1 / 3600, "minute": 1 / 60, "hour": 1.0, "day": 24.0, "week": 168.0, "month": 730.0, "year": 8760.0,
    "sekunde": 1 / 3600, "stunde": 1.0, "tag": 24.0, "woche": 168.0, "monat": 730.0, "jahr": 8760.0,
    "seconde": 1 / 3600, "heure": 1.0, "jour": 24.0, "semaine": 168.0, "mois": 730.0, "an": 8760.0, "annee": 8760.0,
}  # fmt: skip
_SHORT = {"sec": "second", "min": "minute", "mins": "minute", "hr": "hour", "hrs": "hour", "tage": "tag",
          "tagen": "tag", "monate": "monat", "monaten": "monat", "jahre": "jahr", "jahren": "jahr", "wochen": "woche",
          "stunden": "stunde", "sekunden": "sekunde", "minuten": "minute", "ans": "an"}  # fmt: skip
_BYTES = {"kb": 1e-3, "mb": 1.0, "gb": 1e3, "tb": 1e6, "kib": 1e-3, "mib": 1.0, "gib": 1e3}
_MONEY = {"$": "usd", "€": "eur", "£": "gbp", "usd": "usd", "eur": "eur", "gbp": "gbp", "dollar": "usd",
          "dollars": "usd", "euro": "eur", "euros": "eur", "pounds": "gbp"}  # fmt: skip
_CENTS = {"cent": 0.01, "cents": 0.01}
_PERIODS = {"daily": "day", "weekly": "week", "monthly": "month", "annual": "year", "annually": "year",
            "yearly": "year", "hourly": "hour"}  # fmt: skip
_NUMBER = re.compile(
    r"(?<![\w.,-])(?P<money>[$€£]\s?)?(?P<number>\d{1,3}(?:[,'’ \u00a0]\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)"
    r"(?P<clock>:[0-5]\d)?(?P<rank>st|nd|rd|th)?(?![\w]*[-/]\d)"
)
_WORD = re.compile(r"[^\W\d_]+|[%°€$£/]")
_LEAST = re.compile(r"\b(?:at least|minimum(?: of)?|more than|over|not less than|mindestens|au moins)\W*$")
_MOST = re.compile(
    r"\b(?:at most|up to|within|no more than|maximum(?: of)?|under|less than|until|hochstens|bis zu|maximal|"
    r"jusqu'a)\W*$"
)
_NAMED = re.compile(
    r"(?:\b(?:version|room|order|section|step|chapter|level|phase|page|no|number|article|figure|table|tier|zone|"
    r"gate|line|model|type|class|grade|stage|part)\s*#?|#)$"
)
TIME_WORDS = frozenset(_HOURS) | frozenset(_SHORT) | frozenset(f"{word}s" for word in _HOURS)
_RANGE = re.compile(r"(?<![\w.,-])(\d+)\s?[-–]\s?(?=\d+(?!\d|[-–.]\d))")
_JOINED = re.compile(r"(?<=\d)-(?=[a-z])|(?<=\bper)-(?=[a-z])|(?<=[a-z])/(?=[a-z])")
Bound = Literal["exact", "least", "most"]


@dataclass(frozen=True, slots=True)
class Measure:
    """One number of a statement: what is measured, on one scale, how much of it, and for what period."""

    kind: str
    """A currency, "hours", "%", "clock", "mb", "date", or the stem of what is counted."""
    amount: str | float
    bound: Bound = "exact"
    per: frozenset[str] = frozenset()

    def agrees(self, other: Measure) -> bool:
        """Whether both can be true of the same thing; measures of different kinds always can."""
        if self.kind != other.kind or self.per != other.per:
            return True
        if isinstance(self.amount, str) or isinstance(other.amount, str):
            return self.amount == other.amount
        if abs(self.amount - other.amount) <= 0.05 * max(abs(self.amount), abs(other.amount)) * (self.kind == "hours"):
            return True
        if self.bound == other.bound:
            return self.amount == other.amount
        low, high = sorted((self, other), key=lambda one: float(one.amount))
        return low.bound in {"least", "exact"} and high.bound in {"most", "exact"} and low.bound != high.bound


def parted(text: str) -> str:
    """`text`, as long as before, with ranges and compounds apart: "3-5 days", "30-day", "user/month"."""
    apart = _RANGE.sub(lambda match: match[1] + " " * (len(match[0]) - len(match[1])), text)
    return _JOINED.sub(" ", apart)


def digits(text: str) -> list[tuple[int, int, str]]:
    """Spans of `fold(text)` that are numbers, in digits or spoken, with the number as a plain decimal."""
    folded = fold(text)
    found = [(m.start("number"), m.end("number"), _plain(m["number"])) for m in _NUMBER.finditer(folded)]
    found += [(m.start(), m.end(), str(_SPOKEN[m[0]])) for m in re.finditer(r"[^\W\d_]+", folded) if m[0] in _SPOKEN]
    return sorted(found)


def measures(text: str) -> list[Measure]:
    """What a sentence measures, in order; dates of a day or month among it."""
    spans = dates(text)
    text = parted(text.replace("/", " per "))
    folded = fold(text)
    found = [Measure("date", one.iso) for one in spans]
    adjectives = frozenset(period for word, period in _PERIODS.items() if re.search(rf"\b{word}\b", folded))
    days = dates(text)  # as the text stands now
    for start, end, number in digits(text):
        if any(one.start < end and start < one.end for one in days) or _is_name(folded, text, start, end, number):
            continue
        before, after = folded[:start], folded[end:]
        bound: Bound = "least" if _LEAST.search(before) else "most" if _MOST.search(before) else "exact"
        found.append(_measure(float(number), before, after, bound, adjectives))
    return found


def _measure(  # noqa: PLR0911 - one return for each kind of unit
    amount: float, before: str, after: str, bound: Bound, adjectives: frozenset[str]
) -> Measure:
    clock = re.match(r"(?::(\d\d))?\s?([ap]\.?m\b)?", after)
    if clock and clock[0].strip():
        hour = amount % 12 + 12 * clock[2].startswith("p") if clock[2] else amount
        return Measure("clock", f"{hour:.0f}:{clock[1] or '00'}")
    after = re.sub(r"^\s*(?:to|bis|and|or)?\s*\d+(?=\s)", "", after)  # of a range the unit stands at its end
    following = _WORD.findall(re.split(r"[.;,()](?:\s|$)", after, maxsplit=1)[0])[:8]
    unit = following[0] if following else ""
    per = adjectives | _per(following)
    sign = before.rstrip()[-1:]
    if sign in _MONEY:
        return Measure(_MONEY[sign], amount, bound, per)
    if unit in _MONEY:
        return Measure(_MONEY[unit], amount, bound, per)
    if unit in _CENTS:
        return Measure("eur" if "euro" in before + after else "usd", amount * _CENTS[unit], bound, per)
    if unit in {"%", "percent", "prozent"}:
        return Measure("%", amount, bound, per)
    if unit in _BYTES:
        return Measure("mb", amount * _BYTES[unit], bound, per)
    worked = [word for word in following[:2] if word in {"business", "working", "calendar"}]
    time = following[len(worked)] if len(following) > len(worked) else ""
    hours = _HOURS.get(_single(time))
    if hours is not None:
        # Business days are another scale than days.
        return Measure("hours", amount * hours, bound, per | frozenset(worked))
    if time.isalpha() and len(following) > 1 and following[1].endswith("s") and _single(following[1]) in _HOURS:
        return Measure("hours", amount * _HOURS[_single(following[1])], bound, per)  # "20 vacation days"
    return Measure(_counted(following), amount, bound, per)


def _counted(following: list[str]) -> str:
    """The stem of what is counted: "requests" of "600 API requests", "c" of "220 °C"."""
    named = [word for word in following[:2] if word.isalpha()]
    if named[:1] == ["of"]:
        named = named[1:]
    if not named or named[0] in STOP_WORDS:
        return ""
    plural = len(named) > 1 and named[1].endswith("s") and not named[0].endswith("s") and named[1] not in STOP_WORDS
    return stem(named[1] if plural else named[0])


def _per(following: list[str]) -> frozenset[str]:
    found = set()
    for before, word in pairwise(following):
        if before in {"per", "a", "an", "each", "every", "and", "/", "pro", "par"} and _single(word) in _HOURS:
            found.add(_single(word))
    return frozenset(found)


def _single(word: str) -> str:
    short = _SHORT.get(word, word)
    return short if short in _HOURS else short.removesuffix("s")


def _is_name(folded: str, text: str, start: int, end: int, number: str) -> bool:
    """Whether a number names a thing rather than measures one: a version, a room, a year."""
    if re.match(r"(?:19|20)\d\d$", number) and folded[start - 1 : start] not in {"$", "€", "£"}:
        return not re.match(r"\s*(?:%|[$€£]|euro|dollar|requests|seats|users)", folded[end:])
    if _NAMED.search(folded[:start].rstrip()):
        return True
    # "Windows 11 runs": a capital before it, and nothing countable behind; not at a sentence's start.
    named = re.search(r"[^\W\d_]\s\b([A-Z][\w&]*) $", text[:start]) if len(folded) == len(text) else None
    return named is not None and not re.match(r"\s*(?:[%:$€£]|[a-z]+s\b)", folded[end:])


def _plain(number: str) -> str:
    bare = re.sub(r"[,'’ \u00a0](?=\d{3}(?!\d))", "", number).replace(",", ".")
    return f"{float(bare):g}" if len(bare) < 7 else bare
