"""Score the labels for a question within its conversation, without a language model.

The newest question alone often names no topic ("and how much is it?"), so the whole conversation speaks. But the user
may also change the subject, and then memory is wrong and the newest question right: the two readings are mixed by
how probable a change of subject is, instead of multiplied, so that memory cannot drown a question that stands alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from routing.clauses import words

Floats = NDArray[np.float64]
Vectors = NDArray[np.float32]
Nearest = Sequence[NDArray[np.floating]]
"""For each label, the scores of its best passages, best first; NEIGHBOURS of them are read, fewer or none will do."""
Search = Callable[[str], Nearest]

NEIGHBOURS = 5
"""Passages read for each label. Judging each base by its own best keeps a large base from outvoting a small one."""
COSINE_SHARPNESS = 20.0
BM25_SHARPNESS = 6.0
"""How fast a label fades behind the best one: per unit of cosine, and per share of the best BM25 score."""
DOUBT = 0.05
"""Added to each share before the product, so that no single view can veto a label."""
QUESTION_CHARACTERS = 8000
ANSWER_CHARACTERS = 2000
"""The part that is read of a question and of an answer: the encoder stops at 256 tokens anyway."""
TURNS_CHARACTERS = 400
"""The part that is read of the turns before the question, the latest ones: some seven turns. On the even half of MTRAG
no figure of routing moves between 400 characters and all of them, and turn 100 costs what turn 10 does (with all of
them, encoding alone took nine times as long as on turn 2)."""


@dataclass(frozen=True, slots=True)
class History:
    """What was said before a question, oldest first."""

    turns: tuple[str, ...] = ()
    """The user's."""
    answers: tuple[str, ...] = ()

    @property
    def answered(self) -> str:
        """The part that is read of the answer just before the question; "" where there is none."""
        return self.answers[-1][:ANSWER_CHARACTERS] if self.answers else ""


NOTHING_SAID = History()


@dataclass(frozen=True)
class Views:
    """What one conversation looks like to a store: three texts to search with."""

    question: str
    """The newest question alone."""
    exchange: str
    """The newest question, then the answer before it."""
    turns: str
    """The newest question, then the user's turns before it, the latest first and the oldest cut off."""


@dataclass(frozen=True)
class Cues:
    """What tells a change of subject from a follow-up. Cosines in [-1, 1]; 0.0 where there is nothing to compare."""

    to_previous_turn: float
    """Cosine of the newest question and the user turn before it."""
    to_previous_answer: float
    """Cosine of the newest question and the answer before it."""
    nearest: float
    """Cosine of the newest question and its nearest passage in any base."""
    words: int
    """Words in the newest question."""


def views(question: str, history: History) -> Views:
    """The three texts that a question and what came before it are searched with."""
    asked, before = question[:QUESTION_CHARACTERS], "\n".join(reversed(history.turns))[:TURNS_CHARACTERS]
    return Views(question, f"{asked}\n{history.answered}", f"{asked}\n{before}")


def dense_vote(nearest: Nearest) -> Floats:
    """Shares of shape (n_labels,), summing to 1, from cosines: a softmax of the mean of each label's best."""
    return _softmax(COSINE_SHARPNESS * _means(nearest, pad=False))


def sparse_vote(nearest: Nearest) -> Floats:
    """Shares of shape (n_labels,), summing to 1, from BM25 scores (higher is better, any scale, none below zero).

    BM25 has no fixed scale, so scores count relative to the best label. Where no word is shared, all shares are even.
    """
    means = _means(nearest, pad=True)
    return _softmax(BM25_SHARPNESS * means / max(float(means.max(initial=0.0)), 1e-9))


def product(shares: Floats) -> Floats:
    """The product of votes of shape (n_views, n_labels), summing to 1: agreement counts, and no view can veto."""
    return _softmax(np.log(np.atleast_2d(shares) + DOUBT).sum(axis=0))


def changed_subject(cues: Cues, certainty: float) -> float:
    """The probability in [0, 1] that the newest question leaves the conversation's subject.

    `certainty` is the largest probability that the newest question alone gives a label. The weights come from the
    even half of MTRAG (Katsis et al. 2025), where opening questions of other conversations were put in the place of
    follow-ups, by maximising the likelihood of the mixture with such rows at a weight of .1 (NOTES.md).
    """
    evidence = (
        -7.7
        - 2.5 * cues.to_previous_turn
        - 2.95 * cues.to_previous_answer
        + 4.25 * cues.nearest
        + 5.6 * certainty
        + 2.0 * min(cues.words, 15) / 15
    )
    return float(1.0 / (1.0 + np.exp(-evidence)))


@dataclass(frozen=True)
class Reading:
    """A question within its conversation. Each share is of shape (n_labels,) and sums to 1."""

    newest: Floats
    """What the newest question says alone."""
    memory: Floats | None = None
    """What the conversation says; None where there is none."""
    change: float = 1.0
    """How probable it is that the newest question changes the subject."""

    @property
    def fused(self) -> Floats:
        """The probability of each label: the two readings, mixed by how probable a change of subject is."""
        if self.memory is None:
            return self.newest
        return self.change * self.newest + (1.0 - self.change) * self.memory


def fuse(alone: Floats, remembered: Floats | None = None, cues: Cues | None = None) -> Reading:
    """The reading that votes of shape (n_views, n_labels) make together.

    `alone` holds those that saw the newest question only (dense, BM25), `remembered` those that saw the conversation
    (turns and exchange, dense and BM25). Without a conversation both of the others are None and the question speaks
    alone. Raises ValueError when one is given without the other, or when the two differ in labels.
    """
    newest = product(alone)
    if remembered is None and cues is None:
        return Reading(newest)
    if remembered is None or cues is None:
        raise ValueError("remembered votes and cues belong together: give both, or neither where nothing came before")
    memory = product(remembered)
    if memory.shape != newest.shape:
        raise ValueError(f"votes over {len(newest)} labels cannot be fused with votes over {len(memory)}")
    return Reading(newest, memory, changed_subject(cues, float(newest.max())))


def read(
    question: str,
    history: History,
    dense: Search,
    sparse: Search,
    encode: Callable[[list[str]], Vectors],
) -> Reading:
    """The labels for a question after `history`.

    `dense` (cosines) and `sparse` (BM25) search every label's passages; `encode` gives unit vectors of shape
    (n, dimensions). A question alone costs two searches, one in a conversation six.
    """
    seen = views(question, history)
    near = dense(question)
    alone = np.stack([dense_vote(near), sparse_vote(sparse(question))])
    if not history.turns:
        return fuse(alone)
    texts = (seen.turns, seen.exchange)
    remembered = [dense_vote(dense(text)) for text in texts] + [sparse_vote(sparse(text)) for text in texts]
    vectors = encode([question, history.turns[-1], history.answered])
    to_turn, to_answer = (float(cosine) for cosine in vectors[1:] @ vectors[0])
    best = max((float(scores[0]) for scores in near if len(scores)), default=0.0)
    # An empty answer has a vector too, but no likeness to anything.
    cues = Cues(to_turn, to_answer if history.answered else 0.0, best, len(words(question)))
    return fuse(alone, np.stack(remembered), cues)


def _means(nearest: Nearest, pad: bool) -> Floats:
    # A label with two BM25 hits has no third that shares a word, hence the padding with zeros; a base of two passages
    # is no farther for being small, hence none for cosines.
    sums = np.array([float(np.sum(scores[:NEIGHBOURS])) for scores in nearest], dtype=np.float64)
    counts = [NEIGHBOURS if pad else max(1, min(NEIGHBOURS, len(scores))) for scores in nearest]
    return sums / np.array(counts, dtype=np.float64)


def _softmax(logits: Floats) -> Floats:
    odds = np.exp(logits - logits.max())
    return np.asarray(odds / odds.sum(), dtype=np.float64)
