"""A text with its words and their places: folded for comparing, character for character as long as it was written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_SAME: Final = {
    "’": "'",
    "‘": "'",
    "`": "'",
    "´": "'",
    "′": "'",
    "″": '"',
    "–": "-",
    "—": "-",
    "−": "-",
    "‑": "-",
    "\u00a0": " ",
    "\u202f": " ",
    "\u2009": " ",
    "“": '"',
    "”": '"',
    "½": "½",
    "¼": "¼",
    "¾": "¾",
}
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+(?:[.,]\d+)*")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_ASCII = re.compile(r"[\x00-\x7f]*\Z")


@dataclass(frozen=True, slots=True)
class Word:
    """A run of letters or a number, folded, with its place."""

    text: str
    start: int
    end: int


@lru_cache(maxsize=4096)
def _fold_char(char: str) -> str:
    if char in _SAME:
        return _SAME[char]
    lowered = char.lower()
    lowered = lowered if len(lowered) == 1 else char
    bare = unicodedata.normalize("NFKD", lowered)
    # Only one character may come of one, or places would move; Hangul would be taken apart.
    letters = [part for part in bare if not unicodedata.combining(part)]
    return letters[0] if len(letters) == 1 else lowered


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Lower case without accents, with plain quotes and dashes; exactly as long as `text`."""
    # A line break that was written out ("\\n") is no letter n.
    text = text.replace("\\n", "  ")
    if _ASCII.match(text):
        return text.lower().replace("`", "'")
    return "".join(map(_fold_char, text))


@lru_cache(maxsize=2048)
def words(text: str) -> tuple[Word, ...]:
    """The words and numbers of a text, folded, in order. Marks between them belong to none."""
    return tuple(Word(found.group(), found.start(), found.end()) for found in _WORD.finditer(fold(text)))


@lru_cache(maxsize=4096)
def name_words(name: str) -> tuple[str, ...]:
    """The words inside a name or a code: camelCase, snake_case and kebab-case are taken apart."""
    return tuple(word.text for word in words(_CAMEL.sub(" ", name).replace("_", " ")))


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """A word without its commonest English endings, crude on purpose: both sides of a comparison pass through it."""
    word = word.removesuffix("'s").replace("'", "")
    if len(word) > 4 and word.endswith("s") and not word.endswith(("ss", "ies", "ches", "shes", "xes", "us")):
        word = word[:-1]
    if len(word) > 4:
        for ending, instead in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                word = word[: -len(ending)] + instead
                break
    if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 4 else word


_ENDINGS: Final = (
    ("ies", "y"),
    ("sses", "ss"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("xes", "x"),
    ("ing", ""),
    ("ed", ""),
    ("ly", ""),
)


def stems(text: str) -> frozenset[str]:
    """The stems of a text's words."""
    return frozenset(stem(word.text) for word in words(text))


def without(spans: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Whether a place lies outside every one of these spans."""
    return all(end <= first or start >= last for first, last in spans)
