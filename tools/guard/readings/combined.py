"""Numbers that several signs or several numbers make: lists, powers, digits apart, sums of units, one over another."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tools.guard.readings.digits import digit_values
from tools.guard.readings.money import part_of_money
from tools.guard.readings.number_words import (
    SCALES,
)
from tools.guard.readings.quantity import Quantity, counted_value
from tools.guard.readings.unit_table import BY_WORD

_SPACED = re.compile(
    r"(?<![\w.,])\d{1,3}(?: \d{3})+(?:[.,]\d{1,2})?(?![\d.,]*\d)"
    r"|(?<![\w.,])\d+ [.,] ?\d+(?!\d)|(?<![\w.,])\d+ , \d{3}(?!\d)"
)
_LISTED = re.compile(
    r"(?<=[\[({])-?\d+(?:\.\d+)?(?:,-?\d+(?:\.\d+)?)+(?=[\])},])"
    r"|(?<![\d.,])-?\d+(?:,-?(?!0\d)\d+){2,}(?![\d.])|(?<![\d.,])\d+,\d{1,2}(?![\d.,])"
)
_SCALE_AFTER = re.compile(
    r"\s(?:of a |of an |of )?(?P<scale>dozen|hundred|thousand|grand|lakh|crore|million|billion|trillion|mio|milliarde"
    r"|milliard|mrd|tausend|tsd|hundert|dutzend|mille|douzaine|k(?!\w))(?:e?n|s)?\b"
    r"|\s?m(?=usd|eur|gbp|aud|cad|chf)"
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
_PLUS = frozenset({"", "and", "&", "plus", "and a", "n", "n a", "und", "et", "et une", "und eine"})
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
_PARTS: Final = {"hour": 60, "minute": 60, "foot": 12, "stone": 14, "metre": 100, "kilogram": 1000}
"""Of how many smaller ones a unit is made whose name need not be said behind it."""
_BROKEN = re.compile(r"\d[.,]\d|[½¼¾/]|\b(?:half|halb\w*|demi\w*|quarters?|thirds?)\b")
"""What has a fraction of its own: nothing is added to 2.5 metres."""
_ADDED: Final = frozenset("time length mass volume size angle".split())
"""What is told in several units at once."""
_AT_END = re.compile(
    r"\s*(?:[.,;:!?)]|$)"
    r"|\s(?:at|for|from|on|to|in|en|im|und|et|and|or|if|then|so|with|before|after|please|pls)\b"
)
_SHORT_FORM = re.compile(r"[\s\d][a-z]{1,3}\Z")
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


def mils(found: Sequence[Quantity], folded: str) -> Iterator[Quantity]:
    """Thousandths of a metre or of a litre, as they are called for short: "a fifty mil lens", "five mil of syrup"."""
    for one in found:
        if one.unit is None and one.values[-1] >= 10**6 and folded.endswith("mil", one.start, one.end):
            short = tuple(value / 10**6 for value in one.values)
            for unit in ("mm", "ml"):
                yield replace(one, values=short, unit=BY_WORD[unit], counted=False)


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


def listed(folded: str) -> Iterator[Quantity]:
    """The members of a list without spaces: "[22,33,42]" is three numbers and not 22.33."""
    for found in _LISTED.finditer(folded):
        for member in _MEMBER.finditer(found.group()):
            start = found.start() + member.start()
            yield Quantity((float(member.group()),), start, start + len(member.group()))


def joined(found: Sequence[Quantity], folded: str) -> list[Quantity]:
    """Numbers that two neighbours make: "1 over 3", "3 hundred and one", "half million", "13 dollars and 45 cents"."""
    made: list[Quantity] = []
    for first in found:
        scale = _SCALE_AFTER.match(folded, first.end)
        if scale and first.unit is None:
            size = SCALES.get(scale["scale"] or "", 10**6)
            size = 1000 if scale["scale"] == "k" else size
            made.append(replace(first, values=tuple(value * size for value in first.values), end=scale.end()))
    for first, second in _neighbours(found, 24):
        values = _of_two(first, second, folded[first.end : second.start].strip(" -"), folded)
        if values:
            made.append(replace(second, values=values, start=first.start))
    return [one for one in made if one not in found]


def _of_two(first: Quantity, second: Quantity, gap: str, folded: str) -> tuple[float, ...]:
    left, right = first.values[0], second.values[0]
    added = part_of_money(first, second, folded)
    if added:
        return (left + added,)
    if gap in {"over", "over a", "out of", "divided by", "by", "in"}:
        return (left / right,) if right else ()
    if gap == "point":
        whole = left % 1 == right % 1 == 0 <= right
        return (float(f"{int(left)}.{int(right)}"),) if whole else ()
    if first.unit is not None or first.percent:
        return ()
    if gap == "":
        return (left + right,) if left >= 1000 and left % 1000 == 0 and 0 < right < step_of(left) else ()
    return _and_more(left, right) if gap in {"and", "and a", "und", "et"} else ()


def _and_more(left: float, right: float) -> tuple[float, ...]:
    """A fraction of one or of the scale before it, or the rest of round hundreds."""
    if 0 < right < 1:
        return tuple({left + right, left + right * step_of(left)})
    return (left + right,) if left >= 100 and right < left and left % 100 == 0 else ()


def step_of(value: float) -> float:
    """The scale a round number was counted in: of 3,000,000 a million."""
    return next((size for size in (1e9, 1e6, 1e3) if value >= size and value % size == 0), 1.0)


def sums(found: Sequence[Quantity], folded: str) -> Iterator[Quantity]:
    """Neighbours of one dimension: "5 feet 4 inches", "1 hour and 30 minutes", "an hour and a half"."""
    for first, second in _neighbours(found, 12):
        gap = folded[first.end : second.start].replace("-", " ").strip(" ,")
        if gap.startswith(".") and _SHORT_FORM.search(folded, first.start, first.end):
            gap = gap[1:].strip()  # "1 hr. 30 min."
        if first.unit is None or gap not in _PLUS or _BROKEN.search(folded, first.start, first.end):
            continue
        if second.unit is None:
            parts = _PARTS.get(first.unit.name, 0)
            fewest = parts / 10 if parts in {100, 1000} else 1  # "one metre eighty", and no "one metre five"
            if fewest <= second.values[0] < parts and second.values[0] % 1 == 0 and _AT_END.match(folded, second.end):
                # "an hour and ten", "five foot eleven"
                yield replace(first, values=(first.values[0] + second.values[0] / parts,), end=second.end)
            if 0 < second.values[0] < 1 and gap:
                yield replace(first, values=(first.values[0] + second.values[0],), end=second.end, counted=True)
        elif first.unit.dimension == second.unit.dimension in _ADDED and second.unit.factor < first.unit.factor:
            smaller = counted_value(second) * second.unit.factor / first.unit.factor
            yield replace(first, values=(first.values[0] + smaller,), end=second.end)


def _neighbours(found: Sequence[Quantity], most: int) -> Iterator[tuple[Quantity, Quantity]]:
    """Pairs where the second begins at most so many characters behind the first; `found` is in order of place."""
    for at, first in enumerate(found):
        for second in found[at + 1 :]:
            if second.start > first.end + most:
                break
            if second.start >= first.end:
                yield first, second
