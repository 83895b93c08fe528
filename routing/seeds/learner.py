"""A small linear classifier of sentences: fitted in a fraction of a second, read in a fraction of a millisecond.

The embedding alone takes "the new heart tablets" for "my heart stops"; words, character n-grams and counts of word
groups beside it tell them apart. All enter one ridge regression a label, whose leave-one-out scores come for free, so
a threshold is chosen on rows the regression did not see, with no rows put aside.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from knowledge.embedding import Vectors
from knowledge.text import words

Floats = NDArray[np.float64]

MOST = 2_000
"""Characters read at each end of a message: enough for any message, and a bound on the time a pasted page takes."""
_GRAMS = (3, 4, 5)
_CAPITALS = re.compile(r"\b[A-Z]{3,}\b")
_NUMBERS = frozenset("two three four five six seven eight nine ten eleven twelve twenty fifty hundred half".split())


def ends(text: str) -> str:
    """`text`, or its first and last MOST characters where it is longer."""
    return text if len(text) <= 2 * MOST else f"{text[:MOST]} {text[-MOST:]}"


def word_grams(told: Sequence[str]) -> set[str]:
    """The words and neighbouring pairs of a text, start and end marked."""
    return {*told, *(f"{one} {two}" for one, two in zip(["^", *told], [*told, "$"], strict=True))}


def char_grams(told: Sequence[str]) -> set[str]:
    """Three to five neighbouring characters inside each word, its ends marked."""
    marked = [f"_{word}_" for word in told]
    return {word[at : at + size] for word in marked for size in _GRAMS for at in range(len(word) - size + 1)}


@dataclass(frozen=True)
class Recipe:
    """How much each kind of evidence counts. `ridge` is the penalty: larger is smoother.

    `own` lets a catalog's labelled rows set their own offsets, `own_weights` their own weights as well (the simplest
    form of domain adaptation: Daume 2007, "Frustratingly Easy Domain Adaptation").
    """

    groups: Mapping[str, Collection[str]]
    words: float
    chars: float
    surface: float
    ridge: float
    own: float = 0.0
    own_weights: float = 0.0


@dataclass(frozen=True)
class Bag:
    """TF-IDF over grams that at least two training rows share."""

    places: Mapping[str, int]
    idf: Floats

    @classmethod
    def of(cls, rows: Sequence[set[str]]) -> Self:
        counts = Counter(gram for row in rows for gram in row)
        kept = sorted(gram for gram, count in counts.items() if count > 1)
        idf = [math.log((1 + len(rows)) / (1 + counts[gram])) + 1 for gram in kept]
        return cls({gram: place for place, gram in enumerate(kept)}, np.asarray(idf))

    def row(self, grams: set[str]) -> tuple[NDArray[np.intp], Floats]:
        """The columns that `grams` fill, and their values, of unit length together."""
        known = [place for gram in grams if (place := self.places.get(gram)) is not None]
        columns = np.asarray(sorted(known), dtype=np.intp)
        values = self.idf[columns]
        length = float(np.linalg.norm(values))
        return columns, values / length if length else values

    def matrix(self, rows: Sequence[set[str]]) -> Floats:
        """One row a text, shape (len(rows), grams known)."""
        out = np.zeros((len(rows), len(self.places)))
        for number, grams in enumerate(rows):
            columns, values = self.row(grams)
            out[number, columns] = values
        return out


def _surface(text: str, told: Sequence[str], groups: Sequence[Collection[str]]) -> Floats:
    """Counts in [0, 1] of each word group, and of what a message looks like."""
    counted = [min(sum(word in group for word in told), 3) / 3 for group in groups]
    numbers = sum(word[0].isdigit() or word in _NUMBERS for word in told)
    asks, shouts = text.count("?"), text.count("!")
    looks = [
        float(asks > 0),
        float(asks > 1),
        float(text.rstrip().endswith("?")),
        min(shouts, 3) / 3,
        min(len(_CAPITALS.findall(text)), 2) / 2,
        min(numbers, 3) / 3,
        min(len(told), 30) / 30,
    ]
    return np.asarray([*counted, *looks])


@dataclass(frozen=True)
class Classifier:
    """One linear score a label, about 1 for a clear case and -1 for clearly not; not a probability."""

    labels: tuple[str, ...]
    recipe: Recipe
    bags: tuple[Bag, Bag]
    centre: Floats
    weights: tuple[Floats, Floats, Floats, Floats]
    bias: Floats

    @classmethod
    def fit(
        cls,
        rows: Sequence[tuple[str, str]],
        vectors: Vectors,
        labels: Sequence[str],
        recipe: Recipe,
        own: Sequence[bool] | None = None,
    ) -> tuple[Self, Floats]:
        """Learn `labels` from (text, label) rows and their unit vectors, shape (rows, dimensions).

        A row with another label counts against all of them. `own` marks the catalog's rows. Returns the classifier
        and the leave-one-out scores of its rows, shape (rows, labels).
        """
        texts = [ends(text) for text, _ in rows]
        told = [words(text) for text in texts]
        grams = [word_grams(each) for each in told], [char_grams(each) for each in told]
        bags = Bag.of(grams[0]), Bag.of(grams[1])
        groups = list(recipe.groups.values())
        surface = np.asarray([_surface(text, each, groups) for text, each in zip(texts, told, strict=True)])
        centre = surface.mean(axis=0)
        scales = (1.0, recipe.words, recipe.chars, recipe.surface)
        features = (vectors, bags[0].matrix(grams[0]), bags[1].matrix(grams[1]), surface - centre)
        # Single precision: the products of some 800 rows with themselves are most of the time of a fit.
        parts = [np.asarray(each * scale, dtype=np.float32) for each, scale in zip(features, scales, strict=True)]
        mine = np.asarray(own if own is not None else [False] * len(rows), dtype=np.float64)
        duals, left_out = _ridge(parts, [label for _, label in rows], labels, mine, recipe)
        shares = duals * (1 + recipe.own_weights * mine)[:, None]
        weights = [part.T @ shares * scale for part, scale in zip(parts, scales, strict=True)]
        bias = (duals * (1 + recipe.own * mine)[:, None]).sum(axis=0)
        learned = cls(
            tuple(labels), recipe, bags, centre, (weights[0], weights[1], weights[2], weights[3]), np.asarray(bias)
        )
        return learned, left_out

    def scores(self, text: str, vector: Vectors) -> Floats:
        """The score of each label, in their order, for a text and its unit vector."""
        text = ends(text)
        told = words(text)
        dense, by_words, by_chars, by_surface = self.weights
        total = self.bias + vector @ dense
        for bag, grams, weights in (
            (self.bags[0], word_grams(told), by_words),
            (self.bags[1], char_grams(told), by_chars),
        ):
            columns, values = bag.row(grams)
            total = total + values @ weights[columns]
        surface = _surface(text, told, list(self.recipe.groups.values())) - self.centre
        return np.asarray(total + surface @ by_surface, dtype=np.float64)


def _ridge(
    parts: Sequence[Vectors], given: Sequence[str], labels: Sequence[str], mine: Floats, recipe: Recipe
) -> tuple[Floats, Floats]:
    """Dual coefficients and leave-one-out scores, both of shape (rows, labels).

    Both sides of a label weigh the same in total. Leaving row i out of a ridge regression moves its residual to
    dual_i / inverse_ii (Rifkin and Lippert 2007, "Notes on Regularized Least Squares"), so no second fit is needed.
    """
    kernel = np.asarray(sum(part @ part.T for part in parts), dtype=np.float64)
    kernel = kernel + 1.0 + np.outer(mine, mine) * (recipe.own + recipe.own_weights * kernel)
    duals, left_out = [], []
    for label in labels:
        wanted = np.asarray([1.0 if each == label else -1.0 for each in given])
        share = np.where(wanted > 0, (wanted > 0).mean(), (wanted < 0).mean())
        inverse = np.linalg.inv(kernel + np.diag(2 * recipe.ridge * share))
        dual = inverse @ wanted
        duals.append(dual)
        left_out.append(wanted - dual / np.diag(inverse))
    return np.stack(duals, axis=1), np.stack(left_out, axis=1)
