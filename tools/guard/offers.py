"""The options that an assistant's turn offers side by side, and what in the turn belongs to each of them.

What repeats makes the list: two times, two days, two names, two prices with a comma, an "and" or an "or" between them.
What is said once before or after the list belongs to all of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from typing import Final, Literal

from tools.guard.readings.dates import dates
from tools.guard.readings.day import DateReading
from tools.guard.readings.numbers import quantities
from tools.guard.readings.quantity import Quantity
from tools.guard.readings.text import fold, without, words
from tools.guard.readings.times import TimeReading, times

Sort = Literal["day", "time", "name", "amount"]
_SORTS: Final[tuple[Sort, ...]] = ("day", "time", "name", "amount")
_RANGE: Final = re.compile(r"\s*(?:-|to|until|till|through|bis|and back (?:on|at))\s*(?:at |on |about )?")
_LISTS: Final = re.compile(r"[,;/\n]|[.!?:]\s|\b(?:and|or|und|oder|et|ou)\b")
_LAST: Final = re.compile(r"[;/\n]|[.!?]\s|\b(?:and|or|und|oder|et|ou)\b|,")
_JOINT: Final = re.compile(r"[\s,]*(?:and|or|to|und|oder|et|ou|[-&])?\s+")
_BESIDE: Final = re.compile(r",? (?:the )?")
_OR: Final = re.compile(r"\b(?:or|oder|ou)\b")
_ENDS: Final = re.compile(r"[.!?](?=\s|$)|\n")
_NAME: Final = re.compile(
    r"['\"](?P<quoted>[A-Z][^'\"]{1,40})['\"]|(?<![\w'])(?:[A-Z][\w'’-]*|[A-Z]\d+)(?:\s(?:&|of|de|the|[A-Z][\w'’-]*))*"
    r"(?<!\sof)(?<!\sthe)(?<!\sde)"
)
_LITTLE: Final = frozenset(
    """i i'm i'd i'll i've we you he she it they there our my your his her their the a an at on in from to for and or
    with yes no ok okay sure great then so if when what which how would do does is are shall should can could may that
    this these those both any only please certainly congratulations direct flights coaches trains hello hi""".split()
)


@dataclass(frozen=True, slots=True)
class Part:
    """Something an option is made of: a day, a time, a name or an amount, with its place."""

    sort: Sort
    start: int
    end: int
    days: frozenset[date] = frozenset()
    weekday: int | None = None
    minutes: frozenset[int] = frozenset()
    amount: float | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One of several options: where its own words stand, and its parts, shared ones among them."""

    start: int
    end: int
    parts: tuple[Part, ...]


def options(text: str, reference: date | None = None) -> tuple[Option, ...]:
    """The options that a text offers, in their order: two or more, or none."""
    known = _parts(text, reference)
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


def _parts(text: str, reference: date | None) -> list[Part]:
    days = list(_days(text, reference))
    folded = fold(text)
    hours = [_time(one) for one in times(text) if one.strong or not folded[: one.start].endswith("for ")]
    hours = [one for one in hours if _apart(one, days)]
    names = [one for one in _names(text) if _apart(one, [*days, *hours])]
    taken = [*days, *hours, *names]
    amounts = [_amount(one) for one in quantities(text) if _counts(one, text)]
    return sorted([*taken, *(one for one in amounts if _apart(one, taken))], key=lambda one: one.start)


def _apart(one: Part, taken: Sequence[Part]) -> bool:
    return without([(part.start, part.end) for part in taken], one.start, one.end)


def _counts(one: Quantity, text: str) -> bool:
    # "Which one" counts nothing.
    return one.counted and not one.ordinal and fold(text[one.start : one.end]) != "one"


def _days(text: str, reference: date | None) -> Iterator[Part]:
    """The days of the text; a weekday and the date beside it are one: "Monday March 31"."""
    before: Part | None = None
    for one in dates(text, reference):
        if not one.strong or not (one.days or one.day or one.weekday is not None):
            continue
        joint = _JOINT.match(text, one.start, one.end)
        part = _day(one, joint.end() if joint else one.start)
        if before is not None and part.start < before.end:
            continue
        if before is not None and _BESIDE.fullmatch(text, before.end, part.start):
            both = before.days & part.days or part.days or before.days
            weekday = part.weekday if before.weekday is None else before.weekday
            before = replace(before, end=part.end, days=both, weekday=weekday)
            continue
        if before is not None:
            yield before
        before = part
    if before is not None:
        yield before


def _day(one: DateReading, start: int) -> Part:
    found = one.days
    if not found and one.month and one.day:
        try:
            found = frozenset((date(one.year or 2000, one.month, one.day),))
        except ValueError:  # the 31st of a shorter month
            found = frozenset()
    return Part("day", start, one.end, days=found, weekday=one.weekday)


def _time(one: TimeReading) -> Part:
    return Part("time", one.start, one.end, minutes=one.minutes)


def _amount(one: Quantity) -> Part:
    return Part("amount", one.start, one.end, amount=one.values[0])


def _names(text: str) -> Iterator[Part]:
    for found in _NAME.finditer(text):
        start, said = found.start(), found.group()
        first = said.split()[0]
        if not found["quoted"] and fold(first) in _LITTLE - {"the"}:
            # "There", "Our": a sentence begins; what follows may be a name all the same.
            said = said[len(first) :].lstrip()
            start = found.end() - len(said)
        if said and fold(said) not in _LITTLE:
            yield Part("name", start, found.end())


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
    best: list[Part] = []
    run: list[Part] = members[:1]
    for before, one in pairwise(members):
        joined = bool(_LISTS.search(folded, before.end, one.start))
        # "Then 20 mg. 30 or 90 tablets?" chooses between two of three numbers.
        joined = joined and not (sort == "amount" and _ENDS.search(folded, before.end, one.start))
        run = [*run, one] if joined else [one]
        if len(run) > len(best) and _LAST.search(folded, before.end, one.start):
            best = run
    return _in_groups(best, folded) if sort == "name" else best


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
