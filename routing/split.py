"""Cut a message into its atomic questions without a language model.

Word order proposes the cuts (`boundaries`); what the router thinks of the two sides decides: two questions about two
bases are each clearer alone than together, two halves of one question are not. Staying whole is the default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from routing import clauses
from routing.boundaries import Cut, Kind, boundaries
from routing.marks import trim

Scores = NDArray[np.float64]
Score = Callable[[Sequence[str]], NDArray[np.floating]]
"""Texts -> affinities of shape (n_texts, n_labels), each in [0, 1]: how probably the label is needed."""
Nearness = Callable[[Sequence[str]], NDArray[np.floating]]
"""Texts -> shape (n_texts,), each in [0, 1]: how near the best passage of any base is (a cosine will do)."""

MAX_PARTS = 6
MIN_PHRASE = 3
"""Words under which a phrase without a verb is part of a list ("..., novels and stories"), whatever its label."""
_PHRASES: frozenset[Kind] = frozenset({"next", "fragment", "list", "weak"})


@dataclass(frozen=True)
class Weights:
    """The log-odds that a cut separates two questions: a start for each kind of cut, plus a weight for each gain.

    A kind without a start is never cut, nor scored.

    Fitted by logistic regression on joined single questions (evals.pairs and evals.mixsnips, tuning rows only), then
    rounded; kinds that those rows do not show were set by hand. NOTES.md holds the figures.
    """

    start: Mapping[Kind, float] = field(
        default_factory=lambda: {
            "clause": 6.0, "restart": 1.5, "command": 0.5, "comma": 0.5, "topic": 0.0, "capital": 0.0,
            "question_word": -1.0, "next": -1.5, "fragment": -2.5, "turn": -3.0, "statement": -3.0, "list": -3.5,
        }
    )  # fmt: skip
    routing: float = 5.0
    """Weight of: the best pair of different labels minus the best shared label, in [-1, 1]."""
    certainty: float = 3.7
    """Weight of: mean certainty of the two sides minus that of the whole, in [-1, 1]."""
    nearness: float = 7.5
    """Weight of: mean nearness of the two sides minus that of the whole; counts only where nearness is given."""


DEFAULT = Weights()
COMMANDS = Weights(
    start={
        **DEFAULT.start, "weak": -3.0, "command": 2.5, "comma": 2.5, "next": 0.5,
        "fragment": -0.5, "turn": -1.0, "statement": -1.0, "list": -1.5,
    }
)  # fmt: skip
"""For assistants whose users speak in bare commands ("rate this four, weather in Oslo"): where the router is very sure
that both sides need different labels, it overrules the word order."""


def split(message: str, score: Score, nearness: Nearness | None = None, weights: Weights = DEFAULT) -> list[str]:
    """The atomic parts of a message in reading order, at most MAX_PARTS; `[message]` byte for byte if it stays whole.

    Each part is an exact substring of the message. `score` is called at most once for each stretch between sure
    cuts, and not at all when nothing needs weighing, which is the common case. Raises ValueError when `score` returns
    another shape than (n_texts, n_labels).
    """
    cuts = [cut for cut in boundaries(message) if cut.kind == "sure" or cut.kind in weights.start]
    judge = _Judge(score, nearness, weights)
    kept: list[tuple[float, Cut]] = []
    block: list[Cut] = []
    start = 0
    for cut in [*cuts, None]:
        if cut is not None and cut.kind != "sure":
            block.append(cut)
            continue
        end = len(message) if cut is None else cut.end
        if block:
            kept += judge.weigh(message, (start, end), block)
        if cut is not None:
            kept.append((np.inf, cut))
            start = cut.start
        block = []
    return _parts(message, kept)


def gains(left: Scores, right: Scores, whole: Scores) -> tuple[float, float]:
    """What a cut gains in routing and in certainty, from the affinities (n_labels,) of both sides and of the whole."""
    together = np.outer(left, right)
    same = float(together.diagonal().max())
    np.fill_diagonal(together, 0.0)
    certainty = (left.max() + right.max()) / 2 - whole.max()
    return float(together.max()) - same, float(certainty)


@dataclass(frozen=True)
class _Judge:
    """What decides about a cut: the caller's router, its nearness where there is one, and the weights."""

    score: Score
    nearness: Nearness | None
    weights: Weights

    def weigh(self, message: str, span: tuple[int, int], cuts: Sequence[Cut]) -> list[tuple[float, Cut]]:
        """The cuts to make between the two ends of `span`, each with its log-odds."""
        starts = [span[0], *(cut.start for cut in cuts)]
        ends = [*(cut.end for cut in cuts), span[1]]
        spans = [(i, j) for i in range(len(starts)) for j in range(i, len(ends))]
        texts = [message[starts[i] : ends[j]] for i, j in spans]
        affinity, near = self._read(texts)
        row = {key: index for index, key in enumerate(spans)}

        def odds(first: int, middle: int, last: int) -> float:
            left, right, whole = row[first, middle - 1], row[middle, last], row[first, last]
            kind = cuts[middle - 1].kind
            if kind in _PHRASES and min(clauses.length(texts[left]), clauses.length(texts[right])) < MIN_PHRASE:
                return -np.inf
            routing, certainty = gains(affinity[left], affinity[right], affinity[whole])
            closer = float((near[left] + near[right]) / 2 - near[whole])
            by = self.weights
            return by.start[kind] + by.routing * routing + by.certainty * certainty + by.nearness * closer

        return [(value, cuts[middle - 1]) for value, middle in _best_path(len(starts), odds)]

    def _read(self, texts: Sequence[str]) -> tuple[Scores, Scores]:
        affinity = np.asarray(self.score(texts), dtype=np.float64)
        if affinity.ndim != 2 or len(affinity) != len(texts):
            raise ValueError(f"score returned shape {affinity.shape} for {len(texts)} texts, not (n_texts, n_labels)")
        if self.nearness is None:
            return affinity, np.zeros(len(texts))
        return affinity, np.asarray(self.nearness(texts), dtype=np.float64)


def _best_path(units: int, odds: Callable[[int, int, int], float]) -> list[tuple[float, int]]:
    """The cuts, each as (log-odds, index of the unit it opens), whose log-odds sum highest; empty to stay whole.

    `odds(first, middle, last)` is that of a cut between the parts first..middle-1 and middle..last.
    """
    best: dict[tuple[int, int], tuple[float, list[tuple[float, int]]]] = {}
    for last in range(units):
        best[0, last] = (0.0, [])
        for middle in range(1, last + 1):
            options = [(odds(first, middle, last), best[first, middle - 1]) for first in range(middle)]
            value, (total, path) = max(options, key=lambda option: option[0] + option[1][0])
            best[middle, last] = (total + value, [*path, (value, middle)])
    return max((best[first, units - 1] for first in range(units)), key=lambda found: found[0])[1]


def _parts(message: str, kept: Sequence[tuple[float, Cut]]) -> list[str]:
    # The strongest cuts win where there are too many; ties keep the earlier one.
    strongest = sorted(kept, key=lambda item: (-item[0], item[1].start))[: MAX_PARTS - 1]
    cuts = sorted((cut for _, cut in strongest), key=lambda cut: cut.start)
    if not cuts:
        return [message]
    spans = zip([0, *(cut.start for cut in cuts)], [*(cut.end for cut in cuts), len(message)], strict=True)
    trimmed = [trim(message, start, end) for start, end in spans]
    return [message[start:end] for start, end in trimmed if start < end]
