"""A day or a time that was said, moved: "make it a day earlier", "push it back by half an hour", "the night after".

What is moved is what was said last before: in the same turn, or in the nearest turn that says a day or a time at all,
the assistant's among them, since the user points at it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, TypeVar

from tools.guard.heard import Heard, said
from tools.guard.provenance import Utterance
from tools.guard.readings.calendar import WEEKDAYS
from tools.guard.readings.day import WEEKDAY, DateReading, moved_by
from tools.guard.readings.hours import TimeReading
from tools.guard.readings.numbers import quantities
from tools.guard.readings.text import fold
from tools.guard.verdict import Evidence, Reason

_LATER: Final = re.compile(r"\s?(?:later|spater|plus tard)\b")
_EARLIER: Final = re.compile(r"\s?(?:earlier|sooner|fruher|plus tot)\b")
_PUT_OFF: Final = re.compile(
    r"\b(?:(?:push|put|move|set|shift|knock)\w*\b[^.;!?]{0,30}\bback|postpone|delay|put\w* off|defer|verschieb\w*)\b"
    r"[^.;!?]{0,40}?$"
)
_BROUGHT: Final = re.compile(
    r"\b(?:(?:bring|move|pull|shift|push)\w*\b[^.;!?]{0,30}\b(?:forward|up|ahead)|advance|vorverleg\w*)\b[^.;!?]{0,40}?$"
)
_BESIDE: Final = re.compile(
    r"\b(?:(?P<after>(?:the )?(?:next|following) (?:day|night|evening|morning|afternoon)"
    r"|the (?:day|night|evening|morning) after(?! tomorrow)|am (?:nachsten|folgenden) tag|le lendemain|tags darauf)"
    r"|(?P<week>the following week|the week after(?! next))"
    rf"|the (?P<weekday>{WEEKDAY}) after(?: that)?"
    rf"|(?:back|return\w*|until|till?|to|through|thru|leav\w+|check\w* out)(?: on)? (?P<last>{WEEKDAY})\b(?! the\b| \d)"
    r"|the (?:day|night|evening|morning) before(?! yesterday)|the previous (?:day|night)|la veille|am vortag)\b"
)
_MOVES: Final = re.compile(
    r"\b(?:make|change|move|push|put|set|shift|knock|bring|pull|postpone|delay|defer|can|could|please|instead|rather|let's)\b"
)
_QUARTER: Final = re.compile(
    r"\b(?:a )?quarter (?:of an )?hour\b|\b(?:eine )?viertelstunde\b|\b(?:un )?quart d'heure\b"
)
_DAY: Final = 1440
_FARTHEST: Final = 10_000
"""Below how many units of time something is moved."""
Reading = TypeVar("Reading", DateReading, TimeReading)


@dataclass(frozen=True, slots=True)
class Shift:
    """How far something is moved, and where that is said."""

    turn: Utterance
    start: int
    end: int
    unit: str
    """A unit of time, or "weekday": the next day of that number in the week."""
    value: float
    moves: bool
    """It takes the place of what was said before; False where it stands beside it: "the day after"."""


def shifted_day(wanted: frozenset[date], heard: Heard) -> Evidence | None:
    """Weak evidence for a day that lies so many days, weeks or months from one that was said before."""
    for shift in shifts(heard):
        for day in _days_before(shift, wanted, heard):
            if _moved(day, shift) in wanted:
                return said(shift.turn, shift.start, shift.end, Reason.COMPUTED, weak=True)
    return None


def _moved(day: date, shift: Shift) -> date | None:
    if not date.min.year < day.year < date.max.year:
        return None
    if shift.unit == "weekday":
        return moved_by(day, "day", (int(shift.value) - day.weekday()) % 7 or 7)
    return moved_by(day, shift.unit, shift.value) if shift.value == int(shift.value) else None


def shifted_time(wanted: frozenset[int], heard: Heard) -> Evidence | None:
    """Weak evidence for a time that lies so many minutes or hours from one that was said before."""
    for shift in shifts(heard):
        if shift.unit in {"minute", "hour"}:
            away = round(shift.value * (60 if shift.unit == "hour" else 1))
            if wanted & {(minute + away) % _DAY for minute in _minutes_before(shift, heard)}:
                return said(shift.turn, shift.start, shift.end, Reason.COMPUTED, weak=True)
    return None


def moved_away(days: frozenset[date], minutes: frozenset[int], shift: Shift, heard: Heard) -> bool:
    """Whether a day or a time is what this shift moves, so that it is not meant any more."""
    if not shift.moves:
        return False
    if shift.unit in {"minute", "hour"}:
        return bool(minutes & set(_minutes_before(shift, heard)))
    return bool(days & set(_days_before(shift, days, heard)))


def shifts(heard: Heard) -> Iterator[Shift]:
    """Every shift the user speaks of."""
    for one in heard.utterances:
        if one.origin != "user":
            continue
        folded = fold(one.text)
        for found in _BESIDE.finditer(folded):
            weekday = found["weekday"] or found["last"]
            unit = "weekday" if weekday else "week" if found["week"] else "day"
            value = float(WEEKDAYS[weekday]) if weekday else 1.0 if found["after"] or found["week"] else -1.0
            yield Shift(one, found.start(), found.end(), unit, value, moves=False)
        for start, end, unit, value in _stretches(one.text):
            back = _EARLIER.match(folded, end) or _BROUGHT.search(folded, 0, start)
            if back or _LATER.match(folded, end) or _PUT_OFF.search(folded, 0, start):
                moves = _MOVES.search(folded[:start].rpartition(".")[2]) is not None
                yield Shift(one, start, end, unit, -value if back else value, moves)


def _stretches(text: str) -> Iterator[tuple[int, int, str, float]]:
    """Every length of time, where it stands, its unit and how many; those inside a longer one are none of their own."""
    found = [(each.start(), each.end(), "minute", 15.0) for each in _QUARTER.finditer(fold(text))]
    found += [
        (one.start, one.end, one.unit.name, one.values[0])
        for one in quantities(text)
        if one.unit is not None and one.unit.dimension == "time" and abs(one.values[0]) < _FARTHEST
    ]
    for start, end, unit, value in found:
        if not any(first <= start and end <= last and last - first > end - start for first, last, _, _ in found):
            yield start, end, unit, value


def _days_before(shift: Shift, near: frozenset[date], heard: Heard) -> Iterator[date]:
    for reading in _before(shift, heard.dates(), replace(heard, utterances=heard.context).dates()):
        if not reading.range:
            yield from reading.days or _of_years(reading, near)


def _minutes_before(shift: Shift, heard: Heard) -> Iterator[int]:
    for reading in _before(shift, heard.times(), replace(heard, utterances=heard.context).times()):
        yield from reading.minutes


def _before(
    shift: Shift, counted: Iterator[tuple[Utterance, Reading]], spoken: Iterator[tuple[Utterance, Reading]]
) -> list[Reading]:
    """The last reading before the shift in its own turn, or all of the nearest turn before; what counts goes first."""
    known = [[(one.turn, reading) for one, reading in each] for each in (counted, spoken)]
    own = [reading for turn, reading in known[0] if turn == shift.turn.turn and reading.end <= shift.start]
    if own:
        return own[-1:]
    nearest = max((turn for each in known for turn, _ in each if turn < shift.turn.turn), default=None)
    return next((found for each in known if (found := [one for turn, one in each if turn == nearest])), [])


def _of_years(reading: DateReading, near: frozenset[date]) -> Iterator[date]:
    if reading.month and reading.day:
        for year in {reading.year} if reading.year else {day.year + step for day in near for step in (-1, 0, 1)}:
            try:
                yield date(year, reading.month, reading.day)
            except ValueError:  # the 29th of February of another year
                continue
