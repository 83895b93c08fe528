"""What the route log says of one catalog, as the command `routes`, the server's routes.json and its metrics show it:
the report, each base by itself, which base is suspected to be taken for which, and how all of it went over time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from knowledge.catalog import Catalog
from routing.log import RouteLog
from routing.log_report import Key, reopened, report
from routing.log_rows import DecisionRow

STEPS = (timedelta(hours=1), timedelta(days=1), timedelta(weeks=1))
MOST_STEPS = 100
"""Points of a curve at most: the shortest step is taken that needs no more of them."""


def told(log: RouteLog, catalog: Catalog, since: datetime | None = None) -> dict[str, Any]:
    """`routing.log_report.report` over the decisions about `catalog` from `since` on. Raises StoreError."""
    return _report(catalog, *_ours(log, catalog, since))


def routing_health(log: RouteLog, catalog: Catalog, since: datetime | None = None) -> dict[str, Any]:
    """`told` with three keys more. Raises StoreError; blocks.

    bases: for each base of the catalog {decisions, share, fallback_rate, empty, failed, apologies, reopened};
    confusion: {chosen base: {base that seems better: suspected misroutes, silent ones included}};
    over_time: {step_s, points: [{at, decisions, fallback_rate, empty, apologies, reopened, shares: {base: share}}]}.
    """
    rows, shadows = _ours(log, catalog, since)
    found, again = _report(catalog, rows, shadows), reopened(rows)
    return {
        **found,
        "bases": {name: _fared(name, rows, again) for name in catalog.names},
        "confusion": _confusion([*found["misroutes"], *found["shadow"]["pairs"]]),
        "over_time": over_time(rows, catalog.names),
    }


def over_time(rows: Sequence[DecisionRow], bases: Sequence[str]) -> dict[str, Any]:
    """The curves, a point for each hour, day or week in which something was decided, oldest first, at UTC."""
    if not rows:
        return {"step_s": int(STEPS[0].total_seconds()), "points": []}
    first, last = min(row.time for row in rows), max(row.time for row in rows)
    step = next((one for one in STEPS if (last - first) / one < MOST_STEPS), STEPS[-1])
    epoch = datetime.fromtimestamp(0, first.tzinfo)
    again = reopened(rows)
    points: dict[datetime, list[DecisionRow]] = {}
    for row in sorted(rows, key=lambda row: row.time):
        points.setdefault(epoch + (row.time - epoch) // step * step, []).append(row)
    return {
        "step_s": int(step.total_seconds()),
        "points": [
            {
                "at": at.isoformat(),
                "decisions": len(some),
                "fallback_rate": _part(sum(row.fell_back for row in some), some),
                "empty": sum(row.empty for row in some),
                "apologies": sum(row.apology for row in some),
                "reopened": sum((row.run_id, row.question) in again for row in some),
                "shares": {base: _part(sum(base in row.bases for row in some), some) for base in bases},
            }
            for at, some in points.items()
        ],
    }


def _ours(log: RouteLog, catalog: Catalog, since: datetime | None) -> tuple[list[DecisionRow], list[Any]]:
    rows = [row for row in log.rows(since) if row.catalog == catalog.name]
    runs = {row.run_id for row in rows}
    return rows, [row for row in log.shadows(since) if row.run_id in runs]


def _report(catalog: Catalog, rows: Sequence[DecisionRow], shadows: Sequence[Any]) -> dict[str, Any]:
    described = {spec.name: spec.description for spec in catalog.base}
    return {"catalog": catalog.name, **report(rows, shadows, described)}


def _fared(base: str, rows: Sequence[DecisionRow], again: Collection[Key]) -> dict[str, Any]:
    own = [row for row in rows if base in row.bases]
    return {
        "decisions": len(own),
        "share": _part(len(own), rows),
        "fallback_rate": _part(sum(row.fell_back for row in own), own),
        "empty": sum(row.passages.get(base) == 0 for row in own),
        "failed": sum(base in row.passages and row.passages[base] is None for row in own),
        "apologies": sum(row.apology for row in own),
        "reopened": sum((row.run_id, row.question) in again for row in own),
    }


def _confusion(pairs: Sequence[dict[str, Any]]) -> dict[str, dict[str, int]]:
    counted: dict[str, Counter[str]] = {}
    for pair in pairs:
        counted.setdefault(pair["chosen"], Counter())[pair["better"]] += pair["count"]
    return {chosen: dict(sorted(better.items())) for chosen, better in sorted(counted.items())}


def _part(count: int, rows: Sequence[DecisionRow]) -> float:
    return round(count / max(len(rows), 1), 4)
