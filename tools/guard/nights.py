"""How long a stay is whose two ends were said apart: "arriving on May 3" in one turn, "leaving May 7" in another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from tools.guard.heard import Heard, said
from tools.guard.provenance import Utterance
from tools.guard.readings.day import DateReading, moved_by
from tools.guard.readings.text import fold, name_words
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_NIGHTS: Final = frozenset("night nights nachte nuits".split())
_DAYS: Final = frozenset("day days stay length duration tage jours".split())
_IN: Final = re.compile(
    r"\b(?:arriv\w*|check(?:ing|s)?[ -]?in|from|starting|start|beginning|going|get there|come in|in on"
    r"|pick(?:ing)?[ -]?up|ab|ankunft|arrivee)\b"
)
_OUT: Final = re.compile(
    r"\b(?:leav\w*|check(?:ing|s)?[ -]?out|until|till?|depart\w*|return\w*|back|going home|out on|drop(?:ping)?[ -]?off"
    r"|bis|abreise|depart)\b"
)
_CLAUSE: Final = re.compile(r"[.;!?]|,\s(?=\w+ing\b|out\b|back\b)")
_LONGEST: Final = 60
"""Up to how many days a stay is told by its ends."""


def stay(value: float, parameter: Parameter, heard: Heard) -> Evidence | None:
    """Weak evidence for the nights, or the days, from a day of arrival to a day of leaving."""
    asked = set(name_words(parameter.name))
    if not asked & (_NIGHTS | _DAYS) or not 0 < value <= _LONGEST or value % 1:
        return None
    ends = list(_ends(heard))
    for one, reading, arrives in ends:
        for other, last, leaves in ends:
            if not arrives or leaves or (one.turn, reading.start) >= (other.turn, last.start):
                continue
            lengths = {(late - early).days for early in _days(reading) for late in (*_days(last), *_next(last, early))}
            if value in lengths or (not asked & _NIGHTS and value - 1 in lengths and "days" in asked):
                return said(other, last.start, last.end, Reason.COMPUTED, weak=True)
    return None


def _ends(heard: Heard) -> Iterator[tuple[Utterance, DateReading, bool]]:
    """Every day that words beside it, or else the question before it, call an arrival (True) or a departure (False)."""
    spoken = {one.turn: one.text for one in (*heard.utterances, *heard.context)}
    for one, reading in heard.dates():
        if reading.range or one.origin != "user":
            continue
        beside = _CLAUSE.split(fold(one.text[: reading.start]))[-1]
        asked = fold(spoken.get(one.turn - 1, ""))
        for words in (beside, asked):
            arrives, leaves = _IN.search(words), _OUT.search(words)
            if bool(arrives) != bool(leaves):
                yield one, reading, bool(arrives)
                break


def _next(reading: DateReading, early: date) -> Iterator[date]:
    """The first such weekday after the arrival, where the end is told by its weekday."""
    weekdays = {day.weekday() for day in reading.days}
    if reading.month is None and len(weekdays) == 1 and early.year < date.max.year:
        late = moved_by(early, "day", (weekdays.pop() - early.weekday()) % 7 or 7)
        if late is not None:
            yield late


def _days(reading: DateReading) -> Iterator[date]:
    if reading.days:
        yield from reading.days
    elif reading.month and reading.day:
        try:
            yield date(reading.year or 2001, reading.month, reading.day)
        except ValueError:  # the 31st of a shorter month
            return
