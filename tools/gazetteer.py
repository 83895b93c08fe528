"""Finding the legal values of an argument in what was said: case, accents, articles and one slip do not matter.

A match proposes a value and proves nothing: the guard still checks that the user gave it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import DamerauLevenshtein

from knowledge.text import STOP_WORDS
from tools.guard.phrases import ROMAN
from tools.guard.readings.text import Word, fold, words

ARTICLES: Final = frozenset("the a an le la les l un une der die das den dem ein eine el los las il lo".split())
CODE_FROM: Final = 3
"""Figures from which a number may stand for the code that ends with it."""
SLIP_FROM: Final = 5
"""Letters from which a word may hold one slip: in shorter ones a slip is another word."""
_CODE: Final = re.compile(r"[^\W\d_]{1,6}[- ]?\d+\Z")
_AND: Final = frozenset({"and", "und", "et", "y"})
"""Left out of both sides: "Halden & Sons" is said with a word."""
_QUOTES: Final = "\"'“”‘’«»„"


@dataclass(frozen=True, slots=True)
class Match:
    """A legal value, the place where it was said, and whether it was said without a slip."""

    value: str
    start: int
    end: int
    exact: bool


def find(text: str, values: Sequence[str]) -> list[Match]:
    """Every legal value said in `text`, in order of place. Of two that overlap the longer one counts, then the exact
    one; two values that read the same both count.
    """
    index = _index(tuple(values))
    said = [word for word in words(text) if word.text not in _AND]
    found = [match for start in range(len(said)) for match in _at(text, said, start, index)]
    found.sort(key=lambda one: (-(one.end - one.start), not one.exact, one.start))
    kept: list[Match] = []
    for one in found:
        if all(one.end <= other.start or one.start >= other.end or _twin(one, other) for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: (one.start, one.value))


def bare(value: str) -> str:
    """A value as it is compared: folded words without a leading article; the words themselves where that is all."""
    named = [_plain(word) for word in words(value) if word.text not in _AND]
    while len(named) > 1 and named[0] in ARTICLES:
        named = named[1:]
    return " ".join(named)


def _plain(word: Word) -> str:
    return ROMAN.get(word.text, word.text.replace("'", ""))


@dataclass(frozen=True)
class _Index:
    exact: dict[str, tuple[str, ...]]
    by_count: dict[int, tuple[str, ...]]
    longest: int
    values: tuple[str, ...]
    surnames: dict[str, str]
    """A name without its first word, where no other value ends so."""


@lru_cache(maxsize=64)
def _index(values: tuple[str, ...]) -> _Index:
    exact: dict[str, list[str]] = {}
    for value in values:
        key = bare(value)
        if key:
            exact.setdefault(key, []).append(value)
    by_count: dict[int, list[str]] = {}
    for key in exact:
        by_count.setdefault(key.count(" ") + 1, []).append(key)
    return _Index(
        {key: tuple(dict.fromkeys(named)) for key, named in exact.items()},
        {count: tuple(keys) for count, keys in by_count.items()},
        max(by_count, default=0),
        values,
        _surnames(exact),
    )


def _surnames(exact: Mapping[str, Sequence[str]]) -> dict[str, str]:
    ends: dict[str, set[str]] = {}
    for key, named in exact.items():
        _, _, rest = key.partition(" ")
        if len(rest) >= SLIP_FROM and rest not in STOP_WORDS and rest not in exact:
            ends.setdefault(rest, set()).update(named)
    return {rest: named.pop() for rest, named in ends.items() if len(named) == 1}


def _alone(text: str, start: int, end: int) -> bool:
    """Whether the end of a name stands for it: written as a name, or of several words, and no other name beside it."""
    named = text[start].isupper() or " " in text[start:end]
    before = re.search(r"(\w+)[ -]$", text[:start])
    other = before is not None and before[1][0].isupper() and before.start() > 0
    return named and not other and not re.match(r"[ -][A-Z]\w", text[end:])


def _at(text: str, said: Sequence[Word], start: int, index: _Index) -> Iterator[Match]:
    run = ""
    for last in range(start, min(start + index.longest, len(said))):
        run = f"{run} {_plain(said[last])}".strip()
        place = said[start].start, said[last].end
        surname = index.surnames.get(run)
        if surname is not None and _alone(text, *place):
            yield Match(surname, *place, exact=False)
        code = by_figures(run, index.values) if last == start and len(run) >= CODE_FROM and run.isdigit() else None
        if code is not None:
            yield Match(code, *place, exact=False)
        for key, exact in _keys(run, last - start + 1, index):
            if exact and not _meant(text, run, *place):
                continue
            for value in index.exact[key]:
                yield Match(value, *place, exact)


def _keys(run: str, count: int, index: _Index) -> Iterator[tuple[str, bool]]:
    owner = run.removesuffix("s") if run not in index.exact else run  # "Brightwaters" of "Brightwater's"
    for form in (run, owner):
        if form in index.exact:
            yield form, True
            return
    if len(run) < SLIP_FROM or run in STOP_WORDS:
        return
    for key in index.by_count.get(count, ()):
        near = abs(len(key) - len(run)) <= 1 and DamerauLevenshtein.distance(run, key, score_cutoff=1) <= 1
        # A figure is no letter: TK-1042 is not a slip of TK-1043.
        if near and len(key) >= SLIP_FROM and _figures(key) == _figures(run):
            yield key, False


def by_figures(number: str, values: Sequence[str]) -> str | None:
    """The one code whose figures are these: TK-1015 for 1015; None where none or several have them."""
    found = [value for value in values if _CODE.match(value) and _figures(value) == number]
    return found[0] if len(found) == 1 else None


def _figures(text: str) -> str:
    return "".join(char for char in text if char.isdigit())


def _meant(text: str, run: str, start: int, end: int) -> bool:
    """A name that is an everyday word ("It", "Her") counts only where it is written as a name."""
    if run not in STOP_WORDS:
        return True
    quoted = start > 0 and text[start - 1] in _QUOTES and end < len(text) and text[end] in _QUOTES
    return quoted or (start > 0 and text[start].isupper() and fold(text[start:end]) != "i")


def _twin(one: Match, other: Match) -> bool:
    return (one.start, one.end, one.exact) == (other.start, other.end, other.exact)
