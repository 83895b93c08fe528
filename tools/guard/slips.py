"""Whether one word is a slip of another, or short for it."""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile
from typing import Final

from rapidfuzz.distance import DamerauLevenshtein

from tools.guard.readings.text import stem

_ENDINGS: Final = frozenset(
    """al an ary ate ation ed en er ern ese ful ian ic ical ion ish ism ist ity ive ize less
    ment ness or ous ship""".split()
)
"""Endings that make another word of the same family: dietary of diet, northern of north."""


_SHARED: Final = 5
_FAMILY: Final = _ENDINGS | {
    "",
    "y",
    "ies",
    "ists",
    "ic",
    "ics",
    "ians",
    "ions",
    "ation",
    "e",
    "es",
    "s",
    "or",
    "ors",
    "ers",
}
_CHANGES: Final = ({"le", "ular"}, {"y", "iness"}, {"le", "ulate"}, {"y", "ily"}, {"ce", "tic"}, {"e", "ing"})


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
    return _family(word, other) or _slip(word, other, size)


def _slip(word: str, other: str, size: int) -> bool:
    if word[0] != other[0] or size < 5:
        return False
    allowed = 1 if size < 9 else 2
    return DamerauLevenshtein.distance(word, other, score_cutoff=allowed) <= allowed


def _family(word: str, other: str) -> bool:
    """Whether two words differ in their endings alone: cardiology and cardiologist, triangle and triangular."""
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False)))
    left, right = word[shared:], other[shared:]
    if shared >= _SHARED and left in _FAMILY and right in _FAMILY:
        return True
    return shared >= 3 and {left, right} in _CHANGES
