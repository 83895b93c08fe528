"""What the routing benchmark makes of each system's decisions: the same threshold rule and figures for all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from benchmarks.peers.exchange import balanced

Floats = NDArray[np.float64]
FIGURES = ("accuracy", "threshold_accuracy", "oos_recall", "auroc", "ms_p50", "ms_p95", "cpu_ms_p50", "fit_seconds")
REFERENCE = "signalbox"


def auroc(inside: ArrayLike, outside: ArrayLike) -> float:
    """Probability that an in-scope row looks surer than an out-of-scope one; a tie counts half."""
    own, away = np.sort(_floats(inside)), _floats(outside)
    below, up_to = np.searchsorted(own, away, side="left"), np.searchsorted(own, away, side="right")
    return 1.0 - float((below + up_to).sum() / (2 * own.size * away.size))


def judged(answers: dict[str, Any], parts: dict[str, list[tuple[str, str | None]]]) -> dict[str, Any]:
    """One row of the table. The threshold is chosen on val and oos_val; the figures are of test and oos_test."""
    right, sure = _read(answers, parts)
    threshold, _ = balanced(right["val"], sure["val"], sure["oos_val"])
    return {
        "system": answers["system"],
        "setting": answers["setting"],
        "accuracy": round(float(right["test"].mean()), 4),
        "threshold_accuracy": round(float((right["test"] & (sure["test"] >= threshold)).mean()), 4),
        "oos_recall": round(float((sure["oos_test"] < threshold).mean()), 4),
        "auroc": round(auroc(sure["test"], sure["oos_test"]), 4),
        "ms_p50": round(float(np.percentile(answers["ms"], 50)), 3),
        "ms_p95": round(float(np.percentile(answers["ms"], 95)), 3),
        "cpu_ms_p50": round(float(np.percentile(answers["cpu_ms"], 50)), 3),
        "fit_seconds": round(answers["fit_seconds"], 2),
        "notes": answers["notes"],
    }


def _read(
    answers: dict[str, Any], parts: dict[str, list[tuple[str, str | None]]]
) -> tuple[dict[str, NDArray[np.bool_]], dict[str, Floats]]:
    """By part: whether each row's best base was the needed one, and how sure the system was that it is in scope."""
    right, sure = {}, {}
    for part, rows in parts.items():
        decided = answers["decided"][part]
        right[part] = np.array([best == base for (best, _), (_, base) in zip(decided, rows, strict=True)])
        sure[part] = np.array([value for _, value in decided])
    return right, sure


def at_recall(answers: dict[str, Any], parts: dict[str, list[tuple[str, str | None]]], recall: float) -> float:
    """The in-scope accuracy of a system on test where it catches the share `recall` of oos_test: its curve is read at
    one point, and no threshold is chosen.
    """
    right, sure = _read(answers, parts)
    outside = np.sort(sure["oos_test"])
    caught = outside[max(math.ceil(recall * outside.size - 1e-9), 1) - 1]
    return float((right["test"] & (sure["test"] > caught)).mean())


def beside_ours(
    rows: Sequence[dict[str, Any]], ours: Sequence[dict[str, Any]], parts: dict[str, list[tuple[str, str | None]]]
) -> list[dict[str, Any]]:
    """Each row with `ours_there`: our accuracy in the same setting where we catch as much of oos_test as it does at its
    threshold. Accuracies at two thresholds say little, since each of two routers may lean to the other side.
    """
    known = {answers["setting"]: answers for answers in ours if answers["system"] == REFERENCE}

    def there(row: dict[str, Any]) -> float | None:
        answers = known.get(row["setting"])
        return round(at_recall(answers, parts, row["oos_recall"]), 4) if answers else None

    return [{**row, "ours_there": there(row)} for row in rows]


def missing(system: str, reason: str) -> dict[str, Any]:
    """The row of a system that could not be tried."""
    return {"system": system, "setting": "none", **dict.fromkeys(FIGURES), "notes": reason}


def with_ratios(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each row with `ratio` and `cpu_ratio`: its median times over the reference's in the same setting.

    None where either is missing. On a machine with other work the second is the one to believe.
    """
    ours = {row["setting"]: row for row in rows if row["system"] == REFERENCE}

    def over(row: dict[str, Any], figure: str) -> float | None:
        base = ours.get(row["setting"], {}).get(figure)
        return round(row[figure] / base, 2) if base else None

    return [{**row, "ratio": over(row, "ms_p50"), "cpu_ratio": over(row, "cpu_ms_p50")} for row in rows]


def table(report: dict[str, Any]) -> str:
    """The report as text: what was run, one line a row, and every row's notes."""
    columns = ("setting", *FIGURES[:3], "ours_there", *FIGURES[3:], "ratio", "cpu_ratio")
    titles = ["setting", "accuracy", "at threshold", "OOS recall", "ours there", "AUROC"]
    titles += ["ms p50", "ms p95", "CPU ms p50", "fit s", "x ours", "x CPU"]
    wide = max(len(row["system"]) for row in report["rows"])
    counts = ", ".join(f"{count} {part}" for part, count in report["n"].items())
    packages = ", ".join(f"{name} {number}" for name, number in report["versions"].items())
    lines = [report["machine"], packages, f"{counts}; {report['sample']}", f"{report['seconds']} s", ""]
    lines.append(" " * wide + "".join(f"{title:>13}" for title in titles))
    lines += [
        f"{row['system']:{wide}}" + "".join(f"{_cell(row[name]):>13}" for name in columns) for row in report["rows"]
    ]
    lines += ["", *(f"{row['system']} ({row['setting']}): {row['notes']}" for row in report["rows"] if row["notes"])]
    return "\n".join(lines)


def _cell(value: float | str | None) -> str:
    return "-" if value is None else str(value)


def _floats(values: ArrayLike) -> Floats:
    return np.asarray(values, dtype=np.float64)
