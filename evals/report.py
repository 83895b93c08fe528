"""What every suite returns, and how it is judged and printed: one object, the same for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NotRequired

from typing_extensions import TypedDict

AT_MOST: Final = (
    "mean_width",
    "single_split_rate",
    "ece",
    "ms_p50",
    "ms_p95",
    "false_alarms",
    "misrouted",
    "phantom_citations",
    "false_quotes",
    "overhead",
    "false_block",
    "false_pass",
    "wrongly_accepted",
    "spurious",
)
"""Metrics that are better lower, alone or with a word before or after (ms_p50_embedding); all others have a floor."""


class Row(TypedDict):
    """What became of one row of a suite, so that two runs can be compared and confusions counted."""

    id: str
    """Stays the same from run to run: the set's own id, or the row's place in its file."""
    wanted: list[str]
    """The labels the row needs; none where it is out of scope."""
    chosen: list[str]
    """The labels that were chosen, best first; none where it was taken for out of scope."""
    right: dict[str, int]
    """Metric to 1 (right) or 0; the metric of the same name is the mean over the rows that have it."""


class Result(TypedDict):
    """One suite's outcome: what was measured on which rows, what was tuned on which, and what was aimed at."""

    suite: str
    split: str
    tuned_on: str
    n: int
    metrics: dict[str, float]
    """Name to number; rates are shares in [0, 1], ms_ are milliseconds."""
    targets: dict[str, float]
    seconds: float
    rows: NotRequired[list[Row]]
    """Never printed; see `plain`."""


def plain(result: Result) -> dict[str, Any]:
    """The object that is printed: without rows, metrics to four digits."""
    shown: dict[str, Any] = {name: value for name, value in result.items() if name != "rows"}
    return shown | {"metrics": _rounded(result["metrics"]), "seconds": round(result["seconds"], 1)}


def missed(result: Result) -> dict[str, float]:
    """How far each missed target is from being met; empty when all are met. What was not measured is missed by inf."""
    gaps = {name: _gap(name, result["metrics"].get(name), target) for name, target in result["targets"].items()}
    return {name: gap for name, gap in gaps.items() if gap > 0}


def at_most(name: str) -> bool:
    """Whether a target of this metric is a ceiling."""
    return any(name == part or name.startswith(f"{part}_") or name.endswith(f"_{part}") for part in AT_MOST)


def table(result: Result) -> str:
    """The lines a person reads: a metric each, with its target, and by how much it is missed."""
    gaps = missed(result)
    about = f"{result['n']} rows ({result['split']}), tuned on {result['tuned_on']}, {result['seconds']:.1f} s"
    lines = [f"{result['suite']}: {about}"]
    width = max(map(len, [*result["metrics"], *result["targets"]]), default=0)
    for name, value in result["metrics"].items():
        lines.append(f"  {name:{width}} {value:9.4f}{_aim(name, result['targets'], gaps)}")
    lines += [f"  {name:{width}} {'-':>9}{_aim(name, result['targets'], gaps)}" for name in _unmeasured(result)]
    return "\n".join(line.rstrip() for line in lines)


def mean_of_rows(rows: Sequence[Row], metric: str) -> float:
    """The share of rows that are right, of those that have the metric.

    Raises:
        ValueError: none has it.
    """
    hits = [row["right"][metric] for row in rows if metric in row["right"]]
    if not hits:
        raise ValueError(f"no row has {metric}")
    return sum(hits) / len(hits)


def _aim(name: str, targets: Mapping[str, float], gaps: Mapping[str, float]) -> str:
    if name not in targets:
        return ""
    sign = "<=" if at_most(name) else ">="
    if name not in gaps:
        return f"  target {sign} {targets[name]:g}"
    by = "not measured" if gaps[name] == float("inf") else f"missed by {gaps[name]:.4f}"
    return f"  target {sign} {targets[name]:g}  {by}"


def _unmeasured(result: Result) -> list[str]:
    return [name for name in result["targets"] if name not in result["metrics"]]


def _gap(name: str, value: float | None, target: float) -> float:
    if value is None:
        return float("inf")
    # Shares of small sets are compared as they are printed: .98 of 50 rows is not missed by a rounding error.
    return round(value - target if at_most(name) else target - value, 6)


def _rounded(metrics: Mapping[str, float]) -> dict[str, float]:
    return {name: round(float(value), 4) for name, value in metrics.items()}
