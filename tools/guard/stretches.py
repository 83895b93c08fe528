"""What follows from two ends that were said: how long it is from one to the other, and everything in between.

"From 2pm to 5pm" lasts three hours, "June 3 to 7" four nights, "Monday to Friday" is five days by name, and "10 to 50
in steps of 10" five numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise
from typing import Any, Final

from tools.guard.heard import Heard, said
from tools.guard.provenance import Utterance
from tools.guard.readings.asked_units import declared_units
from tools.guard.readings.calendar import MONTHS, WEEKDAYS
from tools.guard.readings.day import DateReading
from tools.guard.readings.numbers import word_of
from tools.guard.readings.quantity import close
from tools.guard.readings.text import Word, fold, name_words, words
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_TO = re.compile(
    r"\s*,?\s*(?:-|(?:up |down )?to|until|till|through|thru|and|bis|au|a|jusqu'au|jusqu'a|und|et|ending|returning"
    r"|back|checking out)"
    r"\s*(?:on |at |the |zum |le |in |am )*"
)
_LASTS: Final = frozenset(
    """duration length hours hour minutes nights night days day years year stay period time term weeks long lasting
    dauer stunden nachte tage jahre duree nuits jours""".split()
)
_ORDERED: Final = (MONTHS, WEEKDAYS)
_STEP: Final = re.compile(
    r"\b(?:by|(?:steps?|increments?|intervals?|multiples|gaps?|jumps?) of|every|each|step(?: size)?:?"
    r"|(?:increas|decreas|increment|decrement|go|ris|fall|chang)\w*(?: by)?)\s(?P<step>[0-9]+|[a-z]+)\b"
    r"|\b(?P<other>even|odd)\b"
)
_MINUTE: Final = 60
_SHOWN: Final = re.compile(r"(?<![\d:.])(\d{1,3}):([0-5]\d)(?::([0-5]\d))?(?![\d:]|\s?[ap]\.?m)")
_FEWEST: Final = 3
"""From how many members on a list is what a stretch stands for; two are named one by one."""


def lasting(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Weak evidence for a length of time: from one said end to the other."""
    asked = set(name_words(parameter.name))
    if not asked & _LASTS:
        return None
    for one, start, end, seconds in _lengths(heard):
        for unit in declared_units(parameter.unit, parameter.name, parameter.description):
            if unit.dimension == "time" and close(value * unit.factor, seconds):
                return said(one, start, end, Reason.COMPUTED, weak=True)
            # Both ends count where days are counted, and not where nights are.
            whole = unit.name == "day" and not asked & {"night", "nights", "nachte", "nuits"}
            if whole and seconds % 86400 == 0 and close((value - 1) * 86400, seconds):
                return said(one, start, end, Reason.COMPUTED, weak=True)
    return None


def on_the_clock(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Weak evidence for a length that was told as a clock shows it: 75 seconds, or 1.25 minutes, for "1:15"."""
    units = declared_units(parameter.unit, parameter.name, parameter.description)
    factors = [
        unit.factor for unit in units if unit.dimension == "time" and unit.factor <= (_MINUTE if value % 1 else 1)
    ]
    for one in heard.texts() if factors else ():
        for found in _SHOWN.finditer(one.text):
            high, middle, low = (int(part or 0) for part in found.groups())
            told = high * 3600 + middle * 60 + low if found[3] else high * 60 + middle
            if any(close(value * factor, told) for factor in factors):
                return said(one, found.start(), found.end(), Reason.COMPUTED, weak=True)
    return None


def between(values: Sequence[Any], heard: Heard) -> Evidence | None:
    """Weak evidence for a list whose members follow one another from one said end to the other."""
    if len(values) < _FEWEST:
        return None
    places = _places(values)
    steps = {later - earlier for earlier, later in pairwise(places)} if places else set()
    if len(steps) != 1:
        return None
    step, ends = abs(steps.pop()), (str(values[0]), str(values[-1]))
    for one in heard.texts():
        if step != 1 and not _steps_by(step, fold(one.text)):
            continue
        said_words = words(one.text)
        for at, first in enumerate(said_words):
            if not _is(first, ends[0]):
                continue
            for last in said_words[at + 1 : at + 5]:
                if _is(last, ends[1]) and _TO.fullmatch(fold(one.text), first.end, last.start):
                    return said(one, first.start, last.end, Reason.COMPUTED, weak=True)
    return None


def _steps_by(step: int, folded: str) -> bool:
    """Whether a text says by how much one goes on: "in steps of 5", "by twos", "multiples of 6", "even numbers"."""
    return any(_worth_of(found) == step for found in _STEP.finditer(folded))


def _worth_of(found: re.Match[str]) -> float | None:
    if found["other"]:
        return 2
    return float(found["step"]) if found["step"].isdigit() else word_of(Word(found["step"].removesuffix("s"), 0, 0))


def _places(values: Sequence[Any]) -> list[int] | None:
    if all(isinstance(one, int) and not isinstance(one, bool) for one in values):
        return list(values)
    names = [fold(str(one)) for one in values]
    if all(name.isdigit() for name in names):
        return [int(name) for name in names]
    for table in _ORDERED:
        if all(name in table for name in names):
            return [table[name] for name in names]
    return None


def _is(word: Word, end: str) -> bool:
    wanted = fold(end)
    if word.text == wanted or any(word.text in table and table[word.text] == table.get(wanted) for table in _ORDERED):
        return True
    return wanted.isdigit() and (word_of(word) == int(wanted) or MONTHS.get(word.text) == int(wanted))


def _lengths(heard: Heard) -> Iterator[tuple[Utterance, int, int, float]]:
    """Every length from one end to the other, in seconds, with its place."""
    for one, first, second in _beside(heard.times()):
        for early in first.minutes:
            yield from (
                (one, first.start, second.end, float((late - early) % 1440 * 60))
                for late in second.minutes
                if late != early
            )
    for one, first, second in _beside(heard.dates()):
        for early, late in _days(first, second):
            if late > early:
                yield one, first.start, second.end, (late - early).days * 86400.0
    for one, first, second in _beside(heard.numbers()):
        low, high = first.values[0], second.values[0]
        if 1000 <= low < high < 3000:
            yield one, first.start, second.end, (high - low) * 31536000


def _beside(found: Iterator[tuple[Utterance, Any]]) -> Iterator[tuple[Utterance, Any, Any]]:
    """Pairs of readings of one utterance with nothing but a "to" between them."""
    known = list(found)
    for one, first in known:
        for other, second in known:
            # Two days of one month are read with the "to" between them in one of the readings.
            near = other is one and first.start < second.start and first.end <= second.start <= first.end + 20
            if near and (first.end == second.start or _TO.fullmatch(fold(one.text), first.end, second.start)):
                yield one, first, second


def _days(first: DateReading, second: DateReading) -> Iterator[tuple[date, date]]:
    """The days two readings name; of days without a year both are taken of one."""
    for early in _named(first):
        for late in _named(second):
            yield early, late


def _named(reading: DateReading) -> Iterator[date]:
    if reading.days and not reading.range:
        yield from reading.days
    elif reading.month and reading.day:
        try:
            yield date(reading.year or 2001, reading.month, reading.day)
        except ValueError:  # the 29th of February of another year
            return
