"""What a time of day is once read, the words for hours, and which half of the day an hour falls in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tools.guard.readings.number_words import all_worths, parts

HALF_DAY: Final = 12 * 60


@dataclass(frozen=True, slots=True)
class TimeReading:
    """One wording of a time, as minutes after midnight."""

    start: int
    end: int
    minutes: frozenset[int]
    strong: bool = True
    """Nothing but a time is written so; the numbers inside are no other argument's."""


HOUR_WORDS: Final = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
MINUTE_TENS: Final = "ten|fifteen|twenty|thirty|forty|fifty|fourty"
MINUTE_WORDS: Final = rf"(?:oh|o)[ -](?:{HOUR_WORDS})|(?:{MINUTE_TENS})(?:[ -](?:{HOUR_WORDS}))?"
DE_HOURS: Final = "eins|ein|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf"
LATE_HOURS: Final = (
    "thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty(?:[ -](?:one|two|three|four))?"
)
FR_HOURS: Final = "une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze"
ANY_HOUR: Final = rf"\d{{1,2}}|{HOUR_WORDS}|{DE_HOURS}|{FR_HOURS}"
HALF = r"(?P<half>[ap]\s?\.?\s?m\b\.?|(?<=\d)[ap]\b\.?)"
"""What tells the half of the day: am or pm, as they are written."""
_MORNING = re.compile(
    r"\b(?:morning|early|(?:small|wee) hours|morgens|am morgen|fruh|vormittags?|matin"
    r"|de la manana|da manha|mattin[ao]|del mattino)\b"
)
_LATE = re.compile(
    r"\b(?:afternoon|evenings?|tonight|night|dinner|nachmittags?|abends?|apres-midi|soir|tarde|noche|sera|pomeriggio"
    r"|noite)\b"
)
_NIGHT = re.compile(r"\b(?:at night|nachts|in der nacht|de la nuit)\b")
_EVENING: Final = 18 * 60
_DAWN: Final = 5 * 60
_NEAR = 24
"""Characters on either side in which a word such as evening still tells which half of the day is meant."""


def reading(
    folded: str, found: re.Match[str], hour: int, minute: int, half: str | None, *, strong: bool = True
) -> TimeReading:
    """The reading of one match with an hour and its minute."""
    minutes = frozenset(halves(folded, found, hour, minute, half))
    return TimeReading(found.start(), found.end(), minutes, strong=strong)


def halves(folded: str, found: re.Match[str], hour: int, minute: int, half: str | None) -> set[int]:
    """The minutes after midnight that an hour may mean: told by am or pm, by a word nearby, or both halves."""
    early = hour % 12 * 60 + minute
    late = early + HALF_DAY
    if hour > 12 or (hour == 0 and not half):
        return {hour % 24 * 60 + minute}
    if half:
        return {early} if half.startswith("a") else {late}
    told = told_nearby({early, late}, folded, found)
    return {early, late} if hour == 12 and early not in told else told


def told_nearby(minutes: set[int], folded: str, found: re.Match[str]) -> set[int]:
    """Those of these minutes that a word near a match leaves: the morning's, the later half's, or the night's."""
    near = folded[max(0, found.start() - _NEAR) : found.end() + _NEAR]
    morning, late = _MORNING.search(near) is not None, _LATE.search(near) is not None
    if _NIGHT.search(near) and not morning:
        told = {one for one in minutes if one >= _EVENING or one < _DAWN}
    elif morning == late:
        told = set()
    else:
        told = {one for one in minutes if (one < HALF_DAY) == morning}
    return told or minutes


@lru_cache(maxsize=512)
def number(text: str) -> int | None:
    """An hour or a minute in figures or in words."""
    if text.isdigit():
        return int(text)
    words = [word for word in re.split(r"[ -]", text) if word not in {"oh", "o"}]
    words = ["eins" if word == "ein" else word for word in words]
    found = [part for word in words for part in parts(word)]
    worths = all_worths(found) if found else set()
    return min(worths) if worths else None
