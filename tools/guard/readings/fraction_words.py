"""Words of fractions, and what number words before one are worth: "three and one fifth", "two thousandths"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tools.guard.readings.number_words import ORDINALS, SCALES, joins, worth

FRACTIONS: Final[Mapping[str, int]] = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "thirds": 3,
    "quarter": 4,
    "quarters": 4,
    "fifth": 5,
    "fifths": 5,
    "sixth": 6,
    "sixths": 6,
    "seventh": 7,
    "sevenths": 7,
    "eighth": 8,
    "eighths": 8,
    "ninth": 9,
    "ninths": 9,
    "tenth": 10,
    "tenths": 10,
    "hundredth": 100,
    "hundredths": 100,
    "twentieth": 20,
    "twentieths": 20,
    "thousandth": 1000,
    "thousandths": 1000,
    "halb": 2,
    "halbe": 2,
    "halben": 2,
    "halber": 2,
    "halbem": 2,
    "halfte": 2,
    "moitie": 2,
    "halbes": 2,
    "viertel": 4,
    "drittel": 3,
    "demi": 2,
    "demie": 2,
    "quart": 4,
    "quarts": 4,
    "tiers": 3,
}
"""Word to its denominator."""

FRACTION_WORDS: Final[Mapping[str, int]] = {
    **ORDINALS,
    **FRACTIONS,
    **{f"{word}th": size for word, size in SCALES.items() if word in {"hundred", "thousand", "million", "billion"}},
    "trillionth": 10**12,
    "fourth": 4,
}
"""Every word that may end a fraction, in the singular, with what it counts."""


def fractions(run: Sequence[str], last: str, joint: int | None, *, one: bool = False) -> set[float]:
    """What number words before an ordinal are worth: "three twenty firsts", "three and one fifth", "twenty-first".

    Every cut of the run into a numerator and the beginning of the denominator is tried. `joint` is the place in the run
    before which an "and" stands, if one does: what is before it is a whole. `one`: an article stands before the run.
    """
    below = FRACTION_WORDS.get(last) or FRACTION_WORDS.get(last.removesuffix("s"))
    if below is None or last == "seconds":  # those are of time: a part of two is a half
        return set()
    found: set[float] = set()
    if joint is not None:
        whole, above = worth(run[:joint]), worth(run[joint:])
        if whole is not None and above is not None and below > 1:
            # "two million and one half": of one, or of a million.
            found |= {whole + size * above / below for size in (1, SCALES.get(run[joint - 1], 1))}
    if one:
        found |= {1 / size for size in _denominators(worth(run) or 0, below)}
    for cut in range(1, len(run) + 1):
        above, begun = worth(run[:cut]), worth(run[cut:])
        if above is not None and begun is not None:
            found |= {above / size for size in _denominators(begun, below)}
    return found | {float(size) for size in _denominators(worth(run) or 0, below)} if not last.endswith("s") else found


def _denominators(begun: int, below: int) -> set[int]:
    """What the beginning of a denominator and its ordinal make: hundred and fifth is 105, two hundredth 200."""
    if begun == 0:
        return {below} if below > 1 else set()
    if below >= 100:
        return {begun * below}
    return {begun + below} if joins(begun % 100, below, 0) else set()
