"""Finding the legal values of an argument in what was said: case, accents, articles and one slip do not matter.

A match proposes a value and proves nothing: the guard still checks that the user gave it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import DamerauLevenshtein, Levenshtein

from knowledge.language import FUNCTION_WORDS, language
from knowledge.text import STOP_WORDS
from tools.guard.readings.text import Word, fold, words
from tools.naming import ARTICLES, PART_FROM, SLIP_FROM, Index, index, plain, readings, squeezed

CODE_FROM: Final = 3
"""Figures from which a number may stand for the code that ends with it."""
_CODE: Final = re.compile(r"[^\W\d_]{1,6}[- ]?\d+\Z")
_QUOTES: Final = "\"'“”‘’«»„"
_LEADS: Final = frozenset(
    """of by with from in did does do has have is was are were starring featuring played plays and or
    von mit hat spielt de du avec par""".split()
)
"""Words before which a name in lower case is taken for one."""
_EVERYDAY: Final = STOP_WORDS | FUNCTION_WORDS
"""Words that are no slip of a name."""
_FAMILY: Final = re.compile(r"[ -](?:brothers|sisters|siblings|brüder|schwestern|frères|sœurs)\b")
_BESIDE: Final = frozenset("ltd limited inc llc gmbh ag kg co corp plc sa se mr mrs ms dr sir dame".split())
"""Words with a capital that make no other name of the one they stand beside."""
_DIRECTIONS: Final = frozenset("north northern south southern east eastern west western".split())
_SEQUEL: Final = re.compile(r" (?:\d{1,2}|20[4-9]\d|[IVX]+|i{2,3}|iv)(?![\w%.,]*\d)(?!\w)")
"""What makes a name that of another: the number of a part, or a year yet to come."""
_NEXT: Final = re.compile(r"[ -](?P<word>[A-Z][a-zà-ÿ][\w'’]*)")
_SHARED: Final = re.compile(r"(?<![\w'’])(?P<word>[^\W\d_][\w'’-]*) (?:and|or|und|oder|et|ou|&) \Z")
_LAST: Final = re.compile(r"(?P<word>[\w'’]+)[ -]\Z")


@dataclass(frozen=True, slots=True)
class Match:
    """A legal value, the place where it was said, and whether it was said without a slip."""

    value: str
    start: int
    end: int
    exact: bool


def find(text: str, values: Sequence[str]) -> list[Match]:
    """Every legal value said in `text`, in order of place. Of two that overlap the longer one counts, then the exact
    one; of values that read the same the one spelled most alike, and all where they are spelled alike.
    """
    return list(_found(text, tuple(values)))


@lru_cache(maxsize=256)
def _found(text: str, values: tuple[str, ...]) -> tuple[Match, ...]:
    # Remembered: the gate, the rules, the guard and the choice between calls all look for the same values.
    known = index(values)
    found = [
        match
        for said in (readings(text) if values else ())
        for start in range(len(said))
        for match in _at(text, said, start, known)
    ]
    found.sort(key=lambda one: (-(one.end - one.start), not one.exact, one.start))
    kept: list[Match] = []
    for one in dict.fromkeys(found):
        if all(one.end <= other.start or one.start >= other.end or _twin(one, other) for other in kept):
            kept.append(one)
    kept = [one for one in kept if not _cut(text, one)]
    return tuple(sorted([*kept, *_first_names(text, kept, known)], key=lambda one: (one.start, one.value)))


def in_lower_case(text: str) -> bool:
    """Whether capitals tell nothing: there are none behind the first letter, or nothing else."""
    return text[1:] == text[1:].lower() or text.isupper()


def _first_names(text: str, kept: Sequence[Match], known: Index) -> Iterator[Match]:
    """The values that share their last word with the one behind an "and": the Joel Coen of "Joel and Ethan Coen"."""
    for one in kept:
        before = _SHARED.search(text[: one.start])
        if before is None or any(other.start < before.end("word") <= other.end for other in kept):
            continue
        last = words(text[one.start : one.end])[-1].text
        for value in known.exact.get(f"{fold(before['word'])} {last}", ()):
            yield Match(value, before.start("word"), before.end("word"), exact=False)


def _at(text: str, said: Sequence[Word], start: int, known: Index) -> Iterator[Match]:
    run = ""
    for last in range(start, min(start + max(known.longest, 2), len(said))):
        before, run = run, f"{run} {plain(said[last])}".strip()
        place = said[start].start, said[last].end
        owner = said[last].text.removesuffix("'s")
        owned = f"{before} {owner}".strip() if owner != said[last].text else ""
        yield from (Match(value, *place, exact=False) for value in _by_part(text, owned or run, place, known))
        code = by_figures(run, known.values) if last == start and len(run) >= CODE_FROM and run.isdigit() else None
        if code is not None:
            yield Match(code, *place, exact=False)
        named: dict[bool, list[str]] = {True: [], False: []}
        for key, exact in _keys(run, owned, last - start + 1, known):
            if _meant(text, run, *place) if exact else _could_slip(text, place[0]):
                named[exact] += known.exact[key] if key in known.exact else known.squashed[key]
        for exact, each in named.items():
            yield from (Match(value, *place, exact) for value in _nearest(text[slice(*place)], each))


def _keys(run: str, owned: str, count: int, known: Index) -> Iterator[tuple[str, bool]]:
    """The keys that a run of words is, or is with one slip; of a possessive the owner sooner than the letters."""
    for form in (owned, run, run.removesuffix("s")):  # "Brightwaters" of "Brightwater's"
        if form and form in known.exact:
            yield form, form in (owned, run)
            return
    if len(run) < SLIP_FROM or run in _EVERYDAY:
        return
    joined = run.replace(" ", "")
    if joined in known.squashed:
        yield joined, False
        return
    for form in dict.fromkeys((owned or run, run)):
        once = squeezed(form)
        for key, other in known.by_count.get(count, ()):
            near = abs(len(other) - len(once)) <= 1 and DamerauLevenshtein.distance(once, other, score_cutoff=1) <= 1
            # A figure is no letter: TK-1042 is not a slip of TK-1043.
            if near and len(key) >= SLIP_FROM and _figures(key) == _figures(form):
                yield key, False


def _by_part(text: str, run: str, place: tuple[int, int], known: Index) -> Sequence[str]:
    """The value that a part of a name stands for; several where the part is said of a family."""
    named = known.parts.get(run, ())
    if len(named) == 1:
        return named if _alone(text, *place) else ()
    of_all = named or known.parts.get(run.removesuffix("s"), ())
    several = len(of_all) > 1 and (not named or _FAMILY.match(fold(text[place[1] :])))
    return of_all if several and _alone(text, *place) else ()


def _alone(text: str, start: int, end: int) -> bool:
    """Whether a part of a name stands for it: written as a name, or of several words, and no other name beside it."""
    before = re.search(r"([\w'’]+)[ -]$", text[:start])
    if (text[start].islower() or text.isupper()) and " " not in text[start:end]:
        return in_lower_case(text) and end - start >= PART_FROM and (before is None or before[1].lower() in _LEADS)
    if text.isupper():
        return True
    other = before is not None and before[1][0].isupper() and before.start() > 0
    return not other and not re.match(r"[ -][A-Z]\w", text[end:])


def _nearest(said: str, named: Sequence[str]) -> Sequence[str]:
    if len(named) < 2:
        return named
    far = [Levenshtein.distance(said, value) for value in named]
    return [value for value, distance in zip(named, far, strict=True) if distance == min(far)]


def _cut(text: str, one: Match) -> bool:
    """Whether a value is said only as a part of another name: the Ireland of Northern Ireland, the Alien of Alien 3."""
    if any(char.isdigit() for char in one.value) or (one.start and text[one.start - 1] in _QUOTES):
        return False
    before = _LAST.search(text[: one.start])
    last = fold(before["word"]) if before else ""
    if last in _DIRECTIONS or _SEQUEL.match(text[one.end :]):
        return True
    if in_lower_case(text) or _capitalised(text) or language(text) == "de":
        return False
    after = _NEXT.match(text[one.end :])
    if after and fold(after["word"]) not in _BESIDE | STOP_WORDS:
        return True
    named = before is not None and before["word"][0].isupper() and before.start() > 0 and not _opens(text, before)
    return named and last not in _BESIDE | STOP_WORDS | ARTICLES


def _opens(text: str, word: re.Match[str]) -> bool:
    return text[: word.start()].rstrip().endswith((".", "?", "!", ":", "\n"))


def _capitalised(text: str) -> bool:
    """Whether every word of any length is written with a capital, as in a heading."""
    long = [word for word in words(text) if word.end - word.start > 3]
    return len(long) > 2 and all(text[word.start].isupper() for word in long)


def by_figures(number: str, values: Sequence[str]) -> str | None:
    """The one code whose figures are these: TK-1015 for 1015; None where none or several have them."""
    found = [value for value in values if _CODE.match(value) and _figures(value) == number]
    return found[0] if len(found) == 1 else None


def _could_slip(text: str, start: int) -> bool:
    """Whether what stands here may be a slip of a name: where names have capitals, a word without one is a word."""
    return not text[start].islower() or in_lower_case(text)


def _figures(text: str) -> str:
    return "".join(char for char in text if char.isdigit())


def _meant(text: str, run: str, start: int, end: int) -> bool:
    """A name that is an everyday word ("It", "Her") counts only where it is written as a name."""
    if run not in STOP_WORDS:
        return True
    quoted = start > 0 and text[start - 1] in _QUOTES and end < len(text) and text[end] in _QUOTES
    return quoted or "." in text[start:end] or (start > 0 and text[start].isupper() and fold(text[start:end]) != "i")


def _twin(one: Match, other: Match) -> bool:
    return (one.start, one.end, one.exact) == (other.start, other.end, other.exact)
