"""CLINC150 as routing: its ten domains are ten bases, and what is out of scope must be told apart (Larson et al. 2019).

Fitted on train and oos_train_plus; the one threshold is chosen on oos_val; figures are of test and oos_test. An intent
is a group inside its base, and few-example figures are the mean of five draws. Run: python -m evals.clinc150 --json
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from evals import command
from evals.public import Benchmarks
from evals.report import Result, Row
from evals.scores import accuracy, accuracy_threshold, auroc, ece
from evals.timing import milliseconds
from evals.vectors import VectorCache
from graph.settings import Settings
from knowledge.embedding import embedded
from knowledge.ingest import Progress, no_progress
from routing.semantic import Labelled, Profile, SemanticTier

SUITE = "clinc150"
TARGETS = {
    "accuracy": 0.987,
    "threshold_accuracy": 0.95,
    "oos_recall": 0.93,
    "auroc": 0.985,
    "accuracy_names": 0.87,
    "accuracy_10": 0.77,
    "accuracy_10_names": 0.90,
    "ms_p50": 4.0,
    "ms_p50_embedding": 8.0,
}
AIM = 0.95
"""In-scope accuracy the threshold must leave on val, whose 3,000 rows tell it to .004; all else is spent on recall."""
SEEDS = range(5)
EXAMPLES = 10

Split = Literal["val", "test"]
Rows = list[dict[str, Any]]


def run(settings: Settings, progress: Progress = no_progress) -> Result:
    """The suite's figures on test and oos_test.

    Raises:
        BenchmarkMissing: the data is not there.
    """
    began = time.perf_counter()
    suite = Suite.of(settings, progress, "test")
    metrics, rows = suite.full()
    metrics |= suite.few()
    suite.encode.save()
    return Result(
        suite=SUITE,
        split="test, oos_test",
        tuned_on="train, val, oos_train_plus, oos_val (fitted on too)",
        n=len(rows),
        metrics=metrics,
        targets=TARGETS,
        seconds=time.perf_counter() - began,
        rows=rows,
    )


def tune(settings: Settings, progress: Progress = no_progress) -> dict[str, dict[str, float]]:
    """The figures of val and oos_val; `clustered` finds groups by clustering instead of reading intents."""
    suite = Suite.of(settings, progress, "val")
    found = {"val": suite.full()[0] | suite.few(), "clustered": suite.full(groups=False)[0]}
    suite.encode.save()
    return found


@dataclass(frozen=True)
class Judged:
    """What a tier makes of some rows."""

    needed: np.ndarray
    """Probabilities of shape (n, labels)."""
    best: np.ndarray
    """The label with the highest one, shape (n,)."""
    right: np.ndarray
    outside: np.ndarray
    """The probability of being out of scope, shape (n,)."""


@dataclass(frozen=True)
class Suite:
    """What measuring one split takes."""

    data: Benchmarks
    encode: VectorCache
    split: Split
    domains: dict[str, list[str]]
    """Intents by domain."""

    @classmethod
    def of(cls, settings: Settings, progress: Progress, split: Split) -> Suite:
        """Open data and vectors, and embed all rows at once. Raises BenchmarkMissing."""
        data, encode = Benchmarks(settings.benchmarks), VectorCache.of(settings, progress)
        suite = cls(data, encode, split, data.table("clinc150/domains.json"))
        names = ("train", "val", "oos_train_plus", "oos_train", "oos_val", split, f"oos_{split}")
        encode([row["text"] for name in names for row in suite.rows(name)])
        return suite

    def rows(self, name: str) -> Rows:
        """The rows of one file of the set: {text, intent, domain}."""
        return self.data.rows(f"clinc150/{name}.jsonl")

    def full(self, *, groups: bool = True) -> tuple[dict[str, float], list[Row]]:
        """The figures of a tier taught with every training row, and the rows at its threshold."""
        train = [
            Labelled(row["text"], frozenset({row["domain"]}), group=row["intent"] if groups else None)
            for row in self.rows("train")
        ]
        strange = ["oos_train_plus", "oos_train", *(["oos_val"] if self.split != "val" else [])]
        strangers = [row["text"] for name in strange for row in self.rows(name)]
        began = time.perf_counter()
        tier = SemanticTier.fit([Profile(domain) for domain in self.domains], self.encode, train, strangers)
        fit_seconds = time.perf_counter() - began
        chosen_on = self.judge(tier, self.rows("val"))
        threshold = accuracy_threshold(chosen_on.outside, chosen_on.right, AIM)
        report = self.rows(self.split)
        home, away = self.judge(tier, report), self.judge(tier, self.rows(f"oos_{self.split}"))
        wanted = np.array([[label == row["domain"] for label in tier.labels] for row in report])
        metrics = {
            "accuracy": accuracy(home.right, np.ones_like(home.right)),
            "threshold_accuracy": float((home.right & (home.outside < threshold)).mean()),
            "oos_recall": float((away.outside >= threshold).mean()),
            "auroc": auroc(home.outside, away.outside),
            "ece": ece(home.needed.ravel(), wanted.ravel()),
            "ece_best": ece(home.needed.max(axis=1), home.right),
            "threshold": threshold,
            "fit_seconds": fit_seconds,
        }
        metrics |= self.speed(tier, [row["text"] for row in report])
        return metrics, [*_rows(self.split, report, home, threshold), *_strangers(self.split, away, threshold)]

    def few(self) -> dict[str, float]:
        """Accuracy from intent names, from ten examples a domain, and from both; no out of scope."""
        bare = [Profile(domain) for domain in self.domains]
        named = [Profile(domain, names=tuple(intents)) for domain, intents in self.domains.items()]
        train, report = self.rows("train"), self.rows(self.split)
        plain, with_names = [], []
        for seed in SEEDS:
            rows = _draw(train, list(self.domains), seed)
            plain.append(self.judge(SemanticTier.fit(bare, self.encode, rows, seed=seed), report).right.mean())
            with_names.append(self.judge(SemanticTier.fit(named, self.encode, rows, seed=seed), report).right.mean())
        return {
            "accuracy_names": float(self.judge(SemanticTier.fit(named, self.encode), report).right.mean()),
            "accuracy_10": float(np.mean(plain)),
            "accuracy_10_names": float(np.mean(with_names)),
        }

    def judge(self, tier: SemanticTier, rows: Rows) -> Judged:
        """What the tier makes of the rows; an out-of-scope row is never right."""
        texts = [row["text"] for row in rows]
        needed, outside = tier.matrix(texts, self.encode(texts))
        best = np.array(tier.labels)[needed.argmax(axis=1)]
        return Judged(needed, best, best == np.array([row["domain"] for row in rows]), outside)

    def speed(self, tier: SemanticTier, texts: Sequence[str]) -> dict[str, float]:
        """One decision, without and with the embedding of its question."""
        vectors = dict(zip(texts, self.encode(texts), strict=True))
        whole = milliseconds(lambda text: tier.score(text, embedded().encode([text])[0]), texts)
        bare = milliseconds(lambda text: tier.score(text, vectors[text]), texts)
        return bare | {f"{name}_embedding": value for name, value in whole.items()}


def _draw(train: Rows, domains: Sequence[str], seed: int) -> list[Labelled]:
    random = np.random.default_rng(seed)
    rows: list[Labelled] = []
    for domain in domains:
        own = [row for row in train if row["domain"] == domain]
        picked = random.choice(len(own), EXAMPLES, replace=False)
        rows += [Labelled(own[i]["text"], frozenset({domain})) for i in picked]
    return rows


def _rows(split: str, report: Rows, judged: Judged, threshold: float) -> list[Row]:
    known = judged.outside < threshold
    return [
        Row(
            id=f"{split}:{i}",
            wanted=[row["domain"]],
            chosen=[str(judged.best[i])] if known[i] else [],
            right={"accuracy": int(judged.right[i]), "threshold_accuracy": int(judged.right[i] and known[i])},
        )
        for i, row in enumerate(report)
    ]


def _strangers(split: str, judged: Judged, threshold: float) -> list[Row]:
    return [
        Row(
            id=f"oos_{split}:{i}",
            wanted=[],
            chosen=[] if outside >= threshold else [str(judged.best[i])],
            right={"oos_recall": int(outside >= threshold)},
        )
        for i, outside in enumerate(judged.outside)
    ]


if __name__ == "__main__":
    raise SystemExit(command.main(SUITE, run, tune))
