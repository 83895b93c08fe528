"""Whether a later turn of the user's corrects a value and says another, so that the last word counts.

Only where a call takes one value of the sort can a later one be its correction and not its companion.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from tools.guard.heard import Heard
from tools.guard.instants import instant
from tools.guard.moments import Moment, moment
from tools.guard.phrases import literal
from tools.guard.provenance import Utterance
from tools.guard.readings.quantity import close
from tools.guard.readings.text import fold, without
from tools.guard.shifted import moved_away, shifts
from tools.guard.verdict import Evidence
from tools.schema import Parameter

_CORRECTS: Final = re.compile(
    r"\b(?:change (?:it|that|the \w+)|make (?:it|that)|instead|actually|forget|rather|i mean|i meant"
    r"|switch(?: it| that)?|move it|(?:on )?second thoughts?|wait|oops|sorry|but)\b"
)


def taken_back(parameter: Parameter, arguments: Mapping[str, Any], found: Evidence, heard: Heard) -> bool:
    """Whether a later user turn corrects this date, time, number or choice to another."""
    last = max((span.turn for span in found.spans), default=None)
    if last is None:
        return False
    given = arguments[parameter.name]
    if parameter.enum:
        return _chosen_anew(parameter, arguments, last, heard)
    if isinstance(given, int | float) and not isinstance(given, bool):
        return _counted_anew(parameter.name, arguments, last, heard)
    return _timed_anew(parameter.name, arguments, last, heard)


def _timed_anew(name: str, arguments: Mapping[str, Any], last: int, heard: Heard) -> bool:
    """Whether a correction says another day or another time, or moves this one."""
    value = _sort_of(arguments[name])
    if value is None or _companions(value, name, arguments):
        return False
    for shift in shifts(heard):
        if shift.turn.turn > last and moved_away(value.days, value.minutes, shift, heard):
            return True
    for one in _corrections(last, heard):
        if _readings(value, one.turn, heard):
            later = Heard(tuple(each for each in heard.utterances if each.turn >= one.turn), heard.reference)
            if instant(value, later) is None:
                return True
    return False


def _corrections(last: int, heard: Heard) -> Iterator[Utterance]:
    """The turns of the user after a turn that correct something."""
    for one in heard.utterances:
        if one.turn > last and one.origin == "user" and _CORRECTS.search(fold(one.text)):
            yield one


def _chosen_anew(parameter: Parameter, arguments: Mapping[str, Any], last: int, heard: Heard) -> bool:
    """Whether a correction names another of the choices, which no other argument takes, and not this one."""
    value = str(arguments[parameter.name])
    taken = {str(one) for one in arguments.values()}
    legal = [str(one) for one in parameter.enum if str(one) not in taken]
    others = [one.replace("_", " ") for one in legal if not one.isdigit()]
    for one in _corrections(last, heard):
        alone = replace(heard, utterances=(one,))
        if any(literal(other, alone) for other in others) and not literal(value.replace("_", " "), alone):
            return True
    return False


def _counted_anew(name: str, arguments: Mapping[str, Any], last: int, heard: Heard) -> bool:
    """Whether a correction gives another number, where the call takes no other that it could be."""
    numbers = [key for key, one in arguments.items() if isinstance(one, int | float) and not isinstance(one, bool)]
    if len(numbers) != 1:
        return False
    elsewhere = {figure for key, one in arguments.items() if key != name for figure in re.findall(r"\d+", str(one))}
    for one in _corrections(last, heard):
        alone, folded = replace(heard, utterances=(one,)), fold(one.text)
        hours = [(each.start, each.end) for _, each in alone.times() if not folded[: each.start].endswith("for ")]
        said = [each for _, each in alone.numbers() if each.counted and not each.ordinal]
        said = [each for each in said if without(hours, each.start, each.end)]
        if len(said) == 1 and said[0].unit is None and not said[0].percent:
            amount = said[0].values[0]
            if not close(amount, float(arguments[name])) and f"{amount:g}" not in elsewhere:
                return True
    return False


def _sort_of(value: Any) -> Moment | None:
    """The moment a value is, where it is a day alone or a time alone."""
    when = moment(value) if isinstance(value, str) else None
    return when if when is not None and bool(when.days) != bool(when.minutes) else None


def _companions(value: Moment, name: str, arguments: Mapping[str, Any]) -> bool:
    others: Iterable[Moment | None] = (_sort_of(other) for key, other in arguments.items() if key != name)
    return any(other is not None and bool(other.days) == bool(value.days) for other in others)


def _readings(value: Moment, turn: int, heard: Heard) -> bool:
    """Whether the turn says a day, or a time, at all."""
    said: Iterator[Any] = heard.dates() if value.days else heard.times()
    return any(
        one.turn == turn and (reading.strong or (not value.days and fold(one.text)[: reading.start].endswith(" at ")))
        for one, reading in said
    )
