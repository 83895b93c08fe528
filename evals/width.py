"""The width simulation: past which width do more bases make the evidence worse?

Eight specialists, a router and a ranking that are both noisy, and too few slots. What a query draws is random with a
fixed seed; which documents get the slots is decided by the house's own `knowledge.budget.fill`, so that the known
tables hold only while the budget does what it says. Run: python -m evals.width
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import fmean

from evals import command
from evals.report import Result
from graph.settings import Settings
from knowledge.budget import fill
from knowledge.ingest import Progress, no_progress
from knowledge.passage import Passage

SUITE = "width"
TARGETS = {"as_published": 1.0}

SPECIALISTS = range(8)
DOCUMENTS = range(3)
QUERIES = 400
SLOTS = 6
SEED = 11
SIGNAL = 2.0
"""How far a needed specialist and an essential document stand above the rest, in standard deviations of the noise."""
NEEDED = (1, 1, 2, 2, 3)
"""How many specialists a query may need; a number is as likely as it is often here."""

RECALL = (50, 77, 88, 95, 98, 99, 100, 100)
QUALITY = (50, 77, 86, 90, 91, 91, 89, 87)
QUALITY_CAPPED = {1: (43, 66, 75, 81, 84, 85, 85, 84), 2: (48, 75, 85, 90, 91, 91, 89, 87)}
"""The published tables: whole percent for widths 1 to 8, the last by strict cap."""


@dataclass(frozen=True, slots=True)
class Query:
    """One draw. The first document of a needed specialist is essential; no other is."""

    needed: frozenset[int]
    router: tuple[float, ...]
    """The router's score of each specialist."""
    documents: tuple[tuple[float, ...], ...]
    """The score of each document, by specialist."""

    def widest(self, width: int) -> list[int]:
        """The specialists a router of this width chooses, best first."""
        return sorted(SPECIALISTS, key=lambda one: -self.router[one])[:width]

    def recall(self, bases: Collection[int]) -> float:
        """The share of the needed specialists that are among `bases`."""
        return len(self.needed & set(bases)) / len(self.needed)

    def quality(self, bases: Collection[int], *, slots: int = SLOTS, cap: int | None = None) -> float:
        """Essential documents that got a slot, per needed specialist, when `bases` are searched.

        `cap` is strict; without one a base may take every slot.
        """
        found = [("", self._passage(base, number)) for base in bases for number in DOCUMENTS]
        kept = fill(found, [""], slots=slots, cap=slots if cap is None else cap, strict=True)
        essential = {self._passage(base, 0).id for base in self.needed}
        return len(essential & {one.passage.id for one in kept}) / len(self.needed)

    def _passage(self, base: int, number: int) -> Passage:
        # One distinct word a passage: none is a duplicate of another. The squashing keeps the order.
        name = f"specialist{base}document{number}"
        score = 1 / (1 + math.exp(-self.documents[base][number]))
        return Passage(name, str(base), name, name, score=score)


@dataclass(frozen=True, slots=True)
class Mistakes:
    """Mean quality when exactly the needed specialists are searched, one needed too few, and one needless too many."""

    exact: float
    under: float
    over: float

    @property
    def ratio(self) -> float:
        """How many times dearer the missing specialist is than the needless one."""
        return (self.exact - self.under) / (self.exact - self.over)


def run(_settings: Settings | None = None, _progress: Progress = no_progress) -> Result:
    """Recall and quality by width, and what a specialist too few and one too many cost.

    as_published: the share of the 32 cells of the four tables that are as published, in whole percent. best_width: the
    width of the best quality. quality_under, quality_over: with one specialist too few, and one too many; ratio: how
    many times dearer the first is.
    """
    began = time.perf_counter()
    queries = draw()
    recall, quality, cost = recall_by_width(queries), quality_by_width(queries), mistakes(queries)
    capped = {cap: quality_by_width(queries, cap=cap) for cap in QUALITY_CAPPED}
    pairs = [(recall, RECALL), (quality, QUALITY), *((capped[cap], said) for cap, said in QUALITY_CAPPED.items())]
    cells = [round(100 * got) == cell for table, said in pairs for got, cell in zip(table, said, strict=True)]
    metrics = {"as_published": fmean(cells), "best_width": float(quality.index(max(quality)) + 1)}
    metrics |= {
        "quality_exact": cost.exact,
        "quality_under": cost.under,
        "quality_over": cost.over,
        "ratio": cost.ratio,
    }
    for width in _widths():
        metrics |= {f"recall_{width}": recall[width - 1], f"quality_{width}": quality[width - 1]}
    return Result(
        suite=SUITE,
        split=f"seed {SEED}",
        tuned_on="nothing",
        n=len(queries),
        metrics=metrics,
        targets=TARGETS,
        seconds=time.perf_counter() - began,
    )


def draw(seed: int = SEED, count: int = QUERIES) -> list[Query]:
    """The queries of one seed; their order and the order of the draws inside each are part of the published table."""
    chance = random.Random(seed)  # noqa: S311 - a simulation, not a secret
    return [_query(chance) for _ in range(count)]


def recall_by_width(queries: Sequence[Query]) -> list[float]:
    """Mean share of needed specialists that are chosen, for widths 1 to 8."""
    return [fmean(query.recall(query.widest(width)) for query in queries) for width in _widths()]


def quality_by_width(queries: Sequence[Query], *, slots: int = SLOTS, cap: int | None = None) -> list[float]:
    """Mean quality for widths 1 to 8."""
    return [fmean(query.quality(query.widest(width), slots=slots, cap=cap) for query in queries) for width in _widths()]


def mistakes(queries: Sequence[Query]) -> Mistakes:
    """What one missing and one needless specialist cost, in mean quality."""
    return Mistakes(
        exact=fmean(query.quality(sorted(query.needed)) for query in queries),
        under=fmean(query.quality(sorted(query.needed)[:-1]) for query in queries),
        over=fmean(query.quality([*query.needed, _likeliest_needless(query)]) for query in queries),
    )


def _query(chance: random.Random) -> Query:
    count = chance.choice(NEEDED)
    needed = frozenset(chance.sample(SPECIALISTS, count))
    router = tuple((SIGNAL if one in needed else 0.0) + chance.gauss(0, 1) for one in SPECIALISTS)
    documents = tuple(
        tuple((SIGNAL if one in needed and number == 0 else 0.0) + chance.gauss(0, 1) for number in DOCUMENTS)
        for one in SPECIALISTS
    )
    return Query(needed, router, documents)


def _likeliest_needless(query: Query) -> int:
    return max((one for one in SPECIALISTS if one not in query.needed), key=lambda one: query.router[one])


def _widths() -> range:
    return range(1, len(SPECIALISTS) + 1)


if __name__ == "__main__":
    raise SystemExit(command.main(SUITE, run))
