"""Numbers that a schema asks for otherwise than people say them: in cents, as a fraction, a year's, below nought.

Each restatement is the number as it would have been said, with a test of the words around it; the sum that lies between
the two is the only step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tools.guard.readings.money import small_money
from tools.guard.readings.quantity import Quantity
from tools.guard.readings.text import fold, name_words, stem, words
from tools.guard.synonyms import alike
from tools.schema import Parameter

Told = Callable[[str, Quantity], bool]

_MINOR = re.compile(r"\bin (?:\w+ )?(?:cents|pence|pennies|centimes|rappen)\b|\b(?:minor|smallest)\b.{0,10} units?\b")
_CENTS: Final = frozenset("cents pence cent pennies centimes minor".split())
_MONEY: Final = frozenset(
    """price wage salary tip amount cost costs fee fare total bill budget rate charge toll deposit pay gratuity max
    min""".split()
)
_LARGE = re.compile(r"\d|hundred|thousand|million")
_FRACTION = re.compile(
    r"\b(?:fraction|proportion|probability)\b|\bas a decimal\b"
    r"|\b(?:between|from) 0(?:\.0)? (?:and|to) 1(?:\.0)?(?![.\d])"
    r"|(?<![\d.])0(?:\.0)?\s?(?:-|to|\.\.)\s?1(?:\.0)?(?![.\d])"
)
_DIME: Final = 10
_DEGREES = re.compile(r"\s?(?:degrees?\b|deg\b|°)")
_ACROSS = re.compile(r"\b(?:diameter|across|durchmesser|diametre)\b")
_RADIUS = re.compile(r"\b(?:radius|rayon)\b")
_WHOLE: Final = 100
_SMALLEST: Final = 100
_TALLEST: Final = 230
"""Heights in centimetres that people tell in metres, without saying so: "I'm 1.68"."""
_RHYTHMS: Final = {
    "year": (1, re.compile(r"\b(?:annual(?:ly)?|yearly|(?:per|a|each) year)\b")),
    "month": (12, re.compile(r"\b(?:monthly|(?:per|a|each) month)\b")),
    "week": (52, re.compile(r"\b(?:weekly|(?:per|a|each) week)\b")),
}
"""How often each comes in a year, and how a name or a description asks for it."""
_PER = re.compile(
    r"k?[\s-]?(?:(?:dollars?|euros?|pounds?|bucks|quid|usd|eur|gbp|chf|francs?|[$€£])\s?)?"
    r"(?:(?:gross|net|before tax)\s)?"
    r"(?:(?:(?:an?|per|each|every|the|/)\s?(?P<unit>year|month|week)\b)|(?P<ly>yearly|annually|monthly|weekly)\b)"
)
_PER_BEFORE = re.compile(r"\b(?P<ly>yearly|annual(?:ly)?|monthly|weekly)\b[^.,;!?\d]{0,30}$")
_LY: Final = {"yearly": "year", "annually": "year", "annual": "year", "monthly": "month", "weekly": "week"}
_BELOW = re.compile(
    r"\bnegative(?: (?:values?|numbers?|amounts?|ones))?\s?(?:=|:|,)?\s?"
    r"(?:(?:is|are|means?|for|to|the|a|shifts?|moves?|goes|go|turns?|jumps?)\s)*(?P<after>[a-z]+)"
    r"|(?P<before>[a-z]+)\s(?:(?:is|are|as|being)\s)?\(?negative\b"
)
_SIDES: Final = tuple(
    frozenset(map(stem, side.split()))
    for side in """back backward backwards rewind reverse earlier ago before
down downward downwards lower below under descend drop
left leftward leftwards
out outflow outflows outgoing cost costs spend spent pay pays paid invest expense expenses withdraw withdrew loss
west western westward
south southern southward""".splitlines()
)
_CLAUSE = re.compile(r"[.;!?,]\s|\b(?:and|but|then)\b")


@dataclass(frozen=True, slots=True)
class Restated:
    """A value as it would have been said, and whether a number at its place was said so."""

    value: float
    told: Told


def restated(value: float, parameter: Parameter) -> Iterator[Restated]:
    """The ways in which this value would have been said otherwise for this parameter."""
    named, description = frozenset(name_words(parameter.name)), fold(parameter.description)
    yield from _hundredths(value, named, description)
    rhythm = rhythm_of(parameter.name, description)
    if rhythm is not None:
        for other in _RHYTHMS:
            if other != rhythm:
                factor = _RHYTHMS[rhythm][0] / _RHYTHMS[other][0]
                yield Restated(value * factor, _said_per(other))
    if value < 0:
        side = _below(description)
        if side:
            yield Restated(-value, lambda folded, one: _in_clause(side, folded, one))


def _hundredths(value: float, named: frozenset[str], description: str) -> Iterator[Restated]:
    """A hundred times more, or less: cents, prices in two numbers, fractions, centimetres."""
    if named & _CENTS or _MINOR.search(description):
        yield Restated(value / 100, lambda folded, one: not small_money(folded, one))
    elif 0 < value < _DIME:
        yield Restated(value * 100, lambda folded, one: not one.percent and small_money(folded, one))
    if named & _MONEY and 1 < value < _WHOLE and value % 1:
        yield Restated(value * 100, _in_words)
    if 0 < value < 1 and _FRACTION.search(description):
        yield Restated(value * 100, _plain)
    for half, whole in (("radius", value * 2), ("diameter", value / 2)):
        if half in named:
            yield Restated(whole, _is_across(half))
    if named >= {"height", "cm"} and _SMALLEST < value < _TALLEST:
        yield Restated(value / 100, _plain)


@lru_cache(maxsize=2048)
def rhythm_of(name: str, description: str) -> str | None:
    """The stretch a parameter's amount is for: a year, a month or a week, where it tells."""
    asked = f"{' '.join(name_words(name))}; {description}"
    found = [unit for unit, (_, pattern) in _RHYTHMS.items() if pattern.search(asked)]
    return found[0] if len(found) == 1 else None


def per(folded: str, one: Quantity) -> str | None:
    """The stretch that a number was said to be for: "a month", "monthly"."""
    found = _PER.match(folded, one.end)
    if found is None and not one.percent:  # "a monthly payment at 4%" says of what the percentage is, not how often
        found = _PER_BEFORE.search(folded, 0, one.start)
    if found is None:
        return None
    return _LY[found["ly"]] if found["ly"] else found["unit"]


def _said_per(stretch: str) -> Told:
    return lambda folded, one: per(folded, one) == stretch


def _is_across(half: str) -> Told:
    # A radius follows from the diameter that was said, and the other way round.
    pattern = _ACROSS if half == "radius" else _RADIUS
    return lambda folded, one: pattern.search(folded, one.start - 16 if one.start > 16 else 0, one.end + 20) is not None


def _in_words(folded: str, one: Quantity) -> bool:
    # "three fifty" is 3.50; "three hundred and fifty" is not.
    return one.unit is None and _LARGE.search(folded, one.start, one.end) is None


def _plain(folded: str, one: Quantity) -> bool:
    other = one.percent or one.ordinal or _DEGREES.match(folded, one.end)
    return one.unit is None and not other and one.values[0] >= 1


@lru_cache(maxsize=2048)
def _below(description: str) -> frozenset[str]:
    """The stems of the words for what a description calls negative."""
    found = _BELOW.search(description)
    if found is None:
        return frozenset()
    word = found["after"] or found["before"]
    return next((side for side in _SIDES if stem(word) in side), alike(word))


def _in_clause(side: frozenset[str], folded: str, one: Quantity) -> bool:
    before = _CLAUSE.split(folded[: one.start])[-1] or ""
    after = _CLAUSE.split(folded[one.end :])[0] or ""
    return any(stem(word.text) in side for part in (before, after) for word in words(part))
