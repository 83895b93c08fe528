"""The words of the calendar in six languages: months, weekdays, and days named from today."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


def _numbered(*rows: str) -> dict[str, int]:
    return {word: number for number, row in enumerate(rows, start=1) for word in row.split()}


MONTHS: Final[Mapping[str, int]] = _numbered(
    "january jan januar janner janvier janv enero gennaio janeiro",
    "february feb februar fevrier fevr febrero febbraio fevereiro",
    "march mar marz maerz mars marzo",
    "april apr avril avr abril aprile",
    "may mai mayo maggio maio",
    "june jun juni juin junio giugno junho",
    "july jul juli juillet juil julio luglio julho",
    "august aug aout agosto",
    "september sep sept septembre septiembre settembre setembro",
    "october oct oktober okt octobre octubre ottobre outubro",
    "november nov novembre noviembre novembro",
    "december dec dezember dez decembre diciembre dicembre dezembro",
)
WEEKDAYS: Final[Mapping[str, int]] = {
    word: number - 1
    for word, number in _numbered(
        "monday mon montag lundi lunes lunedi segunda-feira",
        "tuesday tue tues dienstag mardi martes martedi terca-feira",
        "wednesday wed weds mittwoch mercredi miercoles mercoledi quarta-feira",
        "thursday thu thur thurs donnerstag jeudi jueves giovedi quinta-feira",
        "friday fri freitag vendredi viernes venerdi sexta-feira",
        "saturday sat samstag sonnabend samedi sabado sabato",
        "sunday sun sonntag dimanche domingo domenica",
    ).items()
}
"""Monday is 0, as in `datetime.date.weekday`."""
DAY_FIRST: Final = frozenset(
    """enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre gennaio
    febbraio aprile maggio giugno luglio settembre ottobre dicembre janeiro fevereiro maio junho julho
    setembro outubro novembro dezembro""".split()
)
"""Months of languages that put the day before them and nothing behind; Julio is a name as well."""
FROM_TODAY: Final[Mapping[str, int]] = {
    "today": 0,
    "tonight": 0,
    "now": 0,
    "of the day": 0,
    "otd": 0,
    "todays": 0,
    "tomorrows": 1,
    "yesterdays": -1,
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
    "tmw": 1,
    "tmrrw": 1,
    "tomoz": 1,
    "2morrow": 1,
    "2moro": 1,
    "2mrw": 1,
    "2day": 0,
    "2nite": 0,
    "tonite": 0,
    "overmorrow": 2,
    "yesterday": -1,
    "yday": -1,
    "ereyesterday": -2,
    "yest": -1,
    "ystrday": -1,
    "last night": -1,
    "day after tomorrow": 2,
    "day before yesterday": -2,
    "heute": 0,
    "morgen": 1,
    **{f"heutige{ending}": 0 for ending in ("", "n", "r", "s")},
    **{f"morgige{ending}": 1 for ending in ("", "n", "r", "s")},
    **{f"gestrige{ending}": -1 for ending in ("", "n", "r", "s")},
    "ubermorgen": 2,
    "gestern": -1,
    "vorgestern": -2,
    "aujourd'hui": 0,
    "demain": 1,
    "apres-demain": 2,
    "hier": -1,
    "hoy": 0,
    "manana": 1,
    "pasado manana": 2,
    "ayer": -1,
    "oggi": 0,
    "stasera": 0,
    "domani": 1,
    "dopodomani": 2,
    "ieri": -1,
    "hoje": 0,
    "amanha": 1,
    "ontem": -1,
    "avant-hier": -2,
}
NEXT: Final = frozenset(
    """next coming upcoming following nachster nachsten nachste kommenden kommende kommender prochain prochaine
    proximo proxima prossimo prossima""".split()
)
LAST: Final = frozenset(
    """last past previous letzten letzte letzter vergangenen vergangene vergangener vorigen vorige voriger dernier
    derniere ultimo ultima scorso scorsa""".split()
)
THIS: Final = frozenset("this diesen dieser diese ce cette este esta questo questa".split())
