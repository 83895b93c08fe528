"""Mood: how a message sounds, read before any base is searched, without a model.

Words that leave no doubt decide alone. All else goes to a classifier of example sentences, one threshold a mood: a
mood that leads to on-call must not be missed, one that leads to a person must not cost a user their answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

import numpy as np

from errors import ConfigError
from knowledge.catalog import Catalog, MoodTarget
from knowledge.embedding import Embedder, Vectors
from knowledge.labelled import labelled_questions
from knowledge.text import fold
from routing.rules import any_of
from routing.seeds import keeping, labelled, shipped
from routing.seeds.learner import Classifier, Floats, Recipe

NEUTRAL = "neutral"
SERIOUS: tuple[MoodTarget, ...] = ("on-call", "person", "answer")
"""The order in which moods are tried."""
FALSE_ALARMS: Mapping[MoodTarget, float] = {"on-call": 0.06, "person": 0.02, "answer": 0.01}
"""The share of other messages that a mood may take, on training rows left out of the fit, which are harder than what
people send. A missed call for help is the worst outcome and a needless hand-over the second worst."""
ALONE: Mapping[MoodTarget, float] = {"on-call": 0.01, "person": 0.005, "answer": 0.01}
"""The share of other messages that a mood may take where the hand-over is to be all they get. A mood that is less sure
leads to a person just the same, and the message is answered beside it."""
LEAST_ROWS = 10
"""A mood with fewer training rows has its words only."""
_MARKS = str.maketrans("", "", "?!.,;:")
STEEPNESS = 4.0
"""How fast a mood's score grows around its threshold, which lies at 0.5."""

GROUPS: Mapping[str, frozenset[str]] = {
    name: frozenset(told.split())
    for name, told in {
        "body": "chest heart lung lungs breath breathing breathe throat tongue lips face head eye eyes arm arms leg "
        "legs belly stomach neck blood skin pulse mouth hand hands body side",
        "signs": "blue grey purple pale limp floppy cold stiff swollen swelling swell numb dizzy faint fainted "
        "collapse collapsed confused bleeding bleed burst pouring gushing choking vomiting drooling shaking "
        "twitching jerking unresponsive slumped screaming blind",
        "not": "stop stopped won't can't cannot doesn't isn't hardly barely nothing never",
        "now": "now suddenly just already minutes minute hour tonight immediately right quickly hurry moment since",
        "harm": "die dying dead death kill killing suicide end ending alive live living goodbye hurt harm pills "
        "tablets knife gun rope razor blade jump swallowed drank poison",
        "who": "i i'm my me he she he's she's his her him",
        "plea": "please help somebody someone alone scared terrified frightened afraid",
        "asks": "which what when where who how do does can could may is are should would",
        "desk": "appointment visit book booking form file bill plan insurance test letter copy clinic doctor nurse "
        "portal pay cost price results check referral prescription",
        "mild": "bit little slightly mild sometimes normal usual fine better week weeks month months year years last "
        "ago yesterday next routine",
        "anger": "ridiculous outrageous outrage furious angry mad annoyed fed disappointed unacceptable useless joke "
        "disgrace disgusting scandal shame shameful ashamed rude insult insulting incompetent pathetic awful "
        "terrible horrible worst nightmare liars lied cheated betrayed livid sick tired hopeless absurd mess "
        "frechheit unverschamt sauer enttauscht honte furieux inadmissible scandale marre",
        "human": "human person someone somebody anyone anybody manager supervisor boss responsible complain "
        "complaint lawyer call demand insist refuse chef responsable",
        "you": "you your yours you've you're",
        "praise": "thanks thank thankful grateful great lovely wonderful happy glad kind kindly nice perfect love "
        "loved loving brilliant fantastic excellent amazing superb pleased delighted cheers awesome friendly danke "
        "toll merci parfait bravo super",
    }.items()
}
"""Words worth counting; what each group speaks for is learned from the rows."""
RECIPE = Recipe(GROUPS, words=0.7, chars=0.7, surface=0.6, ridge=3.0)
"""Chosen on the clinic's rows of split tune."""


@dataclass(frozen=True, slots=True)
class Mood:
    """A mood of the catalog, or neutral. `score` in [0, 1] orders messages; it is no probability.

    `target` is where the catalog sends it, and `sure` whether that is all there is to do.
    """

    name: str
    score: float
    tier: Literal["rules", "semantic"]
    reason: str
    target: MoodTarget = "answer"
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Threshold:
    """From which score a mood is read, what that meant for training rows that were left out of the fit, and from which
    score it is `sure`.
    """

    value: float
    recall: float
    false_alarms: float
    sure: float


@dataclass(frozen=True)
class MoodTier:
    """Words and a classifier for the moods of one catalog."""

    moods: Mapping[str, MoodTarget]
    words: Mapping[str, re.Pattern[str]]
    embedder: Embedder
    classifier: Classifier | None
    thresholds: Mapping[str, Threshold]

    @classmethod
    def fit(cls, catalog: Catalog, embedder: Embedder, cache: Path | None = None) -> Self:
        """Learn the catalog's moods from the shipped rows, its own `moods.jsonl`, its labelled questions of split
        tune and its bases' examples (neutral).

        A catalog that declares no moods is always neutral. `cache` is a folder for what was learned. Raises
        ConfigError where a row of `moods.jsonl` is malformed or names an unknown mood.
        """
        if "moods" not in catalog.model_fields_set:
            return cls({}, {}, embedder, None, {})
        order = sorted(catalog.moods, key=lambda mood: SERIOUS.index(catalog.moods[mood]))
        moods = {mood: catalog.moods[mood] for mood in order}
        patterns = {
            mood: any_of(map(_bare, catalog.mood_words[mood])) for mood in moods if catalog.mood_words.get(mood)
        }
        own = _own(catalog)
        made = _unmarked(own)
        rows = [*dict.fromkeys([*shipped("moods", "mood"), *own]), *made]
        given = [label for _, label in rows]
        learned = [mood for mood in moods if mood != NEUTRAL and given.count(mood) >= LEAST_ROWS]
        if not learned:
            return cls(moods, patterns, embedder, None, {})
        classifier, left_out = keeping.learned("moods", rows, embedder, learned, RECIPE, cache=cache)
        ranks = np.asarray([SERIOUS.index(moods.get(label, "answer")) for label in given])
        said = np.arange(len(rows)) < len(rows) - len(made)
        thresholds = {}
        for place, mood in enumerate(learned):
            right = np.asarray(given) == mood
            # A more serious mood is tried first, so its rows never come here.
            wrong = ~right & (ranks >= SERIOUS.index(moods[mood]))
            scores = left_out[:, place]
            thresholds[mood] = _threshold(scores[right & said], scores[wrong & said], moods[mood])
        return cls(moods, patterns, embedder, classifier, thresholds)

    def read(self, text: str, vector: Vectors | None = None) -> Mood:
        """The mood of a message; `vector` is its unit vector, where it is known already."""
        by_words = self.by_words(text)
        if by_words:
            return by_words
        if self.classifier is None or not text.strip():
            return self._neutral(1.0, "no words of a mood")
        scores = self.classifier.scores(text, self.embedder.query(text) if vector is None else vector)
        read = dict(zip(self.classifier.labels, map(float, scores), strict=True))
        found = {mood: _score(score, self.thresholds[mood].value) for mood, score in read.items()}
        for mood, score in found.items():
            if score > 0.5:
                told = f"{mood} scores {score:.2f}, above 0.50"
                return Mood(mood, score, "semantic", told, self.moods[mood], read[mood] > self.thresholds[mood].sure)
        nearest = max(found, key=lambda mood: found[mood])
        return self._neutral(1 - found[nearest], f"no mood above 0.50 (nearest: {nearest} {found[nearest]:.2f})")

    def by_words(self, text: str) -> Mood | None:
        """The most serious mood that one of its words names, whatever else the message says."""
        bare = _bare(text)
        for mood, target in self.moods.items():
            found = self.words[mood].search(bare) if mood in self.words else None
            if found:
                return Mood(mood, 1.0, "rules", f"the words {found[0]!r} name it", target)
        return None

    def _neutral(self, score: float, reason: str) -> Mood:
        # A catalog may leave neutral out; then its first mood that is simply answered stands for it.
        answered = [mood for mood, target in self.moods.items() if target == "answer"]
        name = NEUTRAL if NEUTRAL in self.moods or not answered else answered[0]
        return Mood(name, score, "semantic", reason, self.moods.get(name, "answer"))


def _own(catalog: Catalog) -> list[tuple[str, str]]:
    """What the catalog itself says, beside the shipped rows."""
    file = catalog.folder / "moods.jsonl"
    told = labelled(file, "mood", "train")
    unknown = sorted({mood for _, mood in told} - {*catalog.moods, NEUTRAL})
    if unknown:
        raise ConfigError(f"{file}: mood: unknown {unknown[0]!r}; valid: {', '.join(catalog.moods)}")
    examples = [(text, NEUTRAL) for spec in catalog.base for text in spec.examples]
    asked = [(row.question, row.mood) for row in labelled_questions(catalog, "tune") if row.mood in {*catalog.moods}]
    return [*told, *examples, *asked]


def _unmarked(rows: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The plain questions of `rows` as hurried people type them: who is frightened leaves the marks out as well."""
    return [(text.translate(_MARKS), mood) for text, mood in rows if mood == NEUTRAL and text.endswith("?")]


def _threshold(right: Floats, wrong: Floats, target: MoodTarget) -> Threshold:
    """The lowest threshold that keeps false alarms within the budget: it costs the least recall."""
    highest = np.sort(wrong)[::-1]
    value, sure = (float(highest[int(share * len(wrong))]) for share in (FALSE_ALARMS[target], ALONE[target]))
    return Threshold(value, float((right > value).mean()), float((wrong > value).mean()), sure)


def _score(raw: float, threshold: float) -> float:
    return 1 / (1 + float(np.exp(-STEEPNESS * (raw - threshold))))


def _bare(text: str) -> str:
    # People leave apostrophes out or type the curly one: "can't", "can’t" and "cant" are one word here.
    return fold(text).replace("'", "").replace("’", "")
