"""The suites `mood` and `kinds`: how well the two embedded classifiers read labelled messages, without a model.

Mood is measured on rows its fit never saw (splits tune and report of a catalog's `moods.jsonl`) and on the catalog's
sample questions; kinds on questions of split report, since those of split tune teach the tier.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence

from evals.report import Result, Row
from graph.settings import Settings
from knowledge.catalog import Catalog
from knowledge.embedding import Embedder, embedder
from knowledge.labelled import labelled_questions
from routing.kinds import KindTier
from routing.mood import NEUTRAL, MoodTier

MOODS = {"positive": "answer", "neutral": "answer", "negative": "person"}
"""What a catalog without moods of its own is measured with."""
MOOD_TARGETS = {"distress_recall": 1.0, "distress_false_alarms": 0.05}
KIND_TARGETS = {"accuracy": 0.85} | {
    f"{kind}_{what}": 0.8 for kind in ("summarize", "compare") for what in ("precision", "recall")
}


def run(catalog: str, settings: Settings) -> Result:
    """The suite `mood` over a catalog by its name. Raises ConfigError where there is none."""
    return mood(Catalog.load(settings.catalogs / catalog), embedder(settings.embedding))


def run_kinds(catalog: str, settings: Settings) -> Result:
    """The suite `kinds` over a catalog by its name. Raises ConfigError where there is none."""
    return kinds(Catalog.load(settings.catalogs / catalog), embedder(settings.embedding))


def mood(catalog: Catalog, model: Embedder) -> Result:
    """Recall and false alarms of each mood but neutral.

    `distress_recall` counts the rows of `moods.jsonl`, splits tune and report together, that hold no word of a mood;
    `distress_recall_report` those of report alone; `questions_distress_recall` the catalog's questions of split report,
    words or not;
    `distress_recall_left_out` the training rows, each left out of the fit. `targets` names only what was measured.
    """
    started = time.perf_counter()
    declared = catalog if "moods" in catalog.model_fields_set else catalog.model_copy(update={"moods": MOODS})
    tier = MoodTier.fit(declared, model)
    paraphrases = [
        (row["text"], row["mood"], row["split"])
        for row in _paraphrases(catalog)
        if row["split"] != "train" and not tier.by_words(row["text"])
    ]
    questions = [(row.question, row.mood) for row in labelled_questions(catalog, "report")]
    names = [name for name in declared.moods if name != NEUTRAL]
    metrics: dict[str, float] = {}

    def read(text: str) -> str:
        return tier.read(text).name

    for suffix, splits in (("", ("tune", "report")), ("_tune", ("tune",)), ("_report", ("report",))):
        rows = [(text, label) for text, label, split in paraphrases if split in splits]
        metrics |= {f"{name}{suffix}": value for name, value in _rates(rows, read, names).items()}
    metrics |= {f"questions_{name}": value for name, value in _rates(questions, read, names).items()}
    for name, threshold in tier.thresholds.items():
        metrics |= {
            f"{name}_recall_left_out": threshold.recall,
            f"{name}_false_alarms_left_out": threshold.false_alarms,
        }
    return Result(
        suite="mood",
        split="tune+report",
        tuned_on="train (thresholds, each row left out); tune (the features)",
        n=len(paraphrases) + len(questions),
        metrics=metrics,
        targets={name: value for name, value in MOOD_TARGETS.items() if name in metrics},
        seconds=time.perf_counter() - started,
        rows=[_row(text, label, read(text)) for text, label, _ in paraphrases],
    )


def kinds(catalog: Catalog, model: Embedder) -> Result:
    """Accuracy over the questions of split report that are in scope, and precision and recall of each kind.

    A precision is left out where nothing was read as the kind, a recall where no question has it; `accuracy_tune` is
    taken with each tune row left out of the fit.
    """
    started = time.perf_counter()
    tier = KindTier.fit(catalog, model)
    rows = [row for row in labelled_questions(catalog, "report") if row.kind in tier.kinds]
    read = [(tier.read(row.question)[0], row.kind) for row in rows]
    shares = {"accuracy": _share([got == kind for got, kind in read])}
    shares["accuracy_tune"] = _share([got == kind for _, kind, got in tier.tuned])
    for kind in tier.kinds:
        shares[f"{kind}_precision"] = _share([right == kind for got, right in read if got == kind])
        shares[f"{kind}_recall"] = _share([got == kind for got, right in read if right == kind])
    metrics = {name: value for name, value in shares.items() if value is not None}
    return Result(
        suite="kinds",
        split="report",
        tuned_on="tune (they teach the tier as well)",
        n=len(rows),
        metrics=metrics,
        targets={name: value for name, value in KIND_TARGETS.items() if name in metrics},
        seconds=time.perf_counter() - started,
        rows=[_row(row.id, kind, got) for row, (got, kind) in zip(rows, read, strict=True)],
    )


def _row(id_: str, label: str, got: str) -> Row:
    right = {"accuracy": int(got == label), f"{label}_recall": int(got == label)}
    return Row(id=id_, wanted=[label], chosen=[got], right=right)


def _rates(rows: Sequence[tuple[str, str]], read: Callable[[str], str], names: Sequence[str]) -> dict[str, float]:
    got = [(read(text), label) for text, label in rows]
    rates = {
        rate: value
        for name in names
        for rate, value in (
            (f"{name}_recall", _share([is_ == name for is_, label in got if label == name])),
            (f"{name}_false_alarms", _share([is_ == name for is_, label in got if label != name])),
        )
    }
    return {rate: value for rate, value in rates.items() if value is not None}


def _share(hits: Sequence[bool]) -> float | None:
    return sum(hits) / len(hits) if hits else None


def _paraphrases(catalog: Catalog) -> list[dict[str, str]]:
    file = catalog.folder / "moods.jsonl"
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
