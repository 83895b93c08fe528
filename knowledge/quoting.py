"""Answering without a model: the sentences of the evidence that answer, quoted.

A sentence is judged by the cosine of its vector with the question's and by the share of the question's words that it
and the headings above it contain. Evidence that is too weak is not quoted at all: saying that nothing was found is
an answer, a near miss is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.answerable import NO_DOUBT, Doubt, answerable
from knowledge.embedding import Vectors
from knowledge.passage import Passage
from knowledge.text import Unit, stems

WORD_WEIGHT = 0.25
NEARLY_BEST = 0.35
"""How far behind the best passage's strength another passage may be and still be quoted."""
TIE = 0.03
"""Rows of a table this near to the best one are quoted with it."""
WHOLE = 500
"""Characters up to which a passage is quoted whole: a section is written to be read from its start to its end."""
SENTENCES = 5
"""How many sentences are quoted of a longer passage."""
BUDGET = 1650
"""Characters of the sources quoted for one question, about a minute's reading. Without a model nobody can tell which of
eight short sections answers a question in other words: on the catalogs' tune rows 1,500 and passages up to .25 behind
show 76 % of the answers, 1,650 and .35 show 79 %, and all that has a slot 80 %."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One slot as the quoter sees it: its number, its passage, its quotable units and their vectors."""

    n: int
    passage: Passage
    units: Sequence[Unit]
    vectors: Vectors


@dataclass(frozen=True, slots=True)
class Quoted:
    """A quoted sentence: readable text, the letter-for-letter quote, and the slot it is from."""

    n: int
    text: str
    quote: str


def quote(
    question: str,
    vector: Vectors,
    evidence: Sequence[Evidence],
    doubt: Doubt = NO_DOUBT,
) -> list[Quoted]:
    """What answers `question` (unit vector `vector`), the strongest passage first and each in reading order.

    At most about BUDGET characters, but always something of the strongest passage. Empty where the evidence is too
    weak for the `doubt` there is.
    """
    if not answerable(question, [one.passage for one in evidence], doubt):
        return []
    judged = _judged(question, vector, evidence)
    chosen: list[Quoted] = []
    length = 0
    for worth, one, scores in judged:
        if worth < judged[0][0] - NEARLY_BEST:
            break
        quoted = [Quoted(one.n, one.units[at].text, one.units[at].quote) for at in _readable(one, scores)]
        size = sum(len(part.quote) for part in quoted)
        if chosen and length + size > BUDGET:
            continue
        chosen += quoted
        length += size
    return chosen


_Judged = tuple[float, Evidence, list[float]]


def _judged(question: str, vector: Vectors, evidence: Sequence[Evidence]) -> list[_Judged]:
    """(strength, evidence, score of each unit), strongest first."""
    asked = stems(question)
    judged = []
    for one in evidence:
        scores = [_score(asked, vector, one, place) for place in range(len(one.units))]
        if scores:
            judged.append(((one.passage.score + max(scores)) / 2, one, scores))
    return sorted(judged, key=lambda entry: (-entry[0], entry[1].n))


def _readable(one: Evidence, scores: Sequence[float]) -> Sequence[int]:
    """The places of the units that are quoted of a passage: its own length counts, since a row of a table that is made
    readable repeats the names of its columns.
    """
    if sum(len(unit.quote) for unit in one.units) <= WHOLE:
        return range(len(one.units))
    return _best(one.units, scores, SENTENCES)


def _best(units: Sequence[Unit], scores: Sequence[float], most: int) -> list[int]:
    """The places of the best units in reading order: a window around the best one, since what explains or limits a
    sentence stands beside it; a step brings the steps of its list.
    """
    best = max(range(len(units)), key=lambda place: scores[place])
    if units[best].kind == "step":
        steps = [place for place, unit in enumerate(units) if unit.kind == "step" and unit.block == units[best].block]
        start = min(max(steps.index(best) - most, 0), max(len(steps) - most - 2, 0))
        return steps[start : start + most + 2]
    places = {best}
    if units[best].kind == "row":
        places |= {
            place for place, unit in enumerate(units) if unit.kind == "row" and scores[place] > scores[best] - TIE
        }
    low, high = best - 1, best + 1
    while len(places) < most and (low >= 0 or high < len(units)):
        before = _besides(units, scores, low, best)
        after = _besides(units, scores, high, best)
        if max(before, after) < 0:
            break
        if after >= before:
            places.add(high)
            high += 1
        else:
            places.add(low)
            low -= 1
    return sorted(sorted(places, key=lambda place: -scores[place])[:most])


def _besides(units: Sequence[Unit], scores: Sequence[float], place: int, best: int) -> float:
    """What the unit at `place` is worth beside the best one; below 0 where the window ends: rows of a table answer
    one by one, and are no context of anything.
    """
    if not 0 <= place < len(units) or "row" in {units[place].kind, units[best].kind}:
        return -1.0
    return scores[place]


def _score(asked: frozenset[str], vector: Vectors, one: Evidence, place: int) -> float:
    said = stems(f"{one.passage.name} {one.units[place].text}")
    shared = len(asked & said) / len(asked) if asked else 0.0
    return (1 - WORD_WEIGHT) * float(one.vectors[place] @ vector) + WORD_WEIGHT * shared
