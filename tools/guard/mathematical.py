"""Numbers that a formula, a row or a word of mathematics stands for: a right angle, a coefficient, a base, a rest.

Each reader takes one step, only for a parameter whose name or description speaks of such a number.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from tools.guard.heard import Heard, said
from tools.guard.provenance import Utterance
from tools.guard.readings.quantity import close
from tools.guard.readings.text import fold, name_words
from tools.guard.rows import rows_in
from tools.guard.topic import phrase_of, topic
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_ANGLES: Final = (
    (90.0, re.compile(r"\b(?:right[- ](?:angled?|triangle)|perpendicular|rechtwinklig\w*|angle droit)\b")),
    (180.0, re.compile(r"\b(?:straight angle|half[- ]turn|u-turn)\b")),
    (360.0, re.compile(r"\bfull (?:circle|turn|rotation)\b")),
)
_POWERS: Final = (
    (
        frozenset("exponent power degree root index order".split()),
        {
            2.0: re.compile(r"\b(?:squared?(?! (?:met|feet|foot|km|mile))|quadrat\w*|au carre)\b"),
            3.0: re.compile(r"\b(?:cubed?|cubic|kubik\w*|au cube)\b"),
        },
    ),
    (
        frozenset({"base", "radix"}),
        {
            2.0: re.compile(r"\b(?:binary|log_?2)\b"),
            8.0: re.compile(r"\boctal\b"),
            10.0: re.compile(r"\b(?:decimal|log_?10)\b"),
            16.0: re.compile(r"\bhex(?:adecimal)?\b"),
        },
    ),
)
"""Words of a parameter, to what a number is called there."""
_COEFFICIENTS: Final = frozenset("coefficient coefficients koeffizient koeffizienten polynomial".split())
_TERM: Final = r"(?:(?:\d+(?:\.\d+)?\s?\*?\s?)?[xyztn](?:\s?(?:\^|\*\*)\s?\d|\d)?(?![\w^])|\d+(?:\.\d+)?(?![\w^.]))"
_SUM: Final = re.compile(rf"(?<![\w.^)])(?:-\s?)?{_TERM}(?:\s?[-+]\s?{_TERM})*")
_PART: Final = re.compile(
    r"(?P<sign>-)?\s?(?:(?P<count>\d+(?:\.\d+)?)\s?\*?\s?)?(?:(?P<letter>[xyztn])(?:\s?(?:\^|\*\*)?\s?(?P<power>\d))?)?"
)
_HIGHEST: Final = 9
_REST: Final = re.compile(
    r"\b(?:(?:the|all) (?:rest|remainder)|remaining|left ?over|what(?:'s| is) left|the other part|der rest|le reste)\b"
)
_WHOLE: Final = 100.0
_TURNED: Final = frozenset("angle angles theta phi radian radians rad phase rotation".split())
_PI: Final = re.compile(r"(?<![\w.])(?P<count>\d+(?:\.\d+)?)?\s?\*?\s?(?:pi|π)\b(?:\s?/\s?(?P<below>\d+))?")
_DEGREES: Final = re.compile(r"\s?(?:degrees?\b|deg\b|°)(?!\s?[cf]\b)")
_TWO: Final = re.compile(r"(?<![\d.:])(?P<above>\d+(?:\.\d+)?)\s?(?::|to)\s?(?P<below>\d+(?:\.\d+)?)(?![\d.:])")
_ROUNDED: Final = 1e-3
"""How far, of its size, an angle or a ratio may be off."""
_SPLIT: Final = re.compile(r"(?<![\d/.])\d{1,2}(?:\s?[/:-]\s?\d{1,2}){1,4}(?![\d/.])")
_AMOUNTS: Final = frozenset("amount payment deposit price cost fee tip discount tax down total salary value".split())
_STEPS: Final = frozenset("difference step increment interval spacing".split())
_RATIOS: Final = frozenset({"ratio", "factor", "multiplier"})
_FIRST: Final = frozenset("min minimum low lower from start begin first lowest".split())
_COUNTED_UP: Final = re.compile(
    r"\b(?:numbers?|integers?|primes?|multiples|squares|cubes|odds|evens)\b[^.,;!?\d]{0,16}"
    r"\b(?:up to|under|below|till?|until)\s\d"
)


def mathematical(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Weak evidence for a number that follows from a formula, a row or a word of mathematics; None where none does."""
    return next((found for reader in _READERS if (found := reader(value, parameter, heard)) is not None), None)


def polynomial(values: Any, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Weak evidence for a list that holds the coefficients of a sum that was said, from either end, noughts and all."""
    if not isinstance(values, list) or not topic(parameter) & _COEFFICIENTS:
        return None
    for one, start, end, told in _sums(heard):
        if any(_same(values, row) for row in (told, told[::-1])):
            return said(one, start, end, Reason.COMPUTED, weak=True)
    return None


def _same(values: Sequence[Any], told: Sequence[float]) -> bool:
    figures = [one for one in values if isinstance(one, int | float) and not isinstance(one, bool)]
    return len(figures) == len(values) == len(told) and all(map(close, figures, told))


def _sums(heard: Heard) -> Iterator[tuple[Utterance, int, int, list[float]]]:
    """Every sum of powers of one letter, with its coefficients from the constant one upwards."""
    for one in heard.texts():
        for found in _SUM.finditer(fold(one.text)):
            told: dict[int, float] = {}
            letters = set()
            for part in _PART.finditer(found.group()):
                if not part["count"] and not part["letter"]:
                    continue
                power = int(part["power"] or 1) if part["letter"] else 0
                told[power] = told.get(power, 0.0) + float(part["count"] or 1) * (-1 if part["sign"] else 1)
                letters |= {part["letter"]} - {None}
            if len(letters) == 1 and max(told) <= _HIGHEST:
                row = [told.get(power, 0.0) for power in range(max(told) + 1)]
                yield one, found.start(), found.end(), row


def _coefficient(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """The one before a bare variable, the nought of a power that is not there: "x^2 - x" has 1, -1 and 0."""
    if abs(value) > 1 or value % 1 or not topic(parameter) & _COEFFICIENTS:
        return None
    for one, start, end, told in _sums(heard):
        if value in told:
            return said(one, start, end, Reason.COMPUTED, weak=True)
    return None


def _angle(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    if not topic(parameter) & {"angle", "angles", "winkel", "rotation"}:
        return None
    return next((phrase_of(pattern, heard) for worth, pattern in _ANGLES if value == worth), None)


def _power(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A power or a base by its name: cubed, a square root, binary, log2."""
    named = set(name_words(parameter.name))
    for asked, worths in _POWERS:
        if named & asked and value in worths:
            return phrase_of(worths[value], heard)
    return None


def _rest(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:  # noqa: ARG001 - a reader's signature
    """What is left of a whole of which shares were said: "30% here, 50% there, the rest there"."""
    for one in heard.texts():
        found = _REST.search(fold(one.text))
        if found is None:
            continue
        shares = {
            (each.start, each.end): each.values[0] for other, each in heard.numbers() if each.percent and other is one
        }
        left = _WHOLE - sum(shares.values())
        if shares and left > 0 and (close(value, left) or close(value, left / _WHOLE)):
            return said(one, found.start(), found.end(), Reason.COMPUTED, weak=True)
    return None


def _of_pi(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """An angle in radians: a part of pi by its sign, or so many degrees turned round."""
    if not topic(parameter) & _TURNED:
        return None
    for one in heard.texts():
        for found in _PI.finditer(fold(one.text)):
            told = float(found["count"] or 1) * math.pi / float(found["below"] or 1)
            if math.isclose(value, told, rel_tol=_ROUNDED):
                return said(one, found.start(), found.end(), Reason.COMPUTED, weak=True)
    for one, each in heard.numbers() if topic(parameter) & {"radian", "radians", "rad"} else ():
        degrees = _DEGREES.match(fold(one.text), each.end)
        if degrees and math.isclose(value, math.radians(each.values[0]), rel_tol=_ROUNDED):
            return said(one, each.start, degrees.end(), Reason.COMPUTED, weak=True)
    return None


def _ratio(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A ratio by its two figures: .75 for "3:4"."""
    for one in heard.texts() if "ratio" in topic(parameter) else ():
        for found in _TWO.finditer(fold(one.text)):
            if float(found["below"]) and math.isclose(
                value, float(found["above"]) / float(found["below"]), rel_tol=_ROUNDED
            ):
                return said(one, found.start(), found.end(), Reason.COMPUTED, weak=True)
    return None


def _part(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:  # noqa: ARG001 - a reader's signature
    """A part of a whole by its figure in a split: .3 for the second of "50/30/20"."""
    for one in heard.texts() if 0 < value < 1 else ():
        for found in _SPLIT.finditer(fold(one.text)):
            parts = [float(part) for part in re.findall(r"\d+", found.group())]
            if sum(parts) == _WHOLE and any(close(value * _WHOLE, part) for part in parts):
                return said(one, found.start(), found.end(), Reason.COMPUTED, weak=True)
    return None


def _share(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """What a percentage that was said comes to, of an amount that was said: 20,000 for "a 100k flat, 20% down"."""
    if value < _WHOLE or not topic(parameter) & _AMOUNTS:
        return None
    numbers = [(one, each) for one, each in heard.numbers() if each.counted]
    for one, each in numbers:
        for _, whole in numbers if each.percent else ():
            share = each.values[0] / _WHOLE
            if not whole.percent and any(close(value, amount * share) for amount in whole.values):
                return said(one, each.start, each.end, Reason.COMPUTED, weak=True)
    return None


def _from_one_to_the_next(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """By how much a row grows, or how many times: 3 of "5, 8, 11"."""
    named = set(name_words(parameter.name))
    for one in heard.texts() if named & (_STEPS | _RATIOS) else ():
        for row in rows_in(one.text):
            steps = list(pairwise(row))
            added = named & _STEPS and all(close(late - early, value) for early, late in steps)
            if added or (named & _RATIOS and all(early and close(late / early, value) for early, late in steps)):
                return said(one, 0, len(one.text), Reason.COMPUTED, weak=True)
    return None


def _one_upwards(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """One, where numbers up to another were asked for."""
    asked = value == 1 and set(name_words(parameter.name)) & _FIRST
    return phrase_of(_COUNTED_UP, heard) if asked else None


_READERS: Final = (
    _angle,
    _coefficient,
    _power,
    _rest,
    _of_pi,
    _ratio,
    _part,
    _share,
    _from_one_to_the_next,
    _one_upwards,
)
