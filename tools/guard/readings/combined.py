"""Numbers that several signs make: lists, powers, digits apart, heights and lengths of time, episodes and chapters."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tools.guard.readings.digits import digit_values
from tools.guard.readings.quantity import Quantity
from tools.guard.readings.unit_table import BY_WORD

_SPACED = re.compile(
    r"(?<![\w.,])\d{1,3}(?: \d{3})+(?:[.,]\d{1,2})?(?![\d.,]*\d)"
    r"|(?<![\w.,])\d+ [.,] ?\d+(?!\d)|(?<![\w.,])\d+ , \d{3}(?!\d)"
)
_LISTED = re.compile(
    r"(?<=[\[({])-?\d+(?:\.\d+)?(?:,-?\d+(?:\.\d+)?)+(?=[\])},])"
    r"|(?<![\d.,])-?\d+(?:,-?(?!0\d)\d+){2,}(?![\d.])|(?<![\d.,])\d+,\d{1,2}(?![\d.,])"
)
_EXPONENT = re.compile(r"(?<![\w.])(?P<base>-?\d+(?:\.\d+)?)\s?\^\s?(?P<power>[+-]?\d{1,3})(?![\w.])")
_FEET = re.compile(
    r"(?<![\w.])(?P<feet>\d)(?:'|(?P<word>[\s-]?(?:ft\.?|feet|foot)))[\s-]?(?P<inches>\d{1,2})"
    r"(?:\"|''|(?(word)(?=\s*(?:[.,;!?)]|$))|(?!\w)))"
)
_INCHES = re.compile(r"(?<![\w.,'])\d{1,3}(?:\.\d+)?(?P<mark>\"|'')(?!\w)")
_SCORE = re.compile(r"\b(?P<score>a score) of (?=(?:[a-z]+ ){0,2}[a-z]{2,}s\b)")
_CALLED = re.compile(
    r"\ba (?P<name>fiver|tenner|grand)\b(?=\s*(?:[.,;!?)]|$)|\s(?:for|on|in|to|from|per|a|and|or|each|max|tops|at|i)\b)"
)
_WORTH = {"fiver": 5.0, "tenner": 10.0, "grand": 1000.0}
_METRES = re.compile(r"(?<![\w.,])(?P<metres>[0-2])\s?m\s?(?P<rest>\d\d)(?!\w)")
_POWER = re.compile(r"(?:(?P<times>-?\d+(?:\.\d+)?)\s?[x×*]\s?)?\b10\s?(?:\^|\*\*)\s?\(?(?P<power>-?\d{1,2})\b")
_CLOCK_LENGTH = re.compile(
    r"(?<![\w:.])(?:(?P<hours>\d{1,2})h\s?(?P<minutes>[0-5]\d)(?![\w:])"
    r"|(?P<whole>\d{1,3}):(?P<part>[0-5]\d)\s?(?P<unit>minutes?|mins?|hours?|hrs?)\b)"
)
_EPISODE = re.compile(r"\bs(?P<season>\d{1,2})\s?e(?P<episode>\d{1,3})\b")
_ROMANS = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split()
_ROMAN = re.compile(
    rf"(?<=[a-z] )(?P<roman>{'|'.join(sorted((one for one in _ROMANS if len(one) > 1), key=len, reverse=True))})\b"
)
_MEMBER = re.compile(r"-?\d+(?:\.\d+)?")


def spaced(folded: str) -> Iterator[Quantity]:
    """Digits apart: "1 234 567", and the "32 . 99" of tokenised text."""
    for found in _SPACED.finditer(folded):
        joined = re.sub(r"\s", "", found.group())
        yield Quantity(digit_values(joined), found.start(), found.end())


def powers(folded: str) -> Iterator[Quantity]:
    """Powers of ten, written out: "6.02 x 10^23", "10**-9"."""
    for found in _POWER.finditer(folded):
        times = float(found["times"] or 1)
        yield Quantity((times * 10.0 ** int(found["power"]),), found.start(), found.end())


def feet(folded: str) -> Iterator[Quantity]:
    """A height in feet and inches: 5'9"."""
    for found in _FEET.finditer(folded):
        inches = 12 * int(found["feet"]) + int(found["inches"])
        yield Quantity((inches / 12,), found.start(), found.end(), BY_WORD["foot"])
        yield Quantity((float(inches),), found.start(), found.end(), BY_WORD["inch"])


def inches(found: Sequence[Quantity], folded: str) -> Iterator[Quantity]:
    """The same numbers, those before a mark for inches in inches; it may close what is quoted as well."""
    marks = {
        one.start("mark"): one.end()
        for one in _INCHES.finditer(folded)
        if folded.count(one["mark"], 0, one.start("mark")) % 2 == 0
    }
    for one in found:
        marked = one.end in marks and one.unit is None
        yield replace(one, end=marks[one.end], unit=BY_WORD["inch"]) if marked else one


def metres(folded: str) -> Iterator[Quantity]:
    """A height in metres and centimetres: "1 m 75"."""
    for found in _METRES.finditer(folded):
        yield Quantity((int(found["metres"]) + int(found["rest"]) / 100,), found.start(), found.end(), BY_WORD["metre"])


def scores(folded: str) -> Iterator[Quantity]:
    """Numbers that have a name of their own: "a score of questions", "a tenner"."""
    for found in _SCORE.finditer(folded):
        yield Quantity((20.0,), found.start(), found.end("score"))
    for found in _CALLED.finditer(folded):
        yield Quantity((_WORTH[found["name"]],), found.start(), found.end())


def clock_lengths(folded: str) -> Iterator[Quantity]:
    """A length of time written like a time: "2h30", "1:30 minutes"."""
    for found in _CLOCK_LENGTH.finditer(folded):
        unit = BY_WORD["min" if (found["unit"] or "h").startswith("m") else "h"]
        value = int(found["whole"] or found["hours"]) + int(found["part"] or found["minutes"]) / 60
        yield Quantity((value,), found.start(), found.end(), unit)


def numbered(folded: str) -> Iterator[Quantity]:
    """Numbers that something is counted by: "S03E05", "chapter IV"."""
    for found in _EPISODE.finditer(folded):
        for name in ("season", "episode"):
            yield Quantity((float(found[name]),), found.start(name), found.end(name))
    for found in _ROMAN.finditer(folded):
        yield Quantity((float(_ROMANS.index(found["roman"]) + 1),), found.start("roman"), found.end("roman"))


def exponents(folded: str) -> Iterator[Quantity]:
    """A number raised to a power: "2.5^-1"; the sign belongs to the result, as it is read aloud."""
    for found in _EXPONENT.finditer(folded):
        base = float(found["base"])
        if 0 < abs(base) < 1e6 and abs(int(found["power"])) <= 50:
            yield Quantity((math.copysign(abs(base) ** int(found["power"]), base),), found.start(), found.end())


def listed(read: Sequence[Quantity], folded: str) -> Iterator[Quantity]:
    """The members of a list without spaces: "[22,33,42]" is three numbers and not 22.33; "37,5 °C" is one."""
    for found in _LISTED.finditer(folded):
        if any(
            one.start <= found.start() and found.end() <= one.end and (one.unit is not None or found.end() < one.end)
            for one in read
        ):
            continue
        for member in _MEMBER.finditer(found.group()):
            start = found.start() + member.start()
            yield Quantity((float(member.group()),), start, start + len(member.group()))
