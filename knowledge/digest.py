"""The sentences that stand for a document: the most central ones, letter for letter and in reading order.

A sentence is central where many others say something near to it, weighed by how central those are (LexRank: Erkan and
Radev 2004, doi 10.1613/jair.1523), and it counts more the nearer it is to what was asked (Otterbacher et al. 2005,
ACL H05-1115). What repeats a chosen sentence is passed over (maximal marginal relevance, Carbonell and Goldstein 1998).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from knowledge.embedding import Vectors
from knowledge.text import Unit

T = TypeVar("T")
ASKED = 0.5
"""The share of a sentence's worth that is its nearness to the question; the rest is its centrality."""
REPETITION = 0.8
"""What a sentence loses for each unit of cosine with the nearest chosen one."""
ALIKE = 0.1
"""Cosine under which two sentences say nothing about each other."""
DAMPING = 0.85
STEPS = 30
SIZE = 500
"""Characters of a digest at most, about five sentences: what `knowledge.quoting` quotes whole."""


def central(units: Sequence[Unit], vectors: Vectors, question: Vectors, size: int = SIZE) -> list[int]:
    """The places of the sentences that stand for a document, in reading order; together about `size` characters.

    `vectors` has shape (units, dimensions), `question` (dimensions,), all of length one. All are taken where they fit;
    the best is taken even where it does not.
    """
    if sum(len(unit.quote) for unit in units) <= size:
        return list(range(len(units)))
    worth = ASKED * (vectors @ question) + (1 - ASKED) * centrality(vectors)
    likeness = vectors @ vectors.T
    lengths = np.array([len(unit.quote) for unit in units])
    repeated = np.zeros(len(units), dtype=likeness.dtype)
    fits = np.ones(len(units), dtype=bool)
    chosen: list[int] = []
    while fits.any():
        best = int(np.where(fits, worth - REPETITION * repeated, -np.inf).argmax())
        chosen.append(best)
        repeated = np.maximum(repeated, likeness[:, best])
        # What does not fit now will not fit later.
        fits &= lengths <= size - lengths[chosen].sum()
        fits[best] = False
    return sorted(chosen)


def evenly(things: Sequence[T], most: int) -> list[T]:
    """At most so many of `things`, in order, taken at even distances from the first on."""
    step = max(1.0, len(things) / most)
    return [things[int(place * step)] for place in range(min(most, len(things)))]


def centrality(vectors: Vectors) -> NDArray[np.float64]:
    """How central each sentence is, shape (n,), the most central 1: the stationary share of a walk from sentence to
    like sentence.
    """
    links = np.asarray(vectors @ vectors.T, dtype=np.float64)
    links = np.where(links < ALIKE, 0.0, links)
    np.fill_diagonal(links, 0.0)
    sums = links.sum(axis=1, keepdims=True)
    walk = np.divide(links, sums, out=np.full_like(links, 1.0 / len(links)), where=sums > 0)
    share = np.full(len(links), 1.0 / len(links))
    for _ in range(STEPS):
        share = (1 - DAMPING) / len(links) + DAMPING * share @ walk
    return np.asarray(share / share.max())
