"""Which of the numbers that were said fills which argument: by unit and sign first, then by the words beside it.

What two numbers could fill as well as each other is filled by neither: it is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from tools.guard.heard import Heard
from tools.guard.provenance import Utterance
from tools.guard.readings.asked_units import declared_units
from tools.guard.readings.beside import RHYTHMS
from tools.guard.readings.quantity import Quantity
from tools.guard.readings.text import fold
from tools.guard.readings.unit_table import Unit
from tools.guard.roles import spoken_for
from tools.guard.verdict import Span
from tools.schema import Parameter

MONEY: Final[Mapping[str, str]] = {
    "$": "USD",
    "usd": "USD",
    "dollar": "USD",
    "dollars": "USD",
    "€": "EUR",
    "eur": "EUR",
    "euro": "EUR",
    "euros": "EUR",
    "£": "GBP",
    "gbp": "GBP",
    "pound": "GBP",
    "pounds": "GBP",
}
PERCENT: Final = frozenset({"percent", "%", "per cent", "percentage"})
MEASURED: Final = 3.0
"""What the right unit or sign beside a number is worth."""
UNITLESS: Final = 0.5
FILLED: Final = 0.75
"""What filling an argument at all is worth: more than a missing unit costs."""
CLEAR: Final = 0.25
"""By how much one way of filling must be better than the next."""
MOST: Final = 8
"""Numbers of one text that are weighed."""
_BEFORE = re.compile(r"(?:([$€£])|\b(usd|eur|gbp))\s?$")
_AFTER = re.compile(r"^\s?(?:([$€£])|(usd|eur|gbp|dollars?|euros?|pounds?)\b)")
_AMOUNT = re.compile(
    r"(?:[\d$€£]\s*(?:dollars?|euros?|pounds?|usd|eur|gbp)?|"
    r"\b(?:much|pay|pays|paid|repay|fee|costs?|price|charged?|payments?|instal+ments?|(?:cost|charge|is|be|comes?|to)\s(?:it|that|me|us|to)))\s*$"
)
_EACH = re.compile(rf"(?:per|each|every|pro|par|chaque|jede[nrs]?|im|{'|'.join(RHYTHMS)})\b")
"""What makes a price by the month of "month", and no length of time; so does "monthly"."""
_THOUSAND = re.compile(r"\s?[kK]\b")
_THOUSANDS = re.compile(r"^\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])")
_JOINED = re.compile(r"^\W*(?:and|und|et|a|an|half|quarter|\W)*\W*$")


@dataclass(frozen=True, slots=True)
class Filled:
    """A value for an argument, with the user's words for it and how much speaks for it (0: nothing but the number)."""

    value: float
    quote: str
    worth: float


def fill(parameters: Sequence[Parameter], text: str) -> dict[str, Filled]:
    """The arguments that the numbers of `text` fill without doubt, each number at most once."""
    said = [one for one in _read(text) if one.counted or one.unit is not None][:MOST]
    options = [[None, *(one for one in said if _worth(parameter, one, text) is not None)] for parameter in parameters]
    ranked: list[tuple[float, tuple[Quantity | None, ...]]] = []
    for chosen in product(*options):
        taken = [one for one in chosen if one is not None]
        if any(_overlap(one, other) for at, one in enumerate(taken) for other in taken[at + 1 :]):
            continue
        total = sum(
            FILLED + (_worth(parameter, one, text) or 0.0)
            for parameter, one in zip(parameters, chosen, strict=True)
            if one is not None
        )
        ranked.append((total, chosen))
    ranked.sort(key=lambda one: -one[0])
    if not ranked:
        return {}
    best = ranked[0][1]
    rivals = [chosen for total, chosen in ranked[1:] if total > ranked[0][0] - CLEAR]
    free = [one for one in said if not any(other is not None and _overlap(one, other) for other in best)]
    filled = {}
    for place, (parameter, one) in enumerate(zip(parameters, best, strict=True)):
        if one is None:
            continue
        doubted = any(_differs(rival, place, one) for rival in rivals) or any(
            (_worth(parameter, other, text) or 0.0) >= MEASURED for other in free
        )
        if not doubted:
            value = _value(parameter, one, text)
            filled[parameter.name] = Filled(value, text[one.start : one.end], _worth(parameter, one, text) or 0.0)
    return filled


def _differs(rival: Sequence[Quantity | None], place: int, one: Quantity) -> bool:
    """Whether another way of filling gives this argument another number, or this number to another argument."""
    return (rival[place] is not None and rival[place] != one) or (one in rival and rival[place] != one)


def measured(parameter: Parameter) -> bool:
    """Whether a number without a sign or a word for it is too little: the argument is an amount of money."""
    return parameter.unit.lower() in MONEY


def _read(text: str) -> list[Quantity]:
    """The numbers outside dates, the longest reading of each place; what only a preposition joins is no number."""
    found = [one for _, one in Heard((Utterance(0, text, "user"),)).numbers() if not one.ordinal]
    folded = fold(text)
    found = [
        one
        for one in found
        if one.counted or not (_AMOUNT.search(folded[: one.start]) or _EACH.match(folded[one.start : one.end]))
    ]
    whole = [one for one in found if not _mixed(one, found, text)]
    return [
        one
        for one in whole
        if not any(other is not one and _inside(one, other) and _longer(other, one) for other in whole)
    ]


def _mixed(one: Quantity, found: Sequence[Quantity], text: str) -> bool:
    """Whether a reading joins two numbers by more than "and": "4.5% over 30 years" is two of them."""
    parts = sorted((other for other in found if _inside(other, one) and _longer(one, other)), key=lambda q: q.start)
    return any(
        left.end <= right.start and not _JOINED.match(fold(text[left.end : right.start]))
        for at, left in enumerate(parts)
        for right in parts[at + 1 :]
    )


def _inside(one: Quantity, other: Quantity) -> bool:
    return other.start <= one.start and one.end <= other.end


def _longer(one: Quantity, other: Quantity) -> bool:
    return one.end - one.start > other.end - other.start


def _overlap(one: Quantity, other: Quantity) -> bool:
    return one.start < other.end and other.start < one.end


def _worth(parameter: Parameter, one: Quantity, text: str) -> float | None:
    """How much speaks for a number as this argument; None where its unit or sign speaks against it."""
    signs = set(_signs(one, text))
    units = declared_units(parameter.unit, parameter.name, parameter.description)
    wanted = MONEY.get(parameter.unit.lower())
    if one.unit is not None and not units and (pays := MONEY.get(fold(text[one.start : one.end]).split()[-1])):
        one, signs = replace(one, unit=None), {pays}  # pounds are money where no weight is asked for
    worth = 0.0
    if parameter.unit.lower() in PERCENT:
        worth = MEASURED if one.percent else 0.0
        if signs or one.unit is not None:
            return None
    elif one.percent:
        return None
    elif wanted or signs:
        if (signs and wanted and wanted not in signs) or (signs and units) or one.unit is not None:
            return None
        worth = MEASURED if signs and wanted else 0.0
    elif one.unit is not None:
        if not _same_dimension(one.unit, units):
            return None
        worth = MEASURED
    elif not one.counted:
        return None
    spoken = spoken_for(parameter, Span(0, one.start, one.end, ""), text)
    # A number without the unit that is asked for may be it, and is sooner what is asked for without one.
    return worth + (spoken - UNITLESS if parameter.unit and not worth else spoken)


def _signs(one: Quantity, text: str) -> Iterator[str]:
    folded = fold(text)
    for found in (_BEFORE.search(folded[: one.start]), _AFTER.match(folded[one.end :])):
        if found:
            yield MONEY[found[1] or found[2]]


def _same_dimension(unit: Unit, units: frozenset[Unit]) -> bool:
    return any(unit.dimensions() & other.dimensions() for other in units)


def _value(parameter: Parameter, one: Quantity, text: str) -> float:
    quote = text[one.start : one.end]
    thousands = _THOUSANDS.match(quote) or _THOUSAND.match(text[one.end :]) or quote[-1:] in "kK"
    value = max(one.values) if thousands else one.values[0]
    for unit in declared_units(parameter.unit, parameter.name, parameter.description):
        if one.unit is None or one.unit == unit:
            continue
        said, asked = one.unit.base(value), unit.base(1.0)
        # Months and years are exact in months and rough in seconds.
        for dimension in sorted(said.keys() & asked.keys(), key=lambda one: one != "months"):
            return round(said[dimension] / asked[dimension], 9)
    return value
