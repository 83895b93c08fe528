"""Times of day in German and French words: "zwanzig Uhr zehn", "fünf vor halb neun", "dix heures moins le quart"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from tools.guard.readings.hours import HALF_DAY, TimeReading, told_nearby

_DE_ONES: Final = "null ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf".split()
_DE_TEENS: Final = "dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn".split()
_FR_ONES: Final = """zero une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize
dix-sept dix-huit dix-neuf""".split()


def _german() -> dict[str, int]:
    tens = {"zwanzig": 20, "dreissig": 30, "dreißig": 30, "vierzig": 40, "funfzig": 50}
    worths = {word: value for value, word in enumerate((*_DE_ONES, *_DE_TEENS))} | {"eins": 1} | tens
    worths |= {f"{one}und{ten}": value + tens[ten] for ten in tens for value, one in enumerate(_DE_ONES[:10]) if value}
    return worths


def _french() -> dict[str, int]:
    tens = {"vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50}
    worths = {word: value for value, word in enumerate(_FR_ONES)} | {"un": 1} | tens
    ones = dict(zip(("et-un", "et-une", *_FR_ONES[2:10]), (1, 1, *range(2, 10)), strict=True))
    return worths | {f"{ten}-{one}": value + tens[ten] for ten in tens for one, value in ones.items()}


_GERMAN: Final[Mapping[str, int]] = _german()
_FRENCH: Final[Mapping[str, int]] = _french()


def _pattern(worths: Mapping[str, int]) -> str:
    words = "|".join(sorted(worths, key=len, reverse=True)).replace("-", "[ -]")
    return rf"(?:\d{{1,2}}|{words})"


_DE: Final = _pattern(_GERMAN)
_FR: Final = _pattern(_FRENCH)
_UHR: Final = re.compile(rf"(?<!\w)(?P<hour>{_DE})\s?uhr(?:\s(?P<minute>{_DE})\b(?![.,:]\d|\suhr))?")
_BESIDE: Final = re.compile(
    rf"(?<!\w)(?:(?P<count>viertel|(?:eine )?halbe stunde|{_DE})(?:\s(?P<told>minuten?))?\s(?P<way>nach|vor)\s)?"
    rf"(?:(?P<part>halb|viertel|drei\s?viertel)\s)?(?P<hour>{_DE}|mitternacht)(?!\w|[.:,]\d)(?:\suhr)?"
)
_HEURES: Final = re.compile(
    rf"(?<![\w-])(?:(?P<hour>{_FR})\s?(?P<sign>heures?|h)|(?P<named>midi|minuit))(?![a-z])"
    rf"(?:\s?(?:(?P<minute>{_FR})\b(?![.,:]\d)|(?P<part>et demie?|et quart|moins le quart|moins quart)\b"
    rf"|moins\s(?P<less>{_FR})\b))?"
)
_AT: Final = re.compile(r"(?:\b(?:a|vers|des|avant|apres|jusqu'a|est|entre|sur les)|@)\s$")
_OF_DAY: Final = re.compile(r"\s(?:du matin|du soir|de l'apres[- ]midi|de la nuit|pile|precises?)\b")
_IS_GERMAN: Final = re.compile(r"uhr|halb|viertel|\s(?:nach|vor)\s")
_IS_FRENCH: Final = re.compile(r"heure|midi|minuit|\d h(?!\w)")
"""Without these there is nothing to look for."""
_PARTS: Final = {"halb": -30, "viertel": -45, "dreiviertel": -15, "drei viertel": -15}
"""Minutes from the hour that a German part of one names: "halb acht" is half an hour before eight."""
_FR_PARTS: Final = {"et demi": 30, "et demie": 30, "et quart": 15, "moins le quart": -15, "moins quart": -15}
_NAMED: Final = {"midi": 12, "minuit": 0, "mitternacht": 0}


def german_hours(folded: str) -> Iterator[TimeReading]:
    """Hours with "Uhr", and minutes or parts of an hour beside one."""
    if not _IS_GERMAN.search(folded):
        return
    for found in _UHR.finditer(folded):
        hour, minute = _worth(found["hour"], _GERMAN), _worth(found["minute"] or "0", _GERMAN)
        if hour <= 24 and minute < 60:
            yield _at(folded, found, hour, minute)
    for found in _BESIDE.finditer(folded):
        if not (found["part"] or found["way"]):
            continue
        hour = _NAMED.get(found["hour"], -1)
        hour = hour if hour >= 0 else _worth(found["hour"], _GERMAN)
        count = _minutes(found["count"] or "0")
        moved = _PARTS.get(found["part"] or "", 0) + (count if found["way"] == "nach" else -count)
        if hour <= 24 and count < 60:
            sure = bool(found["part"] or found["told"] or found["count"] not in _GERMAN)
            yield _at(folded, found, hour, moved, strong=sure)


def _minutes(count: str) -> int:
    if count.endswith("stunde"):
        return 30
    return 15 if count == "viertel" else _worth(count, _GERMAN)


def french_hours(folded: str) -> Iterator[TimeReading]:
    """Hours with "heures", noon and midnight, with the minutes, halves and quarters beside them."""
    for found in _HEURES.finditer(folded) if _IS_FRENCH.search(folded) else ():
        hour = _NAMED[found["named"]] if found["named"] else _worth(found["hour"], _FRENCH)
        minute = _FR_PARTS.get(found["part"] or "", 0) + _worth(found["minute"] or "0", _FRENCH)
        minute -= _worth(found["less"] or "0", _FRENCH)
        if hour <= 24 and minute < 60:
            # "deux heures" is a length as well.
            sure = found["named"] or _AT.search(folded, 0, found.start()) or _OF_DAY.match(folded, found.end())
            yield _at(folded, found, hour, minute, strong=bool(sure) and found["sign"] != "h")


def _at(folded: str, found: re.Match[str], hour: int, minutes: int, *, strong: bool = True) -> TimeReading:
    """The time so many minutes from an hour, of the half of the day that the words nearby leave."""
    names = found.groupdict()
    either = (hour,) if hour > 12 or hour == 0 or names.get("named") else (hour, hour + 12)
    meant = {(one * 60 + minutes) % (2 * HALF_DAY) for one in either}
    return TimeReading(found.start(), found.end(), frozenset(told_nearby(meant, folded, found)), strong=strong)


def _worth(word: str, worths: Mapping[str, int]) -> int:
    return int(word) if word.isdigit() else worths[word.replace(" ", "-")]
