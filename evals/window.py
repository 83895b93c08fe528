"""What reaches the answer's slots, by how many there are; and what a missing and a needless base take from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from evals.losses import Costs
from evals.slots import Searches, chosen_by, everywhere, share
from evals.trial import Trial
from routing.decision import Limits

SLOTS = (3, 4, 6, 8, 10, 12)
CAPS = (1, 2, 3, 4, 6)
FEW = 40
"""Questions from which a share of all is known to within a twentieth, and slots may be taken away."""
ENOUGH = 0.01
"""The fewest slots that bring the needed documents but for this share are enough: slots are paid for in tokens."""


@dataclass(frozen=True, slots=True)
class Window:
    """How findings are fitted into the answer's context: fields of `knowledge.catalog.Evidence`."""

    slots: int
    per_base_cap: int


def measured_costs(trials: Sequence[Trial], searches: Searches, window: Window) -> Costs:
    """The drop in the share of needed documents in the slots when a needed base is left out, and when the needless base
    with the best score is searched too; both from searching exactly the needed bases, never below 0.
    """

    def reached(trial: Trial, bases: Sequence[str]) -> float:
        sources = searches.reached(trial, everywhere(trial, bases), slots=window.slots, cap=window.per_base_cap)
        return share(trial, sources)

    missing, needless = [], []
    for trial in trials:
        if not trial.needed or not trial.row.documents:
            continue
        exact, scores = reached(trial, sorted(trial.needed)), trial.scores()
        missing += [exact - reached(trial, sorted(trial.needed - {base})) for base in sorted(trial.needed)]
        others = [base for base in scores if base not in trial.needed]
        if others:
            best = max(others, key=lambda base: scores[base])
            needless.append(exact - reached(trial, [*sorted(trial.needed), best]))
    return Costs(max(fmean(missing), 0.0) if missing else 0.0, max(fmean(needless), 0.0) if needless else 0.0)


def by_window(trials: Sequence[Trial], searches: Searches, limits: Limits, present: Window) -> dict[Window, float]:
    """The mean share of needed documents in the slots for every window, with the router's own decisions."""
    decided = [(trial, chosen_by(trial.decide(limits))) for trial in trials if trial.row.documents]
    found = {}
    for slots in sorted({*SLOTS, present.slots}):
        for cap in sorted({*(cap for cap in CAPS if cap <= slots), min(present.per_base_cap, slots)}):
            got = [share(one, searches.reached(one, bases, slots=slots, cap=cap)) for one, bases in decided]
            found[Window(slots, cap)] = fmean(got)
    return found


def enough(shares: Mapping[Window, float], present: Window, questions: int) -> Window:
    """The fewest slots that are enough, though no fewer than now where the questions are few: one that needs more may
    just not be among them. Of caps that no more than one question tells apart the nearest to the present
    one.
    """
    most = max(shares.values())
    slots = min(fit.slots for fit, got in shares.items() if got >= most - ENOUGH)
    slots = max(slots, present.slots) if questions < FEW else slots
    fits = {fit: got for fit, got in shares.items() if fit.slots == slots}
    near = [fit for fit, got in fits.items() if got >= max(fits.values()) - 1 / questions - 1e-9]
    return min(near, key=lambda fit: abs(fit.per_base_cap - present.per_base_cap))
