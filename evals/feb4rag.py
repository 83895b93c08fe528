"""FeB4RAG as routing: choose among 16 sources whose relevance to a question is graded (Wang et al. 2024).

Rows are halved by the md5 of their id: the even half trains, and is all that was tuned on; the odd half is reported.
Run: python -m evals.feb4rag --json
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from evals import command
from evals.public import Benchmarks, half
from evals.report import Result
from evals.scores import graded_precision, ndcg
from evals.timing import milliseconds
from evals.vectors import VectorCache
from graph.settings import Settings
from knowledge.ingest import Progress, no_progress
from routing.semantic import Labelled, Profile, SemanticTier

SUITE = "feb4rag"
TARGETS = {"ndcg10": 0.912, "np1": 0.846, "np5": 0.888, "ndcg10_no_labels": 0.67, "ndcg10_prior": 0.77}
KINDS = {"general": 1.0, "wiki": 1.0, "news": 1.0, "tweet": 0.5, "debate": 0.5}
SPECIAL = 0.35
"""The prior an operator would declare before seeing a row: broad sources are needed oftenest, sources of one kind of
text half as often, sources of one subject a third as often."""
FOLDS = 5

Rows = list[dict[str, Any]]


def run(settings: Settings, progress: Progress = no_progress) -> Result:
    """The suite's figures on the odd half, taught with the even one. ms_ are without the embedding.

    Raises:
        BenchmarkMissing: the data is not there.
    """
    began = time.perf_counter()
    suite = Suite.of(settings, progress)
    train, report = suite.halves()
    tier = suite.fit(train)
    metrics = suite.measure(report, suite.needed(tier, report))
    vectors = {row["question"]: suite.encode([row["question"]])[0] for row in report}
    metrics |= milliseconds(lambda text: tier.score(text, vectors[text]), list(vectors))
    suite.encode.save()
    return Result(
        suite=SUITE,
        split="odd",
        tuned_on="even md5 of id",
        n=len(report),
        metrics=metrics,
        targets=TARGETS,
        seconds=time.perf_counter() - began,
    )


def tune(settings: Settings, progress: Progress = no_progress) -> dict[str, dict[str, float]]:
    """The figures of the even half, cross-validated within it."""
    suite = Suite.of(settings, progress)
    rows, _ = suite.halves()
    found = {"even": suite.measure(rows, suite.held_out(rows))}
    suite.encode.save()
    return found


@dataclass(frozen=True)
class Suite:
    """What ranking the sources takes."""

    data: Benchmarks
    encode: VectorCache
    engines: list[dict[str, str]]
    """{name, description, vertical} of each source."""

    @classmethod
    def of(cls, settings: Settings, progress: Progress) -> Suite:
        """Open data and vectors. Raises BenchmarkMissing."""
        data = Benchmarks(settings.benchmarks)
        return cls(data, VectorCache.of(settings, progress), data.table("feb4rag/engines.json"))

    def halves(self) -> tuple[Rows, Rows]:
        """The even and the odd rows: {id, question, engine_relevance}."""
        rows = self.data.rows("feb4rag/requests.jsonl")
        self.encode([row["question"] for row in rows])
        return [row for row in rows if half(row["id"]) == "even"], [row for row in rows if half(row["id"]) == "odd"]

    def fit(self, train: Rows, prior: Mapping[str, float] | None = None) -> SemanticTier:
        """A tier taught with graded rows; from descriptions alone where there is none."""
        profiles = [Profile(one["name"], one["description"], names=(one["vertical"],)) for one in self.engines]
        labelled = [Labelled(row["question"], grades=row["engine_relevance"]) for row in train]
        return SemanticTier.fit(profiles, self.encode, labelled, prior=prior)

    def needed(self, tier: SemanticTier, rows: Rows) -> np.ndarray:
        """Probabilities of shape (len(rows), number of sources)."""
        questions = [row["question"] for row in rows]
        return tier.matrix(questions, self.encode(questions))[0]

    def measure(self, rows: Rows, trained: np.ndarray) -> dict[str, float]:
        """ndcg10, np1, np5 of `trained`; ndcg10_no_labels from descriptions; ndcg10_prior with the declared prior."""
        grades = np.array([[row["engine_relevance"].get(one["name"], 0.0) for one in self.engines] for row in rows])
        prior = {one["name"]: KINDS.get(one["vertical"], SPECIAL) for one in self.engines}
        return {
            "ndcg10": ndcg(trained, grades),
            "np1": graded_precision(trained, grades, 1),
            "np5": graded_precision(trained, grades, 5),
            "ndcg10_no_labels": ndcg(self.needed(self.fit([]), rows), grades),
            "ndcg10_prior": ndcg(self.needed(self.fit([], prior), rows), grades),
        }

    def held_out(self, rows: Rows) -> np.ndarray:
        """Probabilities of each row by a tier that was taught with the others, in five folds."""
        fold = np.random.default_rng(0).permutation(len(rows)) % FOLDS
        needed = np.zeros((len(rows), len(self.engines)))
        for turn in range(FOLDS):
            held = [row for row, f in zip(rows, fold, strict=True) if f == turn]
            rest = [row for row, f in zip(rows, fold, strict=True) if f != turn]
            needed[fold == turn] = self.needed(self.fit(rest), held)
        return needed


if __name__ == "__main__":
    raise SystemExit(command.main(SUITE, run, tune))
