"""Passages that contradict each other: the same thing said of the same subject, with another number or the opposite.

Two statements are compared by their words once numbers are taken out. What makes prices of two plans or the rules for
two groups no contradiction is a word on each side that the other lacks ("Pro" and "Team"), or a restriction on one of
them ("for students"); a false alarm costs the reader's trust in the true ones, so every doubt lets a pair pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Literal

from knowledge.dates import dated
from knowledge.measures import Measure, digits
from knowledge.passage import Passage
from knowledge.statements import HEAD, Statement, compatible, like, shared, statements
from knowledge.text import Unit, fold, stem, terms, units, words

SHARED = 2
"""Words that two statements must have in common to be about the same thing."""
MOST = 5
"""Contradictions told of one answer."""
READ = 2048
"""Passages whose sentences stay taken apart, some 10 kB each: popular ones stand in many answers."""

Kind = Literal["number", "opposite"]


@dataclass(frozen=True, slots=True)
class Side:
    """One of two statements: the number of its slot, the sentence, its letter-for-letter quote, and its date or ""."""

    n: int
    text: str
    quote: str
    dated: str


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two statements that cannot both hold, the newer one first where both dates are known."""

    kind: Kind
    sides: tuple[Side, Side]


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence, and the beginnings of its words: two sentences without a common one share no word in any form."""

    unit: Unit
    statement: Statement
    heads: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Read:
    n: int
    passage: Passage
    name: list[str]
    dated: str
    said: Sequence[_Said]


def contradictions(passages: Sequence[tuple[int, Passage]]) -> list[Contradiction]:
    """The contradictions between numbered passages, at most `MOST`, one for each pair of passages and sentence.

    Passages of one document are not held against each other: what looks like a contradiction there is a list.
    """
    read = [_read(n, passage) for n, passage in passages]
    found: list[Contradiction] = []
    told: set[tuple[int, str]] = set()
    for one, other in combinations(read, 2):
        if one.passage.source == other.passage.source or not _same_place(one.name, other.name):
            continue
        for kind, mine, theirs in _between(one, other):
            if (one.n, mine.quote) in told or (other.n, theirs.quote) in told:
                continue
            told |= {(one.n, mine.quote), (other.n, theirs.quote)}
            sides = [Side(at.n, unit.text, unit.quote, at.dated) for at, unit in ((one, mine), (other, theirs))]
            if sides[1].dated and sides[0].dated and sides[1].dated > sides[0].dated:
                sides.reverse()
            found.append(Contradiction(kind, (sides[0], sides[1])))
    return found[:MOST]


def _read(n: int, passage: Passage) -> _Read:
    # What a section says of itself is nearer than what its document does.
    when = dated(passage.text, passage.heading) or passage.dated or dated("", passage.title, passage.source)
    return _Read(n, passage, _name(passage), when, _said(passage.text))


@lru_cache(maxsize=READ)
def _said(text: str) -> Sequence[_Said]:
    # A step of a list belongs to its list, and two lists are two procedures.
    told = [unit for unit in units(text) if unit.kind != "step"]
    read = zip(told, statements([unit.text for unit in told]), strict=True)
    return tuple(_Said(unit, one, frozenset(term[:HEAD] for term in one.terms)) for unit, one in read)


def _between(one: _Read, other: _Read) -> Iterable[tuple[Kind, Unit, Unit]]:
    near = bool(set(one.name) & set(other.name))
    for mine in one.said:
        for theirs in other.said:
            if "row" not in {mine.unit.kind, theirs.unit.kind} and mine.heads.isdisjoint(theirs.heads):
                continue
            a, b = mine.statement, theirs.statement
            # Where the names share nothing, a name may be the sentence's subject: "Seats: up to 3", under "Starter".
            told = near or any(
                like(term, word) for term in (*one.name, *other.name) for word in {*a.terms} & {*b.terms}
            )
            kind = _kind(mine.unit, a, theirs.unit, b, SHARED if told else SHARED + 1)
            if kind:
                yield kind, mine.unit, theirs.unit


def _kind(mine: Unit, a: Statement, theirs: Unit, b: Statement, least: int) -> Kind | None:
    if "row" in {mine.kind, theirs.kind}:
        return "number" if _rows_differ(mine, theirs) else None
    if a.terms == b.terms and a.measures == b.measures and a.negated == b.negated:
        return None
    common = shared(a, b)
    if a.leaning or b.leaning:
        least += 1
    if not common or not compatible(a, b):
        return None
    if a.negated != b.negated:
        return "opposite" if common >= SHARED and a.limits == b.limits and not _measured_apart(a, b) else None
    if common < min(least, len(a.terms), len(b.terms)) or a.years != b.years:
        return None
    apart = _measured_apart(a, b)
    # Where two kinds differ, one is the condition of the other: "after 1 hour 10 %, after 8 hours 50 %".
    return "number" if apart and len(apart - {"date"}) < 2 else None


def _measured_apart(a: Statement, b: Statement) -> set[str]:
    """The kinds in which two statements never agree: a statement with two numbers of a kind agrees by either."""
    kinds = {one.kind for one in a.measures} & {one.kind for one in b.measures}
    return {kind for kind in kinds if _apart(_of(a.measures, kind), _of(b.measures, kind))}


def _of(given: Sequence[Measure], kind: str) -> list[Measure]:
    return [one for one in given if one.kind == kind]


def _apart(mine: Sequence[Measure], theirs: Sequence[Measure]) -> bool:
    if {one.per for one in mine} != {one.per for one in theirs}:
        return False
    return not any(one.agrees(other) for one in mine for other in theirs)


def _rows_differ(mine: Unit, theirs: Unit) -> bool:
    """Whether two rows of the same key differ in a number of the same column."""
    if mine.kind != theirs.kind:
        return False
    a, b = _cells(mine.text), _cells(theirs.text)
    if len(a) < 2 or len(b) < 2 or a[0] != b[0] or (digits(a[0][1]) and not a[0][0]):
        return False
    there = dict(b[1:])
    pairs = [(value, there[name]) for name, value in a[1:] if name and name in there]
    # Rows of the same key may be told apart by another column of words: the period, the region.
    if any(fold(x) != fold(y) for x, y in pairs if not digits(x) and not digits(y)):
        return False
    return any(digits(x) and digits(y) and _values(x) != _values(y) for x, y in pairs)


def _values(cell: str) -> list[str]:
    return [number for _, _, number in digits(cell)]


def _cells(row: str) -> list[tuple[str, str]]:
    parts = [part.partition(": ") for part in row.removesuffix(".").split("; ")]
    return [(fold(name), value) if colon else ("", fold(name)) for name, colon, value in parts]


_PLAIN_NAMES = frozenset(
    stem(word)
    for word in """policy policies rule terms condition guide faq question answer summary overview old new current
    archive draft page document note version update information info handbook manual""".split()
)


def _name(passage: Passage) -> list[str]:
    """The words of title and headings, without years and without words that name no subject."""
    name = f"{passage.title} {passage.heading}"
    # "US" is a country, though "us" says nothing.
    meant = {*terms(name), *(fold(word) for word in re.findall(r"\b[A-Z]{2,}\b", name))}
    told = [stem(word) for word in words(name) if word in meant]
    return [term for term in told if not re.search(r"\d", term) and term not in _PLAIN_NAMES]


def _same_place(a: Sequence[str], b: Sequence[str]) -> bool:
    """False where two names are told apart by what stands before a word they share: "EU shipping", "US shipping"."""
    common = [term for term in a if any(like(term, other) for other in b)]
    if not common:
        return True
    return not (_leads(a, b) and _leads(b, a))


def _leads(name: Sequence[str], other: Sequence[str]) -> bool:
    known = [any(like(term, one) for one in other) for term in name]
    return any(not here and any(known[place:]) for place, here in enumerate(known))
