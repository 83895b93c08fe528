"""What an hour may mean: a time's reading, the words of hours, and the half of the day that words beside it tell."""

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
MINUTE_WORDS: Final = rf"(?:oh|o) (?:{HOUR_WORDS})|(?:{MINUTE_TENS})(?:[ -](?:{HOUR_WORDS}))?"
DE_HOURS: Final = "eins|ein|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf"
FR_HOURS: Final = "une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze"
ANY_HOUR: Final = rf"\d{{1,2}}|{HOUR_WORDS}|{DE_HOURS}|{FR_HOURS}"
_MORNING = re.compile(r"\b(?:morning|morgens|vormittags?|matin|early|de la manana|da manha|mattin[ao]|del mattino)\b")
_LATE = re.compile(
    r"\b(?:afternoon|evening|evenings|tonight|night|dinner|nachmittags?|abends?|apres-midi|soir|tarde|noche|sera|pomeriggio|noite)\b"
)
_NEAR = 24
"""Characters on either side in which a word such as evening still tells which half of the day is meant."""


def reading(
    folded: str, found: re.Match[str], hour: int, minute: int, half: str | None, *, strong: bool = True
) -> TimeReading:
    """The reading of a match that names this hour and minute, and perhaps am or pm."""
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
    morning, evening = _half_nearby(folded, found)
    if morning != evening and not (evening and hour == 12):
        return {early} if morning else {late}
    return {early, late}


def _half_nearby(folded: str, found: re.Match[str]) -> tuple[bool, bool]:
    near = folded[max(0, found.start() - _NEAR) : found.end() + _NEAR]
    return bool(_MORNING.search(near)), bool(_LATE.search(near))


@lru_cache(maxsize=512)
def number_of(text: str) -> int | None:
    """What a number of a time is worth, in figures or words; None where it is none."""
    if text.isdigit():
        return int(text)
    words = [word for word in re.split(r"[ -]", text) if word not in {"oh", "o"}]
    words = ["eins" if word == "ein" else word for word in words]
    found = [part for word in words for part in parts(word)]
    worths = all_worths(found) if found else set()
    return min(worths) if worths else None


def moved(folded: str, found: re.Match[str], hour: int, shift: int) -> TimeReading:
    """The reading of a match that names a time by so many minutes from an hour."""
    # The half of the day is that of the time meant: "quarter to 12 in the morning" is 11:45.
    either = {(hour * 60 + shift + half) % (2 * HALF_DAY) for half in (0, HALF_DAY)}
    morning, evening = _half_nearby(folded, found)
    if morning != evening:
        told = {one for one in either if (one < HALF_DAY) == morning}
        either = told or either
    return TimeReading(found.start(), found.end(), frozenset(either))
