"""The eval `gating`: whether the best score among a row's tools tells rows that call for a tool from those that do not.

`python -m evals.gating --tune` fits the weights of `tools/gating/weights.py` on the even half and prints them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from evals.command import main
from evals.guard_data import turns
from evals.public import Benchmarks, Half, half
from evals.report import Result, Row
from graph.settings import Settings
from knowledge.embedding import Embedder, embedder
from knowledge.ingest import Progress
from tools.gating.features import NAMES, bare, card, features, first_sentence, question_of
from tools.gating.gate import THRESHOLD, score
from tools.guard.provenance import Turn
from tools.schema import Tool, tool_from_schema

FILE: Final = "guard/tool_gating.jsonl"
TARGETS: Final = {"gating_auroc": 0.90}
PENALTY: Final = 0.1
ROUNDS: Final = 2
"""How often the fit looks again for the tool that a positive row is about."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One row: the conversation, the tools in reach, and whether one of them is called for."""

    id: str
    turns: tuple[Turn, ...]
    tools: tuple[Tool, ...]
    called: bool


def run(settings: Settings, progress: Progress) -> Result:
    """The odd half by the row's id.

    Raises:
        BenchmarkMissing: the data is not there.
    """
    started = time.perf_counter()
    rows = asked(Benchmarks(settings.benchmarks), "odd")
    scored = [max(map(score, each), default=0.0) for each in _features(rows, embedder(settings.embedding), progress)]
    called = [row.called for row in rows]
    offered = [worth >= THRESHOLD for worth in scored]
    metrics = {
        "gating_auroc": float(roc_auc_score(called, scored)),
        "offered_called_for": float(np.mean([one for one, wanted in zip(offered, called, strict=True) if wanted])),
        "withheld_uncalled_for": float(
            np.mean([not one for one, wanted in zip(offered, called, strict=True) if not wanted])
        ),
        "called_for_of": float(sum(called)),
        "uncalled_for_of": float(len(called) - sum(called)),
    }
    return Result(
        suite="gating",
        split="odd half by md5 of the row's id",
        tuned_on="even half",
        n=len(rows),
        metrics=metrics,
        targets=TARGETS,
        seconds=time.perf_counter() - started,
        rows=[_row(row, one) for row, one in zip(rows, offered, strict=True)],
    )


def tune(settings: Settings, progress: Progress) -> Mapping[str, Any]:
    """The bias and weights fitted on the even half, for features as they are (not standardised)."""
    rows = asked(Benchmarks(settings.benchmarks), "even")
    return fit([row.called for row in rows], _features(rows, embedder(settings.embedding), progress))


def asked(benchmarks: Benchmarks, which: Half) -> list[Asked]:
    """The rows of one half."""
    return [
        Asked(row["id"], turns(row["messages"]), tuple(map(tool_from_schema, row["tools"])), bool(row["should_call"]))
        for row in benchmarks.rows(FILE)
        if half(row["id"]) == which
    ]


def fit(called: Sequence[bool], each: Sequence[Sequence[tuple[float, ...]]]) -> dict[str, float]:
    """Logistic regression where a positive row is known to hold one tool that fits, and not which.

    Of a positive row the tool that scores best takes part, chosen anew `ROUNDS` times; of a negative one all do, with
    the weight of one together (multiple-instance learning; Andrews et al., 2003).
    """
    every = np.array([values for tools in each for values in tools])
    mean, spread = every.mean(axis=0), every.std(axis=0) + 1e-9
    scaled: list[NDArray[Any]] = [(np.array(tools).reshape(-1, len(NAMES)) - mean) / spread for tools in each]
    best = [int(np.argmax(tools[:, 0])) if len(tools) else 0 for tools in scaled]
    model = LogisticRegression(C=PENALTY, class_weight="balanced", max_iter=500)
    for _ in range(ROUNDS):
        inputs, labels, shares = [], [], []
        for row, tools in enumerate(scaled):
            if not len(tools):
                continue
            taken = tools[best[row] : best[row] + 1] if called[row] else tools
            inputs += list(taken)
            labels += [int(called[row])] * len(taken)
            shares += [1 / len(taken)] * len(taken)
        model.fit(np.array(inputs), labels, sample_weight=shares)
        best = [int(np.argmax(model.decision_function(tools))) if len(tools) else 0 for tools in scaled]
    raw = model.coef_[0] / spread
    return {"bias": float(model.intercept_[0] - raw @ mean)} | dict(zip(NAMES, map(float, raw), strict=True))


def _features(rows: Sequence[Asked], model: Embedder, progress: Progress) -> list[list[tuple[float, ...]]]:
    """For each row the features of each of its tools; texts are encoded once, together."""
    questions = [question_of(row.turns) for row in rows]
    texts = {text for question in questions for text in (question, bare(question))}
    texts |= {text for row in rows for tool in row.tools for text in (card(tool), first_sentence(tool))}
    ordered = sorted(texts)
    vectors: dict[str, NDArray[np.float32]] = {}
    for start in range(0, len(ordered), 256):
        part = ordered[start : start + 256]
        vectors |= dict(zip(part, model.encode(part), strict=True))
        progress(min(start + 256, len(ordered)), len(ordered))
    return [
        [
            features(
                row.turns,
                tool,
                float(vectors[question] @ vectors[card(tool)]),
                float(vectors[bare(question)] @ vectors[first_sentence(tool)]),
            )
            for tool in row.tools
        ]
        for row, question in zip(rows, questions, strict=True)
    ]


def _row(row: Asked, offered: bool) -> Row:  # noqa: FBT001 - read beside its row
    wanted = ["call"] if row.called else []
    return Row(
        id=row.id, wanted=wanted, chosen=["call"] if offered else [], right={"gated": int(offered == row.called)}
    )


if __name__ == "__main__":
    sys.exit(main("gating", run, tune))
