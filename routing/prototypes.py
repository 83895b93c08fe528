"""Scoring bases nobody has given examples for: from their names and descriptions alone.

A name is worth more as the mean of several phrasings of it than as itself (CLINC150 names, validation: .854 to .873),
and a base is as near as the soft maximum over its names. How a name's phrasings differ says which directions are mere
phrasing; cosines are averaged over the plain space and one where those count less. With examples, each name moves
toward those it explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from routing.features import Ngrams, sentences
from routing.profile import Encode, Matrix, Profile, Vectors

TEMPLATES = (
    "{name}",
    "what is my {name}",
    "I want to {name}",
    "tell me about {name}",
    "my {name}",
    "can you {name}",
    "{base}: {name}",
    "help me with {name}",
    "I need to know {name}",
    "what is the {name}",
    "I have a question about {name}",
)
SHARPNESS = 15.0
"""Of the soft maximum over a base's names; 10 to 20 score alike on CLINC150's validation rows."""
CROWDING = 0.2
"""Share of a name's mean cosine to its five nearest names that is taken off: names near many attract too much."""
CROWD_FROM = 20
"""Distinct names below which crowding says more about the catalog than about the names, and is left out."""
SPELLING = 0.1
"""Weight of the character cosine between text and name."""
GIST = 0.3
"""Weight of the cosine to the middle of a base's names, less the middle of all bases: what its names have in common.

Where bases have several names and no examples, it adds .005 on CLINC150's validation rows and as much on 7,500
training rows; beside examples it costs .002 and is left out."""
EVENNESS = 0.8
"""Share of the even spread in the scatter that phrasing is judged by; .7 to .9 score alike."""
PULL = 2.5
"""Weight of the examples a name explains against the name itself."""


@dataclass(frozen=True)
class Prototypes:
    """Name vectors (p, d) and description-sentence vectors (s, d), each with the index of the label it belongs to."""

    count: int
    names: tuple[str, ...]
    name_vectors: Vectors
    name_owner: np.ndarray
    sentence_vectors: Vectors
    sentence_owner: np.ndarray
    even: np.ndarray
    """Takes vectors to where all phrasings of a name lie close, (d, d); (0, 0) where names are too few to tell."""
    named: bool
    """Whether any base was given names; otherwise the labels stand in where a description is missing too."""

    @classmethod
    def fit(cls, profiles: Sequence[Profile], encode: Encode) -> Prototypes:
        """Embed every name in every template, and every sentence of every description."""
        names, bases, owner, lines, line_owner = [], [], [], [], []
        for i, profile in enumerate(profiles):
            own = profile.names or (() if profile.description.strip() else (profile.label,))
            for name in own:
                names.append(_words(name))
                bases.append(_words(profile.label))
                owner.append(i)
            cut = sentences(profile.description)
            lines += cut
            line_owner += [i] * len(cut)
        phrased = [t.format(name=n, base=b) for n, b in zip(names, bases, strict=True) for t in TEMPLATES]
        vectors = encode(phrased + lines)
        split = len(phrased)
        ways = vectors[:split].reshape(len(names), len(TEMPLATES), vectors.shape[1])
        means = _unit(ways.sum(axis=1))
        named = any(profile.names for profile in profiles)
        even = _evened(ways, means) if len(set(names)) >= CROWD_FROM else np.empty((0, 0), dtype=np.float32)
        return cls(
            len(profiles), tuple(names), means, np.array(owner, dtype=np.int64), vectors[split:],
            np.array(line_owner, dtype=np.int64), even, named,
        )  # fmt: skip

    def adapted(self, vectors: Vectors, owners: np.ndarray) -> Prototypes:
        """Names moved toward the examples they explain; `owners` is boolean, (n, labels).

        One step of expectation-maximisation within each base: examples are shared out among their base's names by
        cosine. With ten examples a base this alone is worth .02 on CLINC150's validation rows (.872 to .903).
        """
        if not len(vectors) or not self.names:
            return self
        allowed = owners[:, self.name_owner]
        weights = np.where(allowed, np.exp(SHARPNESS * (vectors @ self.name_vectors.T)), 0.0)
        shares = weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-12)
        return replace(self, name_vectors=_unit(self.name_vectors + PULL * (shares.T @ vectors)))

    def ready(self, *, alone: bool) -> ReadyPrototypes:
        """With what depends on all names together worked out; `alone` says that nothing else will score."""
        return ReadyPrototypes(self, alone=alone)


class ReadyPrototypes:
    """`Prototypes` prepared for scoring."""

    def __init__(self, prototypes: Prototypes, *, alone: bool) -> None:
        self.source = prototypes
        self._alone = alone
        self._names = self._view(prototypes.name_vectors)
        self._crowd = np.zeros(len(prototypes.names))
        if len(set(prototypes.names)) >= CROWD_FROM:
            near = np.sort(self._names @ self._names.T, axis=1)[:, -6:-1]
            self._crowd = near.mean(axis=1)
        self._gist = GIST * float(alone) * _gist(self._names, prototypes.name_owner, prototypes.count)
        self._spelling = Ngrams.fit(prototypes.names, 4, 6, of_words=False)
        self._spelled = self._spelling.transform(prototypes.names).T.tocsr()

    def score(self, texts: Sequence[str], vectors: Vectors) -> Matrix:
        """Shape (n, labels): the mean of the name part and the description part, of whichever a base has."""
        source = self.source
        total = np.zeros((len(texts), source.count))
        parts = np.zeros(source.count)
        if len(source.names):
            seen = self._view(vectors)
            by_name = np.asarray(seen @ self._names.T, dtype=np.float64) - CROWDING * self._crowd
            by_name += SPELLING * (self._spelling.transform(texts) @ self._spelled).toarray()
            total += soft_maximum(by_name, source.name_owner, source.count, SHARPNESS)
            total += seen @ self._gist.T
            parts += np.bincount(source.name_owner, minlength=source.count) > 0
        if len(source.sentence_owner):
            cosines = vectors @ source.sentence_vectors.T
            for i in np.unique(source.sentence_owner):
                total[:, i] += cosines[:, source.sentence_owner == i].max(axis=1)
                parts[i] += 1
        return np.asarray(total / np.maximum(parts, 1.0))

    def _view(self, vectors: Vectors) -> Vectors:
        # Both spaces side by side, so that a dot product is the mean of the two cosines.
        if not (self._alone and len(self.source.even)):
            return vectors
        both = np.hstack([vectors, _unit(vectors @ self.source.even)])
        return np.asarray(both / np.sqrt(2.0), dtype=np.float32)


def _evened(ways: Vectors, means: Vectors) -> np.ndarray:
    # The inverse root of the scatter of phrasings (names, templates, d) about their names, shrunk to an even spread.
    apart = (ways - means[:, None, :]).reshape(-1, ways.shape[2]).astype(np.float64)
    apart -= apart.mean(axis=0)
    scatter = apart.T @ apart / len(apart)
    level = max(float(np.trace(scatter)) / len(scatter), 1e-12)
    size, axes = np.linalg.eigh((1.0 - EVENNESS) * scatter / level + EVENNESS * np.eye(len(scatter)))
    return np.asarray((axes / np.sqrt(size)) @ axes.T, dtype=np.float32)


def _gist(names: Vectors, owner: np.ndarray, count: int) -> Vectors:
    # Shape (labels, d); zero for bases without names, and for all where each name is a base's only one.
    sizes = np.bincount(owner, minlength=count)
    middles = np.zeros((count, names.shape[1]))
    if sizes.max(initial=0) < 2:
        return middles.astype(np.float32)
    np.add.at(middles, owner, names)
    named = sizes > 0
    middles[named] = _unit(middles[named])
    middles[named] -= middles[named].mean(axis=0)
    return _unit(middles)


def soft_maximum(scores: Matrix, owner: np.ndarray, count: int, sharpness: float) -> Matrix:
    """Log-mean-exp over the columns each label owns, (n, columns) to (n, count); 0 for a label that owns none."""
    powers = np.exp(sharpness * scores)
    belongs = np.zeros((scores.shape[1], count))
    belongs[np.arange(scores.shape[1]), owner] = 1.0
    sizes = belongs.sum(axis=0)
    means = (powers @ belongs) / np.maximum(sizes, 1.0)
    return np.asarray(np.where(sizes > 0, np.log(np.maximum(means, 1e-12)) / sharpness, 0.0))


def _words(name: str) -> str:
    return name.replace("_", " ").strip() or name


def _unit(vectors: np.ndarray) -> Vectors:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9), dtype=np.float32)
