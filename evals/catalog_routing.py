"""The suites of the catalogs: does the router find every base that a labelled question needs, and its documents?

Each question goes through the project's own steps without a model: mood, rewriting by rules, kinds, decisions. A mood
that sends the message to a person searches nothing. Run: signalbox eval routing --suite larkspur
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from evals import scores
from evals.evidence import evidence_of
from evals.gate import LEAST_ALL_NEEDED, Gate
from evals.losses import Costs, loss, rates
from evals.report import Result, Row, mean_of_rows
from evals.timing import milliseconds
from evals.trial import Trial, bases_of, limits_of, nothing_labelled, remembered, take
from graph.resources import Resources
from graph.settings import Settings
from knowledge.catalog import Policy
from knowledge.ingest import Progress, no_progress
from knowledge.labelled import LabelledQuestion, Split, labelled_questions
from routing.cascade import OUT_OF_SCOPE
from routing.decision import Decision, Limits

Decisions = Sequence[tuple[Decision, bool]]


def run(
    catalog: str,
    settings: Settings,
    progress: Progress = no_progress,
    *,
    policy: Policy | None = None,
    split: Split = "report",
) -> Result:
    """Measure a catalog on one split of its labelled questions; a store that was never built is built first.

    `policy` replaces the catalog's own. Raises ConfigError where the catalog or a labelled question is wrong, and
    EvalError where it has no labelled question of the split.
    """
    opened = Resources.load(settings.model_copy(update={"catalog": catalog, "log": "none"}), on_build=progress)
    return measure(opened, policy=policy, split=split)


def measure(
    resources: Resources, *, policy: Policy | None = None, split: Split = "report", evidence: bool = True
) -> Result:
    """The figures of an opened catalog, over the questions whose labelled mood leads to an answer unless said so.

    accuracy: of the questions that need one base, the share whose first base is it. all_needed: of those that need
    any, the share whose every needed base is searched. p_miss, p_extra, loss: see `evals.losses`, at the costs of the
    catalog's gate. oos_recall: of the questions out of scope, the share that searched nothing or fell back under the
    floor, so that no base was singled out for them; declined is the share that searched nothing. ece: of every base's
    probability. escalates: the share with a question that a model would be asked about. The moods' own figures are
    over all questions. With `evidence`, the figures of `evals.evidence` and the time of a decision.
    """
    began = time.perf_counter()
    resources.prepare()
    catalog, gate = resources.catalog, Gate.load(resources.catalog.folder)
    router = remembered(resources.cascade)
    trials = [take(row, router) for row in labelled_questions(catalog, split)]
    if not trials:
        raise nothing_labelled(catalog, split)
    asked = [trial for trial in trials if not trial.is_for_a_person]
    limits = limits_of(catalog, **({"policy": policy} if policy else {}))
    judged = [_Judged.of(trial, limits) for trial in asked]
    costs = Costs() if gate is None else gate.priced()
    metrics = _routing(judged, costs) | _probabilities(asked) | _moods(trials)
    if evidence:
        metrics |= evidence_of(resources, [(one.trial, one.decisions, one.row) for one in judged])
        metrics |= milliseconds(lambda row: take(row, resources.cascade).decide(limits), _fresh(trials))
    return Result(
        suite=catalog.name,
        split=split,
        tuned_on="tune",
        n=len(trials),
        metrics=metrics,
        targets={"all_needed": LEAST_ALL_NEEDED if gate is None else gate.least_all_needed},
        seconds=time.perf_counter() - began,
        rows=[one.row for one in judged],
    )


@dataclass(frozen=True)
class _Judged:
    """A question with what was decided for it."""

    trial: Trial
    decisions: Decisions
    row: Row

    @classmethod
    def of(cls, trial: Trial, limits: Limits) -> _Judged:
        decisions = trial.decide(limits)
        chosen, needed = bases_of(decisions), trial.needed
        right = {}
        if needed:
            right["all_needed"] = int(needed <= set(chosen))
        if len(needed) == 1:
            right["accuracy"] = int(chosen[:1] == sorted(needed))
        if trial.row.kind == OUT_OF_SCOPE:
            fell = any(decision.fell_back for decision, _ in decisions)
            right |= {"oos_recall": int(fell or not chosen), "declined": int(not chosen)}
        return cls(trial, decisions, Row(id=trial.row.id, wanted=sorted(needed), chosen=chosen, right=right))


def _routing(judged: Sequence[_Judged], costs: Costs) -> dict[str, float]:
    rows = [one.row for one in judged]
    found = rates([row["wanted"] for row in rows], [row["chosen"] for row in rows])
    singles = [one for one in judged if len(one.trial.needed) == 1]
    metrics = {name: mean_of_rows(rows, name) for name in ("accuracy", "all_needed") if _has(rows, name)}
    metrics |= {
        "mean_width": found.width,
        "p_miss": found.p_miss,
        "p_extra": found.p_extra,
        "loss": loss(found, costs),
    }
    metrics |= {name: mean_of_rows(rows, name) for name in ("oos_recall", "declined") if _has(rows, name)}
    if singles:
        metrics["single_split_rate"] = fmean(len(one.trial.pieces) > 1 for one in singles)
    metrics["fell_back"] = fmean(any(decision.fell_back for decision, _ in one.decisions) for one in judged)
    metrics["escalates"] = fmean(any(not sure for _, sure in one.decisions) for one in judged)
    return metrics


def _probabilities(trials: Sequence[Trial]) -> dict[str, float]:
    names = trials[0].cascade.catalog.names
    read = [trial.scores() for trial in trials]
    right = [[name in trial.needed for name in names] for trial in trials]
    metrics = {"ece": scores.ece([[one[name] for name in names] for one in read], right)}
    outside = [trial.out_of_scope() for trial in trials if trial.row.kind == OUT_OF_SCOPE]
    inside = [trial.out_of_scope() for trial in trials if trial.needed]
    if outside and inside:
        metrics["auroc"] = scores.auroc(inside, outside)
    return metrics


def _moods(trials: Sequence[Trial]) -> dict[str, float]:
    # Only where the catalog has moods that lead to a person, or more than one label to tell apart.
    declared = "moods" in trials[0].cascade.catalog.model_fields_set
    if not declared:
        return {}
    away = [trial.handed_over for trial in trials if trial.is_for_a_person]
    kept = [trial.handed_over for trial in trials if not trial.is_for_a_person]
    metrics = {"mood_accuracy": fmean(trial.mood.name == trial.row.mood for trial in trials)}
    if away:
        metrics["handed_over_recall"] = fmean(away)
    if kept:
        metrics["handed_over_false_alarms"] = fmean(kept)
    return metrics


def _has(rows: Sequence[Row], metric: str) -> bool:
    return any(metric in row["right"] for row in rows)


def _fresh(trials: Sequence[Trial]) -> list[LabelledQuestion]:
    # A full stop more is another text to the embedder's memory, and the same question.
    return [trial.row.model_copy(update={"question": f"{trial.row.question} ."}) for trial in trials]
