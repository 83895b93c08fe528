"""Whether one word is a slip of another, or short for it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rapidfuzz.distance import DamerauLevenshtein

from tools.guard.readings.text import stem

_ENDINGS: Final = frozenset(
    """al an ary ate ation ed en er ern ese ful ian ic ical ion ish ism ist ity ive ize less
    ment ness or ous ship""".split()
)
"""Endings that make another word of the same family: dietary of diet, northern of north."""


@lru_cache(maxsize=65536)
def near(word: str, other: str) -> bool:
    """Whether one is a slip of the other, or short for it: "farenheit", "carbs", German for Germany."""
    size = min(len(word), len(other))
    if size < 4:
        return False
    longer, shorter = (word, other) if len(word) >= len(other) else (other, word)
    if longer.startswith(shorter) and len(longer) - len(shorter) <= max(3, len(shorter)):
        # "just" is not short for Justin, nor "seat" for Seattle.
        if size >= 6 or longer[size:] in _ENDINGS:
            return True
        return len(longer) - size <= 4 and size * 3 > len(longer) * 2
    if len(longer) >= 10 and longer.startswith(stem(shorter)) and len(stem(shorter)) >= 4:
        return True
    if word[0] != other[0] or size < 5:
        return False
    allowed = 1 if size < 9 else 2
    return DamerauLevenshtein.distance(word, other, score_cutoff=allowed) <= allowed
