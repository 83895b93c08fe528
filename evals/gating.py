"""The eval `gating`: whether the best score among a row's tools tells rows that call for a tool from those that do not.

`python -m evals.gating --tune` fits the weights of `tools/gating/weights.py` on the public even half together with rows
of our own (`fixtures/gating/tune.jsonl`; those in report.jsonl are reported) and with what people say to an assistant
(`gating_spoken`, messages of the even half; the odd ones are reported), and prints them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from evals.command import main
from evals.gating_rows import Asked, asked, own
from evals.gating_spoken import spoken
from evals.public import Benchmarks
from evals.report import Result, Row
from graph.settings import Settings
from knowledge.embedding import Embedder, embedder
from knowledge.ingest import Progress
from tools.gating.features import NAMES, bare, card, features, first_sentence, question_of
from tools.gating.gate import THRESHOLD, score

TARGETS: Final = {"gating_auroc": 0.90}
PENALTY: Final = 0.1
ROUNDS: Final = 4
"""How often the fit looks again for the tool that a row is about."""
SHARES: Final = (1.0, 0.3, 0.1)
"""What the public rows weigh together, those of our own and the spoken ones."""

Features = list[tuple[float, ...]]
"""Those of each of a row's tools."""


def run(settings: Settings, progress: Progress) -> Result:
    """The odd half by the row's id; `own_auroc` is that of the reported rows of our own, `spoken_auroc` of spoken ones.

    Raises:
        BenchmarkMissing: the data is not there.
    """
    started = time.perf_counter()
    data, model = Benchmarks(settings.benchmarks), embedder(settings.embedding)
    rows = asked(data, "odd")
    scored, called = _scored(rows, model, progress), [row.called for row in rows]
    offered = [worth >= THRESHOLD for worth in scored]
    metrics = {
        "gating_auroc": float(roc_auc_score(called, scored)),
        "own_auroc": _auroc(own("report"), model, progress),
        "spoken_auroc": _auroc(spoken(data, "odd", model), model, progress),
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
        tuned_on="even half, rows of our own and spoken ones",
        n=len(rows),
        metrics=metrics,
        targets=TARGETS,
        seconds=time.perf_counter() - started,
        rows=[_row(row, one) for row, one in zip(rows, offered, strict=True)],
    )


def tune(settings: Settings, progress: Progress) -> Mapping[str, Any]:
    """The bias and weights fitted on all three sorts of rows, for features as they are (not standardised)."""
    data, model = Benchmarks(settings.benchmarks), embedder(settings.embedding)
    sets = [asked(data, "even"), own("tune"), spoken(data, "even", model)]
    return fit([([row.called for row in rows], _features(rows, model, progress)) for rows in sets], SHARES)


def fit(sets: Sequence[tuple[Sequence[bool], Sequence[Features]]], shares: Sequence[float]) -> dict[str, float]:
    """Logistic regression where a row is known to hold a tool that fits or none, and not which of them it is about.

    Of each row the tool that scores best takes part, chosen anew `ROUNDS` times (multiple-instance learning; Andrews et
    al., 2003). In each set the rows that call for a tool weigh as much as the others; the sets weigh as `shares` say.
    """
    rows = [
        (np.array(tools), wanted, share / (2 * labels.count(wanted)))
        for (called, each), share in zip(sets, shares, strict=True)
        for labels in [list(called)]
        for wanted, tools in zip(labels, each, strict=True)
        if tools
    ]
    every = np.concatenate([tools for tools, _, _ in rows])
    mean, spread = every.mean(axis=0), every.std(axis=0) + 1e-9
    scaled = [(tools - mean) / spread for tools, _, _ in rows]
    labels = np.array([wanted for _, wanted, _ in rows])
    weights = np.array([weight for _, _, weight in rows]) * len(rows) / sum(shares)
    best = [int(np.argmax(tools[:, 0])) for tools in scaled]
    model = LogisticRegression(C=PENALTY, max_iter=1000)
    for _ in range(ROUNDS):
        chosen = np.array([tools[one] for tools, one in zip(scaled, best, strict=True)])
        model.fit(chosen, labels, sample_weight=weights)
        best = [int(np.argmax(model.decision_function(tools))) for tools in scaled]
    raw = model.coef_[0] / spread
    return {"bias": float(model.intercept_[0] - raw @ mean)} | dict(zip(NAMES, map(float, raw), strict=True))


def _auroc(rows: Sequence[Asked], model: Embedder, progress: Progress) -> float:
    return float(roc_auc_score([row.called for row in rows], _scored(rows, model, progress)))


def _scored(rows: Sequence[Asked], model: Embedder, progress: Progress) -> list[float]:
    return [max(map(score, each), default=0.0) for each in _features(rows, model, progress)]


def _features(rows: Sequence[Asked], model: Embedder, progress: Progress) -> list[Features]:
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
