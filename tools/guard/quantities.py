"""Testing a number: against the numbers that were said, with units converted, percentages both ways, and bounds."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from tools.guard.calendar_parts import end_of_years, part_of_date, part_of_time
from tools.guard.heard import Heard, said
from tools.guard.known import known
from tools.guard.mathematical import mathematical
from tools.guard.mismatched import mismatched
from tools.guard.named_numbers import named_number
from tools.guard.people import heads
from tools.guard.readings.asked_units import declared_units
from tools.guard.readings.number_words import SCALES
from tools.guard.readings.quantity import Quantity, close
from tools.guard.readings.text import fold, name_words
from tools.guard.readings.unit_table import BY_WORD, Unit
from tools.guard.readings.units import same
from tools.guard.restated import restated
from tools.guard.stretches import lasting, on_the_clock
from tools.guard.unspoken import unspoken
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_UNDER = re.compile(
    r"\b(?:less|fewer|lower|smaller|younger) than (?:\S{1,3} )?$|\b(?:under|below|unter|moins de) (?:\S{1,3} )?$"
)
_OVER = re.compile(
    r"\b(?:more|greater|higher|larger|older|better) than (?:\S{1,3} )?$|\b(?:over|above|uber|plus de) (?:\S{1,3} )?$"
)
_AN = re.compile(r"(?:an?|one)\b")
_LASTING: Final = frozenset(
    """ttl timeout duration delay interval expiry expires expiration period window lifetime retention wait time length
    age snooze reminder""".split()
)
_PERCENT = re.compile(r"\b(?:per ?cent(?:age)?|prozent|discount)\b|%|\b0\s?(?:-|to|and)\s?100\b")
_POWER_OF = re.compile(r"\b\d*[a-z]\s?(?:\^|\*\*)\s?\(?$")
_DEGREE: Final = frozenset("exponent power degree order n root index".split())
_DECIMALS = 9
"""From how many decimals on a fraction is written out, and not rounded."""
_ONE_BEFORE = re.compile(
    r"\b(?:that|this|which|the|another|other|first|last|any|some|no|every|each|good|new|find|like|second|third|next|same"
    r"|right|only|former|latter|later|earlier|cheaper|bigger|smaller|larger|longer|shorter|better|nicer|\w{3,}est) $"
)
_ONE_AFTER = re.compile(r"[ -](?:way|of|that|which|who|where|with)\b")
_CONVERTED = {
    dimension: tuple(BY_WORD[word] for word in words.split())
    for dimension, words in {
        "time": "seconds minutes hours days",
        "length": "mm cm m km",
        "mass": "g kg",
        "volume": "ml l",
    }.items()
}
"""The units a schema may mean by a measure of no unit."""


def number(value: float, parameter: Parameter, heard: Heard) -> Evidence | Reason:
    """Evidence for a number, or why there is none."""
    units = declared_units(parameter.unit, parameter.name, parameter.description)
    written = re.search(r"\bin (thousand|million|billion)s?\b", parameter.description.lower())
    counted = value * SCALES[written[1]] if written else value
    percent = bool(_PERCENT.search(f"{' '.join(name_words(parameter.name))} {parameter.description.lower()}"))
    counts = bool(_DEGREE & set(name_words(parameter.name)))
    other_unit = False
    for one, quantity in heard.numbers():
        found = _fits(value, quantity, units)
        if written and not found:
            found = _fits(counted, quantity, units)
        if percent and quantity.values[0] < 1 and any(_roughly(value, 100 * one) for one in quantity.values):
            found = True  # "half of it" is 50 percent
        if found and not counts and _POWER_OF.search(fold(one.text), 0, quantity.start):
            continue  # the 2 of x^2
        if found and value == 1 and _pronoun(fold(one.text), quantity):
            continue
        if found and mismatched(fold(one.text), quantity, parameter, units):
            found = None
        if found:
            return said(one, quantity.start, quantity.end)
        other_unit = other_unit or (found is None and any(close(value, each) for each in quantity.values))
    for test in _STEPS:
        step = test(value, parameter, heard)
        if step is not None:
            return step
    return Reason.OTHER_UNIT if other_unit else Reason.NOT_SAID


def _restated(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A number that was said otherwise than the schema asks for it: "89 euros 50" for cents."""
    units = declared_units(parameter.unit, parameter.name, parameter.description)
    for other in restated(value, parameter):
        for one, quantity in heard.numbers():
            if _fits(other.value, quantity, units) and other.told(fold(one.text), quantity):
                return said(one, quantity.start, quantity.end, Reason.COMPUTED, weak=True)
    return None


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
        if quantity.part:
            units = units & {quantity.unit}
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
    return any(close(value, one) or _rounds(one, value) for one in quantity.values)


def _roughly(value: float, exact: float) -> bool:
    # A third is 33, 33.3 or 33.33 percent.
    return close(value, exact) or any(value == round(exact, decimals) for decimals in range(3))


def _rounds(exact: float, value: float) -> bool:
    """Whether a value is a fraction that was said, rounded to its own decimals: .333 for a third."""
    decimals = _decimals(value)
    return 2 < decimals < _DECIMALS and round(exact, decimals) == value


@lru_cache(maxsize=256)
def _decimals(value: float) -> int:
    return 0 if value % 1 == 0 else len(repr(value).partition(".")[2])


def _converted(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A measure in another unit of its kind, where the schema does not tell in which: 120 for "two hours"."""
    if declared_units(parameter.unit, parameter.name, parameter.description):
        return None
    lasts = not _LASTING.isdisjoint(name_words(parameter.name))
    for one, quantity in heard.numbers():
        if quantity.unit is None or quantity.part or quantity.unit.dimension not in _CONVERTED:
            continue
        if not quantity.counted and not (lasts and _AN.match(fold(one.text), quantity.start)):
            continue  # "this hour" is no length, and "a day earlier" lasts for none
        for unit in _CONVERTED[quantity.unit.dimension]:
            if same(quantity.unit, quantity.values[0], unit, value):
                return said(one, quantity.start, quantity.end, Reason.COMPUTED, weak=True)
    return None


def _beyond(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """The next whole number beside a bound: "less than 5" may be 4, "more than 3" may be 4."""
    for one, quantity in heard.numbers():
        before = fold(one.text)[max(0, quantity.start - 18) : quantity.start]
        for step, pattern in ((-1, _UNDER), (1, _OVER)):
            whole = quantity.values[-1] % 1 == 0 and _measures(quantity, parameter)
            if whole and pattern.search(before) and close(value, quantity.values[-1] + step):
                return said(one, quantity.start, quantity.end, Reason.COMPUTED, weak=True)
    return None


def _measures(quantity: Quantity, parameter: Parameter) -> bool:
    units = declared_units(parameter.unit, parameter.name, parameter.description)
    return quantity.unit is None or not units or quantity.unit in units


_STEPS: Final = (
    part_of_date,
    end_of_years,
    part_of_time,
    _restated,
    _converted,
    _beyond,
    heads,
    unspoken,
    mathematical,
    named_number,
    lasting,
    on_the_clock,
    known,
)
"""What is tried in turn for a number that was not said as it stands."""
