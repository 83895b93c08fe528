"""Numbers that two neighbours make: a sum of units, one over another, a number and its scale."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tools.guard.readings.money import part_of_money
from tools.guard.readings.number_words import SCALES
from tools.guard.readings.quantity import Quantity, counted_value
from tools.guard.readings.unit_table import BY_WORD

_SCALE_AFTER = re.compile(
    r"\s(?:of a |of an |of )?(?P<scale>dozen|hundred|thousand|grand|lakh|crore|million|billion|trillion|mio|milliarde"
    r"|milliard|mrd|tausend|tsd|hundert|dutzend|mille|douzaine|k(?!\w))(?:e?n|s)?\b"
    r"|\s?m(?=usd|eur|gbp|aud|cad|chf)"
)
_PLUS = frozenset({"", "and", "&", "plus", "and a", "n", "n a", "und", "et", "et une", "und eine"})
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


def mils(found: Sequence[Quantity], folded: str) -> Iterator[Quantity]:
    """Thousandths of a metre or of a litre, as they are called for short: "a fifty mil lens", "five mil of syrup"."""
    for one in found:
        if one.unit is None and one.values[-1] >= 10**6 and folded.endswith("mil", one.start, one.end):
            short = tuple(value / 10**6 for value in one.values)
            for unit in ("mm", "ml"):
                yield replace(one, values=short, unit=BY_WORD[unit], counted=False)


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
