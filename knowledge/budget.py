"""Which passages get the answer's slots. Pure: the same findings always fill the same slots.

Every question that has evidence is given its best passage first; then the best of the pool, at most `cap` a base, so
that one talkative base cannot crowd out the others; slots that are then still free are refilled past the cap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from knowledge.passage import Passage
from knowledge.text import words

NEAR_DUPLICATE = 0.9
"""Share of words two passages must have in common (Jaccard) to be the same evidence."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage and the questions it was found for."""

    passage: Passage
    questions: tuple[str, ...]


def fill(
    found: Iterable[tuple[str, Passage]], questions: Sequence[str], *, slots: int, cap: int, strict: bool = False
) -> list[Candidate]:
    """The passages that get the slots, in reading order: by question, then by score.

    `found` holds (question, passage) pairs; `questions` is the order in which they were asked. `strict` keeps slots
    empty rather than go past the cap.
    """
    pool = _merged(found)
    chosen: list[Candidate] = []
    for question in questions:
        first = next((one for one in pool if question in one.questions), None)
        if first is not None and first not in chosen and len(chosen) < slots:
            chosen.append(first)
    counts = Counter(one.passage.base for one in chosen)
    for one in pool:
        if len(chosen) < slots and one not in chosen and counts[one.passage.base] < cap:
            chosen.append(one)
            counts[one.passage.base] += 1
    if not strict:
        chosen += [one for one in pool if one not in chosen][: slots - len(chosen)]
    place = {question: number for number, question in enumerate(questions)}
    return sorted(chosen, key=lambda one: (min(place[q] for q in one.questions), -one.passage.score, one.passage.id))


def _merged(found: Iterable[tuple[str, Passage]]) -> list[Candidate]:
    """The pool, best first, each piece of evidence once: same id, same words, or nearly the same words."""
    by_id: dict[str, Candidate] = {}
    for question, passage in found:
        known = by_id.get(passage.id)
        if known is None:
            by_id[passage.id] = Candidate(passage, (question,))
            continue
        best = max(known.passage, passage, key=lambda one: one.score)
        served = known.questions if question in known.questions else (*known.questions, question)
        by_id[passage.id] = Candidate(best, served)
    kept: list[tuple[frozenset[str], Candidate]] = []
    for one in sorted(by_id.values(), key=lambda one: (-one.passage.score, one.passage.id)):
        bag = frozenset(words(one.passage.text))
        twin = next((place for place, (other, _) in enumerate(kept) if _same(bag, other)), None)
        if twin is None:
            kept.append((bag, one))
        else:
            other, first = kept[twin]
            served = tuple(dict.fromkeys((*first.questions, *one.questions)))
            kept[twin] = (other, replace(first, questions=served))
    return [one for _, one in kept]


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    if not one or min(len(one), len(other)) < NEAR_DUPLICATE * max(len(one), len(other)):
        return one == other
    return len(one & other) >= NEAR_DUPLICATE * len(one | other)
