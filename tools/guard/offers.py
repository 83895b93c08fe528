"""The options that an assistant's turn offers side by side, and what in the turn belongs to each of them.

What repeats makes the list: two times, two days, two names, two prices with a comma, an "and" or an "or" between them.
What is said once before or after the list belongs to all of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from itertools import pairwise
from typing import Final

from tools.guard.offer_parts import Part, Sort, parts_of
from tools.guard.readings.text import fold, without, words
from tools.guard.readings.times import times

_SORTS: Final[tuple[Sort, ...]] = ("day", "time", "name", "amount")
_RANGE: Final = re.compile(r"\s*(?:-|to|until|till|through|bis|and back (?:on|at))\s*(?:at |on |about )?")
_FULL_STOP: Final = r"(?<!\bdr)(?<!\bmr)(?<!\bms)(?<!\bst)(?<!\bmrs)(?<!\bprof)(?<!\bno)\."
_LISTS: Final = re.compile(rf"[,;/\n]|(?:{_FULL_STOP}|[!?])\s|\b(?:and|or|und|oder|et|ou)\b")
_OR: Final = re.compile(r"\b(?:or|oder|ou)\b")
_ENDS: Final = re.compile(rf"(?:{_FULL_STOP}|[!?])(?=\s|$)|\n")
_ITEM: Final = re.compile(r"(?:^|\n)\s*(?:\d{1,2}[.)]|[-*•])\s+|(?:^|(?<=\s))\(?(?:[A-D]|[1-4])\)\s+")
_STRONG: Final = re.compile(r"[;\n]|\b(?:and|or|und|oder|et|ou)\b")


@dataclass(frozen=True, slots=True)
class Option:
    """One of several options: where its own words stand, and its parts, shared ones among them."""

    start: int
    end: int
    parts: tuple[Part, ...]


@lru_cache(maxsize=512)
def options(text: str, reference: date | None = None) -> tuple[Option, ...]:
    """The options that a text offers, in their order: two or more, or none."""
    known = parts_of(text, reference)
    items = list(_ITEM.finditer(text))
    if len(items) > 1:
        return tuple(_items(items, known, text))
    lists = [found for sort in _SORTS if len(found := _listed(known, sort, text)) > 1]
    if not lists:
        return ()
    keys = max(lists, key=lambda one: (len(one), -one[0].start))
    spans = _spans(keys, text)
    known = [_reread(one, text, spans) for one in known]
    keys = [_reread(one, text, spans) for one in keys]
    others = [one for one in known if one.sort != keys[0].sort]
    return tuple(
        Option(start, end, tuple(sorted((key, *_belonging(key, keys, others)), key=lambda one: one.start)))
        for key, (start, end) in zip(keys, spans, strict=True)
    )


def _items(items: Sequence[re.Match[str]], known: Sequence[Part], text: str) -> Iterator[Option]:
    """The options of a list that is written line by line; what stands above it belongs to each."""
    above = [one for one in known if one.end <= items[0].start()]
    for found, after in zip(items, [*items[1:], None], strict=True):
        end = after.start() if after else text.find("\n", found.end())
        end = len(text) if end < 0 else end
        yield Option(found.start(), end, (*above, *(one for one in known if found.start() <= one.start < end)))


def _reread(one: Part, text: str, spans: Sequence[tuple[int, int]]) -> Part:
    """A time by the words of its own option alone: the "night sailing" beside it says nothing about it."""
    for start, end in spans if one.sort == "time" else ():
        for again in times(text[start:end]):
            if start + again.start == one.start:
                return replace(one, minutes=again.minutes)
    return one


def either(text: str, offered: Sequence[Option]) -> bool:
    """Whether the options exclude one another, so that a bare yes takes up none of them."""
    return len(offered) > 1 and _OR.search(fold(text), offered[0].start, offered[-1].start) is not None


def only(text: str, chosen: Sequence[Option], offered: Sequence[Option]) -> str:
    """The sentences of the list, with what belongs to the options that were not chosen blanked out, character for
    character; what other sentences say was not up for choice.
    """
    kept = {part for one in chosen for part in one.parts}
    gone = [(one.start, one.end) for one in offered if one not in chosen]
    gone += [(part.start, part.end) for one in offered for part in one.parts if part not in kept]
    folded = fold(text)
    begun = max((end.end() for end in _ENDS.finditer(folded, 0, offered[0].start)), default=0)
    ended = _ENDS.search(folded, offered[-1].end)
    gone += [(0, begun), (ended.end() if ended else len(text), len(text))]
    spoken = [(part.start, part.end) for part in kept]
    blank = {at for start, end in gone for at in range(start, end) if without(spoken, at, at + 1)}
    # A sign in front keeps the words on both sides of a gap apart.
    return "".join((" " if at - 1 in blank else ";") if at in blank else sign for at, sign in enumerate(text))


def _listed(known: Sequence[Part], sort: Sort, text: str) -> list[Part]:
    """The parts of a sort as members of one list, a stretch from one to another taken as one; none if they are none."""
    members: list[Part] = []
    folded = fold(text)
    for one in known:
        if one.sort != sort:
            continue
        if members and _RANGE.fullmatch(folded, members[-1].end, one.start):
            members[-1] = replace(members[-1], end=one.end)
        else:
            members.append(one)
    if sort == "name":
        members = _in_clauses(members, folded)
    best: list[Part] = []
    run: list[Part] = members[:1]
    for before, one in pairwise(members):
        joined = _LISTS.search(folded, before.end, one.start) is not None
        # "Then 20 mg. 30 or 90 tablets?" chooses between two of three numbers.
        joined = joined and not (sort == "amount" and _ENDS.search(folded, before.end, one.start))
        run = [*run, one] if joined else [one]
        best = max(best, run, key=len)
    return _in_groups(best, folded) if sort == "name" else best


def _in_clauses(members: list[Part], folded: str) -> list[Part]:
    """The names of each clause as one where all have as many: "Lupo on Mill Lane and Sakura on Bridge Street"."""
    groups: list[list[Part]] = []
    for one in members:
        if groups and not _STRONG.search(folded, groups[-1][-1].end, one.start):
            groups[-1].append(one)
        else:
            groups.append([one])
    sizes = {len(group) for group in groups}
    if len(groups) < 2 or len(sizes) > 1 or sizes == {1}:
        return members
    return [replace(group[0], end=group[-1].end) for group in groups]


def _in_groups(members: list[Part], folded: str) -> list[Part]:
    """The members of a list, those with an "and" between them as one where an "or" is between others."""
    either = [bool(_OR.search(folded, before.end, one.start)) for before, one in pairwise(members)]
    if all(either) or not any(either):
        return members
    grouped = members[:1]
    for one, other in zip(members[1:], either, strict=True):
        grouped = [*grouped, one] if other else [*grouped[:-1], replace(grouped[-1], end=one.end)]
    return grouped


def _spans(keys: Sequence[Part], text: str) -> list[tuple[int, int]]:
    """Where the words of each option stand: from the sign that parts it from the one before, to the next."""
    folded = fold(text)
    borders = []
    for before, one in pairwise(keys):
        marks = list(_LISTS.finditer(folded, before.end, one.start))
        borders.append((marks[-1].start(), marks[-1].end()))
    ended = _ENDS.search(folded, keys[-1].end)
    last = ended.start() if ended else len(text)
    # Before the first, only as many words belong to it as stand before the second.
    ahead = len(words(text[borders[0][1] : keys[1].start]))
    lead = [word.start for word in words(text[: keys[0].start])][-ahead:] if ahead else []
    begun = max([*(end.end() for end in _ENDS.finditer(folded, 0, keys[0].start)), *lead[:1]], default=keys[0].start)
    starts = [begun if lead else keys[0].start, *(end for _, end in borders)]
    return list(zip(starts, [*(start for start, _ in borders), last], strict=True))


def _belonging(key: Part, keys: Sequence[Part], others: Sequence[Part]) -> Iterator[Part]:
    """The parts of other sorts that go with an option: those it is listed under, or that are said behind it."""
    for sort in _SORTS:
        same = [one for one in others if one.sort == sort]
        ahead = [one for one in same if one.start < keys[0].start]
        between = [one for one in same if keys[0].start < one.start < keys[-1].start]
        if not between:
            yield from same
        elif ahead:
            yield from ahead[:-1]
            yield [one for one in same if one.start < key.start][-1]
        else:
            yield from [one for one in same if one.start > key.start][:1]
