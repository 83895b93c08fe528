"""What routing has to beat: every base, one index of everything, bases at random, and the same bases for everybody."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from evals.certainty import of_mean
from evals.losses import Rates, rates
from evals.slots import Chosen, Searches, chosen_by, everywhere, share
from evals.sweep import at_random, commonest
from evals.trial import Trial, bases_of
from evals.window import Window
from routing.decision import Limits

SEED = 11
DRAWS = 5
"""Times that bases are drawn at random for each question."""

WORTH = 0.2
"""What routing could still be worth, in needed documents, for it to be left open: few questions rule out little."""

ROUTER, EVERY_BASE, ONE_INDEX = "router", "every base", "one combined index"


@dataclass(frozen=True)
class Rival:
    """One way of choosing where to search: the mean share of needed documents in the slots, and what it searched."""

    name: str
    evidence: float
    rates: Rates | None
    shares: tuple[float, ...]
    """The share of each question with documents."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether routing is worth it, as a sentence, and the difference to the better of every base and one index."""

    worth_it: bool | None
    """None where it cannot be told."""
    said: str
    difference: float
    low: float
    high: float


def rivals(trials: Sequence[Trial], searches: Searches, limits: Limits, window: Window) -> tuple[Rival, ...]:
    """The router with these limits first, then the others, over the same questions and slots."""
    catalog = searches.resources.catalog
    decided = {trial.row.id: trial.decide(limits) for trial in trials}
    widths = [len(bases_of(decided[trial.row.id])) for trial in trials]
    needed = [trial.needed for trial in trials]
    fixed = commonest(needed, catalog.names, round(fmean(widths)))
    dice = random.Random(SEED)  # noqa: S311 - a comparison, not a secret
    of = dict(zip((trial.row.id for trial in trials), widths, strict=True))

    def reached(choose: Callable[[Trial], Chosen], times: int = 1) -> tuple[float, ...]:
        with_documents = [trial for trial in trials if trial.row.documents]
        return tuple(
            fmean(
                share(one, searches.reached(one, choose(one), slots=window.slots, cap=window.per_base_cap))
                for _ in range(times)
            )
            for one in with_documents
        )

    def drawn(trial: Trial) -> Chosen:
        return everywhere(trial, dice.sample(catalog.names, min(of[trial.row.id], len(catalog.names))))

    def same(name: str, bases: list[str]) -> Rival:
        return _rival(name, reached(lambda one: everywhere(one, bases)), rates(needed, [bases] * len(needed)))

    one_index = tuple(share(one, searches.one_index(one, slots=window.slots)) for one in trials if one.row.documents)
    searched = [bases_of(decided[trial.row.id]) for trial in trials]
    return (
        _rival(ROUTER, reached(lambda one: chosen_by(decided[one.row.id])), rates(needed, searched)),
        same(EVERY_BASE, catalog.names),
        _rival(ONE_INDEX, one_index, None),
        _rival("random bases of the same width", reached(drawn, DRAWS), at_random(needed, widths, len(catalog.names))),
        same(f"always {' + '.join(fixed)}", fixed),
    )


def verdict(found: Sequence[Rival], bases: int) -> Verdict:
    """The router against the better of every base and one combined index, question by question; None of either where
    no question names its documents.
    """
    if not found:
        return Verdict(
            None,
            "whether routing is worth it cannot be told: no labelled question names its documents",
            0,
            *of_mean(()),
        )
    router = found[0]
    other = max((one for one in found if one.name in {EVERY_BASE, ONE_INDEX}), key=lambda one: one.evidence)
    gaps = [mine - theirs for mine, theirs in zip(router.shares, other.shares, strict=True)]
    mean, (low, high) = fmean(gaps), of_mean(gaps)
    width = router.rates.width if router.rates else float(bases)
    spared = f"it searches {width:.1f} of {bases} bases a question"
    by = f"{other.name} brings {other.evidence:.3f} of the needed documents, the router {router.evidence:.3f}"
    if low > 0:
        return Verdict(True, f"routing is worth it: {by}; {spared}", mean, low, high)
    if mean <= 0 and high < WORTH:
        return Verdict(False, f"routing is not worth it for the evidence: {by}; {spared}", mean, low, high)
    said = f"whether routing is worth it cannot be told from {len(gaps)} questions: {by}; {spared}"
    return Verdict(None, said, mean, low, high)


def _rival(name: str, shares: tuple[float, ...], found: Rates | None) -> Rival:
    return Rival(name, fmean(shares), found, shares)
