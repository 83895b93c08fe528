"""What was heard: the utterances that count, with the spans of dates and times in them, ready to be tested against."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache

from tools.guard.provenance import Turn, Utterance
from tools.guard.readings.dates import dates
from tools.guard.readings.day import DateReading
from tools.guard.readings.hours import TimeReading
from tools.guard.readings.numbers import quantities
from tools.guard.readings.quantity import Quantity
from tools.guard.readings.text import fold, without
from tools.guard.readings.times import times
from tools.guard.verdict import Evidence, Reason, Span

_TODAY_IS = re.compile(r"\b(?:today(?:'s date)?|(?:the )?current (?:date|time|day)|the date today)\s?(?:is|:|=)\s?")


@dataclass(frozen=True, slots=True)
class Heard:
    """Utterances, and the moment that "tomorrow" and "in an hour" are counted from (None: they stay unread)."""

    utterances: tuple[Utterance, ...]
    reference: datetime | None = None
    window: tuple[int, int] | None = None
    """Only readings that touch these characters count; set where a quoted span is tested."""
    context: tuple[Utterance, ...] = ()
    """What the assistant said without the user's leave: no evidence, but what "a day later" may be counted from."""

    def numbers(self) -> Iterator[tuple[Utterance, Quantity]]:
        """Numbers that stand in no date and no time."""
        for one in self.utterances:
            for quantity in _numbers(one.text, self.reference.date() if self.reference else None):
                if self._within(quantity.start, quantity.end):
                    yield one, quantity

    def dates(self) -> Iterator[tuple[Utterance, DateReading]]:
        """Every date."""
        for one in self.utterances:
            for reading in self._dates(one):
                if self._within(reading.start, reading.end):
                    yield one, reading

    def times(self) -> Iterator[tuple[Utterance, TimeReading]]:
        """Every time of day."""
        for one in self.utterances:
            for reading in times(one.text):
                if self._within(reading.start, reading.end):
                    yield one, reading

    def texts(self) -> Iterator[Utterance]:
        """The words themselves, cut to the quoted span where there is one."""
        for one in self.utterances:
            if self.window is None:
                yield one
            else:
                yield Utterance(one.turn, one.text[slice(*self.window)], one.origin, one.source)

    def _dates(self, one: Utterance) -> tuple[DateReading, ...]:
        return dates(one.text, self.reference.date() if self.reference else None)

    def _within(self, start: int, end: int) -> bool:
        return self.window is None or (start < self.window[1] and end > self.window[0])


@lru_cache(maxsize=256)
def _numbers(text: str, reference: date | None) -> tuple[Quantity, ...]:
    inside = [(one.start, one.end) for one in dates(text, reference) if one.strong]
    inside += [(one.start, one.end) for one in times(text) if one.strong]
    return tuple(one for one in quantities(text) if without(inside, one.start, one.end))


def stated_today(turns: Sequence[Turn]) -> datetime | None:
    """The day that the conversation itself says today is, by the user or by the operator; the last one stated."""
    for turn in reversed(turns):
        if turn.role == "assistant":
            continue
        for found in _TODAY_IS.finditer(fold(turn.text)):
            for one in dates(turn.text):
                if found.end() <= one.start <= found.end() + 12 and one.year and one.month and one.day:
                    return datetime(one.year, one.month, one.day)  # noqa: DTZ001 - a day without a zone
    return None


def said(one: Utterance, start: int, end: int, reason: Reason = Reason.SAID, *, weak: bool = False) -> Evidence:
    """Evidence at one place."""
    return Evidence(reason, (Span(one.turn, start, end, one.text[start:end]),), weak)
