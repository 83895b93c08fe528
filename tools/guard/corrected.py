"""Whether the user took a date or a time back: a later turn corrects it and says another, so that the last word counts.

Only where a call takes one value of the sort can a later one be its correction and not its companion.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from tools.guard.heard import Heard
from tools.guard.moments import Moment, instant, moment
from tools.guard.readings.text import fold
from tools.guard.shifted import moved_away, shifts
from tools.guard.verdict import Evidence

_CORRECTS: Final = re.compile(
    r"\b(?:change (?:it|that|the \w+)|make (?:it|that)|instead|actually|forget|rather|i mean|i meant"
    r"|switch(?: it| that)?|move it|(?:on )?second thoughts?|wait|oops|sorry)\b"
)


def taken_back(name: str, arguments: Mapping[str, Any], found: Evidence, heard: Heard) -> bool:
    """Whether a later user turn corrects this date or time to another."""
    value = _sort_of(arguments[name])
    if value is None or not found.spans or _companions(value, name, arguments):
        return False
    last = max(span.turn for span in found.spans)
    for shift in shifts(heard):
        if shift.turn.turn > last and moved_away(value.days, value.minutes, shift, heard):
            return True
    for one in heard.utterances:
        if one.turn <= last or one.origin != "user" or not _CORRECTS.search(fold(one.text)):
            continue
        if _readings(value, one.turn, heard):
            later = Heard(tuple(each for each in heard.utterances if each.turn >= one.turn), heard.reference)
            if instant(value, later) is None:
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
    return any(one.turn == turn and reading.strong for one, reading in said)
