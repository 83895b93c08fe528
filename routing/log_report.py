"""What the decision log tells: how each base and tier fares, and what users took up again. Pure functions.

Which decisions were probably wrong is for `routing.log_misroutes`. Each definition stands at its function.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from itertools import pairwise
from typing import Any

from routing.log_misroutes import MARGIN, misroutes, silent_pairs, suspects
from routing.log_rows import DecisionRow, ShadowRow

BINS = 10
AGAIN_WITHIN = timedelta(minutes=10)
Key = tuple[str, str]
"""A decision: run id and question id."""


@dataclass(frozen=True, slots=True)
class Share:
    """How one base fares where one tier names it; `base` is "" for decisions that name none (a person took over).

    `share` is the part of all decisions, `fallback_rate` the part of these; the others count these decisions.
    `empty`: this base was searched and returned nothing; `failed`: its search failed. `histogram` counts its scores
    in ten bins of 0.1, the last with 1.0 in it.
    """

    base: str
    tier: str
    decisions: int
    share: float
    fallback_rate: float
    empty: int
    failed: int
    apologies: int
    reopened: int
    histogram: tuple[int, ...]


def report(
    rows: Sequence[DecisionRow], shadows: Sequence[ShadowRow] = (), descriptions: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Everything below as one JSON-able object; `descriptions` are the catalog's, by base."""
    described = descriptions or {}
    again = reopened(rows)
    silent = suspects(shadows)
    total = max(len(rows), 1)
    return {
        "decisions": len(rows),
        "runs": len({row.run_id for row in rows}),
        "since": min(row.time for row in rows).isoformat() if rows else None,
        "searches_per_question": round(sum(row.searched for row in rows) / total, 2),
        "tiers": {tier: round(n / total, 4) for tier, n in Counter(row.tier for row in rows).most_common()},
        "fallback_rate": round(sum(row.fell_back for row in rows) / total, 4),
        "not_searched": sum(not row.searched for row in rows),
        "empty": sum(row.empty for row in rows),
        "apologies": sum(row.apology for row in rows),
        "reopened": len(again),
        "model_calls": sum(row.model_calls for row in rows),
        "tokens": sum(row.tokens for row in rows),
        "cost": round(sum(row.cost for row in rows), 4),
        "shares": [asdict(one) for one in shares(rows)],
        "misroutes": [asdict(one) for one in misroutes(rows, shadows, described)],
        "shadow": {
            "questions": len({(row.run_id, row.question_hash) for row in shadows}),
            "suspects": len(silent),
            "margin": MARGIN,
            "pairs": [asdict(one) for one in silent_pairs(silent, rows, described)],
        },
    }


def shares(rows: Sequence[DecisionRow]) -> list[Share]:
    """One entry for each base and tier that names it, the most frequent first. A decision of several bases counts for
    each of them, so that shares add up to more than 1.
    """
    again = reopened(rows)
    grouped: dict[tuple[str, str], list[DecisionRow]] = defaultdict(list)
    for row in rows:
        for base in row.bases or ("",):
            grouped[base, row.tier].append(row)
    found = [
        Share(
            base=base,
            tier=tier,
            decisions=len(group),
            share=round(len(group) / len(rows), 4),
            fallback_rate=round(sum(row.fell_back for row in group) / len(group), 4),
            empty=sum(row.passages.get(base) == 0 for row in group),
            failed=sum(base in row.passages and row.passages[base] is None for row in group),
            apologies=sum(row.apology for row in group),
            reopened=sum(_key(row) in again for row in group),
            histogram=histogram(row.scores[base] for row in group if base in row.scores),
        )
        for (base, tier), group in grouped.items()
    ]
    return sorted(found, key=lambda one: (-one.decisions, one.base, one.tier))


def histogram(scores: Iterable[float]) -> tuple[int, ...]:
    """How many scores (0 to 1) lie in each of ten bins of 0.1, closed below; 1.0 is in the last."""
    counted = Counter(min(max(int(score * BINS), 0), BINS - 1) for score in scores)
    return tuple(counted[place] for place in range(BINS))


def reopened(rows: Sequence[DecisionRow]) -> frozenset[Key]:
    """The decisions whose question the user did not take as settled.

    That is: the next run of the same thread begins within ten minutes, and one of the user's own questions in it has
    the same hash, or, where this one ended unanswered, the same first base. Questions the critic asked are no
    user's, on either side.
    """
    threads: dict[str, dict[str, list[DecisionRow]]] = defaultdict(lambda: defaultdict(list))
    for row in sorted(rows, key=lambda row: row.time):
        if row.thread_hash and row.origin == row.question:
            threads[row.thread_hash][row.run_id].append(row)
    return frozenset(
        _key(row)
        for runs in threads.values()
        for earlier, later in pairwise(runs.values())
        if later[0].time - earlier[0].time <= AGAIN_WITHIN
        for row in earlier
        if any(_same(row, other) for other in later)
    )


def _same(row: DecisionRow, later: DecisionRow) -> bool:
    repeated = bool(row.bases and later.bases) and row.bases[0] == later.bases[0]
    return row.question_hash == later.question_hash or (row.apology and repeated)


def _key(row: DecisionRow) -> Key:
    return row.run_id, row.question
