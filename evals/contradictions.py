"""The suite `answers contradictions`: labelled pairs of passages that contradict each other, or agree though they look
alike (prices of two plans, rules for two groups).

The pairs are our own (`fixtures/contradictions`): those in tune.jsonl chose the rules, those in report.jsonl are
reported.
Run: signalbox eval answers --suite contradictions
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evals.report import Result, Row
from graph.settings import Settings
from knowledge.contradictions import contradictions
from knowledge.ingest import Progress, no_progress
from knowledge.labelled import Split
from knowledge.passage import Passage

FIXTURES = Path(__file__).parent / "fixtures" / "contradictions"
TARGETS = {"shown": 8, "false_alarms": 1}


def run(settings: Settings, progress: Progress = no_progress, *, split: Split = "report") -> Result:  # noqa: ARG001
    """shown: of 10 contradicting pairs, how many are told. false_alarms: how many of 40 agreeing pairs are told as
    contradictions. newest_first: of the shown pairs with a known newer side, the share that begins with it.
    """
    began = time.perf_counter()
    lines = (FIXTURES / f"{split}.jsonl").read_text(encoding="utf-8").splitlines()
    pairs = [json.loads(line) for line in lines]
    rows = [_judged(pair) for pair in pairs]
    ordered = [row["right"]["newest_first"] for row in rows if "newest_first" in row["right"]]
    return Result(
        suite="contradictions",
        split=split,
        tuned_on="tune",
        n=len(rows),
        metrics={
            "shown": float(sum(row["right"].get("told", 0) for row in rows)),
            "false_alarms": float(sum(1 - row["right"].get("let_pass", 1) for row in rows)),
            "newest_first": sum(ordered) / max(len(ordered), 1),
        },
        targets=dict(TARGETS),
        seconds=time.perf_counter() - began,
        rows=rows,
    )


def _judged(pair: Mapping[str, Any]) -> Row:
    passages = [
        (n, Passage(f"{pair['id']}{side}", "eval", given["text"], given["source"], given["title"]))
        for n, (side, given) in enumerate((("a", pair["a"]), ("b", pair["b"])), 1)
    ]
    found = contradictions(passages)
    if not pair["contradicts"]:
        return Row(id=pair["id"], wanted=[], chosen=[one.kind for one in found], right={"let_pass": int(not found)})
    right = {"told": int(bool(found))}
    if found and pair["newest"]:
        right["newest_first"] = int(found[0].sides[0].n == (1 if pair["newest"] == "a" else 2))
    return Row(id=pair["id"], wanted=["contradiction"], chosen=[one.kind for one in found], right=right)
