"""What `whole.py` found: figures of each system, whether the lines that must show are reached, a table, a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, median
from typing import Any

import numpy as np

from benchmarks.pictures import bars

OURS, TWICE, PLAIN = "Signalbox, model", "the same, twice the places", "plain LangGraph"
A_LOT_A_SEARCH = "LlamaIndex sub-question"
"""The peer that has all the places anew for every part of a message: two lots of them for two parts."""


def summed(row: dict[str, Any]) -> dict[str, Any]:
    """One system's figures: means of its rows, medians of its times. A system that is missing stays as it is."""
    if "missing" in row:
        return row
    evidence = {}
    for name, rows in row["evidence"].items():
        evidence[name] = {
            "share": round(fmean(one["share"] for one in rows if one["share"] is not None), 4),
            "calls": round(fmean(one["calls"] for one in rows), 2),
            "tokens": round(fmean(one["tokens"] for one in rows)),
            "raised": sum(bool(one["raised"]) for one in rows),
        }
    costs = {
        name: {**row[name], "ms": round(median(row[name]["ms"])), "spread": _spread_of(row[name]["ms"])}
        for name in ("sure", "follow_up")
    }
    walls = {
        many: {
            **told, "p50": round(median(told["ms"])), "p95": round(float(np.percentile(told["ms"], 95))),
            "n": len(told["ms"]), "ms": None,
        }
        for many, told in row["walls"].items()
    }  # fmt: skip
    return {**row, **costs, "evidence": evidence, "walls": walls}


def _spread_of(times: Sequence[float]) -> list[int]:
    return [round(min(times)), round(max(times))]


def table(report: dict[str, Any]) -> str:
    """The report as text: figures, what the lines of the issue come to, and behaviour in words."""
    rows = [row for row in report["rows"] if "missing" not in row]
    sets = list(report["n"])
    many = list(rows[0]["walls"]) if rows else []
    titles = [*(f"{name} evid." for name in sets), "calls", "tokens", "sure: calls", "ms", "follow-up: calls", "ms"]
    titles += [f"p50 at {one}" for one in many] + ["raised"]
    wide = max(len(row["system"]) for row in report["rows"])
    lines = [
        report["machine"],
        ", ".join(f"{name} {number}" for name, number in report["versions"].items()),
        f"{report['half']} rows: {report['n']}; {report['seconds']} s",
        "",
        " " * wide + "".join(f"{title:>17}" for title in titles),
    ]
    for row in rows:
        cells = [row["evidence"][name]["share"] for name in sets]
        cells += [row["evidence"][sets[0]]["calls"], row["evidence"][sets[0]]["tokens"]]
        cells += [row["sure"]["calls"], row["sure"]["ms"], row["follow_up"]["calls"], row["follow_up"]["ms"]]
        cells += [row["walls"][one]["p50"] for one in many]
        cells += [sum(one["raised"] for one in row["evidence"].values())]
        lines.append(f"{row['system']:{wide}}" + "".join(f"{cell:>17}" for cell in cells))
    lines += ["", *told(rows)]
    for case in rows[0]["behaviour"] if rows else ():
        lines += ["", f"when {case}:" if "base" in case or "found" in case else f"when the model returns {case}:"]
        lines += [f"  {row['system']:{wide}}  {in_words(row['behaviour'][case])}" for row in rows]
    lines += [f"{row['system']}: not run: {row['missing']}" for row in report["rows"] if "missing" in row]
    return "\n".join(lines)


def told(rows: Sequence[dict[str, Any]]) -> list[str]:
    """What each line that must show comes to; a line that is not reached says so."""
    by_name = {row["system"]: row for row in rows}
    if OURS not in by_name or PLAIN not in by_name:
        return []
    ours, plain = by_name[OURS], by_name[PLAIN]
    ratio = ours["follow_up"]["ms"] / plain["follow_up"]["ms"]
    checks = [
        ("a sure question costs one call", ours["sure"]["calls"] == 1, f"{ours['sure']['calls']:g}"),
        ("a two-base follow-up at most 3", ours["follow_up"]["calls"] <= 3, f"{ours['follow_up']['calls']:g}"),
        ("and at most half of the plain application's wall", ratio <= 0.5, f"{ratio:.2f}"),
    ]
    peers = [name for name in by_name if name not in (TWICE, A_LOT_A_SEARCH) and not name.startswith("Signalbox")]
    compared = [(OURS, peers, "every peer with as many places")]
    if {TWICE, A_LOT_A_SEARCH} <= set(by_name):
        compared.append((TWICE, [A_LOT_A_SEARCH], "the peer with the places anew for each part, in twice the places"))
    for mine, others, whom in compared:
        for name in ours["evidence"]:
            seen = by_name[mine]["evidence"][name]["share"]
            best = max(by_name[other]["evidence"][name]["share"] for other in others)
            checks.append((f"more evidence on {name} than {whom}", seen > best, f"{seen:.3f}, {best:.3f}"))
    return [f"{'reached' if met else 'NOT REACHED'}: {what}: {seen}" for what, met, seen in checks]


def in_words(case: dict[str, Any]) -> str:
    """What a system did, in a line."""
    calls = f"{case['calls']} calls"
    if case["raised"]:
        return f"raised after {calls}: {' '.join(case['raised'].split())[:150]}"
    return f"answered after {calls}: “{' '.join(case['said'].split())[:260]}”"


def picture(report: dict[str, Any], file: Path) -> None:
    """Draw walls and evidence of the systems that ran."""
    rows = [row for row in report["rows"] if "missing" not in row]
    walls = {f"{many} at once": [row["walls"][many]["p50"] for row in rows] for many in rows[0]["walls"]}
    shares = {name: [row["evidence"][name]["share"] for row in rows] for name in report["n"]}
    names = [row["system"] for row in rows]
    bars(file, names, {"wall of a message, p50 ms": walls, "needed evidence in the prompt": shares})
