"""The forms in which a name is said: numbers in words, initials, "Saint" and "St", a part of it that tells it apart.

Both sides of a comparison pass through the same reading, so that no form has to be listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from knowledge.text import STOP_WORDS
from tools.guard.readings.numbers import quantities
from tools.guard.readings.text import Word, fold, words
from tools.guard.worded import ROMAN

ARTICLES: Final = frozenset("the a an le la les l un une der die das den dem ein eine el los las il lo".split())
SLIP_FROM: Final = 5
"""Letters from which a word may hold one slip: in shorter ones a slip is another word."""
PART_FROM: Final = 4
"""Letters from which a part may stand for a name."""
_SQUASHED_FROM: Final = 6
_AND: Final = frozenset({"and", "und", "et", "y"})
"""Left out of both sides: "Halden & Sons" is said with a word."""
_SAME: Final = {"st": "saint", "ste": "saint", "sankt": "saint"} | ROMAN
_INSTALMENT: Final = frozenset({"part", "volume", "vol", "episode", "chapter", "teil"})
_JOINING: Final = frozenset("of in on at to for from with by".split())
"""Words with which no part of a name begins: "of Spain" does not stand for Port of Spain."""
_WHOLE: Final = _JOINING | ARTICLES | STOP_WORDS | {"du", "des"}
"""Words that make a name of many words one whole, of which the last is no part to call it by."""
_INITIALS: Final = re.compile(r"(?<![\w.])(?:[^\W\d_]\.){2,}(?:[^\W\d_](?!\w))?")
_ELIDED: Final = re.compile(r"[ldn]'(?=\w{3})")
_DECLINED: Final = re.compile(r"(?<=\w{5})e\Z")
_TWICE: Final = re.compile(r"([^\W\d])\1")


def readings(text: str) -> tuple[tuple[Word, ...], ...]:
    """The words of a text as they stand, and, where it differs, with numbers in figures or French articles apart."""
    plain = tuple(_with_initials(text, [word for word in words(text) if word.text not in _AND]))
    found = [plain, _in_figures(text, plain), tuple(_apart(word) for word in plain)]
    return tuple(dict.fromkeys(found))


def plain(word: Word) -> str:
    """A word as it is compared."""
    return _SAME.get(word.text, word.text.replace("'", ""))


def keys(value: str) -> list[str]:
    """A value as it is compared: folded words without a leading article; the words themselves where that is all.

    "Vereinigte Arabische Emirate" is "der Vereinigten Arabischen Emirate" as well.
    """
    found = []
    for read in readings(value)[:2]:
        named = [plain(word) for word in read]
        while len(named) > 1 and named[0] in ARTICLES:
            named = named[1:]
        found += [" ".join(named), " ".join([*(_DECLINED.sub("en", word) for word in named[:-1]), *named[-1:]])]
    return [key for key in dict.fromkeys(found) if key]


def squeezed(key: str) -> str:
    """A key with doubled letters single: "Phillipines" is slipped there and nowhere else."""
    return _TWICE.sub(r"\1", key)


@dataclass(frozen=True)
class Index:
    """Legal values by every form they are found by."""

    exact: dict[str, tuple[str, ...]]
    by_count: dict[int, tuple[tuple[str, str], ...]]
    """The same keys by their number of words, each as it is and squeezed."""
    longest: int
    values: tuple[str, ...]
    parts: dict[str, tuple[str, ...]]
    """A name without its first words, its initials, its "Part", or what follows a colon, and the values that it is a
    part of."""
    squashed: dict[str, tuple[str, ...]]
    """Keys of several words without the blanks, and keys of one."""


@lru_cache(maxsize=64)
def index(values: tuple[str, ...]) -> Index:
    """The index of a set of values; remembered."""
    exact: dict[str, list[str]] = {}
    for value in values:
        for key in keys(value):
            exact.setdefault(key, []).append(value)
    by_count: dict[int, list[str]] = {}
    squashed: dict[str, list[str]] = {}
    for key, named in exact.items():
        by_count.setdefault(key.count(" ") + 1, []).append(key)
        joined = key.replace(" ", "")
        if len(joined) >= _SQUASHED_FROM:
            squashed.setdefault(joined, []).extend(named)
    return Index(
        exact={key: tuple(dict.fromkeys(named)) for key, named in exact.items()},
        by_count={count: tuple((key, squeezed(key)) for key in found) for count, found in by_count.items()},
        longest=max(by_count, default=0),
        values=values,
        parts=_parts(exact, values),
        squashed={key: tuple(dict.fromkeys(named)) for key, named in squashed.items()},
    )


def _parts(exact: dict[str, list[str]], values: Sequence[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}

    def add(part: str, named: Iterable[str]) -> None:
        if len(part) >= PART_FROM and part not in STOP_WORDS and part not in exact:
            found.setdefault(part, {}).update(dict.fromkeys(named))

    for key, named in exact.items():
        said = key.split()
        if len(said) > 1 and said[1] not in _JOINING:
            add(" ".join(said[1:]), named)
        if len(said) > 2:
            add(" ".join([said[0], *(word for word in said[1:-1] if len(word) > 1), said[-1]]), named)
            add(" ".join(word for word in said if word not in _INSTALMENT), named)
            if not _WHOLE.intersection(said):
                add(said[-1], named)
    for value in values:
        head, colon, tail = value.partition(":")
        for part in (head, tail) if colon else ():
            for key in keys(part):
                add(key, [value])
    return {part: tuple(named) for part, named in found.items()}


def _with_initials(text: str, said: Sequence[Word]) -> list[Word]:
    """The words with "U.S." as one."""
    merged = list(said)
    for found in _INITIALS.finditer(fold(text)):
        inside = [word for word in merged if found.start() <= word.start and word.end <= found.end()]
        if len(inside) > 1:
            place = merged.index(inside[0])
            whole = Word("".join(word.text for word in inside), found.start(), found.end())
            merged[place : place + len(inside)] = [whole]
    return merged


def _in_figures(text: str, said: Sequence[Word]) -> tuple[Word, ...]:
    """The words with each number that stands alone in figures: "four hundred" is 400, "8½" is 8.5."""
    counted = [
        one
        for one in quantities(text)
        if one.unit is None and not one.percent and len(one.values) == 1 and one.counted and one.values[0] >= 0
    ]
    counted.sort(key=lambda one: (one.start - one.end, one.start))
    merged = list(said)
    for one in counted:
        inside = [word for word in merged if word.start < one.end and one.start < word.end]
        if inside and inside[0].start >= one.start and inside[-1].end <= one.end:
            place = merged.index(inside[0])
            figures = f"{one.values[0]:g}" + ("th" if one.ordinal else "")
            merged[place : place + len(inside)] = [Word(figures, inside[0].start, one.end)]
    return tuple(merged)


def _apart(word: Word) -> Word:
    found = _ELIDED.match(word.text)
    return replace(word, text=word.text[found.end() :], start=word.start + found.end()) if found else word
