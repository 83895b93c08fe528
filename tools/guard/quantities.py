"""Testing a number: against the numbers that were said, with units converted, percentages both ways, and bounds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tools.guard.heard import Heard, said
from tools.guard.readings.calendar import MONTHS, WEEKDAYS
from tools.guard.readings.number_words import SCALES
from tools.guard.readings.quantity import Quantity, close
from tools.guard.readings.text import fold, name_words, stem, words
from tools.guard.readings.units import Unit, declared_units, same
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_UNDER = re.compile(
    r"\b(?:less|fewer|lower|smaller|younger) than (?:\S{1,3} )?$|\b(?:under|below|unter|moins de) (?:\S{1,3} )?$"
)
_OVER = re.compile(
    r"\b(?:more|greater|higher|larger|older|better) than (?:\S{1,3} )?$|\b(?:over|above|uber|plus de) (?:\S{1,3} )?$"
)
_PEOPLE: Final = frozenset(
    """passengers passenger people persons person adults adult seats seat guests guest travelers travellers tickets
    ticket party group size riders rider attendees diners""".split()
)
_ALONE = re.compile(r"\b(?:myself|just me|only me|by myself|alone|solo|for me|just for one|allein|nur ich|seul)\b")
_TWO = re.compile(
    r"\b(?:me and (?:my|a|one)|my \w+ and (?:i|me|myself)|myself and (?:my|a|one)|the two of us|both of us|couple)\b"
)
_NONE = re.compile(
    r"\b(?:no|zero|without(?: an?| any)?|(?:don't|do not|won't) have(?: any)?|kein\w*|sans)\s(?P<what>\w+(?: \w+)?)"
)
_ONE_BEFORE = re.compile(
    r"\b(?:that|this|which|the|another|other|first|last|any|some|no|every|each|good|new|find|like) $"
)
_ONE_AFTER = re.compile(r"[ -](?:way|of|that|which|who|where|with)\b")
_ARTICLE = re.compile(r"\ban? (?!few|couple|lot|bit)(?P<what>\w+)")
_EVERY = re.compile(r"\b(?:(?P<free>weekends?)|(?P<working>weekdays?|working days?)|every day|daily|all week)\b")
_A_YEAR: Final = {
    "monthly": 12,
    "quarterly": 4,
    "annually": 1,
    "yearly": 1,
    "weekly": 52,
    "daily": 365,
    "semiannually": 2,
}
_OTHERS = re.compile(r"\b(?:with|and) (?P<count>\w+) (?:others?|friends|of my|more)\b")


def number(value: float, parameter: Parameter, heard: Heard) -> Evidence | Reason:
    """Evidence for a number, or why there is none."""
    units = declared_units(parameter.unit, parameter.name, parameter.description)
    written = re.search(r"\bin (thousand|million|billion)s?\b", parameter.description.lower())
    counted = value * SCALES[written[1]] if written else value
    other_unit = False
    for one, quantity in heard.numbers():
        found = _fits(value, quantity, units) or _fits(counted, quantity, units)
        if found and value == 1 and _pronoun(fold(one.text), quantity):
            continue
        if found:
            return said(one, quantity.start, quantity.end)
        other_unit = other_unit or (found is None and any(close(value, each) for each in quantity.values))
    for test in (_part_of_date, _beyond, _heads, _none_of, _times_a_year, _article):
        step = test(value, parameter, heard)
        if step is not None:
            return step
    return Reason.OTHER_UNIT if other_unit else Reason.NOT_SAID


def _pronoun(folded: str, quantity: Quantity) -> bool:
    """Whether a "one" counts nothing: "that one", "one of them", "one way"."""
    if folded[quantity.start : quantity.end] != "one":
        return False
    return bool(_ONE_BEFORE.search(folded, 0, quantity.start) or _ONE_AFTER.match(folded, quantity.end))


def _fits(value: float, quantity: Quantity, units: frozenset[Unit]) -> bool | None:
    """Whether a said number is this value; None where only its unit speaks against it."""
    if quantity.percent:
        return any(close(value, one) or close(value, one / 100) for one in quantity.values)
    if quantity.unit is not None and units:
        if not any(quantity.unit.dimensions() & unit.dimensions() for unit in units):
            return None
        return (
            any(
                close(value, one) if quantity.unit == unit else same(quantity.unit, one, unit, value)
                for one in quantity.values
                for unit in units
            )
            or None
        )
    if not quantity.counted:
        return False
    return any(close(value, one) for one in quantity.values)


def _part_of_date(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A year, month, day, hour or minute on its own, where the parameter's name asks for one."""
    asked = {word.removesuffix("s") for word in name_words(parameter.name)}
    if asked & {"year", "month", "day", "jahr", "monat", "tag"}:
        for one, reading in heard.dates():
            parts: set[int | None] = set()
            for name, given in (("year", reading.year), ("month", reading.month), ("day", reading.day)):
                if name in asked:
                    parts |= {given, *(getattr(day, name) for day in reading.days)}
            if value in parts - {None}:
                return said(one, reading.start, reading.end)
    if asked & {"hour", "minute", "stunde"}:
        for one, time in heard.times():
            if any(value in {minute // 60, minute % 60, minute // 60 % 12} for minute in time.minutes):
                return said(one, time.start, time.end)
    return None


def _beyond(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """The next whole number beside a bound: "less than 5" may be 4, "more than 3" may be 4."""
    for one, quantity in heard.numbers():
        before = fold(one.text)[max(0, quantity.start - 18) : quantity.start]
        for step, pattern in ((-1, _UNDER), (1, _OVER)):
            whole = quantity.values[-1] == int(quantity.values[-1]) and _measures(quantity, parameter)
            if whole and pattern.search(before) and close(value, quantity.values[-1] + step):
                return said(one, quantity.start, quantity.end, Reason.COMPUTED, weak=True)
    return None


def _measures(quantity: Quantity, parameter: Parameter) -> bool:
    units = declared_units(parameter.unit, parameter.name, parameter.description)
    return quantity.unit is None or not units or quantity.unit in units


def _heads(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """How many people: "just me" is one, "my wife and I" two, "with three friends" four."""
    if not set(name_words(parameter.name)) & _PEOPLE:
        return None
    for one in heard.texts():
        folded = fold(one.text)
        for count, place in _counts(folded):
            if close(value, count):
                return said(one, place.start(), place.end(), Reason.COMPUTED, weak=True)
    return None


def _counts(folded: str) -> Iterator[tuple[float, re.Match[str]]]:
    for worth, pattern in ((1.0, _ALONE), (2.0, _TWO)):
        found = pattern.search(folded)
        if found:
            yield worth, found
    found = _OTHERS.search(folded)
    if found:
        spelled = {"one": 2.0, "two": 3.0, "three": 4.0, "four": 5.0, "five": 6.0}
        count = spelled.get(found["count"], float(found["count"]) + 1 if found["count"].isdigit() else 0.0)
        yield count, found


def _none_of(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Nought of something: "no bags", "without a cost adjustment", "don't have any luggage"."""
    if value != 0:
        return None
    named = {stem(word) for word in name_words(parameter.name)}
    for one in heard.texts():
        for found in _NONE.finditer(fold(one.text)):
            if named & {stem(word) for word in found["what"].split()}:
                return said(one, found.start(), found.end(), Reason.COMPUTED, weak=True)
    return None


def _times_a_year(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A rhythm as a count: monthly is 12 a year, where the parameter counts periods."""
    if not set(name_words(parameter.name)) & {"periods", "frequency", "compounding", "compounds", "times"}:
        return None
    for one in heard.texts():
        for word in words(one.text):
            if _A_YEAR.get(word.text) == value:
                return said(one, word.start, word.end, Reason.COMPUTED, weak=True)
    return None


def _article(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """One of something, by its article: "buy a pizza"."""
    named = {stem(word) for word in name_words(parameter.name)}
    if value != 1:
        return None
    for one in heard.texts():
        found = next(
            (
                found
                for found in _ARTICLE.finditer(fold(one.text))
                if named & {stem("quantity"), stem("quantities"), stem(found["what"])}
            ),
            None,
        )
        if found:
            return said(one, found.start(), found.end(), Reason.COMPUTED, weak=True)
    return None


def calendar_name(value: str, heard: Heard) -> Evidence | None:
    """A month or a weekday by its name, said in any of the languages, as part of a date or of "every weekday"."""
    weekday = WEEKDAYS.get(fold(value))
    if weekday is not None:
        return _weekday(weekday, heard)
    month = MONTHS.get(fold(value))
    if month is None:
        return None
    for one, reading in heard.dates():
        if reading.month == month or month in {day.month for day in reading.days}:
            return said(one, reading.start, reading.end)
    return None


def _weekday(weekday: int, heard: Heard) -> Evidence | None:
    for one in heard.texts():
        for word in words(one.text):
            if WEEKDAYS.get(word.text) == weekday:
                return said(one, word.start, word.end)
        every = _EVERY.search(fold(one.text))
        if every and (weekday > 4 if every["free"] else weekday < 5 or not every["working"]):
            return said(one, every.start(), every.end(), Reason.COMPUTED, weak=True)
    return None
