"""What the options of an offer are made of: the days, times, names and amounts of a text, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, Literal

from tools.guard.readings.dates import dates
from tools.guard.readings.day import DateReading
from tools.guard.readings.hours import TimeReading
from tools.guard.readings.numbers import quantities
from tools.guard.readings.quantity import Quantity
from tools.guard.readings.text import fold, without
from tools.guard.readings.times import times

Sort = Literal["day", "time", "name", "amount"]
_JOINT: Final = re.compile(r"[\s,]*(?:and|or|to|und|oder|et|ou|[-&])?\s+")
_BESIDE: Final = re.compile(r",? (?:the )?")
_NAME: Final = re.compile(
    r"['\"](?P<quoted>[A-Z][^'\"]{1,40})['\"]|(?<![\w'])(?:(?:Dr|Mrs?|Ms|Prof|St)\.\s)?[A-Z][\w'’-]*(?:\s(?:&|of|de|the|[A-Z][\w'’-]*))*"
    r"(?<!\sof)(?<!\sthe)(?<!\sde)"
)
_LITTLE: Final = frozenset(
    """i i'm i'd i'll i've we you he she it they there our my your his her their the a an at on in from to for and or
    with yes no ok okay sure great then so if when what which how would do does is are shall should can could may that
    this these those both any only please certainly congratulations direct flights coaches trains hello hi""".split()
)


@dataclass(frozen=True, slots=True)
class Part:
    """Something an option is made of: a day, a time, a name or an amount, with its place."""

    sort: Sort
    start: int
    end: int
    days: frozenset[date] = frozenset()
    weekday: int | None = None
    minutes: frozenset[int] = frozenset()
    amount: float | None = None


def parts_of(text: str, reference: date | None) -> list[Part]:
    """Every part of a text, in order; none lies in another."""
    days = list(_days(text, reference))
    folded = fold(text)
    hours = [_time(one) for one in times(text) if one.strong or not folded[: one.start].endswith("for ")]
    hours = [one for one in hours if _apart(one, days)]
    names = [one for one in _names(text) if _apart(one, [*days, *hours])]
    taken = [*days, *hours, *names]
    amounts = [_amount(one) for one in quantities(text) if _counts(one, text)]
    return sorted([*taken, *(one for one in amounts if _apart(one, taken))], key=lambda one: one.start)


def _apart(one: Part, taken: Sequence[Part]) -> bool:
    return without([(part.start, part.end) for part in taken], one.start, one.end)


def _counts(one: Quantity, text: str) -> bool:
    # "Which one" counts nothing.
    return one.counted and not one.ordinal and fold(text[one.start : one.end]) != "one"


def _days(text: str, reference: date | None) -> Iterator[Part]:
    """The days of the text; a weekday and the date beside it are one: "Monday March 31"."""
    before: Part | None = None
    for one in dates(text, reference):
        if not one.strong or not (one.days or one.day or one.weekday is not None):
            continue
        joint = _JOINT.match(text, one.start, one.end)
        part = _day(one, joint.end() if joint else one.start, reference)
        if before is not None and part.start < before.end:
            continue
        if before is not None and _one_day(before, part) and _BESIDE.fullmatch(text, before.end, part.start):
            both = before.days & part.days or part.days or before.days
            weekday = part.weekday if before.weekday is None else before.weekday
            before = replace(before, end=part.end, days=both, weekday=weekday)
            continue
        if before is not None:
            yield before
        before = part
    if before is not None:
        yield before


def _one_day(before: Part, part: Part) -> bool:
    return bool(before.days & part.days) or (before.weekday is None) != (part.weekday is None)


def _day(one: DateReading, start: int, reference: date | None) -> Part:
    found = set(one.days)
    if not found and one.month and one.day:
        around = (reference.year - 1, reference.year, reference.year + 1) if reference else (2000,)
        for year in (one.year,) if one.year else around:
            with suppress(ValueError):  # the 31st of a shorter month
                found.add(date(year, one.month, one.day))
    return Part("day", start, one.end, days=frozenset(found), weekday=one.weekday)


def _time(one: TimeReading) -> Part:
    return Part("time", one.start, one.end, minutes=one.minutes)


def _amount(one: Quantity) -> Part:
    return Part("amount", one.start, one.end, amount=one.values[0])


def _names(text: str) -> Iterator[Part]:
    for found in _NAME.finditer(text):
        start, said = found.start(), found.group()
        first = said.split()[0]
        if not found["quoted"] and fold(first) in _LITTLE - {"the"}:
            # "There", "Our": a sentence begins; what follows may be a name all the same.
            said = said[len(first) :].lstrip()
            start = found.end() - len(said)
        if said and fold(said) not in _LITTLE:
            yield Part("name", start, found.end())
