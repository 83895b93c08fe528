"""Whether a given value fills the right role: its form, unit and the words beside it, and what each argument asks for.

The guard proves that a value was said. Two values of one type can still stand in each other's place; where the words
beside them speak for the exchange, the role check says so. Where nothing is said beside them, it cannot tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from knowledge.text import STOP_WORDS
from tools.guard.moments import moment
from tools.guard.provenance import Turn
from tools.guard.readings.asked_units import declared_units
from tools.guard.readings.numbers import quantities
from tools.guard.readings.text import Word, name_words, stem, words
from tools.guard.verdict import ArgumentVerdict, CallVerdict, Reason, Span, Verdict
from tools.schema import Parameter, Tool

MARGIN: Final = 0.75
"""By how much the exchange must be better spoken for; chosen on the tuning half."""
BEFORE: Final = (1.0, 0.75, 0.5, 0.3, 0.2)
AFTER: Final = (0.5, 0.3, 0.2)
"""What a cue is worth by its distance, before and after a value."""
_UNIT: Final = 3.0
_FORM: Final = 3.0
_NAME: Final = 1.5
_DESCRIBED: Final = 0.75
_PERCENT: Final = frozenset({"percent", "%", "per cent", "percentage"})
_FROM: Final = frozenset(
    map(
        stem,
        """from origin departure depart departing leaving leave start starting begin source initial first base out
        pickup""".split(),
    )
)
_TO: Final = frozenset(
    map(
        stem,
        """to destination arrival arrive arriving going end ending until till finish target last return returning
        dropoff into""".split(),
    )
)
_MAIL: Final = re.compile(r"[^\s@]+@[^\s@]+\.\w+")
_FORMS: Final = {
    "day": frozenset("date dates day datetime timestamp birthday birthdate dob deadline yyyy iso8601".split()),
    "hour": frozenset("time times hour datetime timestamp hh".split()),
    "mail": frozenset("email mail emails".split()),
}


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two arguments whose values are better spoken for in each other's place."""

    first: str
    second: str
    gain: float


def with_roles(tool: Tool, verdict: CallVerdict, turns: Sequence[Turn]) -> CallVerdict:
    """The verdict with every argument in doubt turned from given into derived, so that it is asked about."""
    doubted = {name for one in exchanges(tool, verdict, turns) for name in (one.first, one.second)}
    return replace(verdict, arguments=tuple(_doubt(one) if one.name in doubted else one for one in verdict.arguments))


def exchanges(tool: Tool, verdict: CallVerdict, turns: Sequence[Turn]) -> list[Exchange]:
    """Every pair of given values that the words beside them would have the other way round."""
    found = []
    for first, second in pairs(verdict):
        one, other = tool.parameter(first.name), tool.parameter(second.name)
        if one is None or other is None or first.spans[0] == second.spans[0]:
            continue
        own = _score(one, other, first, turns) + _score(other, one, second, turns)
        changed = _score(one, other, second, turns) + _score(other, one, first, turns)
        if changed - own >= MARGIN:
            found.append(Exchange(first.name, second.name, changed - own))
    return found


def spoken_for(parameter: Parameter, span: Span, text: str) -> float:
    """How much the words beside a span of `text` speak for this parameter, whatever other there is."""
    cues = _cues(parameter.name, parameter.description)
    return sum(cues.get(stem(word.text), 0.0) * nearness for word, nearness in _beside(span, words(text)))


def pairs(verdict: CallVerdict) -> Iterator[tuple[ArgumentVerdict, ArgumentVerdict]]:
    """Pairs of arguments that were both said, hold different values, and are of one type."""
    told = [
        one for one in verdict.arguments if one.spans and one.verdict is not Verdict.ABSENT and one.spans[0].turn >= 0
    ]
    for first, second in combinations(told, 2):
        if type_of(first.value) == type_of(second.value) != "" and first.value != second.value:
            yield first, second


def type_of(value: Any) -> str:
    """The type within which two values may be mistaken for each other; "" where none may."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return ""
    return "number" if isinstance(value, int | float) else "string"


def _doubt(one: ArgumentVerdict) -> ArgumentVerdict:
    if one.verdict is not Verdict.GIVEN:
        return one
    return replace(one, verdict=Verdict.DERIVED, reason=Reason.ROLE_DOUBT)


def _score(parameter: Parameter, other: Parameter, given: ArgumentVerdict, turns: Sequence[Turn]) -> float:
    """How much the form of a value, its unit and the words beside it speak for this parameter and not for the other."""
    span = given.spans[0]
    text = turns[span.turn].text
    own, foreign = _cues(parameter.name, parameter.description), _cues(other.name, other.description)
    total = _unit_score(parameter, span, text) + _form_score(parameter, other, given.value)
    for word, nearness in _beside(span, words(text)):
        key = stem(word.text)
        worth = max(0.0, own.get(key, 0.0) - foreign.get(key, 0.0))
        total += worth * nearness
    return total


def _beside(span: Span, said: Sequence[Word]) -> Iterator[tuple[Word, float]]:
    """The words around a span, each with a weight that falls with its distance."""
    before = [word for word in said if word.end <= span.start]
    after = [word for word in said if word.start >= span.end]
    yield from zip(reversed(before), BEFORE, strict=False)
    yield from zip(after, AFTER, strict=False)
    for word in said:
        if span.start <= word.start < span.end:
            yield word, 1.0


def _form_score(parameter: Parameter, other: Parameter, value: Any) -> float:
    """A date, a time or an address stands where one of the two arguments asks for it by name."""
    form = _form(value)
    here, there = (bool(form) and form in _forms(one.name, one.description) for one in (parameter, other))
    return _FORM * (here - there)


def _form(value: Any) -> str:
    if not isinstance(value, str):
        return ""
    if _MAIL.fullmatch(value):
        return "mail"
    when = moment(value) if any(char.isdigit() for char in value) else None
    return "" if when is None else "day" if when.days else "hour"


@lru_cache(maxsize=2048)
def _forms(name: str, description: str) -> frozenset[str]:
    """What a parameter's name or description says that its values are: days, hours, addresses."""
    told = {*name_words(name), *(word.text for word in words(description))}
    return frozenset(form for form, cues in _FORMS.items() if told & cues)


def _unit_score(parameter: Parameter, span: Span, text: str) -> float:
    inside = [one for one in quantities(text) if one.start < span.end and span.start < one.end]
    if any(one.percent for one in inside):
        return _UNIT if parameter.unit.lower() in _PERCENT else -_UNIT if parameter.unit else 0.0
    wanted = {one for unit in _units(parameter) for one in unit.dimensions()}
    there = {one for quantity in inside if quantity.unit is not None for one in quantity.unit.dimensions()}
    if not wanted or not there:
        return 0.0
    return _UNIT if wanted & there else -_UNIT


def _units(parameter: Parameter) -> frozenset[Any]:
    return declared_units(parameter.unit, parameter.name, parameter.description)


@lru_cache(maxsize=2048)
def _cues(name: str, description: str) -> dict[str, float]:
    """Stem to what it is worth as a cue: words of the name, of the description, and their direction."""
    named = {stem(word) for word in name_words(name)}
    described = {stem(word.text) for word in words(description) if word.text not in STOP_WORDS}
    cues = dict.fromkeys(described, _DESCRIBED) | dict.fromkeys(named, _NAME)
    for direction in (_FROM, _TO):
        if (named or described) & direction:
            cues |= {word: max(_NAME, cues.get(word, 0.0)) for word in direction}
    return cues
