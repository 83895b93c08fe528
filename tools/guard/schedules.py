"""Testing a schedule as a scheduler writes it, in cron or as a recurrence rule: each part must have been said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tools.guard.calendar_parts import calendar_name
from tools.guard.heard import Heard, said
from tools.guard.provenance import Utterance
from tools.guard.quantities import number
from tools.guard.readings.calendar import MONTHS
from tools.guard.readings.text import fold
from tools.guard.readings.unit_table import BY_WORD
from tools.guard.readings.units import same
from tools.guard.verdict import Evidence, Reason
from tools.schema import Parameter

_CRON: Final = re.compile(
    r"(?P<minute>[\d*/]+) (?P<hour>[\d*/]+) (?P<day>[\d*/]+) (?P<month>[\d*]+) (?P<weekday>[\w*,-]+)\Z"
)
_RULE: Final = re.compile(r"(?:RRULE:)?(?=.*\bFREQ=)[A-Z]+=[\w,:+-]+(?:;[A-Z]+=[\w,:+-]+)*\Z")
_DAYS: Final = ("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_OFTEN: Final = {
    "minute": r"every minute|minutely",
    "hour": r"every hour|hourly|each hour|on the hour",
    "day": (
        r"every ?day|daily|each day|every (?:single )?(?:morning|evening|night)|nightly|weekdays?|jeden tag|taglich"
        r"|chaque jour"
    ),
    "week": (
        r"every (?:other |second )?(?:week|\w+day)|weekly|each week|(?:mon|tues|wednes|thurs|fri|satur|sun)days"
        r"|fortnight\w*|every \w+ weeks|once a week"
    ),
    "month": r"every (?:other )?month|monthly|each month|of (?:the|each) month|once a month|every \w+ months",
    "year": r"every (?:other )?year|yearly|annual\w*|each year|once a year",
}
"""How it is said that something comes back."""
_UNIT_OF: Final = {
    "MINUTELY": "minute",
    "HOURLY": "hour",
    "DAILY": "day",
    "WEEKLY": "week",
    "MONTHLY": "month",
    "YEARLY": "year",
}
_EVERY_OTHER: Final = re.compile(r"\bevery (?:other|second)\b|\bbi-?(?:weekly|monthly)\b|\bfortnight")
_STEP: Final = re.compile(r"\*/(?P<step>\d+)\Z")
_WORKDAYS: Final = "1-5"


def schedule(value: str, heard: Heard) -> Evidence | None:
    """Weak evidence for a cron expression or a recurrence rule; None where a part of it was not said."""
    cron, rule = _CRON.match(value), _RULE.match(value)
    if cron is None and rule is None:
        return None
    found = list(_of_cron(cron.groupdict(), heard) if cron else _of_rule(value.removeprefix("RRULE:"), heard))
    if not found or any(one is None for one in found):
        return None
    spans = tuple(dict.fromkeys(span for one in found if one for span in one.spans))
    return Evidence(Reason.COMPUTED, spans, weak=True) if spans else None


def _of_cron(fields: dict[str, str], heard: Heard) -> Iterator[Evidence | None]:
    minute, hour, day, month, weekday = (fields[name] for name in ("minute", "hour", "day", "month", "weekday"))
    timed = minute.isdigit() and hour.isdigit()
    yield from [_time(int(hour) * 60 + int(minute), heard)] if timed else _steps(minute, hour, heard)
    if day.isdigit():
        yield _count(float(day), heard)
    elif _STEP.match(day):
        yield _every(int(day[2:]), "day", heard)
    if month.isdigit():
        yield next((calendar_name(name, heard) for name, number in MONTHS.items() if number == int(month)), None)
    if weekday != "*":
        yield from _weekdays(weekday.lower(), heard)
    elif timed and day == "*":
        yield _often("day", heard)


def _steps(minute: str, hour: str, heard: Heard) -> Iterator[Evidence | None]:
    """Minutes and hours that come back within the day: "*/15 *" is every 15 minutes, "0 *" every hour."""
    for text, unit in ((minute, "minute"), (hour, "hour")):
        step = _STEP.match(text)
        if step:
            yield _every(int(step["step"]), unit, heard)
        elif text.isdigit() and int(text):
            yield _count(float(text), heard)
    if minute == "0" and hour == "*":
        yield _often("hour", heard)


def _weekdays(text: str, heard: Heard) -> Iterator[Evidence | None]:
    if text in {_WORKDAYS, "mon-fri"}:
        yield calendar_name("wednesday", heard) or _phrase(r"(?:mon|monday)s?(?: to | ?- ?| through )fri", heard)
        return
    for one in re.split(r"[,-]", text):
        short = next((name for name in _DAYS if name.startswith(one)), "") if one.isalpha() else ""
        name = _DAYS[int(one)] if one.isdigit() and int(one) < len(_DAYS) else short
        yield calendar_name(name, heard) if name else None


def _of_rule(rule: str, heard: Heard) -> Iterator[Evidence | None]:
    for key, _, text in (part.partition("=") for part in rule.split(";")):
        if key == "FREQ":
            yield _often(_UNIT_OF.get(text, ""), heard)
        elif key == "INTERVAL":
            if text != "1":
                yield (_phrase(_EVERY_OTHER.pattern, heard) if text == "2" else None) or _count(float(text), heard)
        elif key == "BYDAY":
            for day in text.split(","):
                yield calendar_name(next((one for one in _DAYS if one.startswith(day[-2:].lower())), ""), heard)
        elif key in {"COUNT", "BYMONTHDAY", "BYHOUR", "BYMONTH"} and text.isdigit():
            yield _count(float(text), heard)
        elif key != "WKST":
            yield None


def _time(minutes: int, heard: Heard) -> Evidence | None:
    return next((said(one, each.start, each.end) for one, each in heard.times() if minutes in each.minutes), None)


def _every(step: int, unit: str, heard: Heard) -> Evidence | None:
    """A step such as "every 15 minutes"."""
    for one, quantity in heard.numbers():
        if quantity.unit is not None and same(quantity.unit, quantity.values[0], BY_WORD[unit], step):
            return said(one, quantity.start, quantity.end)
    return None


def _count(value: float, heard: Heard) -> Evidence | None:
    found = number(value, Parameter("day"), heard)
    return found if isinstance(found, Evidence) else None


def _often(unit: str, heard: Heard) -> Evidence | None:
    return _phrase(_OFTEN[unit], heard) if unit in _OFTEN else None


def _phrase(pattern: str, heard: Heard) -> Evidence | None:
    def at(one: Utterance) -> Evidence | None:
        found = re.search(rf"\b(?:{pattern})", fold(one.text))
        return said(one, found.start(), found.end()) if found else None

    return next((found for one in heard.texts() if (found := at(one))), None)
