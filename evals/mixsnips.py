"""MixSNIPS: one to three requests in one message, seven labels, with nothing to learn from but single requests.

Qin et al., "AGIF", Findings of EMNLP 2020. The scorer is trained on single-label rows; the two thresholds are chosen
on messages made here by joining single-label rows; the dev rows are only reported. Run: python -m evals.mixsnips --json
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evals import command
from evals.need import NeedScorer
from evals.public import Benchmarks
from evals.report import Result, Row, mean_of_rows
from evals.timing import milliseconds
from evals.vectors import VectorCache
from graph.settings import Settings
from knowledge.ingest import Progress, no_progress
from routing.split import COMMANDS, split

Floats = NDArray[np.float64]

SUITE = "mixsnips"
TARGETS = {"exact": 0.965, "all_needed": 0.98, "mean_width": 2.1}
EXACT_THRESHOLD = 1.1
"""A part carries its best label and every other at least this probable; `tune` prefers the best alone."""
NEED_THRESHOLD = 0.05
"""The same, for finding every needed label: in `tune`, .03 finds no more than .05 and names more."""
SEED = 20240607
JOINTS = (" and ", " and then ", " and also ", " , ", " , and ", " , and then ", " , and also ")
TRIED = (0.02, 0.03, 0.05, 0.08, 0.12, 0.16, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.1)
HELD_OUT = 0.15
"""The share of single-label rows that `tune` joins; the scorer it measures never sees them."""


@dataclass(frozen=True)
class Message:
    """A text and the labels it needs."""

    id: str
    text: str
    labels: frozenset[str]


class Router:
    """Splits a message and reads the labels of its parts."""

    def __init__(self, scorer: NeedScorer, encode: VectorCache) -> None:
        self._scorer = scorer
        self._encode = encode
        self._known: dict[str, Floats] = {}

    def score(self, texts: Sequence[str]) -> Floats:
        """Probabilities of shape (len(texts), n_labels); each text is scored once."""
        if unseen := [text for text in dict.fromkeys(texts) if text not in self._known]:
            self._known.update(zip(unseen, self._scorer(unseen, self._encode(unseen)), strict=True))
        return np.stack([self._known[text] for text in texts])

    def parts(self, message: str) -> Floats:
        """The probabilities of the message's parts, shape (n_parts, n_labels)."""
        return self.score(split(message, self.score, weights=COMMANDS))

    def named(self, parts: Floats, threshold: float) -> list[str]:
        """The best label of each part, and every other at or above the threshold, in the scorer's order."""
        chosen = set(parts.argmax(axis=1).tolist()) | set(np.nonzero(parts >= threshold)[1].tolist())
        return [self._scorer.labels[index] for index in sorted(chosen)]

    def forget(self) -> None:
        """Score every text anew, so that a decision can be timed; vectors stay known."""
        self._known.clear()


def run(settings: Settings, progress: Progress = no_progress) -> Result:
    """Train on single-label rows, report the dev rows. ms_ are without the embedding.

    Raises:
        BenchmarkMissing: the data is not there.
    """
    began = time.perf_counter()
    data, encode = Benchmarks(settings.benchmarks), VectorCache.of(settings, progress)
    texts, truth = _singles(data)
    router = Router(NeedScorer(sorted(set(truth))).fit(texts, encode(texts), truth), encode)
    messages = [
        Message(f"dev:{number}", row["text"], frozenset(row["intents"]))
        for number, row in enumerate(data.rows("mixsnips/mixsnips_dev.jsonl"))
    ]
    metrics, rows = measure(router, messages, EXACT_THRESHOLD, NEED_THRESHOLD)
    router.forget()
    metrics |= milliseconds(lambda message: router.named(router.parts(message.text), NEED_THRESHOLD), messages)
    encode.save()
    return Result(
        suite=SUITE,
        split="dev",
        tuned_on="snips_train_single, alone and joined by us",
        n=len(messages),
        metrics=metrics,
        targets=TARGETS,
        seconds=time.perf_counter() - began,
        rows=rows,
    )


def measure(
    router: Router, messages: Sequence[Message], exact_at: float, need_at: float
) -> tuple[dict[str, float], list[Row]]:
    """exact: the share of exact label sets. all_needed, mean_width: with the labels named at the lower threshold."""
    parts = [router.parts(message.text) for message in messages]
    rows = [
        _row(message, router.named(part, exact_at), router.named(part, need_at))
        for message, part in zip(messages, parts, strict=True)
    ]
    return {
        "exact": mean_of_rows(rows, "exact"),
        "all_needed": mean_of_rows(rows, "all_needed"),
        "mean_width": float(np.mean([len(row["chosen"]) for row in rows])),
        "mean_needed": float(np.mean([len(message.labels) for message in messages])),
        "mean_parts": float(np.mean([len(part) for part in parts])),
    }, rows


def tune(settings: Settings, progress: Progress = no_progress, n: int = 1500) -> dict[str, dict[str, float]]:
    """The figures both thresholds were chosen by, on `n` messages joined from rows that the scorer did not see.

    One to three rows of different labels in equal numbers, joined by the connectors of JOINTS. No dev row is read.
    """
    data, encode = Benchmarks(settings.benchmarks), VectorCache.of(settings, progress)
    texts, truth = _singles(data)
    order = list(range(len(texts)))
    rng = random.Random(SEED)  # noqa: S311 - a draw of rows, not a secret
    rng.shuffle(order)
    held_out = int(len(order) * HELD_OUT)
    seen, rest = order[held_out:], order[:held_out]
    known = [texts[i] for i in seen]
    scorer = NeedScorer(sorted(set(truth))).fit(known, encode(known), [truth[i] for i in seen])
    router = Router(scorer, encode)
    messages = [_joined(rng, texts, truth, rest, 1 + index % 3) for index in range(n)]
    found = {str(threshold): measure(router, messages, threshold, threshold)[0] for threshold in TRIED}
    encode.save()
    return found


def _row(message: Message, exact: Sequence[str], named: list[str]) -> Row:
    right = {"exact": int(set(exact) == message.labels), "all_needed": int(message.labels <= set(named))}
    return Row(id=message.id, wanted=sorted(message.labels), chosen=named, right=right)


def _joined(rng: random.Random, texts: list[str], truth: list[str], rows: list[int], parts: int) -> Message:
    chosen: list[int] = []
    while len(chosen) < parts:
        row = rng.choice(rows)
        if truth[row] not in {truth[other] for other in chosen}:
            chosen.append(row)
    message = texts[chosen[0]]
    for row in chosen[1:]:
        message += rng.choice(JOINTS) + texts[row]
    return Message("+".join(map(str, chosen)), message, frozenset(truth[row] for row in chosen))


def _singles(data: Benchmarks) -> tuple[list[str], list[str]]:
    rows = data.rows("mixsnips/snips_train_single.jsonl")
    return [row["text"] for row in rows], [row["intents"][0] for row in rows]


if __name__ == "__main__":
    raise SystemExit(command.main(SUITE, run, tune))
