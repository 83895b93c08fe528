"""Choosing a catalog's settings on its own labelled questions: `signalbox tune`.

The router that is judged has learned from the other folds of the questions. Both costs of a mistake are measured on
the catalog's own bases; then the settings with the least expected cost are taken.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Self

from errors import EvalError
from evals.catalog_file import Tables
from evals.certainty import Interval, of_share
from evals.losses import C_EXTRA, Costs, Rates, loss
from evals.rivals import Rival, Verdict, rivals, verdict
from evals.slots import Searches
from evals.sweep import LEAST_ALL_NEEDED, TIE, Setting, Tried, grid, tried
from evals.trial import FOLDS, Trial, bases_of, held_out, limits_of
from evals.window import Window, by_window, enough, measured_costs
from graph.resources import Resources
from knowledge.catalog import Catalog
from knowledge.ingest import Progress, no_progress
from knowledge.labelled import LabelledQuestion, labelled_questions
from routing.decision import Limits

FEWEST = 6
"""Questions that need a base: with fewer, a fold of the router's learning has none of some base at all."""


@dataclass(frozen=True, slots=True)
class Messages:
    """What the labelled questions are like."""

    n: int
    kinds: dict[str, float]
    """Share of each labelled kind."""
    multi_need: float
    """Share of questions that need two bases or more."""
    multi_part: float
    """Share of questions that are cut into two or more."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a setting does; `setting` is None for the mean of several."""

    setting: Setting | None
    rates: Rates
    all_needed: float
    questions: int
    """Questions that need a base, which `all_needed` is a share of."""
    interval: Interval
    """Where that share lies with 95 percent certainty."""

    @classmethod
    def of(cls, setting: Setting | None, rates: Rates, all_needed: float, questions: int) -> Self:
        """An outcome with its interval."""
        return cls(setting, rates, all_needed, questions, of_share(all_needed, questions))


@dataclass(frozen=True)
class Tuning:
    """What was found out about one catalog."""

    catalog: str
    messages: Messages
    documented: int
    """Questions that name their documents: what the costs, the slots and the comparison are measured on."""
    measured: Costs
    costs: Costs
    """Those that were used: a needless base is never priced below the default, since a search is not free."""
    present: Outcome
    chosen: Outcome
    unseen: Outcome
    """Of settings chosen on other folds' questions."""
    routing: Setting
    window: Window
    rivals: tuple[Rival, ...]
    verdict: Verdict
    curves: dict[str, list[tuple[float, float]]]
    """Loss by width, floor and threshold, the others as chosen; needed documents in the slots by slots and by cap."""
    seconds: float

    @property
    def kept(self) -> bool:
        """Whether the catalog's present routing is as good as any."""
        return self.chosen.setting == self.present.setting

    def settings(self) -> Tables:
        """The tables of catalog.toml to paste."""
        one, fit = self.routing, self.window
        return {
            "routing": {"policy": "recall", "width": one.width, "floor": one.floor, "threshold": one.threshold},
            "evidence": {"slots": fit.slots, "per_base_cap": fit.per_base_cap},
        }


def tune(resources: Resources, progress: Progress = no_progress) -> Tuning:
    """Try every setting on the catalog's questions of split tune; `progress` is told of questions that are read.

    Builds a store that was never built. Where no question names its documents, the default costs count and the slots
    stay as they are. Raises EvalError where fewer than 6 questions that need a base are labelled.
    """
    began, catalog = time.perf_counter(), resources.catalog
    rows = _rows(catalog)
    resources.prepare()
    # Where the mood hands a message over nothing is searched, whatever the settings.
    trials = [one for one in held_out(resources, rows, progress=progress) if not one.handed_over]
    searches, now = Searches(resources), Window(catalog.evidence.slots, catalog.evidence.per_base_cap)
    documented = sum(bool(one.row.documents) for one in trials)
    measured = measured_costs(trials, searches, now) if documented else Costs()
    costs = Costs(measured.c_miss, max(measured.c_extra, C_EXTRA))
    outcome = _every_setting(trials, _present(catalog))
    present, chosen, unseen, setting = _chosen(outcome, _present(catalog), costs)
    shares = by_window(trials, searches, limits(catalog, setting), now) if documented else {}
    window = enough(shares, now, documented) if documented else now
    found = rivals(trials, searches, limits(catalog, setting), window) if documented else ()
    curves = {knob: outcome.curve(knob, setting, costs) for knob in ("width", "floor", "threshold")}
    curves["slots"] = [
        (float(fit.slots), got) for fit, got in shares.items() if fit.per_base_cap == window.per_base_cap
    ]
    curves["cap"] = [(float(fit.per_base_cap), got) for fit, got in shares.items() if fit.slots == window.slots]
    return Tuning(
        catalog=catalog.name,
        messages=_messages(rows, trials),
        documented=documented,
        measured=measured,
        costs=costs,
        present=present,
        chosen=chosen,
        unseen=unseen,
        routing=setting,
        window=window,
        rivals=found,
        verdict=verdict(found, len(catalog.names)),
        curves=curves,
        seconds=time.perf_counter() - began,
    )


def limits(catalog: Catalog, setting: Setting) -> Limits:
    """A catalog's limits with a setting."""
    return limits_of(catalog, policy="recall", width=setting.width, floor=setting.floor, threshold=setting.threshold)


def _rows(catalog: Catalog) -> list[LabelledQuestion]:
    rows = labelled_questions(catalog, "tune")
    useful = sum(bool(row.bases) for row in rows)
    if useful < FEWEST:
        raise EvalError(
            f"tune: {catalog.name} has {useful} labelled questions of split tune that need a base; at least {FEWEST} "
            f"are needed: add them to {catalog.folder / 'questions.jsonl'}"
        )
    return rows


def _messages(rows: Sequence[LabelledQuestion], trials: Sequence[Trial]) -> Messages:
    return Messages(
        n=len(rows),
        kinds={kind: count / len(rows) for kind, count in Counter(str(row.kind) for row in rows).most_common()},
        multi_need=fmean(len(row.bases) > 1 for row in rows),
        multi_part=fmean(len(one.pieces) > 1 for one in trials),
    )


def _every_setting(trials: Sequence[Trial], present: Setting) -> Tried:
    catalog = trials[0].cascade.catalog
    settings = grid(len(catalog.names), present)
    searched = [[bases_of(trial.decide(limits(catalog, one))) for trial in trials] for one in settings]
    # What is a person's to answer by its mood needs no base, and is none of routing's mistakes.
    needed = [frozenset() if trial.is_for_a_person else trial.needed for trial in trials]
    return tried(settings, searched, needed)


def _present(catalog: Catalog) -> Setting:
    routing = catalog.routing
    return Setting(min(routing.width, len(catalog.names)), routing.floor, routing.threshold)


def _chosen(tried_: Tried, present_setting: Setting, costs: Costs) -> tuple[Outcome, Outcome, Outcome, Setting]:
    """The present setting, the chosen one, what a choice is worth on unseen questions, and the chosen one once more.

    The present setting stays where it finds enough, and a choice betters it by next to nothing or would not have
    bettered it on unseen questions.
    """
    settings = tried_.settings
    now = settings.index(present_setting)
    asking = int((tried_.needed > 0).sum())
    best, unseen = tried_.best(costs), Outcome.of(None, *tried_.unseen(costs, FOLDS), asking)
    found = tried_.all_needed(now) >= min(LEAST_ALL_NEEDED, tried_.all_needed(best))
    bettered = max(loss(unseen.rates, costs), loss(tried_.rates(best), costs) + TIE)
    if found and loss(tried_.rates(now), costs) <= bettered:
        best = now
    present, chosen = (Outcome.of(settings[at], tried_.rates(at), tried_.all_needed(at), asking) for at in (now, best))
    return present, chosen, unseen, settings[best]
