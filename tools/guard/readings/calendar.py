"""The words of the calendar in English, German and French: months, weekdays, and days named from today."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


def _numbered(*rows: str) -> dict[str, int]:
    return {word: number for number, row in enumerate(rows, start=1) for word in row.split()}


MONTHS: Final[Mapping[str, int]] = _numbered(
    "january jan januar janner janvier janv",
    "february feb februar fevrier fevr",
    "march mar marz maerz mars",
    "april apr avril avr",
    "may mai",
    "june jun juni juin",
    "july jul juli juillet juil",
    "august aug aout",
    "september sep sept septembre",
    "october oct oktober okt octobre",
    "november nov novembre",
    "december dec dezember dez decembre",
)
WEEKDAYS: Final[Mapping[str, int]] = {
    word: number - 1
    for word, number in _numbered(
        "monday mon montag lundi",
        "tuesday tue tues dienstag mardi",
        "wednesday wed weds mittwoch mercredi",
        "thursday thu thur thurs donnerstag jeudi",
        "friday fri freitag vendredi",
        "saturday sat samstag sonnabend samedi",
        "sunday sun sonntag dimanche",
    ).items()
}
"""Monday is 0, as in `datetime.date.weekday`."""
FROM_TODAY: Final[Mapping[str, int]] = {
    "today": 0,
    "tonight": 0,
    "now": 0,
    "of the day": 0,
    "otd": 0,
    "todays": 0,
    "this day": 0,
    "this very day": 0,
    "current day": 0,
    "current date": 0,
    "end of day": 0,
    "eod": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "tomorrow": 1,
    "tomorow": 1,
    "tommorow": 1,
    "tommorrow": 1,
    "tmrw": 1,
    "tmr": 1,
    "overmorrow": 2,
    "yesterday": -1,
    "last night": -1,
    "day after tomorrow": 2,
    "day before yesterday": -2,
    "heute": 0,
    "morgen": 1,
    "ubermorgen": 2,
    "gestern": -1,
    "vorgestern": -2,
    "aujourd'hui": 0,
    "demain": 1,
    "apres-demain": 2,
    "hier": -1,
    "avant-hier": -2,
}
NEXT: Final = frozenset("next coming upcoming following nachster nachsten nachste kommenden prochain prochaine".split())
LAST: Final = frozenset("last past previous letzten letzte letzter dernier derniere".split())
THIS: Final = frozenset("this diesen dieser diese ce cette".split())
