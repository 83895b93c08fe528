"""Proposing calls without a model: legal values, choices, numbers, dates and quoted words that were said.

Nothing is made up here, and nothing is decided either: every proposal goes through the guard (`tools.judging`).
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import product
from typing import Any, Final

from tools.figures import fill, measured
from tools.gazetteer import find
from tools.guard.heard import Heard
from tools.guard.provenance import Utterance
from tools.guard.readings.day import DateReading
from tools.guard.values import test
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter, Tool

MOST_CALLS: Final = 6
"""Calls of one tool for one question: two names, three dates."""
SHORT: Final = 80
"""Characters up to which a reply to one question is taken whole, where its argument is free text."""
NUMBERS: Final = frozenset({"integer", "number"})
_QUOTED: Final = re.compile(r"[\"“„«]([^\"“”„«»]{1,120})[\"”“»]|(?<!\w)'([^']{1,120})'(?!\w)")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A call that is not checked yet; `quotes` holds the user's words that a model quotes for an argument."""

    tool: str
    arguments: Mapping[str, Any]
    quotes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Said:
    """Where values are looked for: the question first, then what was said when asked, then the turns before it."""

    question: str
    replies: Sequence[str] = ()
    """What the user said when asked for what was missing, oldest first."""
    asked: Sequence[str] = ()
    """The arguments that were asked for."""
    earlier: Sequence[str] = ()
    """The user's other words, latest first; they fill calculators alone, and only by unit, sign or cue."""
    reference: datetime | None = None


def propose(tool: Tool, said: Said) -> list[Proposal]:
    """The calls of a tool that what was said calls for: one for each combination of the values it names, with what
    there is where values are missing. At most `MOST_CALLS`.
    """
    found: dict[str, list[Any]] = {}
    for text in (said.question, *reversed(said.replies)):
        left = [one for one in tool.parameters if one.name not in found]
        reply = text != said.question
        found |= _numbers(tool, left, text, said.asked if reply else ())
        found |= _stretch([one for one in left if one.unit == "date"], text, said.reference)
        for parameter in [one for one in left if one.name not in found]:
            only = reply and [one.name for one in left if one.required] == [parameter.name]
            values = list(_values(parameter, text, said.reference, whole=only))
            if values:
                found[parameter.name] = values
    for text in said.earlier if tool.effect == "calculator" else ():
        open_ = [one for one in tool.parameters if one.name not in found and one.kind in NUMBERS]
        found |= {name: [_number(one.value)] for name, one in fill(open_, text).items() if one.worth > 0}
    chosen = product(*found.values())
    return [Proposal(tool.name, dict(zip(found, values, strict=True))) for values in list(chosen)[:MOST_CALLS]]


def _numbers(tool: Tool, left: Sequence[Parameter], text: str, asked: Sequence[str]) -> dict[str, list[Any]]:
    open_ = [one for one in left if one.kind in NUMBERS and not one.enum]
    if asked:
        # What was not asked for, a bare number does not answer.
        open_ = [one for one in open_ if one.name in asked]
    filled = fill(open_, text) if open_ else {}
    strong = {name for name, one in filled.items() if one.worth > 0}
    found: dict[str, list[Any]] = {}
    for parameter in open_:
        one = filled.get(parameter.name)
        if one is None:
            continue
        # A number that nothing speaks for is taken by a lookup, by the one argument that was asked for, and by a
        # calculator whose other numbers are plain.
        bare = bool(asked) and len(open_) == 1
        plain = one.worth > 0 or bare or (not measured(parameter) and _rest(tool, parameter, strong))
        if plain and (parameter.kind == "number" or one.value == int(one.value)):
            found[parameter.name] = [_number(one.value)]
    return found


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else value


def _rest(tool: Tool, parameter: Parameter, strong: set[str]) -> bool:
    """Whether nothing else could have been meant: every other number is plain, or asks for a unit and this one not."""
    others = [one for one in tool.parameters if one.kind in NUMBERS and one.required and one.name != parameter.name]
    alone = not parameter.unit and all(one.unit for one in others) and any(one.name in strong for one in others)
    return tool.effect == "lookup" or alone or (bool(others) and all(one.name in strong for one in others))


def _values(parameter: Parameter, text: str, reference: datetime | None, *, whole: bool) -> Iterator[Any]:
    heard = Heard((Utterance(0, text, "user"),), reference)
    if parameter.kind in NUMBERS and not parameter.enum:
        return
    if parameter.unit == "date":
        yield from _in_order([one for _, one in heard.dates()])
    elif parameter.enum:
        yield from (one for one in parameter.enum if _plainly(test(parameter, one, heard)))
    elif parameter.kind == "boolean":
        yield from (value for value in (True,) if _plainly(test(parameter, value, heard)))
    elif parameter.values:
        yield from dict.fromkeys(match.value for match in find(text, parameter.values))
    elif parameter.kind == "string":
        marked = [double or single for double, single in _QUOTED.findall(text)]
        yield from marked or ([text.strip()] if whole and len(text) <= SHORT else [])


def _stretch(open_: Sequence[Parameter], text: str, reference: datetime | None) -> dict[str, list[Any]]:
    """A first and a last day, in the order of their parameters: of two days that were said, or of one stretch."""
    if len(open_) != 2:
        return {}
    readings = [one for _, one in Heard((Utterance(0, text, "user"),), reference).dates()]
    ranges = [sorted(one.days) for one in readings if one.range and len(one.days) > 1]
    ranges = ranges or [found for one in readings if (found := _month(one, reference))]
    if len(ranges) == 1:
        # Of a week some count from Sunday: the reading holds both, and the one from Monday is taken.
        monday = next((day for day in ranges[0] if day.weekday() == 0 and len(ranges[0]) > 2), ranges[0][0])
        days = [monday.isoformat(), ranges[0][-1].isoformat()]
    else:
        days = list(_in_order(readings))
    return {one.name: [day] for one, day in zip(open_, sorted(days), strict=True)} if len(days) == 2 else {}


def _month(reading: DateReading, reference: datetime | None) -> list[date]:
    """The first and the last day of a month that is named without a day; without a year, the latest that has begun."""
    if reading.days or reading.day is not None or reading.month is None:
        return []
    year = reading.year
    if year is None:
        if reference is None:
            return []
        year = reference.year if reading.month <= reference.month else reference.year - 1
    return [date(year, reading.month, day) for day in (1, monthrange(year, reading.month)[1])]


def _plainly(found: Evidence | Reason) -> bool:
    return isinstance(found, Evidence) and bool(found.spans)


def _in_order(readings: Sequence[DateReading]) -> Iterator[str]:
    """The days that readings name without doubt, each once."""
    said = []
    for reading in readings:
        if len(reading.days) == 1:
            said.append(min(reading.days).isoformat())
        elif not reading.days and reading.year and reading.month and reading.day:
            said.append(f"{reading.year:04}-{reading.month:02}-{reading.day:02}")
    yield from dict.fromkeys(said)
