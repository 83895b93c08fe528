"""Signalbox's semantic tier as a system of the routing benchmark.

It learns what the others learn: texts and their base. The intents of the training rows are withheld from it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from exchange import Data, Decide, answers, serve

from knowledge.embedding import embedded
from routing.semantic import Labelled, Profile, SemanticTier


class Remembered:
    """The run's vectors as an encoder; what is not among them, the phrasings of a name, is embedded once."""

    def __init__(self, vectors: dict[str, np.ndarray]) -> None:
        self._vectors = dict(vectors)

    def __call__(self, texts: Sequence[str]) -> np.ndarray:
        """Vectors of shape (len(texts), d)."""
        for text in texts:
            if text not in self._vectors:
                self._vectors[text] = embedded().encode([text])[0]
        return np.stack([self._vectors[text] for text in texts]) if texts else embedded().encode([])


def run(data: Data) -> list[dict[str, Any]]:
    """From training rows, with and without out-of-scope ones among them, and from names alone."""
    encode = Remembered(data.vectors)
    bare = [Profile(base) for base in data.names]
    named = [Profile(base, names=tuple(own)) for base, own in data.names.items()]
    labelled = [Labelled(text, frozenset({str(base)})) for text, base in data.train]
    settings: list[tuple[str, str, list[Profile], list[Labelled], list[str], str]] = [
        ("signalbox", "trained", bare, labelled, data.strangers, f"{len(data.strangers)} out-of-scope rows to learn"),
        ("signalbox, in-scope rows only", "trained", bare, labelled, [], "sees what a router without such rows sees"),
        ("signalbox", "names", named, [], [], ""),
    ]
    found = []
    for system, setting, profiles, rows, strangers, notes in settings:
        SemanticTier.fit(profiles, encode)  # embeds the phrasings, so that fitting is timed without embedding
        began = time.perf_counter()
        tier = SemanticTier.fit(profiles, encode, rows, strangers)
        seconds = time.perf_counter() - began
        decide = _decide(tier, data)
        found.append(answers(data, decide, system=system, setting=setting, fit_seconds=seconds, notes=notes))
    return found


def _decide(tier: SemanticTier, data: Data) -> Decide:
    def decide(text: str) -> tuple[str, float]:
        scores = tier.score(text, data.vectors[text])
        return scores.best, 1.0 - scores.out_of_scope

    return decide


if __name__ == "__main__":
    serve(run, ("signalbox", "scikit-learn", "numpy"))
