"""Testing one value that is no list and no object: which reading it is tested against follows from what it is."""

from __future__ import annotations

import re
import sys
from typing import Any, Final

from tools.guard.answered import answered, none_wanted
from tools.guard.booleans import boolean
from tools.guard.calendar_parts import calendar_name
from tools.guard.calendar_values import calendar_value
from tools.guard.changed import changed
from tools.guard.choices import OPEN, choice, indifferent
from tools.guard.codes import code
from tools.guard.comparing import comparison
from tools.guard.composed import composed
from tools.guard.declared import declared_default, glossed
from tools.guard.heard import Heard, said
from tools.guard.idioms import idiom
from tools.guard.implied import implied
from tools.guard.instants import instant
from tools.guard.moments import moment
from tools.guard.nights import stay
from tools.guard.phrases import literal, phrase
from tools.guard.quantities import number
from tools.guard.readings.numbers import quantities
from tools.guard.readings.quantity import close
from tools.guard.readings.text import fold, words
from tools.guard.readings.units import same, unit_named
from tools.guard.schedules import schedule
from tools.guard.verdict import Evidence, Reason
from tools.guard.zones import zone
from tools.schema import Parameter

_LARGEST: Final = 1e15
"""Below which a number may be counted on from another."""
_NUMBER: Final = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?%?\Z")
_MONEY_OR_MEASURE: Final = re.compile(r"[^\w\s]?\s?[-+]?\d[\d,.]*\s?[^\W\d]{0,12}\Z")
_MONEY: Final = re.compile(r"[$€£¥₹]|\b(?:usd|eur|gbp|dollars?|euros?|pounds?)\b")
_FIGURES: Final = re.compile(r"\d[\d.,]*(?:\s?(?:x|×|by|to|-|/|:)\s?\d[\d.,]*)+\Z")
_ONE_POINT: Final = re.compile(r"\d+(?:\.\d+)?\Z")
_TELEPHONE: Final = 7
"""From how many digits on a number with signs between its figures is compared by its figures alone."""
_BOUNDS: Final = (
    ("<=", r"<=|≤|up to|at most|max"),
    ("<", r"<|under|below|less|cheaper"),
    (">=", r">=|≥|at least|min|from"),
    (">", r">|over|above|more"),
)
_BOUND: Final = re.compile(
    r"(?P<word><=?|>=?|[≤≥]|up to|at most|at least|max(?:imum)?|min(?:imum)?|under|below|less than|over|above|more than"
    r"|from)?\s?(?P<rest>[^\w\s]?\d[\d.,]*(?:\s?[^\W\d]{1,12})?)(?P<more>\+)?"
)
_COUNTRY_CODE: Final = 3
"""The most figures a country's code has."""
_YES_NO: Final = {"yes": True, "no": False, "true": True, "false": False}


def test(parameter: Parameter, value: Any, heard: Heard) -> Evidence | Reason:
    """Evidence for a value, or the reason why there is none."""
    found = _test(parameter, value, heard)
    if isinstance(found, Evidence) and found.reason is not Reason.INFERRED:
        return found
    if found in {Reason.OTHER_SAID, Reason.NEGATED}:
        # A default stands for silence; this was not silence.
        return found
    stepped = _stepped(parameter, value, heard)
    if stepped is not None:
        return stepped
    if declared_default(value, parameter):
        return Evidence(Reason.DECLARED_DEFAULT, (), weak=True)
    weak = glossed(value, parameter, heard)
    if weak is not None or found is not Reason.NOT_SAID or isinstance(value, bool):
        return weak or found
    return implied(value, parameter, heard) or found


def _stepped(parameter: Parameter, value: Any, heard: Heard) -> Evidence | None:
    """Evidence for a number by what was said in other turns: none of what was asked for, a change, a stay's ends."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _LARGEST:
        return None
    none = none_wanted(parameter, heard) if value == 0 else None
    return none or changed(value, heard) or stay(value, parameter, heard)


def same_value(left: Any, right: Any) -> bool:
    """Whether two values are the same but for how they are written: 70 and "70", "Paris" and "paris"."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right or str(left).lower() == str(right).lower()
    if isinstance(left, int | float) and isinstance(right, int | float):
        return close(left, right)
    if isinstance(left, list | dict) or isinstance(right, list | dict):
        return bool(left == right)
    return fold(str(left)).strip() == fold(str(right)).strip()


def _test(parameter: Parameter, value: Any, heard: Heard) -> Evidence | Reason:
    if isinstance(value, bool):
        return answered(value, parameter, heard) or boolean(value, parameter, heard)
    if parameter.enum:
        legal = any(same_value(value, one) for one in parameter.enum)
        if not legal:
            return Reason.NOT_LEGAL
        found = choice(value, parameter, heard)
        if isinstance(found, Evidence) and found.reason is not Reason.INFERRED:
            return found
        return _written(str(value).strip(), parameter, heard) or found
    if isinstance(value, int | float):
        return number(float(value), parameter, heard) if _countable(value) else Reason.NOT_SAID
    return _string(str(value), parameter, heard)


def _countable(value: float) -> bool:
    # A whole number may be too large for a float, and JSON readers let NaN and infinities in.
    return abs(value) <= sys.float_info.max


def _string(value: str, parameter: Parameter, heard: Heard) -> Evidence | Reason:
    bare = value.strip() or value
    if bare.lower() in _YES_NO:
        return literal(bare, heard) or boolean(_YES_NO[bare.lower()], parameter, heard)
    if _NUMBER.match(bare):
        figure = float(bare.rstrip("%").replace(",", ""))
        found = number(figure, parameter, heard)
        return found if isinstance(found, Evidence) else _identifier(bare, heard) or found
    if fold(bare) in OPEN:
        return indifferent(heard)
    if moment(bare) is not None:
        return _written(bare, parameter, heard) or Reason.NOT_SAID
    return (
        _written(bare, parameter, heard)
        or phrase(bare, parameter, heard)
        or code(bare, parameter, heard)
        or zone(bare, heard)
        or idiom(bare, heard)
        or composed(bare, parameter, heard)
        or Reason.NOT_SAID
    )


def _written(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Evidence for what a string writes down: a date, a time, a measure, a weekday, a sign of comparison."""
    when = moment(value)
    if when is not None:
        return instant(when, heard) or calendar_value(value, parameter, heard)
    return (
        calendar_value(value, parameter, heard)
        or comparison(value, heard)
        or schedule(value, heard)
        or _bounded(value, parameter, heard)
        or _stretch(value, heard)
        or _measure(value, parameter, heard)
        or _pair(value, parameter, heard)
        or _telephone(value, heard)
        or calendar_name(value, heard)
    )


def _pair(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Two numbers in one string, "5x10" or "100-200": each must have been said."""
    if not _FIGURES.match(value.lower()):
        return None
    parts = []
    for figure in re.findall(r"\d[\d.,]*", value):
        written = figure.replace(",", "").rstrip(".")
        if not _ONE_POINT.match(written):
            return None  # an address or a version, and no number
        found = number(float(written), Parameter(parameter.name), heard)
        if not isinstance(found, Evidence):
            return None
        parts.append(found)
    return Evidence(parts[0].reason, tuple(span for part in parts for span in part.spans), weak=parts[0].weak)


def _bounded(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A bound with its word or sign, "under $100", "4.5+": both must have been said."""
    found = _BOUND.fullmatch(fold(value))
    if found is None or not (found["word"] or found["more"]):
        return None
    sign = ">=" if found["more"] else next(sign for sign, pattern in _BOUNDS if re.match(pattern, found["word"] or ""))
    compared = comparison(sign, heard)
    written = _string(found["rest"], parameter, heard)
    if compared is None or not isinstance(written, Evidence):
        return None
    return Evidence(written.reason, (*compared.spans, *written.spans), weak=True)


def _stretch(value: str, heard: Heard) -> Evidence | None:
    """One of a unit of time, said in smaller ones: a "week" of seven days."""
    unit = unit_named(value) if value.isalpha() and len(value) > 2 else None
    for one, quantity in heard.numbers() if unit is not None and unit.dimension == "time" else ():
        if unit and quantity.unit not in {None, unit} and same(quantity.unit or unit, quantity.values[0], unit, 1):
            return said(one, quantity.start, quantity.end, Reason.COMPUTED, weak=True)
    return None


def _telephone(value: str, heard: Heard) -> Evidence | None:
    """A long number whose signs may differ: "(555) 123-4567" for 5551234567; a country code may be added."""
    figures = re.sub(r"\D", "", value)
    if len(figures) < _TELEPHONE or not re.fullmatch(r"[\d\s()+./-]+", value):
        return None
    for one in heard.texts():
        for found in re.finditer(r"[+(]?\d[\d\s()./-]{5,}\d", one.text):
            if _dials(re.sub(r"\D", "", found.group()), figures):
                return said(one, found.start(), found.end())
    return None


def _dials(said_figures: str, figures: str) -> bool:
    """Whether two telephone numbers are one: a country's code may stand before either, in the place of its first 0."""
    if len(said_figures) < _TELEPHONE:
        return False
    bare = said_figures.removeprefix("0")
    coded = bare != said_figures and figures.endswith(bare) and len(figures) - len(bare) <= _COUNTRY_CODE
    longer = figures.endswith(said_figures) or said_figures.endswith(figures)
    return coded or (longer and abs(len(figures) - len(said_figures)) <= _COUNTRY_CODE)


def _identifier(value: str, heard: Heard) -> Evidence | None:
    """A number that is a name (an account, a part): its digits as written, leading zeros and all."""
    return (literal(value, heard) or _telephone(value, heard)) if len(value) > 3 else None


def _measure(value: str, parameter: Parameter, heard: Heard) -> Evidence | None:
    """A string that is a number with its unit, a range or a percentage: "10 miles", "$75", "25-30", "24h"."""
    figures = [word for word in words(value) if word.text[0].isdigit()]
    if not figures or not _MONEY_OR_MEASURE.match(value):
        return None
    read = quantities(value)
    wanted = tuple(one for one in read if one.unit is not None) or read
    money = bool(_MONEY.search(fold(value)))
    if len({one.start for one in wanted}) != 1 or (wanted[0].unit is None and not money):
        return None
    for written in wanted:  # "1w" is a week or a watt
        asked = Parameter(parameter.name, unit=written.unit.name if written.unit else "")
        for one in written.values:
            found = number(one, asked, heard)
            if isinstance(found, Evidence):
                return found
    return None
