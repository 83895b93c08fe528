"""Which passages get the answer's room. Pure: the same findings always fill it the same way.

Every question that has evidence is given its best passage first, then each base its least, where that is set; then
come the best of the pool, at most `cap` a base, so that one talkative base cannot crowd out the others; what is then
still free is refilled past the cap. A passage that does not fit the budget is passed over, not stopped at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from knowledge.passage import Passage
from knowledge.text import words

NEAR_DUPLICATE = 0.99
"""Share of words two passages must have in common (Jaccard) to be the same evidence: one word in a hundred may differ.
Two pages that are alike but for a command ("kubectl", "oc") or a price tell different things: at .9 six of MTRAG's 129
even pairs lost a needed passage so (.673 of six slots; .683), and nothing was gained by it."""
LENGTH_PENALTY = 0.05
"""What each 1,000 characters take from a passage's score under a budget: of two as good, the shorter leaves room. On
the even half of MTRAG .05 finds .444 and .610 in 4,000 and 8,000 characters, .01 finds .441 and .607, .1 finds .429
and .598."""
LIKENESS_PENALTY = 0.05
"""What a passage loses by saying what a chosen one says, where diversity is wanted (maximal marginal relevance,
Carbonell and Goldstein 1998, doi 10.1145/290941.291025)."""
ROW = 1.0
"""The score of what a query returned: no search gives it."""
DIVERSIFIED = 32
"""The best of the pool, among which diversity is weighed."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage and the questions it was found for."""

    passage: Passage
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """What may be filled: `slots` passages, at most `cap` a base unless slots are left over (never where `strict`), and
    at least `least` of each base that found something. `budget`, unless 0, bounds the sum of the passages' sizes too,
    as `size` counts them.
    """

    slots: int
    cap: int
    strict: bool = False
    least: int = 0
    budget: int = 0
    size: Callable[[str], int] = len


def fill(
    found: Iterable[tuple[str, Passage]], questions: Sequence[str], *, slots: int, cap: int, strict: bool = False
) -> list[Candidate]:
    """`pack` into slots alone."""
    return pack(found, questions, Room(slots, cap, strict))


def pack(
    found: Iterable[tuple[str, Passage]], questions: Sequence[str], room: Room, diverse: Collection[str] = ()
) -> list[Candidate]:
    """The passages that get the room, in reading order: by question, then by score.

    `found` holds (question, passage) pairs; `questions` is the order in which they were asked. A passage of a question
    that is `diverse` loses by repeating what is chosen.
    """
    pool = sorted(_merged(found), key=lambda one: (-_worth(one.passage, room), *_tie(one.passage)))
    filling = _Filling(room, {question: number for number, question in enumerate(questions)})
    for question in questions:
        filling.first([one for one in pool if question in one.questions])
    if room.least:
        for base in sorted({one.passage.base for one in pool}):
            filling.add_all(one for one in pool if one.passage.base == base and filling.counts[base] < room.least)
    order = list(_spread(pool, frozenset(diverse), room)) if diverse else pool
    if len(questions) > 1:
        pool, order = _in_turn(pool), _in_turn(order)
    filling.add_all(one for one in order if filling.counts[one.passage.base] < room.cap)
    if not room.strict:
        filling.add_all(pool)
    return filling.chosen()


@dataclass
class _Kept:
    passage: Passage
    questions: dict[str, None]
    bag: frozenset[str]


@dataclass
class _Filling:
    """The room while it is filled. A near-duplicate of what is kept takes none: what is kept serves for it."""

    room: Room
    place: dict[str, int]
    kept: list[_Kept] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)
    used: int = 0

    @property
    def full(self) -> bool:
        return len(self.kept) >= self.room.slots

    def chosen(self) -> list[Candidate]:
        """What is kept, by question, then by score."""
        kept = [Candidate(one.passage, tuple(sorted(one.questions, key=self.place.__getitem__))) for one in self.kept]
        return sorted(kept, key=lambda one: (self.place[one.questions[0]], -one.passage.score, *_tie(one.passage)))

    def first(self, ranked: Iterable[Candidate]) -> None:
        """Keep the best that fits; of a full room only the best is asked whether it is there already."""
        for one in ranked:
            if self.add(one) or self.full:
                return

    def add_all(self, ranked: Iterable[Candidate]) -> None:
        for one in ranked:
            if self.full:
                return
            self.add(one)

    def add(self, one: Candidate) -> bool:
        """Keep a passage where there is room for it; whether its evidence is kept now."""
        if one.passage.id in self.ids:
            return True
        size = self.room.size(one.passage.text) if self.room.budget else 0
        if self.room.budget and self.used + size > self.room.budget:
            return False
        bag = frozenset(words(one.passage.text))
        twin = next((kept for kept in self.kept if _same(bag, kept.bag) and not _rows(one.passage, kept.passage)), None)
        if twin is None and self.full:
            return False
        self.ids.add(one.passage.id)
        if twin is not None:
            twin.questions |= dict.fromkeys(one.questions)
            return True
        self.kept.append(_Kept(one.passage, dict.fromkeys(one.questions), bag))
        self.counts[one.passage.base] += 1
        self.used += size
        return True


def _merged(found: Iterable[tuple[str, Passage]]) -> list[Candidate]:
    """Each piece of evidence once, its best passage for all its questions: same id, or same text."""
    best: dict[str, tuple[Passage, dict[str, None]]] = {}
    keys: dict[str, str] = {}
    for question, passage in found:
        key = keys.get(passage.id) or keys.setdefault(passage.text, passage.id)
        keys[passage.id] = key
        known = best.get(key)
        if known is None:
            best[key] = (passage, {question: None})
        else:
            known[1][question] = None
            if (passage.score, passage.id) > (known[0].score, known[0].id):
                best[key] = (passage, known[1])
    return [Candidate(passage, tuple(served)) for passage, served in best.values()]


def _worth(passage: Passage, room: Room) -> float:
    return passage.score - (LENGTH_PENALTY * len(passage.text) / 1000 if room.budget else 0.0)


def _tie(passage: Passage) -> tuple[int, str]:
    """What orders passages that are worth the same: rows of a query keep the query's own order."""
    return passage.position if passage.score == ROW else 0, passage.id


def _rows(one: Passage, other: Passage) -> bool:
    """Whether two passages are rows of one query, which tell different things however alike they read."""
    return one.score == other.score == ROW and (one.source, one.title) == (other.source, other.title)


def _in_turn(pool: Sequence[Candidate]) -> list[Candidate]:
    """The best of each question, then the second of each, and so on: the scores of two questions cannot be compared,
    and the one that finds higher ones is not the one that needs more evidence.
    """
    ranks: Counter[str] = Counter()
    places = []
    for one in pool:
        places.append(min(ranks[question] for question in one.questions))
        ranks.update(one.questions)
    return [one for _, one in sorted(zip(places, pool, strict=True), key=lambda entry: entry[0])]


def _spread(pool: Sequence[Candidate], diverse: frozenset[str], room: Room) -> Iterator[Candidate]:
    """The pool in an order in which no passage of a diverse question says what those before it said."""
    left = [(one, frozenset(words(one.passage.text))) for one in pool[:DIVERSIFIED]]
    said: list[frozenset[str]] = []

    def worth(entry: tuple[Candidate, frozenset[str]]) -> float:
        one, bag = entry
        likeness = max((_likeness(bag, other) for other in said), default=0.0)
        return _worth(one.passage, room) - (LIKENESS_PENALTY * likeness if diverse & set(one.questions) else 0.0)

    while left:
        best = max(left, key=worth)
        left.remove(best)
        said.append(best[1])
        yield best[0]
    yield from pool[DIVERSIFIED:]


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 1.0


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    if not one or min(len(one), len(other)) < NEAR_DUPLICATE * max(len(one), len(other)):
        return one == other
    return len(one & other) >= NEAR_DUPLICATE * len(one | other)
