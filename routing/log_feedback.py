"""What users made of the answers of one catalog, each judgement beside what it judges."""

from __future__ import annotations

from typing import Any

from knowledge.catalog import Catalog
from routing.log import RouteLog
from routing.log_rows import DecisionRow

MOST = 200
"""Judgements that are told, the youngest of them."""


def judged(log: RouteLog, catalog: Catalog) -> dict[str, Any]:
    """{helpful, not_helpful, rows}: the counts of all judgements over a catalog, and the youngest, youngest first.

    A row is {run_id, at, score, comment, questions, bases}: the questions of the run as they were routed, where the log
    keeps words, and every base that was searched for them. Raises StoreError; blocks.
    """
    given = log.feedback()
    runs: dict[str, list[DecisionRow]] = {}
    for row in log.rows() if given else []:
        if row.catalog == catalog.name:
            runs.setdefault(row.run_id, []).append(row)
    ours = [one for one in given if one.run_id in runs]
    return {
        "helpful": sum(one.score for one in ours),
        "not_helpful": sum(not one.score for one in ours),
        "rows": [
            {
                "run_id": one.run_id,
                "at": one.time.isoformat(),
                "score": one.score,
                "comment": one.comment,
                "questions": [row.text for row in runs[one.run_id] if row.text],
                "bases": list(dict.fromkeys(base for row in runs[one.run_id] for base in row.bases)),
            }
            for one in reversed(ours[-MOST:])
        ],
    }
