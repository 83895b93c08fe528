"""Numbers that are only a part of another one: no amount by themselves, and no other unit's.

"1 hour and 30 minutes" holds an hour and thirty minutes, and lasts neither 3600 nor 1800 seconds; the 5 of "1,5 kg"
and the 0 of "120 000" were not said at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tools.guard.readings.quantity import Quantity
from tools.guard.readings.unit_table import BY_WORD, Unit

_BELOW: Final = re.compile(
    r"\s?(?:°|degrees?|deg)?\s?(?:[cf]|celsius|centigrade|fahrenheit)?\s?below\s(?:zero|0|freezing)\b"
)
_SCALE: Final = re.compile(r"\s(?:dozen|hundred|thousand|lakh|crore|million|billion|trillion)s?\b")
_SMALLER: Final = {
    "hour": "minute",
    "minute": "second",
    "foot": "inch",
    "stone": "pound",
    "metre": "cm",
    "kilogram": "g",
}
"""The unit of what is said behind a measure without one."""
_AND: Final = re.compile(r"\b(?:and|und|et)\b(?! (?:an? )?(?:half|quarter|third)\b)")


def parts_marked(found: Sequence[Quantity], wholes: Sequence[Quantity], folded: str) -> Iterator[Quantity]:
    """The same numbers; those inside a measure that several made (`wholes`) are marked, its bare fraction left out.

    Where more than one "and" joins them, nothing tells which of them are one measure.
    """
    open_ended = [one for one in wholes if len(_AND.findall(folded, one.start, one.end)) > 1]
    sure = [one for one in wholes if not any(other.start <= one.start < other.end for other in open_ended)]
    for one in found:
        whole = next((other for other in sure if _inside(one, other)), None)
        if whole is None or whole.unit is None:
            yield one
        elif one.unit is not None:
            yield replace(one, part=True)
        elif not 0 < one.values[0] < 1:
            # The nine of "five foot nine" are inches.
            unit = whole.unit if one.start == whole.start else BY_WORD.get(_SMALLER.get(whole.unit.name, ""))
            yield replace(one, unit=unit, part=unit is not None)


def _inside(one: Quantity, other: Quantity) -> bool:
    longer = one.end - one.start < other.end - other.start and other.start <= one.start and one.end <= other.end
    kind = one.unit is None or (other.unit is not None and one.unit.dimension == other.unit.dimension)
    return longer and kind


def without_ends(found: Sequence[Quantity], folded: str) -> Iterator[Quantity]:
    """The same numbers but for the fraction that ends a longer one, and what a scale behind it makes another number.

    Of "one and three quarter hours" three quarters, of "one and a half dozen" one and a half.
    """
    scaled = {(one.start, one.end) for one in found}
    starts: dict[tuple[int, Unit | None], int] = {}
    for one in found:
        starts[one.end, one.unit] = min(one.start, starts.get((one.end, one.unit), one.start))
    for one in found:
        first = starts[one.end, one.unit]
        scale = _SCALE.match(folded, one.end) if one.unit is None else None
        if scale is not None and (one.start, scale.end()) in scaled:
            continue
        if one.unit is None or not 0 < one.values[0] < 1 or not _AND.search(folded, first, one.start):
            yield one


def below_zero(found: Sequence[Quantity], folded: str) -> Iterator[Quantity]:
    """The same numbers; "ten degrees below zero" is minus ten, and neither ten nor zero."""
    below = {one.end: cold.end() for one in found if (cold := _BELOW.match(folded, one.end))}
    for one in found:
        if one.end in below:
            yield replace(one, values=tuple(-abs(value) for value in one.values), end=below[one.end])
        elif one.end not in below.values():
            yield one
