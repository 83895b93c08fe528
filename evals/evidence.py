"""What a policy's decisions are worth to the answer: needed documents that get a slot, beside what a router is praised
for. A router can look good by its first base while the answers lack what their second question needed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from statistics import fmean

from evals.report import Row, mean_of_rows
from evals.slots import Searches, chosen_by
from evals.trial import Trial, bases_of, limits_of
from graph.resources import Resources
from knowledge.catalog import Policy
from routing.decision import Decision

Decisions = Sequence[tuple[Decision, bool]]
POLICIES: tuple[Policy, ...] = ("single", "recall", "all")


def evidence_of(resources: Resources, judged: Sequence[tuple[Trial, Decisions, Row]]) -> dict[str, float]:
    """needed_in_slots: of the labelled documents, the share whose source gets a slot; all_in_slots: the share of
    questions with all of theirs, which is noted in their rows too.

    accuracy_single, accuracy_recall: the share of questions whose first base is one they need. evidence_single,
    evidence_recall: needed_in_slots under that policy. evidence_all searches every base, evidence_one_index asks one
    index of everything.
    """
    catalog, searches = resources.catalog, Searches(resources)
    slots, cap = catalog.evidence.slots, catalog.evidence.per_base_cap
    having = [(trial, decisions, row) for trial, decisions, row in judged if trial.row.documents]
    if not having:
        return {}
    trials = [trial for trial, _, _ in having]

    def reached(decided: Sequence[Decisions]) -> list[frozenset[str]]:
        pairs = zip(trials, decided, strict=True)
        return [searches.reached(trial, chosen_by(one), slots=slots, cap=cap) for trial, one in pairs]

    own = reached([decisions for _, decisions, _ in having])
    for (trial, _, row), sources in zip(having, own, strict=True):
        row["right"]["all_in_slots"] = int(set(trial.row.documents) <= sources)
    all_in_slots = mean_of_rows([row for _, _, row in having], "all_in_slots")
    metrics = {"needed_in_slots": _share(trials, own), "all_in_slots": all_in_slots}
    for policy in POLICIES:
        decided = [trial.decide(limits_of(catalog, policy=policy)) for trial in trials]
        if policy != "all":
            metrics[f"accuracy_{policy}"] = fmean(map(_first_is_needed, trials, decided))
        metrics[f"evidence_{policy}"] = _share(trials, reached(decided))
    one_index = [searches.one_index(trial, slots=slots) for trial in trials]
    return metrics | {"evidence_one_index": _share(trials, one_index)}


def _first_is_needed(trial: Trial, decisions: Decisions) -> bool:
    return bool(trial.needed & set(bases_of(decisions)[:1]))


def _share(trials: Sequence[Trial], reached: Sequence[Collection[str]]) -> float:
    pairs = zip(trials, reached, strict=True)
    return fmean(document in sources for trial, sources in pairs for document in trial.row.documents)
