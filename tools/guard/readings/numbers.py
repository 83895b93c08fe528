"""Numbers in a text, in digits or words, each with every value it may stand for and the unit beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from tools.guard.readings import iso
from tools.guard.readings.beside import one_of, with_unit
from tools.guard.readings.combined import (
    clock_lengths,
    exponents,
    feet,
    inches,
    listed,
    metres,
    numbered,
    powers,
    scores,
    spaced,
)
from tools.guard.readings.digits import in_figures
from tools.guard.readings.neighbours import joined, mils, sums
from tools.guard.readings.number_words import (
    ORDINALS,
    all_worths,
    parts,
)
from tools.guard.readings.quantity import Quantity, Token, tokens_of
from tools.guard.readings.romance import in_english
from tools.guard.readings.spoken import in_words
from tools.guard.readings.text import Word, fold
from tools.guard.readings.unit_table import BY_WORD, Unit
from tools.guard.readings.wholes import below_zero, parts_marked, without_ends

_OTHER_UNITS: Final[Mapping[Unit | None, tuple[Unit, ...]]] = {
    BY_WORD["m"]: (BY_WORD["min"], BY_WORD["molar"]),
    BY_WORD["g"]: (BY_WORD["gb"],),
    BY_WORD["mm"]: (BY_WORD["millimolar"],),
    BY_WORD["nm"]: (BY_WORD["nanomolar"],),
}
"""Signs of several units, by the one they are read as at first; folded text has no capitals."""
_LETTER: Final = re.compile(r"\d ?[cfntkabwvj]\Z")
"""A unit written as one letter that is several units' sign, or none's."""


def quantities(text: str) -> tuple[Quantity, ...]:
    """Every number of the text, in order of place; overlapping readings stand side by side."""
    return _read(fold(text))


@lru_cache(maxsize=1024)
def _read(folded: str) -> tuple[Quantity, ...]:
    tokens = in_english(tokens_of(folded), folded)
    found: list[Quantity] = []
    place = 0
    while place < len(tokens):
        read, after = _number_at(tokens, place, folded)
        found += [with_unit(one, tokens, after, folded) for one in read]
        if not read:
            found += one_of(tokens, place)
        place = max(after, place + 1)
    found = [*inches(found, folded)] if '"' in folded or "''" in folded else found
    apart = [*spaced(folded)]
    # Of "120 000" no figures are a number of their own.
    if apart:
        found = [one for one in found if not any(_digits_of(one, other, folded) for other in apart)] + apart
    found += listed(found, folded)
    found += powers(folded)
    found += exponents(folded)
    heights = [*feet(folded)]
    found += heights
    found += metres(folded)
    found += list(mils(found, folded))
    found += scores(folded)
    lengths = [*clock_lengths(folded), *iso.lengths(folded)]
    found += lengths
    wholes = [*heights, *lengths]
    found += numbered(folded)
    found += [replace(one, unit=other) for one in found for other in _OTHER_UNITS.get(one.unit, ())]
    for combine in (joined, joined, sums, sums):
        # Twice each: what two numbers made may stand beside a third.
        found = sorted(found, key=_place)
        made = [one for one in combine(found, folded) if one not in found]
        found += made
        wholes += made if combine is sums else []
    found = [*parts_marked(found, wholes, folded)] if wholes else found
    found = [*without_ends(found, folded)] if " and " in folded else found
    found = [*below_zero(found, folded)] if "below" in folded else found
    found += [
        replace(one, unit=BY_WORD["watt"]) for one in found if one.unit == BY_WORD["w"] and folded[one.end - 1] == "w"
    ]
    # "5C" may be coulombs, "10 N" and "3 T" what they are called in the schema.
    found += [replace(one, unit=None) for one in found if one.unit is not None and _LETTER.search(folded, 0, one.end)]
    return tuple(sorted((one for one in found if not _begins_another(one, found)), key=_place))


def _digits_of(one: Quantity, other: Quantity, folded: str) -> bool:
    inside = other.start <= one.start and one.end <= other.end
    return inside and (" 0" in folded[other.start : other.end] or folded.count(" ", other.start, other.end) > 1)


def _begins_another(one: Quantity, found: Sequence[Quantity]) -> bool:
    """Whether a unit without a number goes on to a longer measure: the "a year" of "a year and a half"."""
    return not one.counted and any(
        other.start == one.start and other.end > one.end and other.unit == one.unit for other in found
    )


def _place(one: Quantity) -> tuple[int, int]:
    return one.start, one.end


def _number_at(tokens: Sequence[Token], place: int, folded: str) -> tuple[list[Quantity], int]:
    if tokens[place].kind == "word":
        return in_words(tokens, place, folded)
    return in_figures(tokens, place, folded)


def word_of(token: Word) -> float | None:
    """What a single word is worth as a number, if it is one."""
    if token.text in ORDINALS:
        return float(ORDINALS[token.text])
    found = all_worths(parts(token.text)) if parts(token.text) else set()
    return float(found.pop()) if len(found) == 1 else None
