"""Labelled questions taken through the project's own steps without a model: mood, parts, kinds, decisions.

What does not depend on the limits is worked out once a question, so that hundreds of limits can be tried in seconds.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from errors import EvalError
from graph.resources import Resources
from knowledge.catalog import Catalog
from knowledge.embedding import Embedder, Vectors
from knowledge.ingest import Progress, no_progress
from knowledge.labelled import FILE, LabelledQuestion, Split, labelled_questions
from knowledge.text import clean
from nodes.parting import by_rules
from routing.cascade import Asked, Cascade
from routing.conversation import NOTHING_SAID, History
from routing.courtesy import without_courtesy
from routing.decision import Decision, Limits
from routing.mood import Mood
from routing.profile import Scores
from routing.rules import FloorRules, Seen

FOLDS = 5


@dataclass(frozen=True, slots=True)
class Piece:
    """One question of the message, as it is asked: its id, standalone text, own words and kind."""

    id: str
    text: str
    literal: str
    kind: str


@dataclass(frozen=True)
class Trial:
    """One labelled question, read by a router that did not learn from it. A part that waits for the answer of another
    is routed as it reads, since nothing is answered here.
    """

    row: LabelledQuestion
    mood: Mood
    pieces: tuple[Piece, ...]
    cascade: Cascade

    @property
    def needed(self) -> frozenset[str]:
        """The bases it needs."""
        return frozenset(self.row.bases)

    @property
    def is_for_a_person(self) -> bool:
        """Whether its labelled mood sends it to a person: it is no question of routing, whatever bases it names."""
        return self.cascade.catalog.moods.get(self.row.mood, "answer") != "answer"

    @property
    def asked(self) -> list[Asked]:
        """The pieces as the router sees them. The answers that were given before are not on record."""
        before = History(tuple(map(clean, self.row.said_before)))
        return [Asked(one.id, one.text, one.kind, before) for one in self.pieces]

    @property
    def handed_over(self) -> bool:
        """Whether its mood sends it to a person, so that nothing is searched."""
        return self.mood.target != "answer"

    def decide(self, limits: Limits) -> list[tuple[Decision, bool]]:
        """A decision for each piece and whether it is sure; none where it is handed over."""
        if self.handed_over:
            return []
        names = self.cascade.catalog.names
        return [self.cascade.decide(asked, names, limits) for asked in self.asked]

    def scores(self) -> dict[str, float]:
        """The best score of each base over the pieces."""
        names = self.cascade.catalog.names
        read = [self.cascade.scores(asked, names) for asked in self.asked]
        return {name: max(one[name] for one in read) for name in names}

    def out_of_scope(self) -> float:
        """The semantic tier's probability that no piece is a question for the catalog: that of the likeliest one."""
        tier, embedder = self.cascade.semantic, self.cascade.embedder
        return min(tier.score(one.text, embedder.query(one.text)).out_of_scope for one in self.pieces)


def nothing_labelled(catalog: Catalog, split: Split) -> EvalError:
    """What to say where a catalog has no row of a split."""
    told = f"{catalog.name} has no labelled question of split {split}; {catalog.folder / FILE} holds them"
    if split == "report" and (others := len(labelled_questions(catalog, "tune"))):
        told += (
            f': {others} are of split tune, which signalbox tune measures; give some of them "split": "report" to '
            "measure with them here, then the router learns from them no more"
        )
    return EvalError(told)


def bases_of(decisions: Sequence[tuple[Decision, bool]]) -> list[str]:
    """The bases of all decisions of a message, each once, those of its first question first."""
    return list(dict.fromkeys(name for decision, _ in decisions for name, _ in decision.bases))


def take(row: LabelledQuestion, cascade: Cascade, kind: str | None = None) -> Trial:
    """Read one question. `kind` is what it asks for where that was found out without it having taught the router."""
    names, message = cascade.catalog.names, without_courtesy(clean(row.question))
    earlier = [without_courtesy(clean(one)) for one in row.said_before]
    parts = by_rules(message, earlier, cascade, names)
    alone = len(parts) == 1 and parts[0].text == message
    pieces = tuple(
        Piece(f"q{number}", part.text, part.literal, kind if kind and alone else cascade.kind(part.text))
        for number, part in enumerate(parts, 1)
    )
    return Trial(row, cascade.mood(message), pieces, cascade)


def held_out(
    resources: Resources, rows: Sequence[LabelledQuestion], folds: int = FOLDS, progress: Progress = no_progress
) -> list[Trial]:
    """Each row read by a router that learned from the rows of the other folds, in the order of the rows.

    Rows are dealt out in turn within those that need the same bases. The passages' weights and the mood are no part of
    what a catalog's questions teach, and a question's kind is the one read with its own row left out.
    """
    kinds = {text: read for text, _, read in resources.cascade.kinds.tuned}
    order = sorted(range(len(rows)), key=lambda place: (rows[place].bases, place))
    fold = {place: turn % folds for turn, place in enumerate(order)}
    embedder = Remembering(resources.embedder)
    trials: dict[int, Trial] = {}
    for turn in range(folds):
        taught = [row for place, row in enumerate(rows) if fold[place] != turn]
        once = remembered(resources.cascade.taught(taught, embedder))
        for place in (place for place in range(len(rows)) if fold[place] == turn):
            trials[place] = take(rows[place], once, kinds.get(rows[place].question))
            progress(len(trials), len(rows))
    return [trials[place] for place in range(len(rows))]


class Remembering(Embedder):
    """An embedder that embeds a text once, each alone: an int8 model's vector depends a little on its neighbours."""

    def __init__(self, embedder: Embedder) -> None:
        self.name = embedder.name
        self._embedder = embedder
        self._known: dict[str, Vectors] = {}

    def encode(self, texts: Sequence[str]) -> Vectors:
        for text in texts:
            if text not in self._known:
                self._known[text] = self._embedder.encode([text])[0]
        return np.stack([self._known[text] for text in texts]) if texts else self._embedder.encode([])

    def query(self, text: str) -> Vectors:
        return self._embedder.query(text)


def remembered(cascade: Cascade) -> Cascade:
    """The same router, which scores a text once and then only decides."""
    return _Cascade(**_parts(cascade) | {"rules": _Rules(**_parts(cascade.rules))})


@dataclass(frozen=True)
class _Rules(FloorRules):
    known: dict[str, Seen] = field(default_factory=dict)

    def read(self, text: str) -> Seen:
        if text not in self.known:
            self.known[text] = FloorRules.read(self, text)
        return self.known[text]


@dataclass(frozen=True)
class _Cascade(Cascade):
    known: dict[tuple[str, History], Scores] = field(default_factory=dict)

    def judge(self, text: str, before: History = NOTHING_SAID) -> Scores:
        if (text, before) not in self.known:
            self.known[text, before] = Cascade.judge(self, text, before)
        return self.known[text, before]


def _parts(of: Any) -> dict[str, Any]:
    return {part.name: getattr(of, part.name) for part in dataclasses.fields(of)}


def limits_of(catalog: Catalog, **other: Any) -> Limits:
    """A catalog's limits, some of them replaced."""
    return dataclasses.replace(Limits.of(catalog.routing), **other)
